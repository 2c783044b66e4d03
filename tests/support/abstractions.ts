/**
 * Small predicate abstractions with what they should be, by enumeration: a set of states over three variables of three bits
 * as a formula, and predicates on it.
 */
import type { Asked } from "../../src/engines/predicate-abstraction.ts";
import { cubeState, type Predicate, Predicates } from "../../src/engines/predicates.ts";
import { type Diagram, EMPTY, intersection, union } from "../../src/logic/diagram.ts";
import { holds } from "../../src/logic/evaluate.ts";
import * as t from "../../src/logic/term.ts";
import { intType } from "../../src/logic/types.ts";
import { type Random, randomSource } from "./interpolation-problems.ts";

interface SmallAbstraction {
  /** The set of states. */
  readonly set: t.Formula;
  readonly asked: readonly Asked[];
  /** The formula of a state of predicates. */
  formulaOf(state: Diagram): t.Formula;
  /** The state of predicates that says what the set is. */
  stateOf(parts: "atoms" | "conjuncts"): Diagram;
  /** All valuations of the predicates that states of the set have. */
  readonly valuations: Diagram;
  /** The strongest conjunction of literals above it. */
  readonly conjunction: Diagram;
}

const BITS = 3;
const VARIABLES = ["x", "y", "z"].map(
  (name, id): t.Variable => ({ id, name, type: intType(BITS, "signed"), role: "local" }),
);
const VALUES = Array.from({ length: 2 ** BITS }, (_, i) => i - 2 ** (BITS - 1));

export function smallAbstraction(seed: number): SmallAbstraction {
  const random = randomSource(seed);
  const set = randomFormula(random, 3);
  const predicates = new Predicates();
  const count = 1 + random.below(6);
  const found = new Set<Predicate>();
  for (let i = 0; i < count; i += 1) {
    // Combinations too, as Cartesian abstraction has them.
    const formula = randomFormula(random, random.below(4) === 0 ? 1 : 0);
    for (const predicate of random.below(2) === 0 ? predicates.atomsOf(formula) : predicates.conjunctsOf(formula))
      found.add(predicate);
  }
  const asked = [...found].map((predicate) => ({ predicate, formula: predicate.formula }));
  return {
    set,
    asked,
    formulaOf: (state) => predicates.formulaOf(state),
    stateOf: (parts) => predicates.stateOf(set, parts),
    ...enumerate(set, [...found]),
  };
}

function enumerate(set: t.Formula, predicates: readonly Predicate[]): { valuations: Diagram; conjunction: Diagram } {
  const found = new Map<string, readonly boolean[]>();
  for (const state of states()) {
    if (!satisfies(set, state)) continue;
    const valuation = predicates.map(({ formula }) => satisfies(formula, state));
    found.set(valuation.join(), valuation);
  }
  const all = [...found.values()];
  const cubes = all.map((valuation) => cubeState(predicates.map((one, i) => [one, valuation[i] as boolean])));
  const valuations = cubes.reduce<Diagram>(union, EMPTY);
  const [first] = all;
  if (first === undefined) return { valuations, conjunction: EMPTY };
  const same = predicates.flatMap((one, i) =>
    all.every((valuation) => valuation[i] === first[i]) ? [[one, first[i] as boolean] as const] : [],
  );
  return { valuations, conjunction: cubeState(same) };
}

/** Whether all of the one is in the other. */
export function isWithin(smaller: Diagram, larger: Diagram): boolean {
  return intersection(smaller, larger) === smaller;
}

/** Whether two formulas are true in the same states. */
export function areEquivalent(a: t.Formula, b: t.Formula): boolean {
  return [...states()].every((state) => satisfies(a, state) === satisfies(b, state));
}

/** Whether the formula of a state holds exactly where the state of the predicates says. */
export function means({ asked, formulaOf }: SmallAbstraction, state: Diagram): boolean {
  const formula = formulaOf(state);
  for (const one of states()) {
    const cube = cubeState(asked.map(({ predicate }) => [predicate, satisfies(predicate.formula, one)]));
    if (satisfies(formula, one) !== isWithin(cube, state)) return false;
  }
  return true;
}

type State = readonly number[];

function* states(): Iterable<State> {
  for (const x of VALUES) for (const y of VALUES) for (const z of VALUES) yield [x, y, z];
}

function satisfies(formula: t.Formula, state: State): boolean {
  return holds(formula, { valueOf: (of) => state[of.id] }) === true;
}

function randomFormula(random: Random, depth: number): t.Formula {
  if (depth === 0 || random.below(4) === 0) return randomAtom(random);
  const parts = Array.from({ length: 2 + random.below(2) }, () => randomFormula(random, depth - 1));
  const formula = random.below(2) === 0 ? t.and(parts) : t.or(parts);
  return random.below(4) === 0 ? t.not(formula) : formula;
}

function randomAtom(random: Random): t.Formula {
  const term = () => {
    const one = t.variable(VARIABLES[random.below(3)] as t.Variable);
    return random.below(3) === 0 ? t.add(one, t.variable(VARIABLES[random.below(3)] as t.Variable)) : one;
  };
  const right = random.below(2) === 0 ? t.integer(random.below(8) - 4) : term();
  const atom = [t.eq, t.le, t.lt][random.below(3)]!(term(), right);
  return random.below(3) === 0 ? t.not(atom) : atom;
}
