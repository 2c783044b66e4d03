/**
 * Path programs (Beyer, Henzinger, Majumdar and Rybalchenko, PLDI 2007): a counterexample that comes to a loop's head more than
 * once stands for all that go round these loops any number of times. The ways between two visits of a head are closed by the
 * acceleration that path focusing uses (accelerate.ts), here backwards: the states from which r rounds lead to an error cube
 * are one cube with one more variable, r.
 *
 * - A cube that comes to the root says how often to go round each loop: a deep error takes no refinement for each round.
 * - Elsewhere r is projected, and interpolants that exclude the cube exclude the error after any number of rounds; where it comes
 *   from an earlier loop, that one is refined for all rounds of this one.
 *
 * Sound: cubes only guide. A translation takes wraps for the identity; what is found is run, or put to the domain.
 */
import {
  addScaled,
  constantExpression,
  type LinearExpression,
  linearConstraint,
  variableExpression,
} from "../../logic/linear.ts";
import type { Variable } from "../../logic/term.ts";
import { MATH_INTEGER } from "../../logic/types.ts";
import type { Int } from "../../numbers/int.ts";
import * as int from "../../numbers/int.ts";
import * as rational from "../../numbers/rational.ts";
import { FreshVariables } from "../../smt/fresh.ts";
import { memoised } from "../../util/memo.ts";
import { constantsIn, type Translation, translationOf } from "../accelerate.ts";
import type { ControlEdge, Place } from "./control-graph.ts";
import { type Cube, conjoin, EVERYTHING, mentions, project, variablesIn } from "./cube.ts";
import { LinearSystem } from "./linear-system.ts";
import type { Node } from "./reached.ts";
import type { ErrorState } from "./refine.ts";
import type { Space } from "./space.ts";

/** A loop of a counterexample, gone round as often as `rounds` says. */
export interface ClosedLoop {
  readonly path: readonly ControlEdge[];
  readonly rounds: Variable;
}

/** Visits of a head that are looked at, the nearest first: a loop may take two ways in turn. */
const MOST_VISITS = 3;
/** Loops closed in one counterexample. */
const MOST_CLOSED = 4;
/** Rounds that are run, in total: more are no path that anybody reads. */
const MOST_ROUNDS = 10_000;
/** A path is solved as a whole; of an array that each round writes that takes as long as the square of its length. */
const MOST_EDGES = 10_000;

export class PathPrograms<S> {
  readonly #space: Space<S>;
  readonly #fresh = new FreshVariables("symbol");
  readonly #rounds = new Map<string, Variable>();

  constructor(space: Space<S>) {
    this.#space = space;
  }

  /** The error states at a node from which the loops of their counterexample are gone round more often. */
  closed(node: Node<S>, error: ErrorState): ErrorState[] {
    const { closed } = error;
    if (node.place.role !== "loophead" || error.loop !== undefined || closed.length >= MOST_CLOSED) return [];
    return cyclesOf(node.place, error).flatMap(({ path, end }) => {
      if (end.loop !== undefined && sameWay(end.loop.path, path)) return [];
      const before = this.#before(path, end.cube, node.state, this.#counter(path, end.closed));
      if (before === undefined) return [];
      return [{ ...before, edge: undefined, next: end, closed: [...end.closed, before.loop] }];
    });
  }

  /** The same for the same loop at the same depth, so that equal cubes look equal. */
  #counter(path: readonly ControlEdge[], closed: readonly ClosedLoop[]): Variable {
    const name = `${path.map(({ id }) => id).join()}/${closed.length}`;
    return memoised(this.#rounds, name, () => this.#fresh.make("rounds", MATH_INTEGER));
  }

  /** From which states do `rounds` rounds, and one more that leads into the cube, lead into it? */
  #before(
    path: readonly ControlEdge[],
    cube: Cube,
    state: S,
    rounds: Variable,
  ): { readonly cube: Cube; readonly loop: ClosedLoop } | undefined {
    const space = this.#space;
    const round = { ops: path.flatMap(({ ops }) => ops) };
    const last = space.Preimage(cube, round, state);
    const guards = space.Preimage(EVERYTHING, round, state);
    // A round with cases is not convex.
    if (last.length !== 1 || guards.length !== 1) return undefined;
    const relevant = variablesIn([...last[0]!, ...guards[0]!]);
    const translation = translationOf(
      { ops: round.ops, matters: (of) => relevant.has(of) },
      constantsIn(space.domain, state),
    );
    if (translation === undefined || translation.steps.size === 0) return undefined;
    const closed = beforeRounds(translation, guards[0]!, last[0]!, rounds);
    if (closed === undefined || !space.meets(state, closed)) return undefined;
    space.count("closedLoops");
    return { cube: closed, loop: { path, rounds } };
  }
}

/**
 * States from which r >= 1 rounds of the translation lead into the cube `last`. A round asks `guards`; resets are done after the
 * first one, so that the guards ask of these variables what they are then. Guards are convex and steps constant: the second round and
 * the r-th answer for those in between.
 */
export function beforeRounds(
  { steps, resets }: Translation,
  guards: Cube,
  last: Cube,
  rounds: Variable,
): Cube | undefined {
  const isReset = [...resets.keys()].some((of) => mentions(guards, of));
  const least = isReset ? 2 : 1;
  const count = variableExpression(rounds);
  const plus = (by: Int): LinearExpression => addScaled(count, 1, constantExpression(by));
  const first = isReset ? after(guards, steps, resets, constantExpression(1)) : EVERYTHING;
  const final = after(guards, steps, isReset ? resets : new Map(), plus(-1));
  const target = after(last, steps, resets, count);
  const enough = linearConstraint("le", addScaled(constantExpression(least), -1, count));
  if (first === undefined || final === undefined || target === undefined) return undefined;
  return conjoin(guards, [...first, ...final, ...target, enough]);
}

/** The cube that holds before so many rounds where the given one holds after them. */
function after(
  cube: Cube,
  steps: Translation["steps"],
  resets: Translation["resets"],
  rounds: LinearExpression,
): Cube | undefined {
  const moved = cube.map(({ relation, expression }) => {
    let sum: LinearExpression = constantExpression(expression.constant);
    for (const [i, of] of expression.variables.entries()) {
      const factor = expression.coefficients[i]!;
      sum = addScaled(sum, factor, resets.get(of) ?? variableExpression(of));
      sum = addScaled(sum, int.multiply(factor, steps.get(of) ?? 0), rounds);
    }
    return linearConstraint(relation, sum);
  });
  return conjoin([], moved);
}

// --- Chains -------------------------------------------------------------------------------------------------------

interface Cycle {
  readonly path: readonly ControlEdge[];
  /** The error state at the later visit. */
  readonly end: ErrorState;
}

/** The ways from the error state's place back to it, as far as no loop on them is closed already. */
function cyclesOf(place: Place, error: ErrorState): Cycle[] {
  const found: Cycle[] = [];
  const path: ControlEdge[] = [];
  for (let at: ErrorState | undefined = error; at !== undefined && found.length < MOST_VISITS; at = at.next) {
    const isNew = path.length > (found.at(-1)?.path.length ?? 0);
    if (isNew && placeOf(at) === place) found.push({ path: [...path], end: at });
    if (at.loop !== undefined) break;
    if (at.edge !== undefined) path.push(at.edge);
  }
  return found;
}

function placeOf(error: ErrorState): Place | undefined {
  let at: ErrorState | undefined = error;
  while (at !== undefined && at.edge === undefined) at = at.next;
  return at?.edge?.source;
}

function sameWay(a: readonly ControlEdge[], b: readonly ControlEdge[]): boolean {
  return a.length === b.length && a.every((edge, i) => edge === b[i]);
}

// --- Rounds -------------------------------------------------------------------------------------------------------

/** From which states do some numbers of rounds lead to the error? The cube itself where it turns out empty. */
export function withoutRounds({ cube, closed }: ErrorState): Cube {
  let projected: Cube | undefined = cube;
  for (const { rounds } of closed) projected = projected === undefined ? undefined : project(projected, rounds);
  return projected ?? cube;
}

/**
 * The edges of a counterexample whose error state is at the root. Undefined where no whole numbers of rounds were found, or they
 * are too many to be run.
 */
export function pathOf(error: ErrorState): ControlEdge[] | undefined {
  const loops = error.closed;
  const counts = loops.length === 0 ? [] : countsOf(error.cube, loops);
  if (counts === undefined) return undefined;
  const edges: ControlEdge[] = [];
  for (let at: ErrorState | undefined = error; at !== undefined; at = at.next) {
    if (at.edge !== undefined) edges.push(at.edge);
    // A closed loop stands for its rounds and the last one, into the cube that they were closed for.
    if (at.loop === undefined) continue;
    const rounds = counts[loops.indexOf(at.loop)]! + 1;
    if (edges.length + rounds * at.loop.path.length > MOST_EDGES) return undefined;
    for (let count = rounds; count > 0; count--) edges.push(...at.loop.path);
  }
  return edges;
}

/** Few rounds in total: as many as a whole point near the least sum has. */
function countsOf(cube: Cube, loops: readonly ClosedLoop[]): number[] | undefined {
  const system = new LinearSystem(cube);
  let sum = constantExpression(0);
  for (const { rounds } of loops) sum = addScaled(sum, 1, variableExpression(rounds));
  const least = system.infimum(sum);
  if (least === undefined) return undefined;
  const most = int.add(rational.ceil(least), loops.length);
  const limit = linearConstraint("le", addScaled(sum, 1, constantExpression(int.negate(most))));
  if (typeof limit === "object") system.add(limit, 0);
  const values = system.wholePoint(loops.map(({ rounds }) => rounds));
  if (values === undefined) return undefined;
  const counts = values.map(Number);
  return counts.reduce((all, one) => all + one, 0) > MOST_ROUNDS ? undefined : counts;
}
