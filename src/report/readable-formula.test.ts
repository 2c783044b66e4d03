/** Fewer words follow from the formula, and mean the same where everything has a name. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../tests/support/thorough.ts";
import { holds as isTrue } from "../logic/evaluate.ts";
import { showFormula } from "../logic/print.ts";
import {
  add,
  and,
  eq,
  type Formula,
  integer,
  le,
  multiply,
  or,
  type Term,
  type Variable,
  variable,
} from "../logic/term.ts";
import { intType } from "../logic/types.ts";
import { FULL } from "../numbers/interval.ts";
import { readableFormula } from "./readable-formula.ts";

const VARIABLES = ["a", "b", "k"].map(
  (name, id): Variable => ({ id, name, type: intType(32, "signed"), role: "local" }),
);
const [A, B, K] = VARIABLES as [Variable, Variable, Variable];
const everything = { names: () => true, rangeOf: () => FULL };

const is = (of: Variable, value: number) => eq(variable(of), integer(value));
const from = (of: Variable, value: number) => le(integer(value), variable(of));
const upTo = (of: Variable, value: number) => le(variable(of), integer(value));

describe("formulas in fewer words", () => {
  it.each<[string, Formula, string]>([
    [
      "cases that are adjacent",
      or([
        and([is(A, 0), is(B, 0)]),
        and([is(A, 0), is(B, 1)]),
        and([is(A, 0), from(B, 2)]),
        and([is(A, 0), is(B, 7)]),
      ]),
      "a == 0 && 0 <= b",
    ],
    ["all there is", or([upTo(A, 4), from(A, 3)]), "true"],
    [
      "a common end",
      or([and([from(A, 0), upTo(A, 4), is(B, 1)]), and([from(A, 0), upTo(A, 9), is(B, 3)])]),
      "0 <= a && (a <= 4 && b == 1 || a <= 9 && b == 3)",
    ],
    ["cases apart", or([is(A, 0), is(A, 2)]), "a == 0 || a == 2"],
    ["an impossible case", or([and([is(A, 0), is(A, 1)]), is(B, 1)]), "b == 1"],
  ])("%s", (_, formula, text) => {
    expect(showFormula(readableFormula(formula, everything))).toBe(text);
  });

  it("say what follows without those that have no name", () => {
    const named = { ...everything, names: (of: Variable) => of !== K };
    const between = and([from(A, 0), le(variable(A), variable(K)), upTo(K, 9)]);
    expect(showFormula(readableFormula(between, named))).toBe("0 <= a && a <= 9");
    const twice = and([eq(variable(K), multiply(integer(2), variable(A))), le(variable(K), variable(B))]);
    expect(showFormula(readableFormula(twice, named))).toBe("2 * a <= b");
  });

  const small = fc.integer({ min: -2, max: 2 });
  const side: fc.Arbitrary<Term> = fc
    .tuple(small, fc.constantFrom(...VARIABLES), small)
    .map(([factor, of, constant]) => add(multiply(integer(factor), variable(of)), integer(constant)));
  const atom = fc.tuple(fc.constantFrom(le, eq), side, side).map(([relation, a, b]) => relation(a, b));
  const clause = fc.array(atom, { minLength: 1, maxLength: 4 });
  const formulas = fc.oneof(
    fc.array(clause.map(and), { minLength: 1, maxLength: 4 }).map(or),
    fc.array(clause.map(or), { minLength: 1, maxLength: 3 }).map(and),
  );

  it("follow from the formula, and mean the same where everything has a name", () => {
    const states = [-3, -1, 0, 1, 2].flatMap((a) =>
      [-2, 0, 1, 3].flatMap((b) => [-2, -1, 0, 1, 3].map((k) => [a, b, k])),
    );
    fc.assert(
      fc.property(formulas, fc.boolean(), (formula, isNamed) => {
        const result = readableFormula(formula, { ...everything, names: (of) => isNamed || of !== K });
        for (const state of states) {
          const at = { valueOf: (of: Variable) => state[VARIABLES.indexOf(of)] ?? 0 };
          const [before, after] = [isTrue(formula, at), isTrue(result, at)];
          if ((before || isNamed) && after !== before)
            throw new Error(`${showFormula(formula)} should not be ${showFormula(result)}`);
        }
      }),
      { numRuns: runs(600), seed: 3 },
    );
  });
});
