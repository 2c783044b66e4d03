/** Circuits against values, which are written apart from each other: floats of formats so small that corner cases are most of them. */
import { describe, expect, it } from "vitest";
import { randomWords } from "../../../interpreter/inputs.ts";
import { TRUE } from "../../bits/circuit.ts";
import { BitCircuits } from "./circuits.ts";
import { evaluate, isCanonical } from "./evaluate.ts";
import { MODES } from "./float-values.ts";
import { BOOL, bitVector, float, ROUNDING_MODE, type Scalar, type Sort, widthOfSort } from "./sorts.ts";
import { type BitTerm, type Operator, Terms } from "./term.ts";

const SAMPLES = 30;

describe.each([
  [2, 2],
  [2, 3],
  [3, 2],
  [2, 9],
  [4, 3],
  [5, 11],
] as const)("floats of %s bits of exponent and %s of significand", (exponent, significand) => {
  const F = float(exponent, significand);
  const terms = new Terms();
  const circuits = new BitCircuits(() => {});
  const word = randomWords(exponent * 100 + significand);
  const constant = (sort: Scalar): BitTerm => {
    for (;;) {
      const value =
        sort === ROUNDING_MODE ? BigInt(word() % MODES.length) : BigInt.asUintN(widthOfSort(sort), BigInt(word()));
      if (isCanonical(value, sort)) return terms.constant(sort, value);
    }
  };
  const agrees = (
    operator: Operator,
    sort: Sort,
    operands: readonly Scalar[],
    numbers: readonly number[] = [],
  ): void => {
    for (let i = 0; i < SAMPLES; i++) {
      const parts = operands.map(constant);
      const term = terms.make(operator, sort, parts, numbers);
      const value = evaluate(term, new Map()) as bigint;
      const same = circuits.signalOf(terms.equal(term, terms.constant(sort, value)));
      expect(same, `${operator} ${parts.map((part) => part.value.toString(2)).join(" ")} is ${value.toString(2)}`).toBe(
        TRUE,
      );
    }
  };

  const rows: readonly (readonly [Operator, Sort, readonly Scalar[], (readonly number[])?])[] = [
    ["fp.add", F, [ROUNDING_MODE, F, F]],
    ["fp.mul", F, [ROUNDING_MODE, F, F]],
    ["fp.div", F, [ROUNDING_MODE, F, F]],
    ["fp.fma", F, [ROUNDING_MODE, F, F, F]],
    ["fp.sqrt", F, [ROUNDING_MODE, F]],
    ["fp.rem", F, [F, F]],
    ["fp.roundToIntegral", F, [ROUNDING_MODE, F]],
    ["fp.min", F, [F, F, bitVector(1)]],
    ["fp.max", F, [F, F, bitVector(1)]],
    ["fp.abs", F, [F]],
    ["fp.neg", F, [F]],
    ["fp.leq", BOOL, [F, F]],
    ["fp.lt", BOOL, [F, F]],
    ["fp.eq", BOOL, [F, F]],
    ["fp.isNormal", BOOL, [F]],
    ["fp.isSubnormal", BOOL, [F]],
    ["fp.isZero", BOOL, [F]],
    ["fp.isInfinite", BOOL, [F]],
    ["fp.isNaN", BOOL, [F]],
    ["fp.isNegative", BOOL, [F]],
    ["fp.isPositive", BOOL, [F]],
    ["to_fp.bits", F, [bitVector(exponent + significand)]],
    ["to_fp.float", F, [ROUNDING_MODE, float(5, 4)]],
    ["to_fp.float", F, [ROUNDING_MODE, float(2, 12)]],
    ["to_fp.signed", F, [ROUNDING_MODE, bitVector(1)]],
    ["to_fp.signed", F, [ROUNDING_MODE, bitVector(7)]],
    ["to_fp.unsigned", F, [ROUNDING_MODE, bitVector(1)]],
    ["to_fp.unsigned", F, [ROUNDING_MODE, bitVector(9)]],
    ["fp.to_ubv", bitVector(1), [ROUNDING_MODE, F, bitVector(1)], [1]],
    ["fp.to_ubv", bitVector(5), [ROUNDING_MODE, F, bitVector(5)], [5]],
    ["fp.to_sbv", bitVector(1), [ROUNDING_MODE, F, bitVector(1)], [1]],
    ["fp.to_sbv", bitVector(4), [ROUNDING_MODE, F, bitVector(4)], [4]],
  ];
  it.each(rows.map((row) => [row[0], row] as const))("%s", (_, [operator, sort, operands, numbers]) => {
    agrees(operator, sort, operands, numbers);
  });
});
