/**
 * What an assumption tells: the variables that can have only one value once a formula is known to hold. Used by the
 * certificate checker where a label claims such a value. Facts are found by propagating an interval down the formula:
 * each term is told the range its value must lie in, and a variable whose range shrinks to a point is known.
 * An empty range means that the formula cannot hold.
 */
import { promisedRange } from "../logic/range.ts";
import type { Formula, Term, Variable } from "../logic/term.ts";
import type { ValueType } from "../logic/types.ts";
import { forEachNode } from "../logic/visit.ts";
import type { Int } from "../numbers/int.ts";
import * as int from "../numbers/int.ts";
import type { Interval } from "../numbers/interval.ts";
import * as intervals from "../numbers/interval.ts";
import { evaluateFormula, evaluateTerm, type Knowledge } from "./partial-evaluate.ts";

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
  if (a !== undefined) return within(right, intervals.point(a), state);
  return b === undefined || within(left, intervals.point(b), state);
}

function learnDifferent(left: Term, right: Term, state: Knowledge): boolean {
  const a = evaluateTerm(left, state);
  const value = a ?? evaluateTerm(right, state);
  if (value === undefined) return true;
  const term = a === undefined ? left : right;
  const range = promisedRange(term);
  if (range.low === value) return within(term, { low: int.add(value, 1), high: range.high }, state);
  if (range.high === value) return within(term, { low: range.low, high: int.subtract(value, 1) }, state);
  if (term.kind !== "ite") return true;
  if (evaluateTerm(term.then, state) === value) return learn(term.condition, false, state);
  return evaluateTerm(term.else, state) !== value || learn(term.condition, true, state);
}

function learnOrdered(left: Term, right: Term, gap: Int, state: Knowledge): boolean {
  const a = evaluateTerm(left, state);
  if (a !== undefined) return within(right, { low: int.add(a, gap), high: Infinity }, state);
  const b = evaluateTerm(right, state);
  return b === undefined || within(left, { low: -Infinity, high: int.subtract(b, gap) }, state);
}

/** The term's value lies in the range. */
function within(term: Term, range: Interval, state: Knowledge): boolean {
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

function withinHere(term: Term, range: Interval, state: Knowledge): boolean {
  const known = evaluateTerm(term, state);
  const values = intervals.meet(range, promisedRange(term));
  if (known !== undefined) return intervals.contains(values, known);
  if (intervals.isEmpty(values)) return false;
  switch (term.kind) {
    case "variable":
      return !intervals.isPoint(values) || remember(term.variable, values.low, state);
    case "select": {
      const index = evaluateTerm(term.index, state);
      if (index === undefined || term.array.kind !== "variable" || !intervals.isPoint(values)) return true;
      rememberElement(term.array.variable, index, values.low, state);
      return true;
    }
    case "negate":
      return within(term.operand, intervals.negate(values), state);
    case "add":
      return withinSum(term.left, term.right, 1, values, state);
    case "subtract":
      return withinSum(term.left, term.right, -1, values, state);
    case "wrap":
      return withinWrap(term, values, state);
    case "ite":
      return withinIte(term, values, state);
    default:
      return true;
  }
}

/** left + sign * right has one of the values, and one of the two is known. */
function withinSum(left: Term, right: Term, sign: 1 | -1, values: Interval, state: Knowledge): boolean {
  const a = evaluateTerm(left, state);
  const b = evaluateTerm(right, state);
  if (b !== undefined) return within(left, intervals.subtract(values, intervals.point(int.multiply(sign, b))), state);
  return a === undefined || within(right, intervals.scale(intervals.subtract(values, intervals.point(a)), sign), state);
}

/** Only a point helps: the values congruent to it, if there is just one in the operand's range. */
function withinWrap(term: Extract<Term, { kind: "wrap" }>, values: Interval, state: Knowledge): boolean {
  const range = promisedRange(term.operand);
  if (!intervals.isPoint(values) || intervals.isInfinite(range.low) || intervals.isInfinite(range.high)) return true;
  const period = int.powerOfTwo(term.type.bits);
  const first = int.add(range.low, int.modulo(int.subtract(values.low, range.low), period));
  if (first > range.high) return false;
  return int.add(first, period) <= range.high || within(term.operand, intervals.point(first), state);
}

function withinIte(term: Extract<Term, { kind: "ite" }>, values: Interval, state: Knowledge): boolean {
  const outside = (part: Term): boolean => {
    const value = evaluateTerm(part, state);
    return value !== undefined && !intervals.contains(values, value);
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
