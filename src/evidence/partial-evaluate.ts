/**
 * Evaluation under partial knowledge, for the certificate checker. It walks terms directly over plain maps: simple on
 * purpose, and sharing nothing with `logic/evaluate.ts` nor with what engines make of it, so that a mistake there shows
 * here. Unknown is undefined; whatever is not evident is unknown. Terms are typed, so that an integer and a float never meet in one operation.
 */
import { fold } from "../logic/fold.ts";
import type { Formula, Term, Variable } from "../logic/term.ts";
import { highest, type IntType, lowest, type PointerType } from "../logic/types.ts";
import { isFormula, type TermNode } from "../logic/visit.ts";
import type { Int } from "../numbers/int.ts";
import * as int from "../numbers/int.ts";

/** An integer, or a float as a JS number; the term or variable it belongs to tells which. */
export type Known = Int;

/** What is known of the variables and of array elements: a base that is never changed, and what came on top of it. */
export class Knowledge {
  readonly #base: Facts;
  readonly #scalars = new Map<Variable, Known | undefined>();
  readonly #arrays = new Map<Variable, ReadonlyMap<Int, Known>>();

  constructor(base: Facts) {
    this.#base = base;
  }

  scalar(variable: Variable): Known | undefined {
    return this.#scalars.has(variable) ? this.#scalars.get(variable) : this.#base.scalars.get(variable);
  }

  array(variable: Variable): ReadonlyMap<Int, Known> {
    return this.#arrays.get(variable) ?? this.#base.arrays.get(variable) ?? NO_ELEMENTS;
  }

  setScalar(variable: Variable, value: Known | undefined): void {
    this.#scalars.set(variable, value);
  }

  setArray(variable: Variable, elements: ReadonlyMap<Int, Known>): void {
    this.#arrays.set(variable, elements);
  }
}

export interface Facts {
  readonly scalars: { get(variable: Variable): Known | undefined };
  readonly arrays: { get(variable: Variable): ReadonlyMap<Int, Known> | undefined };
}

const NO_ELEMENTS: ReadonlyMap<Int, Known> = new Map();

/** The value of a term, or the truth of a formula; undefined where it is not known. */
type Result = Known | boolean | undefined;
/** Of the parts of the node at hand: terms may be deep, so nothing here calls itself. */
interface Parts {
  term(part: Term): Known | undefined;
  formula(part: Formula): boolean | undefined;
}

export function evaluateTerm(term: Term, state: Knowledge): Known | undefined {
  return evaluated(term, state) as Known | undefined;
}

export function evaluateFormula(formula: Formula, state: Knowledge): boolean | undefined {
  return evaluated(formula, state) as boolean | undefined;
}

function evaluated(root: TermNode, state: Knowledge): Result {
  let resultOf: (part: TermNode) => Result = () => undefined;
  const parts: Parts = {
    term: (part) => resultOf(part) as Known | undefined,
    formula: (part) => resultOf(part) as boolean | undefined,
  };
  return fold<Result>(root, (node, of) => {
    resultOf = of;
    return isFormula(node) ? formulaStep(node, parts) : termStep(node, parts, state);
  });
}

function termStep(term: Term, parts: Parts, state: Knowledge): Known | undefined {
  switch (term.kind) {
    case "integer":
      return term.value;
    case "float":
      return term.value;
    case "variable":
      return state.scalar(term.variable);
    case "negate": {
      const value = parts.term(term.operand);
      return value === undefined ? undefined : int.negate(value);
    }
    case "wrap": {
      const value = parts.term(term.operand);
      return value === undefined ? undefined : wrapInto(value, term.type);
    }
    case "ite":
      return evaluateIte(term, parts);
    case "select":
      return evaluateSelect(term.array, parts.term(term.index), parts, state);
    case "fadd":
    case "fsubtract":
    case "fmultiply":
    case "fdivide":
    case "fremainder":
    case "fnegate":
    case "intToFloat":
    case "floatToFloat":
      return evaluateFloat(term, parts);
    case "floatToInt":
      return truncate(parts.term(term.operand), term.type);
    case "address":
    case "apply":
    case "store":
      return undefined;
    default:
      return evaluateInteger(term, parts);
  }
}

function evaluateIte(term: Extract<Term, { kind: "ite" }>, parts: Parts): Known | undefined {
  const truth = parts.formula(term.condition);
  if (truth !== undefined) return parts.term(truth ? term.then : term.else);
  const then = parts.term(term.then);
  return then !== undefined && Object.is(then, parts.term(term.else)) ? then : undefined;
}

type IntegerBinary = Extract<
  Term,
  {
    kind:
      | "add"
      | "subtract"
      | "multiply"
      | "divide"
      | "remainder"
      | "bitand"
      | "bitor"
      | "bitxor"
      | "shiftleft"
      | "shiftright";
  }
>;

function evaluateInteger(term: IntegerBinary, parts: Parts): Int | undefined {
  const a = parts.term(term.left);
  const b = parts.term(term.right);
  if ((term.kind === "multiply" || term.kind === "bitand") && (a === 0 || b === 0)) return 0;
  if (a === undefined || b === undefined) return undefined;
  // Sound: what is no integer is a real here, whose arithmetic is exact, as that of doubles is not.
  if (isFraction(a) || isFraction(b)) return undefined;
  switch (term.kind) {
    case "add":
      return int.add(a, b);
    case "subtract":
      return int.subtract(a, b);
    case "multiply":
      return int.multiply(a, b);
    case "divide":
      return b === 0 ? undefined : int.divideTruncated(a, b);
    case "remainder":
      return b === 0 ? undefined : int.remainderTruncated(a, b);
    case "bitand":
      return int.fromBig(int.toBig(a) & int.toBig(b));
    case "bitor":
      return int.fromBig(int.toBig(a) | int.toBig(b));
    case "bitxor":
      return int.fromBig(int.toBig(a) ^ int.toBig(b));
    case "shiftleft":
      return b < 0 || b > 128 ? undefined : int.fromBig(int.toBig(a) << int.toBig(b));
    case "shiftright":
      return b < 0 || b > 128 ? undefined : int.fromBig(int.toBig(a) >> int.toBig(b));
  }
}

function isFraction(value: Known): boolean {
  return typeof value === "number" && !Number.isInteger(value);
}

type FloatTerm = Extract<
  Term,
  { kind: "fadd" | "fsubtract" | "fmultiply" | "fdivide" | "fremainder" | "fnegate" | "intToFloat" | "floatToFloat" }
>;

function evaluateFloat(term: FloatTerm, parts: Parts): number | undefined {
  const value = exactFloat(term, parts);
  // Sound: a long double has more digits than we compute with.
  if (value === undefined || term.type.format === "x87") return undefined;
  return term.type.format === "f32" ? Math.fround(value) : value;
}

function exactFloat(term: FloatTerm, parts: Parts): number | undefined {
  switch (term.kind) {
    case "fnegate":
    case "floatToFloat": {
      const value = parts.term(term.operand);
      return value === undefined ? undefined : term.kind === "fnegate" ? -Number(value) : Number(value);
    }
    case "intToFloat": {
      const value = parts.term(term.operand);
      // Sound: a wide integer would be rounded twice on its way to a float.
      if (value === undefined || (term.type.format === "f32" && typeof value === "bigint")) return undefined;
      return Number(value);
    }
    default: {
      const left = parts.term(term.left);
      const right = parts.term(term.right);
      if (left === undefined || right === undefined) return undefined;
      const a = Number(left);
      const b = Number(right);
      return { fadd: a + b, fsubtract: a - b, fmultiply: a * b, fdivide: a / b, fremainder: a % b }[term.kind];
    }
  }
}

function truncate(value: Known | undefined, type: IntType): Int | undefined {
  if (value === undefined || !Number.isFinite(Number(value))) return undefined;
  const whole = int.fromBig(BigInt(Math.trunc(Number(value))));
  return whole >= lowest(type) && whole <= highest(type) ? whole : undefined;
}

function evaluateSelect(array: Term, index: Int | undefined, parts: Parts, state: Knowledge): Known | undefined {
  if (index === undefined) return undefined;
  for (let at = array; ; at = at.array) {
    if (at.kind === "variable") return state.array(at.variable).get(index);
    if (at.kind !== "store") return undefined;
    const written = parts.term(at.index);
    if (written === undefined) return undefined;
    if (written === index) return parts.term(at.value);
  }
}

function formulaStep(formula: Formula, parts: Parts): boolean | undefined {
  switch (formula.kind) {
    case "true":
      return true;
    case "false":
      return false;
    case "not": {
      const truth = parts.formula(formula.operand);
      return truth === undefined ? undefined : !truth;
    }
    case "and":
    case "or":
      return evaluateJunction(formula.operands, formula.kind === "or", parts);
    case "eq":
    case "lt":
    case "le": {
      const a = parts.term(formula.left);
      const b = parts.term(formula.right);
      if (a === undefined || b === undefined) return undefined;
      return formula.kind === "eq" ? a === b : formula.kind === "lt" ? a < b : a <= b;
    }
    case "feq":
    case "flt":
    case "fle": {
      const a = parts.term(formula.left);
      const b = parts.term(formula.right);
      if (a === undefined || b === undefined) return undefined;
      return formula.kind === "feq" ? a === b : formula.kind === "flt" ? a < b : a <= b;
    }
  }
}

/** One operand with the settling truth value decides; otherwise all must be known. */
function evaluateJunction(operands: readonly Formula[], settling: boolean, parts: Parts): boolean | undefined {
  let known = true;
  for (const operand of operands) {
    const truth = parts.formula(operand);
    if (truth === settling) return settling;
    if (truth === undefined) known = false;
  }
  return known ? !settling : undefined;
}

function wrapInto(value: Int, type: IntType | PointerType): Int {
  if (value >= lowest(type) && value <= highest(type)) return value;
  const big = int.toBig(value);
  return int.fromBig(
    type.kind === "int" && type.signed ? BigInt.asIntN(type.bits, big) : BigInt.asUintN(type.bits, big),
  );
}
