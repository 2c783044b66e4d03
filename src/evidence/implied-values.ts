/**
 * What an assumption tells: the variables that can have only one value once a formula is known to hold. Used by the
 * certificate checker where a label claims such a value. Facts are found by propagating an interval down the formula:
 * each term is told the range its value must lie in, and a variable whose range shrinks to a point is known.
 * An empty range means that the formula cannot hold.
 */
import { fold } from "../logic/fold.ts";
import type { Formula, Term, Variable } from "../logic/term.ts";
import { highest, lowest, type ValueType } from "../logic/types.ts";
import { forEachNode, type TermNode } from "../logic/visit.ts";
import type { Int } from "../numbers/int.ts";
import * as int from "../numbers/int.ts";
import { evaluateFormula, evaluateTerm, type Knowledge } from "./partial-evaluate.ts";

interface Range {
  /** undefined: unbounded. */
  readonly low: Int | undefined;
  readonly high: Int | undefined;
}

/** Adds to `state` what the formula's truth implies; false when it cannot have that truth value. */
export function learn(formula: Formula, truth: boolean, state: Knowledge): boolean {
  return shallow(() => learnHere(formula, truth, state));
}

function learnHere(formula: Formula, truth: boolean, state: Knowledge): boolean {
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
      // Sound: between two reals there is always another.
      const apart = (formula.kind === "lt") === truth && isWhole(left) && isWhole(right) ? 1 : 0;
      return learnOrdered(left, right, apart, state);
    }
    default:
      // Sound: float comparisons teach nothing.
      return true;
  }
}

function isWhole(term: Term): boolean {
  let whole = true;
  forEachNode(term, (node) => {
    if (node.kind === "float" || (node.kind === "variable" && isContinuous(node.variable.type))) whole = false;
  });
  return whole;
}

function isContinuous(type: ValueType): boolean {
  return type.kind === "array" ? isContinuous(type.element) : type.kind === "float" || type.kind === "real";
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
  const a = evaluateTerm(left, state);
  const b = evaluateTerm(right, state);
  if (a !== undefined) return within(right, { low: a, high: a }, state);
  return b === undefined || within(left, { low: b, high: b }, state);
}

function learnDifferent(left: Term, right: Term, state: Knowledge): boolean {
  const a = evaluateTerm(left, state);
  const value = a ?? evaluateTerm(right, state);
  if (value === undefined) return true;
  const term = a === undefined ? left : right;
  const range = promised(term);
  if (range.low === value) return within(term, { low: int.add(value, 1), high: range.high }, state);
  if (range.high === value) return within(term, { low: range.low, high: int.subtract(value, 1) }, state);
  if (term.kind !== "ite") return true;
  if (evaluateTerm(term.then, state) === value) return learn(term.condition, false, state);
  return evaluateTerm(term.else, state) !== value || learn(term.condition, true, state);
}

function learnOrdered(left: Term, right: Term, gap: Int, state: Knowledge): boolean {
  const a = evaluateTerm(left, state);
  if (a !== undefined) return within(right, { low: int.add(a, gap), high: undefined }, state);
  const b = evaluateTerm(right, state);
  return b === undefined || within(left, { low: undefined, high: int.subtract(b, gap) }, state);
}

/** The term's value lies in the range. */
function within(term: Term, range: Range, state: Knowledge): boolean {
  return shallow(() => withinHere(term, range, state));
}

// Terms of a long path are deep, and each step looks at the whole of what is below it.
const DEEPEST = 200;
let depth = 0;

/** Past some depth nothing is learnt. Sound: what is learnt only adds to what is known. */
function shallow(attempt: () => boolean): boolean {
  if (depth >= DEEPEST) return true;
  depth += 1;
  try {
    return attempt();
  } finally {
    depth -= 1;
  }
}

function withinHere(term: Term, range: Range, state: Knowledge): boolean {
  const known = evaluateTerm(term, state);
  const own = promised(term);
  const low = larger(range.low, own.low);
  const high = smaller(range.high, own.high);
  if (known !== undefined) return (low === undefined || low <= known) && (high === undefined || known <= high);
  if (low !== undefined && high !== undefined && low > high) return false;
  switch (term.kind) {
    case "variable":
      return low === undefined || low !== high || remember(term.variable, low, state);
    case "select": {
      const index = evaluateTerm(term.index, state);
      if (index === undefined || term.array.kind !== "variable" || low === undefined || low !== high) return true;
      rememberElement(term.array.variable, index, low, state);
      return true;
    }
    case "negate":
      return within(term.operand, { low: negated(high), high: negated(low) }, state);
    case "add":
      return withinSum(term.left, term.right, 1, low, high, state);
    case "subtract":
      return withinSum(term.left, term.right, -1, low, high, state);
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
  sign: 1 | -1,
  low: Int | undefined,
  high: Int | undefined,
  state: Knowledge,
): boolean {
  const a = evaluateTerm(left, state);
  const b = evaluateTerm(right, state);
  if (b !== undefined)
    return within(left, { low: minus(low, int.multiply(sign, b)), high: minus(high, int.multiply(sign, b)) }, state);
  if (a === undefined) return true;
  const [from, to] = [minus(low, a), minus(high, a)];
  return within(right, sign === 1 ? { low: from, high: to } : { low: negated(to), high: negated(from) }, state);
}

/** Only a point helps: the values congruent to it, if there is just one in the operand's range. */
function withinWrap(
  term: Extract<Term, { kind: "wrap" }>,
  low: Int | undefined,
  high: Int | undefined,
  state: Knowledge,
): boolean {
  if (low === undefined || low !== high) return true;
  const range = promised(term.operand);
  if (range.low === undefined || range.high === undefined) return true;
  const period = int.powerOfTwo(term.type.bits);
  const first = int.add(range.low, int.modulo(int.subtract(low, range.low), period));
  if (first > range.high) return false;
  return int.add(first, period) <= range.high || within(term.operand, { low: first, high: first }, state);
}

function withinIte(
  term: Extract<Term, { kind: "ite" }>,
  low: Int | undefined,
  high: Int | undefined,
  state: Knowledge,
): boolean {
  const outside = (part: Term): boolean => {
    const value = evaluateTerm(part, state);
    return value !== undefined && ((low !== undefined && value < low) || (high !== undefined && value > high));
  };
  const thenOutside = outside(term.then);
  const elseOutside = outside(term.else);
  if (thenOutside && elseOutside) return false;
  if (thenOutside) return learn(term.condition, false, state);
  return !elseOutside || learn(term.condition, true, state);
}

function remember(variable: Variable, value: Int, state: Knowledge): boolean {
  if (variable.type.kind !== "float" && variable.type.kind !== "real") state.setScalar(variable, value);
  return true;
}

function rememberElement(array: Variable, index: Int, value: Int, state: Knowledge): void {
  state.setArray(array, new Map(state.array(array)).set(index, value));
}

/** The range that a term's type promises. */
function promised(term: Term): Range {
  return fold<Range>(term, promisedStep);
}

function promisedStep(term: TermNode, of: (part: TermNode) => Range): Range {
  switch (term.kind) {
    case "integer":
      return { low: term.value, high: term.value };
    case "wrap":
      return { low: lowest(term.type), high: highest(term.type) };
    case "variable": {
      const { type } = term.variable;
      if (type.kind !== "int" && type.kind !== "pointer") return { low: undefined, high: undefined };
      return { low: lowest(type), high: highest(type) };
    }
    case "ite": {
      const a = of(term.then);
      const b = of(term.else);
      return {
        low: a.low === undefined || b.low === undefined ? undefined : a.low < b.low ? a.low : b.low,
        high: a.high === undefined || b.high === undefined ? undefined : a.high > b.high ? a.high : b.high,
      };
    }
    default:
      return { low: undefined, high: undefined };
  }
}

function larger(a: Int | undefined, b: Int | undefined): Int | undefined {
  return a === undefined ? b : b === undefined || a > b ? a : b;
}

function smaller(a: Int | undefined, b: Int | undefined): Int | undefined {
  return a === undefined ? b : b === undefined || a < b ? a : b;
}

function negated(a: Int | undefined): Int | undefined {
  return a === undefined ? undefined : int.negate(a);
}

function minus(a: Int | undefined, b: Int): Int | undefined {
  return a === undefined ? undefined : int.subtract(a, b);
}
