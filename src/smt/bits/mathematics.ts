/**
 * <math.h> as circuits: what IEEE 754 defines exactly (`float-functions.ts`), and for the others the numbers among which their
 * results are, as far as `logic/math-ranges.ts` has them. What C leaves open, the sign of a NaN and which of two zeros is the
 * lesser, is any.
 */
import { mathRange } from "../../logic/math-ranges.ts";
import type { Term } from "../../logic/term.ts";
import { type Circuit, FALSE, type Signal } from "./circuit.ts";
import { FloatFunctions } from "./float-functions.ts";
import { type Floats, type Format, formatOf, type RoundingMode, type Word, widthOf } from "./floats.ts";
import { constant, type Vector, type Vectors } from "./vectors.ts";

const INTEGRAL: Readonly<Record<string, RoundingMode>> = {
  floor: "downward",
  ceil: "upward",
  trunc: "toward-zero",
  round: "nearest-away",
  // fesetround is not modelled, so that the mode is the one at the start.
  rint: "nearest",
  nearbyint: "nearest",
};

interface Circuits {
  readonly circuit: Circuit;
  readonly vectors: Vectors;
  readonly floats: Floats;
  /** Any value of the type of the term. */
  readonly fresh: () => Vector;
}

/** Undefined for a function of which nothing is known here. */
export function mathematicsOf(
  { circuit, vectors, floats, fresh }: Circuits,
  operands: readonly Vector[],
  { name, type, arguments: given }: Extract<Term, { kind: "apply" }>,
  formatOfTerm: (term: Term) => Format,
): Vector | undefined {
  const [first, second] = operands;
  if (first === undefined) return undefined;
  if (name === "signbit" || name === "signbitf") {
    const format = formatOfTerm(given[0] as Term);
    const any = fresh();
    // True is what is not zero.
    const yes = vectors.mux(vectors.isZero(any), constant(1n), any);
    return vectors.mux(signOfNumber(circuit, floats, first, format), yes, constant(0n));
  }
  const format = type.kind === "float" ? formatOf(type) : undefined;
  if (format === undefined || operands.some((operand) => operand.length !== widthOf(format))) return undefined;
  const functions = new FloatFunctions(circuit, vectors, floats);
  const mode = INTEGRAL[name];
  if (mode !== undefined) return functions.roundToIntegral(first, format, mode);
  if (name === "sqrt") return functions.sqrt(first, format);
  if (second !== undefined && (name === "fmin" || name === "fmax"))
    return functions.extreme(name === "fmin" ? "min" : "max", first, second, format, circuit.input());
  if (second !== undefined && name === "copysign")
    return [...first.slice(0, -1), signOfNumber(circuit, floats, second, format)];
  if (second !== undefined && (name === "fmod" || name === "remainder"))
    return functions.remainder(first, second, format, name === "fmod" ? "truncated" : "nearest");
  return within(name, circuit, floats, fresh(), operands, format);
}

/** The sign; any, of what is not a number. */
function signOfNumber(circuit: Circuit, floats: Floats, word: Word, format: Format): Signal {
  const sign = word[widthOf(format) - 1] as Signal;
  return circuit.mux(floats.isNan(word, format), circuit.input(), sign);
}

function within(
  name: string,
  circuit: Circuit,
  floats: Floats,
  any: Word,
  operands: readonly Word[],
  format: Format,
): Word | undefined {
  const range = mathRange(name);
  if (range === undefined) return undefined;
  const [low, high] = [floats.constant(range.low, format), floats.constant(range.high, format)];
  const inside = circuit.and(floats.lessOrEqual(low, any, format), floats.lessOrEqual(any, high, format));
  const number = floats.mux(inside, any, low);
  let noNumber: Signal = FALSE;
  for (const operand of operands) {
    const size = floats.absolute(operand);
    const infinite = floats.equal(size, floats.infinity(FALSE, format), format);
    const bad =
      range.infinite === "nan" ? circuit.or(floats.isNan(operand, format), infinite) : floats.isNan(operand, format);
    noNumber = circuit.or(noNumber, bad);
  }
  // Not a number of what is none, or perhaps a number all the same (hypot of an infinity).
  return floats.mux(noNumber, floats.mux(circuit.input(), floats.nan(format), number), number);
}
