/**
 * A run that violates the property, explained: the steps by the names of the program, why it is a violation, the calls that had
 * not returned and the memory at its end. Only looks: the verdict is known, and nothing here can change it.
 */
import type { Edge, Program } from "../../cfa/cfa.ts";
import type { RunEnd } from "../../interpreter/end.ts";
import type { StateReader } from "../../interpreter/trace.ts";
import type { ScalarType } from "../../logic/types.ts";
import { placeOf } from "../places.ts";
import type { CounterexampleReport, NamedValue, StepReport } from "../result.ts";
import type { Step } from "./folding.ts";
import { type Call, Story } from "./story.ts";
import { contentOf, showScalar } from "./values.ts";
import { type Reason, reasonOf } from "./why.ts";

export interface Explained extends Required<Pick<CounterexampleReport, "steps" | "stack" | "memory">> {
  readonly reason: Reason | undefined;
  readonly entered: ReadonlySet<string>;
}

/** Runs the program with somebody who sees the state before every edge; the state stays as it is until the next run. */
export type Watched = (onEdge: (edge: Edge, state: StateReader) => void) => RunEnd;

// What fits a page; of an array the first elements.
const CELLS_OF_ALL = 240;
const CELLS_OF_ONE = 24;

export function explain(program: Program, run: Watched): Explained {
  const story = new Story(program);
  const entered = new Set<string>();
  const outcome = run((edge, state) => {
    entered.add(edge.source.function);
    story.enter(edge, state);
  });
  const reason = reasonOf(outcome, story);
  const steps = story.finish().map(reported);
  return { reason, steps, entered, stack: stackOf(story), memory: memoryOf(story) };
}

function reported({ conditions, ...step }: Step): StepReport {
  return conditions.length === 0 ? step : { ...step, conditions };
}

// Of a deep recursion the two ends.
const STACK_END = 20;

function stackOf({ calls, map }: Story): Explained["stack"] {
  const stack = calls.flatMap((call) => {
    const place = call === undefined ? undefined : placeOf(call.edge.range, map.program.sources);
    return place === undefined ? [] : [{ ...place, function: call?.edge.source.function ?? "" }];
  });
  return stack.length <= 2 * STACK_END ? stack : [...stack.slice(0, STACK_END), ...stack.slice(-STACK_END)];
}

/** Locals of the innermost calls, globals, blocks of the heap. */
function memoryOf(story: Story): NamedValue[] {
  const { calls, map } = story;
  const found: NamedValue[] = [];
  const add = (values: readonly NamedValue[]) => found.push(...values.slice(0, CELLS_OF_ALL - found.length));
  const live = calls.filter((call) => call !== undefined);
  const inner = live.at(-1)?.state;
  if (inner === undefined) return [];
  for (const call of live.toReversed().slice(0, STACK_END)) {
    const { state, frame } = call;
    add(scalarsOf(call, story));
    for (const region of map.localsAt(frame.depth)) add(contentOf(region, 0, region.size, state, map, CELLS_OF_ONE));
  }
  for (const { name, storage, shape } of map.program.names) {
    if ("align" in storage) continue;
    const value = inner.value(storage);
    if (value !== undefined)
      add([{ name, value: showScalar(value, storage.type as ScalarType, shape(), map), depth: 0 }]);
  }
  for (const region of [...map.statics(), ...map.blocks.filter(({ over }) => over === undefined)])
    if (region.kind === "object" || region.kind === "block")
      add(contentOf(region, 0, region.size, inner, map, CELLS_OF_ONE));
  return found;
}

/** Variables in whose scope the call is, and that were set: the others have no value that anybody could ask for. */
function scalarsOf({ state, edge }: Call, story: Story): NamedValue[] {
  const { graph, depth } = state.frame;
  return graph.names.flatMap(({ name, storage, scope, shape }) => {
    if ("align" in storage || edge.range.start < scope.start || edge.range.start >= scope.end) return [];
    const value = story.hasValue(name, depth) ? state.value(storage) : undefined;
    if (value === undefined) return [];
    return [{ name, value: showScalar(value, storage.type as ScalarType, shape(), story.map), depth }];
  });
}
