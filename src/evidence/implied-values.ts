/**
 * What an assumption tells: the variables that can have only one value once a formula is known to hold. Used by the
 * certificate checker where a label claims such a value. Facts are found by propagating an interval down the formula:
 * each term is told the range its value must lie in, and a variable whose range shrinks to a point is known.
 * An empty range means that the formula cannot hold.
 */
import type { Formula, Term, Variable } from "../logic/term.ts";
import { highest, lowest } from "../logic/types.ts";
import { evaluateFormula, integerOf, type Knowledge } from "./partial-evaluate.ts";

interface Range {
  /** undefined: unbounded. */
  readonly low: bigint | undefined;
  readonly high: bigint | undefined;
}

/** Adds to `state` what the formula's truth implies; false when it cannot have that truth value. */
export function learn(formula: Formula, truth: boolean, state: Knowledge): boolean {
  const known = evaluateFormula(formula, state);
  if (known !== undefined) return known === truth;
  switch (formula.kind) {
    case "not":
      return learn(formula.operand, !truth, state);
    case "and":
    case "or":
      return (formula.kind === "and") === truth
        ? learnAll(formula.operands, truth, state)
        : learnOnly(formula.operands, truth, state);
    case "eq":
      return truth
        ? learnEqual(formula.left, formula.right, state)
        : learnDifferent(formula.left, formula.right, state);
    case "lt":
    case "le": {
      const [left, right] = truth ? [formula.left, formula.right] : [formula.right, formula.left];
      return learnOrdered(left, right, (formula.kind === "lt") === truth ? 1n : 0n, state);
    }
    default:
      // Sound: float comparisons teach nothing.
      return true;
  }
}

function learnAll(operands: readonly Formula[], truth: boolean, state: Knowledge): boolean {
  return (
    operands.every((operand) => learn(operand, truth, state)) &&
    operands.every((operand) => evaluateFormula(operand, state) !== !truth)
  );
}

function learnOnly(operands: readonly Formula[], truth: boolean, state: Knowledge): boolean {
  const open = operands.filter((operand) => evaluateFormula(operand, state) === undefined);
  return open.length !== 1 || learn(open[0] as Formula, truth, state);
}

function learnEqual(left: Term, right: Term, state: Knowledge): boolean {
  const a = integerOf(left, state);
  const b = integerOf(right, state);
  if (a !== undefined) return within(right, { low: a, high: a }, state);
  return b === undefined || within(left, { low: b, high: b }, state);
}

function learnDifferent(left: Term, right: Term, state: Knowledge): boolean {
  const a = integerOf(left, state);
  const value = a ?? integerOf(right, state);
  if (value === undefined) return true;
  const term = a === undefined ? left : right;
  const range = promised(term);
  if (range.low === value) return within(term, { low: value + 1n, high: range.high }, state);
  if (range.high === value) return within(term, { low: range.low, high: value - 1n }, state);
  if (term.kind !== "ite") return true;
  if (integerOf(term.then, state) === value) return learn(term.condition, false, state);
  return integerOf(term.else, state) !== value || learn(term.condition, true, state);
}

function learnOrdered(left: Term, right: Term, gap: bigint, state: Knowledge): boolean {
  const a = integerOf(left, state);
  if (a !== undefined) return within(right, { low: a + gap, high: undefined }, state);
  const b = integerOf(right, state);
  return b === undefined || within(left, { low: undefined, high: b - gap }, state);
}

/** The term's value lies in the range. */
function within(term: Term, range: Range, state: Knowledge): boolean {
  const known = integerOf(term, state);
  const own = promised(term);
  const low = larger(range.low, own.low);
  const high = smaller(range.high, own.high);
  if (known !== undefined) return (low === undefined || low <= known) && (high === undefined || known <= high);
  if (low !== undefined && high !== undefined && low > high) return false;
  switch (term.kind) {
    case "variable":
      return low === undefined || low !== high || remember(term.variable, low, state);
    case "select": {
      const index = integerOf(term.index, state);
      if (index === undefined || term.array.kind !== "variable" || low === undefined || low !== high) return true;
      rememberElement(term.array.variable, index, low, state);
      return true;
    }
    case "negate":
      return within(term.operand, { low: negated(high), high: negated(low) }, state);
    case "add":
      return withinSum(term.left, term.right, 1n, low, high, state);
    case "subtract":
      return withinSum(term.left, term.right, -1n, low, high, state);
    case "wrap":
      return withinWrap(term, low, high, state);
    case "ite":
      return withinIte(term, low, high, state);
    default:
      return true;
  }
}

/** left + sign * right in [low, high], one of the two known. */
function withinSum(
  left: Term,
  right: Term,
  sign: 1n | -1n,
  low: bigint | undefined,
  high: bigint | undefined,
  state: Knowledge,
): boolean {
  const a = integerOf(left, state);
  const b = integerOf(right, state);
  if (b !== undefined) return within(left, { low: minus(low, sign * b), high: minus(high, sign * b) }, state);
  if (a === undefined) return true;
  const [from, to] = [minus(low, a), minus(high, a)];
  return within(right, sign === 1n ? { low: from, high: to } : { low: negated(to), high: negated(from) }, state);
}

/** Only a point helps: the values congruent to it, if there is just one in the operand's range. */
function withinWrap(
  term: Extract<Term, { kind: "wrap" }>,
  low: bigint | undefined,
  high: bigint | undefined,
  state: Knowledge,
): boolean {
  if (low === undefined || low !== high) return true;
  const range = promised(term.operand);
  if (range.low === undefined || range.high === undefined) return true;
  const period = 1n << BigInt(term.type.bits);
  const distance = (((low - range.low) % period) + period) % period;
  const first = range.low + distance;
  if (first > range.high) return false;
  return first + period <= range.high || within(term.operand, { low: first, high: first }, state);
}

function withinIte(
  term: Extract<Term, { kind: "ite" }>,
  low: bigint | undefined,
  high: bigint | undefined,
  state: Knowledge,
): boolean {
  const outside = (part: Term): boolean => {
    const value = integerOf(part, state);
    return value !== undefined && ((low !== undefined && value < low) || (high !== undefined && value > high));
  };
  const thenOutside = outside(term.then);
  const elseOutside = outside(term.else);
  if (thenOutside && elseOutside) return false;
  if (thenOutside) return learn(term.condition, false, state);
  return !elseOutside || learn(term.condition, true, state);
}

function remember(variable: Variable, value: bigint, state: Knowledge): boolean {
  if (variable.type.kind !== "float" && variable.type.kind !== "real") state.scalars.set(variable, value);
  return true;
}

function rememberElement(array: Variable, index: bigint, value: bigint, state: Knowledge): void {
  const elements = state.elements.get(array);
  if (elements === undefined) state.elements.set(array, new Map([[index, value]]));
  else elements.set(index, value);
}

/** The range that a term's type promises. */
function promised(term: Term): Range {
  switch (term.kind) {
    case "integer":
      return { low: BigInt(term.value), high: BigInt(term.value) };
    case "wrap":
      return { low: BigInt(lowest(term.type)), high: BigInt(highest(term.type)) };
    case "variable": {
      const { type } = term.variable;
      if (type.kind !== "int" && type.kind !== "pointer") return { low: undefined, high: undefined };
      return { low: BigInt(lowest(type)), high: BigInt(highest(type)) };
    }
    case "ite": {
      const a = promised(term.then);
      const b = promised(term.else);
      return {
        low: a.low === undefined || b.low === undefined ? undefined : a.low < b.low ? a.low : b.low,
        high: a.high === undefined || b.high === undefined ? undefined : a.high > b.high ? a.high : b.high,
      };
    }
    default:
      return { low: undefined, high: undefined };
  }
}

function larger(a: bigint | undefined, b: bigint | undefined): bigint | undefined {
  return a === undefined ? b : b === undefined || a > b ? a : b;
}

function smaller(a: bigint | undefined, b: bigint | undefined): bigint | undefined {
  return a === undefined ? b : b === undefined || a < b ? a : b;
}

function negated(a: bigint | undefined): bigint | undefined {
  return a === undefined ? undefined : -a;
}

function minus(a: bigint | undefined, b: bigint): bigint | undefined {
  return a === undefined ? undefined : a - b;
}
