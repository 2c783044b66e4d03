/**
 * The theory FloatingPoint. What it leaves open is a value of a hidden array, so that it is the same wherever the operands are:
 * the sign of `fp.min` and `fp.max` of zeros of both signs, and what `fp.to_ubv` and `fp.to_sbv` give where nothing fits.
 */
import {
  type Application,
  alike,
  type BitOperator,
  indicesOf,
  operandsOf,
  requireKind,
  requireSort,
  widthOf,
  wrong,
} from "./application.ts";
import { chained } from "./core-operators.ts";
import { fromRational, infinity, MODES, nan, zero } from "./float-values.ts";
import { array, BOOL, bitVector, float, isFloatSize, isScalar, ROUNDING_MODE, type Sort, showSort } from "./sorts.ts";
import type { BitTerm, Operator } from "./term.ts";

type FloatSort = Extract<Sort, { kind: "Float" }>;

/** The widest exponent for which `fp.rem` has a circuit: that of Float32. */
const WIDEST_EXPONENT_OF_REMAINDER = 8;

/** Operands of one float sort after a rounding mode. */
function rounded(operator: Operator, count: number): BitOperator {
  return (application) => {
    const operands = operandsOf(application, count + 1);
    const [mode, first] = operands as [BitTerm, BitTerm];
    requireSort(mode, ROUNDING_MODE, application);
    requireKind(first, "Float", application);
    for (const operand of operands.slice(1)) requireSort(operand, first.sort, application);
    return application.terms.make(operator, first.sort, operands);
  };
}

function relation(operator: Operator, order: "as written" | "swapped"): BitOperator {
  return (application) => {
    alike("Float", application, 2, Infinity);
    return chained(application, (a, b) =>
      application.terms.make(operator, BOOL, order === "as written" ? [a, b] : [b, a]),
    );
  };
}

function test(operator: Operator): BitOperator {
  return (application) => application.terms.make(operator, BOOL, alike("Float", application, 1));
}

function extreme(operator: "fp.min" | "fp.max"): BitOperator {
  return (application) => {
    const { terms } = application;
    const [a, b] = alike("Float", application, 2) as [BitTerm, BitTerm];
    const open = terms.hidden(`${operator} ${showSort(a.sort)}`, array(bitVector(1), bitVector(1)));
    const sign = terms.extract(widthOf(a) - 1, widthOf(a) - 1, terms.pack([a]));
    return terms.make(operator, a.sort, [a, b, terms.make("select", bitVector(1), [open, sign])]);
  };
}

function toBits(operator: "fp.to_ubv" | "fp.to_sbv"): BitOperator {
  return (application) => {
    const { terms } = application;
    const [width] = indicesOf(application, 1) as [number];
    const [mode, a] = operandsOf(application, 2) as [BitTerm, BitTerm];
    requireSort(mode, ROUNDING_MODE, application);
    requireKind(a, "Float", application);
    if (width === 0) wrong(`${operator} should have a positive index`, application);
    const operands = terms.pack([mode, a]);
    const key = `${operator} ${width} ${showSort(a.sort)}`;
    const open = terms.hidden(key, array(bitVector(widthOf(operands)), bitVector(width)));
    const elsewhere = terms.make("select", bitVector(width), [open, operands]);
    return terms.make(operator, bitVector(width), [mode, a, elsewhere], [width]);
  };
}

function sortOfIndices(application: Application): FloatSort {
  const [exponent, significand] = indicesOf(application, 2) as [number, number];
  if (!isFloatSize(exponent, significand))
    wrong(`the sort (_ FloatingPoint ${exponent} ${significand}) is not supported`, application);
  return float(exponent, significand);
}

function toFloat(application: Application): BitTerm {
  const { terms, operands } = application;
  const sort = sortOfIndices(application);
  if (operands.length === 1) {
    const [bits] = operands as [BitTerm];
    requireSort(bits, bitVector(1 + sort.format.exponentBits + sort.format.fractionBits), application);
    return terms.make("to_fp.bits", sort, [bits]);
  }
  const [mode, a] = operandsOf(application, 2) as [BitTerm, BitTerm];
  requireSort(mode, ROUNDING_MODE, application);
  switch (a.sort.kind) {
    case "Float":
      return a.sort === sort ? a : terms.make("to_fp.float", sort, [mode, a]);
    case "BitVec":
      return terms.make("to_fp.signed", sort, [mode, a]);
    case "Real":
      return roundedReal(a, mode, sort, application);
    default:
      return wrong(`operands of ${application.name} should be a float, a bit-vector or a real constant`, application);
  }
}

function roundedReal(a: BitTerm, mode: BitTerm, sort: FloatSort, { terms }: Application): BitTerm {
  const [first, ...others] = MODES.map((name, code) => ({
    is: terms.equal(mode, terms.constant(ROUNDING_MODE, BigInt(code))),
    value: terms.constant(sort, fromRational(a.value, a.denominator, sort.format, name)),
  })) as [{ is: BitTerm; value: BitTerm }];
  const all = [first, ...others];
  if (mode.operator === "constant") return (all[Number(mode.value)] as typeof first).value;
  return all.reduce((otherwise, { is, value }) => terms.ite(is, value, otherwise), first.value);
}

export const FLOAT_OPERATORS: Readonly<Record<string, BitOperator>> = {
  fp: (application) => {
    const operands = operandsOf(application, 3) as readonly [BitTerm, BitTerm, BitTerm];
    for (const operand of operands) requireKind(operand, "BitVec", application);
    const [sign, exponent, fraction] = operands.map(widthOf) as [number, number, number];
    if (sign !== 1) wrong("the sign of fp should be a bit-vector of one bit", application);
    const sort = sortOfIndices({ ...application, indices: [exponent, fraction + 1] });
    return application.terms.make("to_fp.bits", sort, [application.terms.pack(operands)]);
  },
  "fp.abs": (application) => {
    const [a] = alike("Float", application, 1);
    return application.terms.make("fp.abs", a.sort, [a]);
  },
  "fp.neg": (application) => {
    const [a] = alike("Float", application, 1);
    return application.terms.make("fp.neg", a.sort, [a]);
  },
  "fp.add": rounded("fp.add", 2),
  "fp.sub": (application) => {
    const [mode, a, b] = operandsOf(application, 3) as [BitTerm, BitTerm, BitTerm];
    requireKind(b, "Float", application);
    const negated = application.terms.make("fp.neg", b.sort, [b]);
    return rounded("fp.add", 2)({ ...application, operands: [mode, a, negated] });
  },
  "fp.mul": rounded("fp.mul", 2),
  "fp.div": rounded("fp.div", 2),
  "fp.fma": rounded("fp.fma", 3),
  "fp.sqrt": rounded("fp.sqrt", 1),
  "fp.roundToIntegral": rounded("fp.roundToIntegral", 1),
  "fp.rem": (application) => {
    const [a, b] = alike("Float", application, 2) as [BitTerm, BitTerm];
    if ((a.sort as FloatSort).format.exponentBits > WIDEST_EXPONENT_OF_REMAINDER)
      wrong(`fp.rem over ${showSort(a.sort)} is not supported`, application);
    return application.terms.make("fp.rem", a.sort, [a, b]);
  },
  "fp.min": extreme("fp.min"),
  "fp.max": extreme("fp.max"),
  "fp.leq": relation("fp.leq", "as written"),
  "fp.lt": relation("fp.lt", "as written"),
  "fp.geq": relation("fp.leq", "swapped"),
  "fp.gt": relation("fp.lt", "swapped"),
  "fp.eq": relation("fp.eq", "as written"),
  "fp.isNormal": test("fp.isNormal"),
  "fp.isSubnormal": test("fp.isSubnormal"),
  "fp.isZero": test("fp.isZero"),
  "fp.isInfinite": test("fp.isInfinite"),
  "fp.isNaN": test("fp.isNaN"),
  "fp.isNegative": test("fp.isNegative"),
  "fp.isPositive": test("fp.isPositive"),
  "fp.to_ubv": toBits("fp.to_ubv"),
  "fp.to_sbv": toBits("fp.to_sbv"),
  to_fp: toFloat,
  to_fp_unsigned: (application) => {
    const [mode, a] = operandsOf(application, 2) as [BitTerm, BitTerm];
    requireSort(mode, ROUNDING_MODE, application);
    requireKind(a, "BitVec", application);
    return application.terms.make("to_fp.unsigned", sortOfIndices(application), [mode, a]);
  },
  "fp.to_real": (application) => wrong("fp.to_real is not supported", application),
  "+oo": (application) => special(application, (sort) => infinity(sort.format, false)),
  "-oo": (application) => special(application, (sort) => infinity(sort.format, true)),
  "+zero": (application) => special(application, (sort) => zero(sort.format, false)),
  "-zero": (application) => special(application, (sort) => zero(sort.format, true)),
  NaN: (application) => special(application, (sort) => nan(sort.format)),
  "/": (application) => {
    const [a, b] = reals(application, 2) as [BitTerm, BitTerm];
    if (b.value === 0n) wrong("the divisor should be a constant other than 0", application);
    const negative = b.value < 0n;
    return real(
      a.value * b.denominator * (negative ? -1n : 1n),
      a.denominator * (negative ? -b.value : b.value),
      application,
    );
  },
  "-": (application) => {
    const [a] = reals(application, 1) as [BitTerm];
    return real(-a.value, a.denominator, application);
  },
};

function special(application: Application, bits: (sort: FloatSort) => bigint): BitTerm {
  operandsOf(application, 0);
  const sort = sortOfIndices(application);
  return application.terms.constant(sort, bits(sort));
}

function reals(application: Application, count: number): readonly BitTerm[] {
  const operands = operandsOf(application, count);
  if (operands.some(({ sort }) => isScalar(sort) || sort.kind === "Array"))
    wrong(`${application.name} is supported only for constants that are rounded to floats`, application);
  return operands;
}

function real(value: bigint, denominator: bigint, { operands, terms }: Application): BitTerm {
  return terms.constant((operands[0] as BitTerm).sort, value, denominator);
}
