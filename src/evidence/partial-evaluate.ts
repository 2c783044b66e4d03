/**
 * Evaluation under partial knowledge, for the certificate checker. It walks terms directly, with plain maps and
 * BigInt arithmetic: slow and simple on purpose, and sharing nothing with any engine's evaluator, so that a mistake
 * there shows here. Unknown is undefined; whatever is not evident is unknown.
 */
import type { Formula, Term, Variable } from "../logic/term.ts";
import { highest, type IntType, lowest, type PointerType } from "../logic/types.ts";

/** An integer as BigInt, a float as number: the two never mix. */
export type Known = bigint | number;

/** What is known of the variables; array elements under their index. */
export interface Knowledge {
  readonly scalars: Map<Variable, Known>;
  readonly elements: Map<Variable, Map<bigint, Known>>;
}

export function evaluateTerm(term: Term, state: Knowledge): Known | undefined {
  switch (term.kind) {
    case "integer":
      return BigInt(term.value);
    case "float":
      return term.value;
    case "variable":
      return state.scalars.get(term.variable);
    case "negate": {
      const value = integerOf(term.operand, state);
      return value === undefined ? undefined : -value;
    }
    case "wrap": {
      const value = integerOf(term.operand, state);
      return value === undefined ? undefined : wrapInto(value, term.type);
    }
    case "ite":
      return evaluateIte(term, state);
    case "select":
      return evaluateSelect(term.array, integerOf(term.index, state), state);
    case "fadd":
    case "fsubtract":
    case "fmultiply":
    case "fdivide":
    case "fremainder":
    case "fnegate":
    case "intToFloat":
    case "floatToFloat":
      return evaluateFloat(term, state);
    case "floatToInt":
      return truncate(floatOf(term.operand, state), term.type);
    case "address":
    case "apply":
    case "store":
      return undefined;
    default:
      return evaluateInteger(term, state);
  }
}

function evaluateIte(term: Extract<Term, { kind: "ite" }>, state: Knowledge): Known | undefined {
  const truth = evaluateFormula(term.condition, state);
  if (truth !== undefined) return evaluateTerm(truth ? term.then : term.else, state);
  const then = evaluateTerm(term.then, state);
  return then !== undefined && Object.is(then, evaluateTerm(term.else, state)) ? then : undefined;
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

function evaluateInteger(term: IntegerBinary, state: Knowledge): bigint | undefined {
  const a = integerOf(term.left, state);
  const b = integerOf(term.right, state);
  if ((term.kind === "multiply" || term.kind === "bitand") && (a === 0n || b === 0n)) return 0n;
  if (a === undefined || b === undefined) return undefined;
  switch (term.kind) {
    case "add":
      return a + b;
    case "subtract":
      return a - b;
    case "multiply":
      return a * b;
    case "divide":
      return b === 0n ? undefined : a / b;
    case "remainder":
      return b === 0n ? undefined : a % b;
    case "bitand":
      return a & b;
    case "bitor":
      return a | b;
    case "bitxor":
      return a ^ b;
    case "shiftleft":
      return b < 0n || b > 128n ? undefined : a << b;
    case "shiftright":
      return b < 0n || b > 128n ? undefined : a >> b;
  }
}

type FloatTerm = Extract<
  Term,
  { kind: "fadd" | "fsubtract" | "fmultiply" | "fdivide" | "fremainder" | "fnegate" | "intToFloat" | "floatToFloat" }
>;

function evaluateFloat(term: FloatTerm, state: Knowledge): number | undefined {
  const value = exactFloat(term, state);
  // Sound: a long double has more digits than we compute with.
  if (value === undefined || term.type.format === "x87") return undefined;
  return term.type.format === "f32" ? Math.fround(value) : value;
}

function exactFloat(term: FloatTerm, state: Knowledge): number | undefined {
  switch (term.kind) {
    case "fnegate":
    case "floatToFloat": {
      const value = floatOf(term.operand, state);
      return value === undefined ? undefined : term.kind === "fnegate" ? -value : value;
    }
    case "intToFloat": {
      const value = integerOf(term.operand, state);
      // Sound: a wide integer would be rounded twice on its way to a float.
      if (value === undefined || (term.type.format === "f32" && BigInt.asIntN(53, value) !== value)) return undefined;
      return Number(value);
    }
    default: {
      const a = floatOf(term.left, state);
      const b = floatOf(term.right, state);
      if (a === undefined || b === undefined) return undefined;
      return { fadd: a + b, fsubtract: a - b, fmultiply: a * b, fdivide: a / b, fremainder: a % b }[term.kind];
    }
  }
}

function truncate(value: number | undefined, type: IntType): bigint | undefined {
  if (value === undefined || !Number.isFinite(value)) return undefined;
  const whole = BigInt(Math.trunc(value));
  return whole >= lowest(type) && whole <= highest(type) ? whole : undefined;
}

function evaluateSelect(array: Term, index: bigint | undefined, state: Knowledge): Known | undefined {
  if (index === undefined) return undefined;
  for (let at = array; ; at = at.array) {
    if (at.kind === "variable") return state.elements.get(at.variable)?.get(index);
    if (at.kind !== "store") return undefined;
    const written = integerOf(at.index, state);
    if (written === undefined) return undefined;
    if (written === index) return evaluateTerm(at.value, state);
  }
}

export function evaluateFormula(formula: Formula, state: Knowledge): boolean | undefined {
  switch (formula.kind) {
    case "true":
      return true;
    case "false":
      return false;
    case "not": {
      const truth = evaluateFormula(formula.operand, state);
      return truth === undefined ? undefined : !truth;
    }
    case "and":
    case "or":
      return evaluateJunction(formula.operands, formula.kind === "or", state);
    case "eq":
    case "lt":
    case "le": {
      const a = integerOf(formula.left, state);
      const b = integerOf(formula.right, state);
      if (a === undefined || b === undefined) return undefined;
      return formula.kind === "eq" ? a === b : formula.kind === "lt" ? a < b : a <= b;
    }
    case "feq":
    case "flt":
    case "fle": {
      const a = floatOf(formula.left, state);
      const b = floatOf(formula.right, state);
      if (a === undefined || b === undefined) return undefined;
      return formula.kind === "feq" ? a === b : formula.kind === "flt" ? a < b : a <= b;
    }
  }
}

/** One operand with the settling truth value decides; otherwise all must be known. */
function evaluateJunction(operands: readonly Formula[], settling: boolean, state: Knowledge): boolean | undefined {
  let known = true;
  for (const operand of operands) {
    const truth = evaluateFormula(operand, state);
    if (truth === settling) return settling;
    if (truth === undefined) known = false;
  }
  return known ? !settling : undefined;
}

export function integerOf(term: Term, state: Knowledge): bigint | undefined {
  const value = evaluateTerm(term, state);
  return typeof value === "bigint" ? value : undefined;
}

function floatOf(term: Term, state: Knowledge): number | undefined {
  const value = evaluateTerm(term, state);
  return typeof value === "number" ? value : undefined;
}

export function wrapInto(value: bigint, type: IntType | PointerType): bigint {
  return type.kind === "int" && type.signed ? BigInt.asIntN(type.bits, value) : BigInt.asUintN(type.bits, value);
}
