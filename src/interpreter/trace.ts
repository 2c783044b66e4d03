/**
 * A run retold edge by edge. The fast code keeps no history, so a trace is made by running again, with the inputs that
 * the first run recorded, on code that reports every edge.
 */
import type { Access, Edge, Program } from "../cfa/cfa.ts";
import { targetOf } from "../cfa/op-terms.ts";
import type { MemoryObject, Variable } from "../logic/term.ts";
import { readScalar } from "./access.ts";
import type { RunEnd } from "./end.ts";
import { Machine } from "./machine.ts";
import { faultOf, initialisedBytes } from "./memory.ts";
import { machineOptions, type Options, runOptions } from "./run.ts";
import type { Frame } from "./runtime.ts";
import type { Value } from "./values.ts";

export interface TraceStep {
  readonly edge: Edge;
  /** Nesting of calls; 1 for the entry function. */
  readonly depth: number;
  /** The value the edge's target had afterwards, if the edge assigns one and the run got that far. */
  value?: Value;
}

export interface Trace {
  readonly outcome: RunEnd;
  /** The last steps, in order. */
  readonly steps: readonly TraceStep[];
  /** Steps before those that were dropped for the limit. */
  readonly dropped: number;
}

/** Access to the state in which an edge is about to be taken. Reading changes nothing. */
export interface StateReader {
  readonly frame: Frame;
  /** The value of a global, or of a local of the current function; undefined for a variable of another function. */
  readonly value: (variable: Variable) => Value | undefined;
  readonly addressOf: (object: MemoryObject) => number | undefined;
  /** The scalar at an address; undefined where it is not allocated or not initialised. */
  readonly load: (address: number, access: Access) => Value | undefined;
  /** Whether the byte belongs to a live object, and may be written if that is asked. */
  readonly isValid: (address: number, access: "read" | "write") => boolean;
  /** The size of the live heap block that starts there. */
  readonly blockSize: (address: number) => number | undefined;
}

/**
 * Runs with a hook that sees the state before every edge, the initialisation of globals included. The options' own
 * hook is called after it: it may end the run.
 */
export function observe(program: Program, options: Options, onEdge: (edge: Edge, state: StateReader) => void): RunEnd {
  const machine = observing(program, options);
  try {
    return observed(machine, options, onEdge);
  } finally {
    machine.close();
  }
}

/** The same for many runs of one program, which is compiled once; a run's options say nothing of the machine. */
export class Observer {
  readonly #machine: Machine;

  constructor(program: Program, options: Options) {
    this.#machine = observing(program, options);
  }

  run(options: Options, onEdge: (edge: Edge, state: StateReader) => void): RunEnd {
    return observed(this.#machine, options, onEdge);
  }

  /** Nothing is run any more. */
  close(): void {
    this.#machine.close();
  }
}

function observing(program: Program, options: Options): Machine {
  return new Machine(program, machineOptions({ ...options, observation: "edges" }));
}

function observed(machine: Machine, run: Options, onEdge: (edge: Edge, state: StateReader) => void): RunEnd {
  let state: StateReader | undefined;
  const hook = (edge: Edge, frame: Frame) => {
    if (state?.frame !== frame) state = reader(machine, frame);
    onEdge(edge, state);
    run.onEdge?.(edge, frame);
  };
  return machine.run(runOptions({ ...run, onEdge: hook }));
}

function reader(machine: Machine, frame: Frame): StateReader {
  return {
    frame,
    value: (variable) => machine.readGlobal(variable) ?? frame.readLocal(variable.id),
    addressOf: (object) => machine.layout.objects.get(object) ?? frame.addressOfLocal(object.id),
    load: (address, access) => {
      if (faultOf(machine.memory, address, access.bytes, "read") !== undefined) return undefined;
      if (initialisedBytes(machine.memory, address, access.bytes) < access.bytes) return undefined;
      return readScalar(machine.memory, address, access);
    },
    isValid: (address, access) => faultOf(machine.memory, address, 1, access) === undefined,
    blockSize: (address) => machine.runtime.heap.sizeOf(address),
  };
}

// A trace is for reading; what matters is near its end.
const DEFAULT_LIMIT = 100_000;

export function trace(program: Program, options: Options, limit = DEFAULT_LIMIT): Trace {
  let steps: TraceStep[] = [];
  let dropped = 0;
  const pending: (TraceStep | undefined)[] = [];
  const isOwn = (name: string) =>
    name !== program.initialise.name && program.functions.get(name)?.library === undefined;
  const outcome = observe(program, options, (edge, state) => {
    if (!isOwn(edge.source.function)) return;
    const { depth } = state.frame;
    const before = pending[depth];
    const target = before === undefined ? undefined : targetOf(before.edge.op);
    if (before !== undefined && target !== undefined && before.edge.target === edge.source) {
      const value = state.value(target);
      if (value !== undefined) before.value = value;
    }
    const step: TraceStep = { edge, depth };
    pending[depth] = step;
    pending.length = depth + 1;
    steps.push(step);
    // Cut in halves, so that keeping the limit costs constant time a step.
    if (steps.length >= 2 * limit) {
      dropped += steps.length - limit;
      steps = steps.slice(-limit);
    }
  });
  const excess = Math.max(steps.length - limit, 0);
  return { outcome, steps: steps.slice(excess), dropped: dropped + excess };
}
