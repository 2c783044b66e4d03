/**
 * The assume edge that pins a variable: SP of [p] maps x to c when c is the only value of x that satisfies p/v (paper,
 * sections 2 and 3). `assumeTrue` looks for such x by walking the formula: equations are solved for one unknown
 * operand, conjunctions part by part, and a bound that leaves one value of the variable's type is an equation.
 * The walk is a partial decision: finding no pin is always sound.
 */
import { promisedRange } from "../../logic/range.ts";
import type { Formula, Term, Variable } from "../../logic/term.ts";
import { type IntType, type PointerType, typeRange } from "../../logic/types.ts";
import * as Int from "../../numbers/int.ts";
import { contains, isInfinite } from "../../numbers/interval.ts";
import type { Evaluator } from "./evaluate.ts";

/** Pins what `formula` being `wanted` determines. false: the formula cannot have that value. */
export function pin(evaluator: Evaluator, codes: Int32Array, formula: Formula, wanted: "holds" | "fails"): boolean {
  if (evaluator.isDeep(formula)) return true;
  switch (formula.kind) {
    case "true":
      return wanted === "holds";
    case "false":
      return wanted === "fails";
    case "not":
      return pin(evaluator, codes, formula.operand, wanted === "holds" ? "fails" : "holds");
    case "and":
      return wanted === "holds"
        ? pinAll(evaluator, codes, formula.operands, "holds")
        : pinLast(evaluator, codes, formula.operands, "fails");
    case "or":
      return wanted === "holds"
        ? pinLast(evaluator, codes, formula.operands, "holds")
        : pinAll(evaluator, codes, formula.operands, "fails");
    case "eq":
      return wanted === "holds"
        ? pinEqual(evaluator, codes, formula.left, formula.right)
        : pinDifferent(evaluator, codes, formula.left, formula.right);
    case "lt":
    case "le": {
      // not (a < b) is b <= a.
      const [left, right] = wanted === "holds" ? [formula.left, formula.right] : [formula.right, formula.left];
      return pinOrdered(
        evaluator,
        codes,
        left,
        right,
        (formula.kind === "lt") === (wanted === "holds") ? "strict" : "weak",
      );
    }
    case "feq":
    case "flt":
    case "fle":
      // Sound: float comparisons are decided, never solved (-0 equals 0, so even equality pins nothing).
      return decided(evaluator, codes, formula, wanted);
  }
}

function decided(evaluator: Evaluator, codes: Int32Array, formula: Formula, wanted: "holds" | "fails"): boolean {
  return evaluator.formula(formula)(codes) !== (wanted === "holds" ? 0 : 1);
}

/** Every part has the wanted value. Later parts see what earlier ones pinned, and once more the other way round. */
function pinAll(
  evaluator: Evaluator,
  codes: Int32Array,
  parts: readonly Formula[],
  wanted: "holds" | "fails",
): boolean {
  for (const part of parts) if (!pin(evaluator, codes, part, wanted)) return false;
  return parts.every((part) => decided(evaluator, codes, part, wanted));
}

/** At least one part has the wanted value: if all others are known not to, the last one is pinned. */
function pinLast(
  evaluator: Evaluator,
  codes: Int32Array,
  parts: readonly Formula[],
  wanted: "holds" | "fails",
): boolean {
  let candidate: Formula | undefined;
  for (const part of parts) {
    const truth = evaluator.formula(part)(codes);
    if (truth === (wanted === "holds" ? 1 : 0)) return true;
    if (truth !== -1) continue;
    if (candidate !== undefined) return true;
    candidate = part;
  }
  return candidate !== undefined && pin(evaluator, codes, candidate, wanted);
}

function pinEqual(evaluator: Evaluator, codes: Int32Array, left: Term, right: Term): boolean {
  const a = evaluator.term(left)(codes);
  const b = evaluator.term(right)(codes);
  if (a !== undefined && b !== undefined) return a === b;
  if (b !== undefined) return solve(evaluator, codes, left, b);
  if (a !== undefined) return solve(evaluator, codes, right, a);
  return true;
}

/** A variable of two values (a _Bool or a one-bit field) that differs from one has the other. */
function pinDifferent(evaluator: Evaluator, codes: Int32Array, left: Term, right: Term): boolean {
  const a = evaluator.term(left)(codes);
  const b = evaluator.term(right)(codes);
  if (a !== undefined && b !== undefined) return a !== b;
  const [unknown, known] = a === undefined ? [left, b] : [right, a];
  if (known === undefined) return true;
  const range = promisedRange(unknown);
  if (!isInfinite(range.low) && Int.equal(Int.add(range.low, 1), range.high)) {
    if (Int.equal(known, range.low)) return solve(evaluator, codes, unknown, range.high);
    if (Int.equal(known, range.high)) return solve(evaluator, codes, unknown, range.low);
  }
  if (unknown.kind === "ite") return pinIteDifferent(evaluator, codes, unknown, known);
  return true;
}

type Ite = Extract<Term, { kind: "ite" }>;

/** ite(c, x, y) != v where x is v says that c fails. */
function pinIteDifferent(evaluator: Evaluator, codes: Int32Array, term: Ite, value: Int.Int): boolean {
  if (evaluator.term(term.then)(codes) === value) return pin(evaluator, codes, term.condition, "fails");
  if (evaluator.term(term.else)(codes) === value) return pin(evaluator, codes, term.condition, "holds");
  return true;
}

/** left < right or left <= right: an unknown side whose type leaves one value is pinned. */
function pinOrdered(
  evaluator: Evaluator,
  codes: Int32Array,
  left: Term,
  right: Term,
  order: "strict" | "weak",
): boolean {
  const a = evaluator.term(left)(codes);
  const b = evaluator.term(right)(codes);
  const gap = order === "strict" ? 1 : 0;
  if (a !== undefined && b !== undefined) return Int.add(a, gap) <= b;
  if (b !== undefined) {
    const range = promisedRange(left);
    const most = Int.subtract(b, gap);
    if (most > range.low) return true;
    return most < range.low ? false : solve(evaluator, codes, left, range.low);
  }
  if (a !== undefined) {
    const range = promisedRange(right);
    const least = Int.add(a, gap);
    if (least < range.high) return true;
    return least > range.high ? false : solve(evaluator, codes, right, range.high);
  }
  return true;
}

/** Makes `term` have `value`, by way of the one unknown variable in it, where there is just one solution. */
function solve(evaluator: Evaluator, codes: Int32Array, term: Term, value: Int.Int): boolean {
  if (evaluator.isDeep(term)) return true;
  switch (term.kind) {
    case "variable":
      return assignPinned(evaluator, codes, evaluator.slots.scalar(term.variable), term.variable, value);
    case "add":
      return solveSum(evaluator, codes, term.left, term.right, value);
    case "subtract": {
      const b = evaluator.term(term.right)(codes);
      if (b !== undefined) return solve(evaluator, codes, term.left, Int.add(value, b));
      const a = evaluator.term(term.left)(codes);
      return a === undefined || solve(evaluator, codes, term.right, Int.subtract(a, value));
    }
    case "negate":
      return solve(evaluator, codes, term.operand, Int.negate(value));
    case "wrap":
      return solveWrap(evaluator, codes, term.operand, term.type, value);
    case "ite":
      return solveIte(evaluator, codes, term, value);
    case "select": {
      const at = evaluator.term(term.index)(codes);
      if (at === undefined || term.array.kind !== "variable") return true;
      return assignPinned(
        evaluator,
        codes,
        evaluator.slots.element(term.array.variable, at),
        term.array.variable,
        value,
      );
    }
    default:
      return true;
  }
}

function solveSum(evaluator: Evaluator, codes: Int32Array, left: Term, right: Term, value: Int.Int): boolean {
  const a = evaluator.term(left)(codes);
  if (a !== undefined) return solve(evaluator, codes, right, Int.subtract(value, a));
  const b = evaluator.term(right)(codes);
  return b === undefined || solve(evaluator, codes, left, Int.subtract(value, b));
}

/** wrap(x) = v has one solution when the range of x has exactly one value congruent to v. */
function solveWrap(
  evaluator: Evaluator,
  codes: Int32Array,
  operand: Term,
  type: IntType | PointerType,
  value: Int.Int,
): boolean {
  if (!contains(typeRange(type), value)) return false;
  const range = promisedRange(operand);
  if (isInfinite(range.low) || isInfinite(range.high)) return true;
  const period = Int.powerOfTwo(type.bits);
  const first = Int.add(range.low, Int.modulo(Int.subtract(value, range.low), period));
  if (first > range.high) return false;
  return Int.add(first, period) <= range.high || solve(evaluator, codes, operand, first);
}

function solveIte(evaluator: Evaluator, codes: Int32Array, term: Ite, value: Int.Int): boolean {
  const then = evaluator.term(term.then)(codes);
  const otherwise = evaluator.term(term.else)(codes);
  const thenExcluded = then !== undefined && then !== value;
  const elseExcluded = otherwise !== undefined && otherwise !== value;
  if (thenExcluded && elseExcluded) return false;
  if (thenExcluded) return pin(evaluator, codes, term.condition, "fails");
  if (elseExcluded) return pin(evaluator, codes, term.condition, "holds");
  return true;
}

function assignPinned(
  evaluator: Evaluator,
  codes: Int32Array,
  slot: number | undefined,
  variable: Variable,
  value: Int.Int,
): boolean {
  const type = variable.type.kind === "array" ? variable.type.element : variable.type;
  if (type.kind === "float" || type.kind === "real") return true;
  if (!contains(typeRange(type), value)) return false;
  if (slot === undefined) return true;
  const known = codes[slot] as number;
  const code = evaluator.values.encode(value);
  if (known !== 0) return known === code;
  codes[slot] = code;
  return true;
}
