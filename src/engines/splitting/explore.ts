/**
 * All executions whose inputs lie in a part, followed at once with a range for each variable. Where a condition is true of some and
 * false of others, both ways are followed, with what the condition says of ranges.
 */
import { type Box, box, rangeIn, restrict } from "../../domains/box.ts";
import * as maps from "../../logic/persistent-map.ts";
import { decide, meetRanges, type Range, rangeOfType } from "../../logic/range.ts";
import type { Variable } from "../../logic/term.ts";
import { type TermNode, variablesOf } from "../../logic/visit.ts";
import type { Model, ModelEdge, ModelLocation, ModelOp } from "../../model/model.ts";
import type { Budget } from "../../util/budget.ts";
import { type Input, keyOf, type Part } from "./parts.ts";

/** What came of following a part. */
export type Explored =
  /** Nothing in it violates the property. */
  | { readonly kind: "excluded" }
  /** Something may. */
  | Open;

export interface Open {
  readonly kind: "open";
  readonly reached: "error" | "unmodelled" | "limit";
  /** The way there. */
  readonly path: readonly ModelEdge[];
  /** The inputs on it in their order, and what is known of each there. */
  readonly inputs: readonly (Input & { readonly range: Range | undefined })[];
  /** Numbers of those on which conditions depend that the ranges did not decide. */
  readonly undecided: ReadonlySet<number>;
}

/** Executions that are at the same place, having come there in the same way. */
interface Runs {
  readonly location: ModelLocation;
  readonly state: Box;
  readonly inputs: readonly Input[];
  /** On which inputs variables depend, by their numbers. */
  readonly sources: maps.PersistentMap<ReadonlySet<number>>;
  /** Variables that hold an input, as it was read. */
  readonly holding: maps.PersistentMap<number>;
  readonly undecided: ReadonlySet<number>;
  readonly way: Way | undefined;
}

interface Way {
  readonly edge: ModelEdge;
  readonly before: Way | undefined;
}

// Edges followed for one part: who needs more is to be split, or is nothing for this engine.
const MOST_EDGES = 20_000;
const MOST_INPUTS = 100;

const NONE: ReadonlySet<number> = new Set();

export function explore(model: Model, part: Part, budget: Budget): Explored {
  const start = { state: box.top, inputs: [], sources: undefined, holding: undefined, undecided: NONE, way: undefined };
  const waiting: Runs[] = [{ location: model.entry, ...start }];
  let edges = 0;
  for (let runs = waiting.pop(); runs !== undefined; runs = waiting.pop()) {
    const { kind } = runs.location;
    if (kind === "error" || kind === "unmodelled") return open(kind, runs);
    for (const edge of model.edgesFrom(runs.location)) {
      edges += 1;
      budget.tick(1 + edge.ops.length);
      if (edges > MOST_EDGES || runs.inputs.length > MOST_INPUTS) return open("limit", runs);
      const next = along(edge, runs, part);
      if (next !== undefined) waiting.push(next);
    }
  }
  return { kind: "excluded" };
}

function open(reached: Open["reached"], { way, inputs, state, holding, undecided }: Runs): Open {
  const path: ModelEdge[] = [];
  for (let at = way; at !== undefined; at = at.before) path.push(at.edge);
  const ranges = new Map<number, Range | undefined>();
  for (const [variable, number] of maps.entries(holding)) {
    const range = rangeIn(state, variable);
    const known = ranges.get(number);
    ranges.set(number, range === undefined || known === undefined ? (range ?? known) : meetRanges(known, range));
  }
  const known = inputs.map((input, number) => ({ ...input, range: ranges.get(number) }));
  return { kind: "open", reached, path: path.reverse(), inputs: known, undecided };
}

/** Undefined where nobody takes the edge. */
function along(edge: ModelEdge, runs: Runs, part: Part): Runs | undefined {
  let next: Runs | undefined = { ...runs, location: edge.target, way: { edge, before: runs.way } };
  for (const op of edge.ops) {
    next = behind(op, next, part);
    if (next === undefined) return undefined;
  }
  return next;
}

function behind(op: ModelOp, runs: Runs, part: Part): Runs | undefined {
  const { state, inputs, sources, holding } = runs;
  switch (op.kind) {
    case "havoc": {
      const input = { index: inputs.length, variable: op.target };
      const chosen = part.get(keyOf(input));
      const any = box.forget(state, op.target);
      const isNumber = rangeOfType(op.target.type) !== undefined;
      return {
        ...runs,
        state: chosen === undefined ? any : restrict(any, op.target, chosen),
        inputs: [...inputs, input],
        sources: isNumber ? maps.set(sources, op.target, new Set([input.index])) : maps.remove(sources, op.target),
        holding: isNumber ? maps.set(holding, op.target, input.index) : maps.remove(holding, op.target),
      };
    }
    case "assign": {
      const of = sourcesOf(op.value, sources);
      const held = op.value.kind === "variable" ? maps.get(holding, op.value.variable) : undefined;
      return {
        ...runs,
        state: box.assign(state, op.target, op.value),
        sources: of.size === 0 ? maps.remove(sources, op.target) : maps.set(sources, op.target, of),
        holding: held === undefined ? maps.remove(holding, op.target) : maps.set(holding, op.target, held),
      };
    }
    case "assume": {
      const truth = decide(op.condition, (of) => rangeIn(state, of));
      if (truth === false) return undefined;
      if (truth === true) return runs;
      const within = box.assume(state, op.condition);
      if (box.isBottom(within)) return undefined;
      const undecided = union([runs.undecided, sourcesOf(op.condition, sources)]);
      return { ...runs, state: within, undecided };
    }
  }
}

function sourcesOf(term: TermNode, sources: Runs["sources"]): ReadonlySet<number> {
  return union([...variablesOf(term)].map((of: Variable) => maps.get(sources, of) ?? NONE));
}

function union(sets: readonly ReadonlySet<number>[]): ReadonlySet<number> {
  const some = sets.filter((one) => one.size > 0);
  const [first] = some;
  if (some.length <= 1) return first ?? NONE;
  return new Set(some.flatMap((one) => [...one]));
}
