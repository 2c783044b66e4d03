/**
 * Runs a (sliced) model on the inputs of a concrete run: the same nondeterministic calls give the same values, everything
 * else that is havoced stays unknown, and an assume that unknown values leave open is taken either way. A run that reaches
 * an error should reach one here.
 */
import type { Edge, Program } from "../../src/cfa/cfa.ts";
import { type InputSource, type RecordedInput, recordInputs } from "../../src/interpreter/inputs.ts";
import { Machine } from "../../src/interpreter/machine.ts";
import { machineOptions, runOptions, VERIFICATION } from "../../src/interpreter/run.ts";
import { evaluate, holds, type Value, wrapInto } from "../../src/logic/evaluate.ts";
import type { Variable } from "../../src/logic/term.ts";
import { buildModel } from "../../src/model/build.ts";
import type { Model, ModelEdge, ModelLocation } from "../../src/model/model.ts";
import type { ModelOptions } from "../../src/model/options.ts";
import { fromBig, type Int } from "../../src/numbers/int.ts";
import { environmentOf } from "./follow.ts";

export type Simulated = "no error in the run" | "error" | "unmodelled" | "error missed" | "too many ways";

interface State {
  readonly location: ModelLocation;
  readonly values: Map<Variable, Value>;
  readonly used: Map<Edge, number>;
}

export function simulator(program: Program, options: ModelOptions): (inputs: InputSource) => Simulated {
  const model = buildModel(program, options);
  const bytes = model.bytes?.();
  const settings = { ...VERIFICATION, steps: 400, entry: options.entry, memory: 4 * 1024 * 1024 };
  const machine = new Machine(model.program, machineOptions(settings));
  return (inputs) => {
    const log: RecordedInput[] = [];
    const outcome = machine.run(runOptions({ ...settings, inputs: recordInputs(inputs, log) }));
    if (outcome.kind !== "error") return "no error in the run";
    const found = simulate(model, log);
    return found !== "error" || bytes === undefined ? found : simulate(bytes, log);
  };
}

function simulate(model: Model, log: readonly RecordedInput[]): Simulated {
  const queues = new Map<Edge, Int[]>();
  for (const { kind, edge, value, type } of log) {
    if (kind !== "nondet" || edge === undefined || type.kind !== "int") continue;
    const given = wrapInto(typeof value === "bigint" ? fromBig(value) : value, type);
    queues.set(edge, [...(queues.get(edge) ?? []), given]);
  }
  const work: State[] = [{ location: model.entry, values: new Map(), used: new Map() }];
  for (let visited = 0; visited < 20_000; visited += 1) {
    const state = work.pop();
    if (state === undefined) return "error missed";
    if (state.location.kind === "error") return "error";
    if (state.location.kind === "unmodelled") return "unmodelled";
    for (const edge of model.edgesFrom(state.location)) {
      const next = take(state, edge, queues);
      if (next !== undefined) work.push(next);
    }
  }
  return "too many ways";
}

function take(state: State, edge: ModelEdge, queues: ReadonlyMap<Edge, readonly Int[]>): State | undefined {
  const next: State = { location: edge.target, values: new Map(state.values), used: new Map(state.used) };
  for (const op of edge.ops) {
    if (op.kind === "assume") {
      if (holds(op.condition, environmentOf(next.values)) === false) return undefined;
      continue;
    }
    let value = op.kind === "assign" ? evaluate(op.value, environmentOf(next.values)) : undefined;
    if (op.kind === "havoc" && op.input && op.origin?.op.kind === "call") {
      const used = next.used.get(op.origin) ?? 0;
      next.used.set(op.origin, used + 1);
      value = queues.get(op.origin)?.[used];
    }
    if (value === undefined) next.values.delete(op.target);
    else next.values.set(op.target, value);
  }
  return next;
}
