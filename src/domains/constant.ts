/**
 * Explicit values: some variables have one known value, the others any. Values are computed exactly as a C program
 * would: bit operations, wraps and IEEE floats included. States are persistent maps, so that long paths that change
 * a few variables share the rest; an explicit-state engine uses the same states with its own precision.
 *
 * The height of the lattice is the number of variables, so join serves as widening.
 */
import { type Environment, evaluate, holds, roundTo } from "../logic/evaluate.ts";
import {
  eq,
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
import type { Domain, Preimage, Rename } from "./domain.ts";
import { type Points, type Pointwise, pointwise, valueIn, withValue } from "./pointwise.ts";

/** An integer, or a float as its variable's type says (NaN and infinities included). */
type Constants = Pointwise<Int>;

const VALUES: Points<Int> = {
  includes: Object.is,
  join: (a, b) => (Object.is(a, b) ? a : undefined),
  meet: (a, b) => (Object.is(a, b) ? a : "empty"),
  fit(value, of) {
    // A value outside the variable's type has no execution.
    if (isIntegral(of.type)) return contains(typeRange(of.type), value) ? value : "empty";
    return of.type.kind === "float" ? roundTo(Number(value), of.type) : undefined;
  },
  evaluate: (term, state) => known(term, environmentOf(state)),
  assumeAtom,
  toFormulas(of, value) {
    const term = variable(of);
    if (of.type.kind !== "float") return [eq(term, integer(value))];
    if (Number.isNaN(value)) return [not(floatComparison("feq", term, term))];
    return [floatComparison("feq", term, float(Number(value), of.type))];
  },
  show: (of, value) => `${of.name} = ${Object.is(value, -0) ? "-0" : value}`,
};

const plain = pointwise("constant", VALUES);

/** What a state knows, for `evaluate` and `holds`. */
function environmentOf(state: Constants): Environment {
  return { valueOf: (of) => valueIn(state, of) };
}

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
      return isIntegral(current.variable.type) ? withValue(VALUES, state, current.variable, goal) : state;
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
  return roundTo(Number(value), term.variable.type) === value
    ? withValue(VALUES, state, term.variable, value)
    : "bottom";
}

function preimage(state: Constants, target: Variable, value: Term): Constants {
  const after = valueIn(state, target);
  const before = plain.forget(state, target);
  return after === undefined || !isIntegral(target.type) ? before : plain.assume(before, eq(value, integer(after)));
}

export const constant: Domain<Constants> & Preimage<Constants> & Rename<Constants> = { ...plain, preimage };
