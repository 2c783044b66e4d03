/**
 * Explicit values: some variables have one known value, the others any. Values are computed exactly as a C program
 * would: bit operations, wraps and IEEE floats included. States are persistent maps, so that long paths that change
 * a few variables share the rest; an explicit-state engine uses the same states with its own precision.
 *
 * The height of the lattice is the number of variables, so join serves as widening.
 */
import { type Environment, evaluate, holds, roundTo } from "../logic/evaluate.ts";
import {
  and,
  eq,
  FALSE,
  type Formula,
  float,
  floatComparison,
  integer,
  not,
  type Term,
  type Variable,
  variable,
} from "../logic/term.ts";
import { isIntegral, typeRange } from "../logic/types.ts";
import type { Int } from "../numbers/int.ts";
import * as int from "../numbers/int.ts";
import { contains } from "../numbers/interval.ts";
import { assignByCases, assumeFormula, type Steps } from "./conditions.ts";
import type { Domain, Preimage, Rename } from "./domain.ts";
import type { PersistentMap } from "./persistent-map.ts";
import * as maps from "./persistent-map.ts";

/** An integer, or a float as its variable's type says (NaN and infinities included). */
export type Constants = { readonly values: PersistentMap<Int> } | "bottom";

const TOP: Constants = { values: undefined };

function same(a: Int | undefined, b: Int | undefined): boolean {
  return Object.is(a, b);
}

/** What a state knows, for `evaluate` and `holds`. */
function environmentOf(state: Constants): Environment {
  if (state === "bottom") return { valueOf: () => undefined };
  return { valueOf: (of) => maps.get(state.values, of) };
}

/** The state with a variable's value replaced; undefined for unknown. A value outside the variable's type has no execution. */
function withValue(state: Constants, of: Variable, value: Int | undefined): Constants {
  if (state === "bottom") return state;
  if (value === undefined) {
    const rest = maps.remove(state.values, of);
    return rest === state.values ? state : { values: rest };
  }
  if (isIntegral(of.type) && !contains(typeRange(of.type), value)) return "bottom";
  const stored = of.type.kind === "float" ? roundTo(Number(value), of.type) : value;
  return same(maps.get(state.values, of), stored) ? state : { values: maps.set(state.values, of, stored) };
}

function isTracked(of: Variable): boolean {
  return isIntegral(of.type) || of.type.kind === "float";
}

function leq(smaller: Constants, larger: Constants): boolean {
  if (smaller === "bottom") return true;
  return larger !== "bottom" && maps.everyOf(smaller.values, larger.values, same);
}

function join(a: Constants, b: Constants): Constants {
  if (a === "bottom" || a === b) return b;
  if (b === "bottom") return a;
  const values = maps.combine(a.values, b.values, "drop", (x, y) => (same(x, y) ? x : undefined));
  return values === a.values ? a : { values };
}

function meet(a: Constants, b: Constants): Constants {
  if (a === "bottom" || b === "bottom") return "bottom";
  let consistent = true;
  const values = maps.combine(a.values, b.values, "keep", (x, y) => {
    if (!same(x, y)) consistent = false;
    return x;
  });
  return consistent ? { values } : "bottom";
}

const STEPS: Steps<Constants> = { bottom: "bottom", isBottom: (state) => state === "bottom", join, assumeAtom };

function assumeAtom(state: Constants, atom: Formula): Constants {
  const environment = environmentOf(state);
  const truth = holds(atom, environment);
  if (truth !== undefined) return truth ? state : "bottom";
  if (atom.kind === "eq") {
    const afterLeft = solve(state, atom.left, known(atom.right, environment));
    return solve(afterLeft, atom.right, known(atom.left, environment));
  }
  if (atom.kind !== "feq") return state;
  const afterLeft = solveFloat(state, atom.left, known(atom.right, environment));
  return solveFloat(afterLeft, atom.right, known(atom.left, environment));
}

function known(term: Term, environment: Environment): Int | undefined {
  const value = evaluate(term, environment);
  return typeof value === "object" ? undefined : value;
}

/** Deeper equations are left alone. Sound: an equation only restricts. */
const DEEPEST = 50;

/** The state where an integer term has a value: followed through sums, differences and negation to one unknown variable. */
function solve(state: Constants, term: Term, value: Int | undefined): Constants {
  let current: Term = term;
  let goal: Int | undefined = value;
  for (let depth = 0; depth < DEEPEST && goal !== undefined && state !== "bottom"; depth++) {
    if (current.kind === "variable")
      return isIntegral(current.variable.type) ? withValue(state, current.variable, goal) : state;
    const step = unknownPart(current, goal, environmentOf(state));
    if (step === undefined) return state;
    current = step.part;
    goal = step.goal;
  }
  return state;
}

function unknownPart(term: Term, goal: Int, environment: Environment): { part: Term; goal: Int } | undefined {
  if (term.kind === "negate") return { part: term.operand, goal: int.negate(goal) };
  if (term.kind !== "add" && term.kind !== "subtract") return undefined;
  const left = known(term.left, environment);
  const right = known(term.right, environment);
  if (left !== undefined)
    return { part: term.right, goal: term.kind === "add" ? int.subtract(goal, left) : int.subtract(left, goal) };
  if (right === undefined) return undefined;
  return { part: term.left, goal: term.kind === "add" ? int.subtract(goal, right) : int.add(goal, right) };
}

/** x == c fixes a float unless c is a zero, whose sign stays open. */
function solveFloat(state: Constants, term: Term, value: Int | undefined): Constants {
  if (term.kind !== "variable" || value === undefined || value === 0 || term.variable.type.kind !== "float")
    return state;
  return roundTo(Number(value), term.variable.type) === value ? withValue(state, term.variable, value) : "bottom";
}

function assign(state: Constants, target: Variable, value: Term): Constants {
  return assignByCases(STEPS, state, value, (current, term) =>
    withValue(current, target, isTracked(target) ? known(term, environmentOf(current)) : undefined),
  );
}

function preimage(state: Constants, target: Variable, value: Term): Constants {
  if (state === "bottom") return state;
  const after = maps.get(state.values, target);
  const before = withValue(state, target, undefined);
  return after === undefined || !isIntegral(target.type)
    ? before
    : assumeFormula(STEPS, before, eq(value, integer(after)));
}

function rename(state: Constants, names: ReadonlyMap<Variable, Variable>): Constants {
  if (state === "bottom") return state;
  let values: PersistentMap<Int>;
  maps.forEach(state.values, (of, value) => {
    values = maps.set(values, names.get(of) ?? of, value);
  });
  return { values };
}

function toFormula(state: Constants): Formula {
  if (state === "bottom") return FALSE;
  return and(
    maps.entries(state.values).map(([of, value]) => {
      const term = variable(of);
      if (of.type.kind !== "float") return eq(term, integer(value));
      if (Number.isNaN(value)) return not(floatComparison("feq", term, term));
      return floatComparison("feq", term, float(Number(value), of.type));
    }),
  );
}

function show(state: Constants): string {
  if (state === "bottom") return "bottom";
  const parts = maps.entries(state.values).map(([of, value]) => `${of.name} = ${Object.is(value, -0) ? "-0" : value}`);
  return parts.length === 0 ? "top" : parts.join(", ");
}

export const constant: Domain<Constants> & Preimage<Constants> & Rename<Constants> = {
  name: "constant",
  top: TOP,
  bottom: "bottom",
  isBottom: (state) => state === "bottom",
  leq,
  join,
  meet,
  widen: join,
  assign,
  forget: (state, target) => withValue(state, target, undefined),
  assume: (state, condition) => assumeFormula(STEPS, state, condition),
  toFormula,
  show,
  preimage,
  rename,
};
