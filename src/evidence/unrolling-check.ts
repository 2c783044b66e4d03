/**
 * The checker of proofs by unrolling. It unrolls the model itself, in its own way (unrolled-block.ts), and asks a solver
 *   safety       does an execution come to an error, or into code that the model does not cover?
 *   completion   does an execution come to a cut point elsewhere than at the places of the claim?
 * Both have to be unsatisfiable. The places are all that is taken from the claim: they say where to go on unrolling. What follows a
 * loop is unrolled once: whoever leaves one waits behind it, and places are in an order in which its rounds come before.
 *
 * Sound: arrivals at a place are merged and followed, or are among what is asked. Whatever place an arrival is put to, at most one
 * of those that wait there is taken: an execution that has come to one of them does not go on before all of them do.
 */
import { FALSE, not, or, TRUE } from "../logic/term.ts";
import type { Model, ModelLocation } from "../model/model.ts";
import { type Block, blockFrom, isBad, isCut } from "../model/view/blocks.ts";
import { type Place, Places } from "../model/view/rounds.ts";
import { IDENTITY, type Way } from "../smt/encode/ssa.ts";
import { FreshVariables } from "../smt/fresh.ts";
import type { Solver, SolverFactory } from "../smt/solver.ts";
import type { Budget } from "../util/budget.ts";
import { Heap } from "../util/heap.ts";
import { memoised } from "../util/memo.ts";
import type { BlockCheck } from "./block-check.ts";
import { UnrolledBlocks } from "./unrolled-block.ts";

/** A location that executions come to in this way. */
export interface Reached extends Way {
  readonly location: ModelLocation;
}

export const TOO_LARGE: BlockCheck = { kind: "undecided", reason: "a part of the program without loops is too large" };

/**
 * In a loop with several entries ways that nobody takes may come to a place before those that are taken: it is then followed again
 * for these, so often at most.
 */
const MOST_TIMES = 4;

/** @param claimed the names of the places (`Place.name`) that executions come to; they come to no other cut point. */
export function checkUnrolling(
  model: Model,
  claimed: ReadonlySet<string>,
  factory: SolverFactory,
  budget: Budget,
): BlockCheck {
  const check = unrolledBy("loops", model, claimed, factory, budget);
  // In a loop with several entries the claim may count its rounds in the other way.
  if (check !== undefined && check.kind !== "refuted") return check;
  return unrolledBy("cut points", model, claimed, factory, budget) ?? TOO_LARGE;
}

/**
 * Where ways meet. loops: behind each loop and each step into recursion, too, so that what follows it is there once and not for every
 * round. cut points: only there, where a loop with several entries is entered again after it was over.
 */
type Meeting = "loops" | "cut points";

/** Undefined where ways cannot meet so, or a block is too large. */
function unrolledBy(
  meeting: Meeting,
  model: Model,
  claimed: ReadonlySet<string>,
  factory: SolverFactory,
  budget: Budget,
): BlockCheck | undefined {
  const solver = factory.create({ limit: Number.POSITIVE_INFINITY, tick: (work) => budget.tick(work) });
  try {
    const excluded = unrolled(meeting, model, claimed, solver, budget);
    if (excluded === undefined) return undefined;
    const failure = "an execution violates the property, leaves the model or is longer than claimed";
    return excludes(solver, excluded, failure) ?? { kind: "proved", labels: 0, obligations: excluded.length };
  } finally {
    solver.dispose();
  }
}

/** All that should not be reached. */
function unrolled(
  meeting: Meeting,
  model: Model,
  claimed: ReadonlySet<string>,
  solver: Solver,
  budget: Budget,
): readonly Reached[] | undefined {
  const places = new Places(model);
  const blocks = new UnrolledBlocks(new FreshVariables(), (formula) => solver.assert(formula));
  const excluded: Reached[] = [];
  const times = new Map<Place, number>();
  const timesAt = (place: Place) => times.get(place) ?? 0;
  const waiting = new Map<Place, Way[]>([[places.entry, [{ taken: TRUE, environment: IDENTITY }]]]);
  /** Where ways out of loops wait. */
  const meetings = new Set<ModelLocation>();
  const queue = new Heap<Place>((a, b) => places.compare(a, b) < 0);
  queue.add(places.entry);
  for (let place = queue.take(); place !== undefined; place = queue.take()) {
    const { location: source, rounds } = place;
    const here = blocks.merged(source, waiting.get(place) ?? []);
    waiting.delete(place);
    meetings.delete(source);
    if (here === undefined || here.taken === FALSE) continue;
    if ((source.cutPoint && place !== places.entry && !claimed.has(place.name)) || timesAt(place) === MOST_TIMES) {
      excluded.push({ location: source, ...here });
      continue;
    }
    times.set(place, timesAt(place) + 1);
    const isLeft = (location: ModelLocation) => rounds.some(({ head }) => !places.order.isInLoopOf(head, location));
    const ends = (location: ModelLocation) => isCut(location) || meetings.has(location) || isLeft(location);
    const block =
      meeting === "cut points" ? blockFrom(model, source) : blockUntilOver(model, places, source, ends, waiting.keys());
    if (block === undefined) return undefined;
    budget.tick(1 + block.edges.length);
    for (const [location, ways] of blocks.ways(block, here)) {
      if (isBad(location)) excluded.push(...ways.map((way) => ({ location, ...way })));
      if (location.kind !== "ordinary") continue;
      const next = places.after(place, location, () => false);
      if (meeting === "loops" && timesAt(next) > 0) return undefined;
      const later = places.after(place, location, (one) => timesAt(one) > 0);
      const target = claimed.has(later.name) ? later : next;
      if (!location.cutPoint) meetings.add(location);
      if (!waiting.has(target)) queue.add(target);
      memoised(waiting, target, () => []).push(...ways);
    }
  }
  return excluded;
}

/**
 * The block from a location; where it goes a step into recursion, or others wait to do so, it ends at what comes behind, which waits until
 * that is over, as if it were a loop.
 */
function blockUntilOver(
  model: Model,
  { order }: Places,
  source: ModelLocation,
  ends: (location: ModelLocation) => boolean,
  waiting: Iterable<Place>,
): Block | undefined {
  const whole = blockFrom(model, source, ends);
  const steps = [...[...waiting].map(({ location }) => location), ...(whole?.exits ?? [])].filter(isStep);
  if (steps.length === 0) return whole;
  return blockFrom(model, source, (at) => ends(at) || steps.some((step) => order.compare(step, at) < 0));
}

function isStep({ recursion }: ModelLocation): boolean {
  return recursion !== undefined;
}

/** Undefined where none of them is reached, which is then asserted. */
export function excludes(solver: Solver, reached: readonly Reached[], failure: string): BlockCheck | undefined {
  const [first] = reached;
  if (first === undefined) return undefined;
  const goal = or(reached.map(({ taken }) => taken));
  const answer = solver.check([goal]);
  if (answer === "sat") return { kind: "refuted", reason: failure, location: first.location };
  if (answer === "unknown")
    return { kind: "undecided", reason: `the ${solver.name} solver gave up: ${solver.reason()}` };
  solver.assert(not(goal));
  return undefined;
}
