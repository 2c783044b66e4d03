/**
 * A formula in fewer words, for those who read it: text, pages and witnesses share this. What is said of variables without a name is first
 * eliminated (Fourier and Motzkin), so that `i <= k && k <= 9` still says `i <= 9`. A disjunction is a list of cases, each with an interval for
 * every variable that it bounds and with other conjuncts. Cases that others include are left out, two that differ in one interval become one
 * where these are adjacent, and what all of them say is said once: `locked == 0 && 0 <= served`, not four cases.
 *
 * Sound: the result follows from the formula. Where all variables have names, both mean the same.
 */

import type { LinearConstraint } from "../logic/linear.ts";
import {
  addScaled,
  coefficientOf,
  comparisonConstraint,
  constraintFormula,
  linearConstraint,
} from "../logic/linear.ts";
import { and, eq, FALSE, type Formula, integer, le, or, TRUE, type Variable, variable } from "../logic/term.ts";
import { isIntegral } from "../logic/types.ts";
import * as int from "../numbers/int.ts";
import {
  FULL,
  type Interval,
  includes,
  isEmpty,
  isInfinite,
  isPoint,
  join,
  meet,
  sameInterval,
} from "../numbers/interval.ts";
import { tick } from "../util/budget.ts";

export interface Reader {
  /** Whether a variable can be named. */
  readonly names: (variable: Variable) => boolean;
  /** What the reader knows of a variable's values without being told. */
  readonly rangeOf: (variable: Variable) => Interval;
}

/** Negations stand before atoms, or are atoms of their own. */
export function readableFormula(formula: Formula, reader: Reader): Formula {
  const cases = (formula.kind === "or" ? formula.operands : [formula]).map((one) => caseOf(one, reader));
  return joined(merged(cases.filter(isPossible)), reader);
}

// --- Cases ---------------------------------------------------------------------------------------------------------------------

interface Case {
  readonly bounds: ReadonlyMap<Variable, Interval>;
  readonly others: ReadonlySet<Formula>;
}

function caseOf(formula: Formula, reader: Reader): Case {
  const conjuncts = withoutUnnamed(conjunctsOf(formula), reader);
  const bounds = new Map<Variable, Interval>();
  const others = new Set<Formula>();
  for (const part of conjuncts) {
    const bound = boundOf(part);
    if (bound !== undefined) {
      const known = bounds.get(bound.of) ?? reader.rangeOf(bound.of);
      bounds.set(bound.of, meet(known, bound.interval));
    } else if (part.kind === "or") {
      const inner = readableFormula(part, reader);
      for (const one of inner.kind === "and" ? inner.operands : [inner]) others.add(one);
    } else others.add(part);
  }
  for (const [of, interval] of bounds) if (includes(interval, reader.rangeOf(of))) bounds.delete(of);
  others.delete(TRUE);
  return { bounds, others };
}

function isPossible({ bounds, others }: Case): boolean {
  return !others.has(FALSE) && ![...bounds.values()].some(isEmpty);
}

function conjunctsOf(formula: Formula): readonly Formula[] {
  return formula.kind === "and" ? formula.operands.flatMap(conjunctsOf) : [formula];
}

/** A conjunct that bounds one variable. */
function boundOf(formula: Formula): { readonly of: Variable; readonly interval: Interval } | undefined {
  const constraint = comparisonConstraint(formula);
  if (constraint === undefined || typeof constraint === "string") return undefined;
  const { relation, expression } = constraint;
  const [of] = expression.variables;
  const [factor = 0] = expression.coefficients;
  if (of === undefined || expression.variables.length > 1 || !isIntegral(of.type)) return undefined;
  // Canonical constraints over one variable have the factor 1 or -1.
  if (relation === "lt" || (factor !== 1 && factor !== -1)) return undefined;
  const bound = int.multiply(int.negate(expression.constant), factor);
  const low = relation === "eq" || factor === -1 ? bound : -Infinity;
  const high = relation === "eq" || factor === 1 ? bound : Infinity;
  return { of, interval: { low, high } };
}

/** So many are not read anyway, and comparing each with each takes a while. */
const MOST_CASES = 128;

function merged(given: readonly Case[]): readonly Case[] {
  const cases = [...given];
  if (cases.length > MOST_CASES) return cases;
  for (let i = 0; i < cases.length; i += 1) {
    tick(cases.length);
    for (let j = 0; j < cases.length; j += 1) {
      if (i === j) continue;
      const one = inOne(cases[i] as Case, cases[j] as Case);
      if (one === undefined) continue;
      cases[Math.min(i, j)] = one;
      cases.splice(Math.max(i, j), 1);
      // From the beginning: the new one may go together with any.
      i = -1;
      break;
    }
  }
  return cases;
}

/** One case for both, where there is one that means the same. */
function inOne(a: Case, b: Case): Case | undefined {
  if (isWithin(a, b)) return b;
  if (a.others.size !== b.others.size || a.bounds.size !== b.bounds.size) return undefined;
  if (![...a.others].every((part) => b.others.has(part))) return undefined;
  const differing = [...a.bounds].filter(([of, interval]) => {
    const other = b.bounds.get(of);
    return other === undefined || !sameInterval(interval, other);
  });
  const [only] = differing;
  const other = only === undefined ? undefined : b.bounds.get(only[0]);
  if (only === undefined || other === undefined || differing.length > 1 || !touch(only[1], other)) return undefined;
  return { ...a, bounds: new Map([...a.bounds, [only[0], join(only[1], other)]]) };
}

function isWithin(a: Case, b: Case): boolean {
  const isBound = ([of, interval]: [Variable, Interval]) => includes(interval, a.bounds.get(of) ?? FULL);
  return [...b.others].every((part) => a.others.has(part)) && [...b.bounds].every(isBound);
}

/** Whether no integer lies between. */
function touch(a: Interval, b: Interval): boolean {
  const [first, second] = a.low <= b.low ? [a, b] : [b, a];
  return isInfinite(first.high) || second.low <= int.add(first.high, 1);
}

// --- Back to a formula ---------------------------------------------------------------------------------------------------------

function joined(cases: readonly Case[], reader: Reader): Formula {
  const [first, ...rest] = cases;
  if (first === undefined) return FALSE;
  const others = [...first.others].filter((part) => rest.every((one) => one.others.has(part)));
  const common = new Map<Variable, Interval>();
  for (const of of first.bounds.keys()) {
    const shared = sharedBound(of, cases, reader);
    if (shared !== undefined) common.set(of, shared);
  }
  const own = cases.map((one) => {
    const bounds = [...one.bounds].flatMap(([of, interval]) => {
      const shared = common.get(of);
      return boundFormulas(of, interval, shared ?? reader.rangeOf(of));
    });
    return and([...bounds, ...[...one.others].filter((part) => !others.includes(part))]);
  });
  const said = [...common].flatMap(([of, interval]) => boundFormulas(of, interval, reader.rangeOf(of)));
  return and([...said, ...others, or(own)]);
}

/** What all cases say of the variable: an interval, or one end of it where none of them says a value. */
function sharedBound(of: Variable, cases: readonly Case[], reader: Reader): Interval | undefined {
  const all = cases.map(({ bounds }) => bounds.get(of));
  const [first, ...rest] = all;
  if (first === undefined || rest.includes(undefined)) return undefined;
  const others = rest as Interval[];
  if (others.every((one) => sameInterval(one, first))) return first;
  if ([first, ...others].some(isPoint)) return undefined;
  const { low: least, high: most } = reader.rangeOf(of);
  const low = others.every((one) => one.low === first.low) ? first.low : least;
  const high = others.every((one) => one.high === first.high) ? first.high : most;
  return low > least || high < most ? { low, high } : undefined;
}

/** What the interval says beyond the outer one. */
function boundFormulas(of: Variable, { low, high }: Interval, outer: Interval): Formula[] {
  if (low > high) return [FALSE];
  if (low === high) return outer.low === outer.high ? [] : [eq(variable(of), integer(low))];
  return [
    ...(low > outer.low ? [le(integer(low), variable(of))] : []),
    ...(high < outer.high ? [le(variable(of), integer(high))] : []),
  ];
}

// --- Variables without a name --------------------------------------------------------------------------------------------------

/** More constraints than this tell nobody anything: then they are left as they are. */
const MOST_CONSTRAINTS = 60;

function withoutUnnamed(parts: readonly Formula[], { names }: Reader): readonly Formula[] {
  let constraints: LinearConstraint[] = [];
  const others: Formula[] = [];
  for (const part of parts) {
    const constraint = comparisonConstraint(part);
    if (constraint === undefined || typeof constraint === "string" || constraint.relation === "lt") others.push(part);
    else constraints.push(constraint);
  }
  const unnamed = new Set(constraints.flatMap(({ expression }) => expression.variables.filter((of) => !names(of))));
  if (unnamed.size === 0) return parts;
  for (const of of unnamed) {
    const next = eliminated(of, constraints);
    if (next === "false") return [FALSE];
    if (next.length <= MOST_CONSTRAINTS) constraints = next;
  }
  return [...constraints.map((one) => constraintFormula(one)), ...others];
}

/** What follows of the others: each that bounds the variable from above with each that does from below. */
function eliminated(of: Variable, constraints: readonly LinearConstraint[]): LinearConstraint[] | "false" {
  const about = constraints.filter(({ expression }) => coefficientOf(expression, of) !== 0);
  const result = constraints.filter((one) => !about.includes(one));
  if (about.length > MOST_CONSTRAINTS) return result;
  for (const [i, a] of about.entries())
    for (const b of about.slice(i + 1)) {
      const [p, q] = [coefficientOf(a.expression, of), coefficientOf(b.expression, of)];
      const factors =
        int.sign(p) !== int.sign(q)
          ? [1, 1]
          : a.relation === "eq"
            ? [-1, 1]
            : b.relation === "eq"
              ? [1, -1]
              : undefined;
      if (factors === undefined) continue;
      const [f = 1, g = 1] = factors;
      // An inequality may only be multiplied by what is positive, an equation by anything.
      const left = int.multiply(f, int.absolute(q));
      const right = int.multiply(g, int.absolute(p));
      const combined = addScaled(
        addScaled({ variables: [], coefficients: [], constant: 0 }, left, a.expression),
        right,
        b.expression,
      );
      const relation = a.relation === "eq" && b.relation === "eq" ? "eq" : "le";
      const constraint = linearConstraint(relation, combined);
      if (constraint === "false") return "false";
      if (constraint !== "true") result.push(constraint);
    }
  return result;
}
