/**
 * What the interpreter does, the model allows: follows a concrete run in the model, edge by edge. At every step the
 * model's variables are compared with the run's values; a variable that was havoced takes the run's value. The run is
 * allowed if some way through the model matches its edges, satisfies every assume, and never disagrees on a value.
 *
 * Addresses differ between the two: a concrete address is translated by the object it lies in.
 */
import type { Edge, Program } from "../../src/cfa/cfa.ts";
import type { InputSource } from "../../src/interpreter/inputs.ts";
import { VERIFICATION } from "../../src/interpreter/run.ts";
import { Observer, type StateReader } from "../../src/interpreter/trace.ts";
import { type ArrayValue, type Environment, evaluate, holds, type Value } from "../../src/logic/evaluate.ts";
import type { Variable } from "../../src/logic/term.ts";
import { type IntType, intType, type ScalarType } from "../../src/logic/types.ts";
import { variablesOf } from "../../src/logic/visit.ts";
import { buildModelParts } from "../../src/model/build.ts";
import type { Cell } from "../../src/model/memory/memory.ts";
import type { Model, ModelEdge, ModelLocation, ModelOp } from "../../src/model/model.ts";
import { CONSTANT_ARRAY } from "../../src/model/model.ts";
import type { ModelOptions } from "../../src/model/options.ts";
import { constantBytes, sizeArguments } from "../../src/model/pointers/points-to.ts";
import type { Translation } from "../../src/model/translate/translation.ts";
import { fromBig, type Int } from "../../src/numbers/int.ts";

type Followed =
  | { readonly kind: "followed"; readonly steps: number; readonly outcome: string; readonly compared: number }
  | { readonly kind: "unmodelled"; readonly reason: string }
  | { readonly kind: "refused"; readonly why: readonly string[] };

interface Snapshot {
  readonly edge: Edge;
  readonly depth: number;
  readonly values: ReadonlyMap<Variable, Int>;
  readonly cells: readonly (readonly [Cell, Int])[];
  readonly blocks: readonly Block[];
}

/** A concrete stretch of addresses and where it is in the model. */
interface Block {
  readonly start: number;
  readonly size: number;
  readonly model: number;
}

interface State {
  readonly location: ModelLocation;
  readonly index: number;
  readonly values: Map<Variable, Value>;
  /** Variables that were not assigned yet in the activation: the run has nothing to compare. */
  readonly stale: Set<Variable>;
  readonly heap: Block[];
}

const EMPTY_ARRAY: ArrayValue = { elements: new Map(), otherwise: undefined };

/** Finding the activations of a step looks back over the run; longer runs take too long. */
const EDGE_LIMIT = 1500;

export type Follow = (inputs: InputSource) => Followed;

/** The model is made once and serves many runs; twice where some of its memory is bytes to who takes it so. */
export function followers(written: Program, options: ModelOptions): readonly Follow[] {
  const { bytes, ...parts } = buildModelParts(written, { ...options, slicing: "off" });
  return (bytes === undefined ? [parts] : [parts, bytes()]).map((one) => follower(one, options));
}

function follower({ model, translation }: ReturnType<typeof buildModelParts>, options: ModelOptions): Follow {
  // Where addresses are observed, the model's program is another than the one written.
  const { program } = model;
  const settings = { ...VERIFICATION, steps: 400, entry: options.entry, memory: 4 * 1024 * 1024 };
  const observer = new Observer(program, settings);
  return (inputs) => {
    const run: Snapshot[] = [];
    let cut = false;
    const outcome = observer.run({ ...settings, inputs }, (edge, state) => {
      if (run.length < EDGE_LIMIT) run.push(snapshot(program, translation, edge, state));
      else cut = true;
    });
    return new Follower(program, model, translation, run, cut ? "limit" : outcome.kind).follow();
  };
}

function canonical(value: number | bigint, type: ScalarType | undefined): Int {
  if (type?.kind === "float") return Number(value);
  return typeof value === "bigint" ? fromBig(value) : value + 0;
}

function snapshot(program: Program, translation: Translation, edge: Edge, state: StateReader): Snapshot {
  const graph = state.frame.graph;
  const values = new Map<Variable, Int>();
  for (const variable of [...program.globals, ...graph.variables]) {
    const value = state.value(variable);
    if (value !== undefined) values.set(variable, canonical(value, variable.type as ScalarType));
  }
  const blocks: Block[] = [];
  const instance = 0;
  for (const object of [...program.objects, ...graph.objects]) {
    const start = state.addressOf(object);
    if (start === undefined) continue;
    const size = object.size ?? (object.role === "function" ? 1 : 65536);
    blocks.push({ start, size, model: translation.addressOf(object, instance) });
  }
  const cells: (readonly [Cell, Int])[] = [];
  for (const cell of translation.memory.cells) {
    const object = cell.region.object;
    if (cell.kind !== "scalar" || object === undefined) continue;
    const start = state.addressOf(object);
    if (start === undefined) continue;
    const access = { type: accessType(cell), bytes: cell.shape.bytes, ...bitsOf(cell) };
    const value = state.load(start + cell.at.offset, access);
    if (value !== undefined) cells.push([cell, canonical(value, access.type)]);
  }
  return { edge, depth: state.frame.depth, values, cells, blocks };
}

function bitsOf(cell: Cell): { readonly bitOffset?: number } {
  return cell.shape.bits === cell.shape.bytes * 8 ? {} : { bitOffset: cell.shape.bitOffset };
}

/** Mathematical integers are read as what they are in memory. */
function accessType(cell: Cell): ScalarType {
  if (cell.element.kind === "integer") return intType(cell.shape.bits, "signed");
  return cell.element as ScalarType as IntType;
}

/** Values of variables, with arrays whose elements nobody knows where there is none. */
export function environmentOf(values: ReadonlyMap<Variable, Value>): Environment {
  return {
    valueOf: (variable) => values.get(variable) ?? (variable.type.kind === "array" ? EMPTY_ARRAY : undefined),
    apply: (name, operands) =>
      name === CONSTANT_ARRAY ? { elements: new Map(), otherwise: operands[0] as Int } : undefined,
  };
}

function takesResult(op: ModelOp): boolean {
  if (op.kind !== "assign") return false;
  for (const { role } of variablesOf(op.value)) if (role === "result") return true;
  return false;
}

class Follower {
  readonly #program: Program;
  readonly #model: Model;
  readonly #t: Translation;
  readonly #run: readonly Snapshot[];
  readonly #outcome: string;
  readonly #why: string[] = [];
  #deepest = -1;
  #compared = 0;

  constructor(program: Program, model: Model, translation: Translation, run: readonly Snapshot[], outcome: string) {
    this.#program = program;
    this.#model = model;
    this.#t = translation;
    this.#run = run;
    this.#outcome = outcome;
  }

  follow(): Followed {
    const start: State = { location: this.#model.entry, index: 0, values: new Map(), stale: new Set(), heap: [] };
    const work = [start];
    for (let visited = 0; visited < 200_000; visited += 1) {
      const state = work.pop();
      if (state === undefined) return { kind: "refused", why: this.#why.slice(-8) };
      const { location } = state;
      if (location.kind === "unmodelled") return { kind: "unmodelled", reason: location.reason ?? "" };
      const over = location.kind !== "ordinary" || state.index >= this.#run.length;
      if (over && this.#mayStopAt(state))
        return { kind: "followed", steps: state.index, outcome: this.#outcome, compared: this.#compared };
      if (over) continue;
      for (const edge of this.#model.edgesFrom(location)) {
        const next = this.#take(state, edge);
        if (next === "run over")
          return { kind: "followed", steps: this.#run.length, outcome: this.#outcome, compared: this.#compared };
        if (next !== undefined) work.push(next);
      }
    }
    return { kind: "refused", why: ["too many ways"] };
  }

  /** The model may call it over early only where no error follows in the run. */
  #mayStopAt(state: State): boolean {
    if (state.location.kind !== "end" || this.#outcome !== "error") return true;
    this.#refuse(state.index, "the model ends before the error");
    return false;
  }

  #refuse(index: number, why: string): undefined {
    if (index < this.#deepest) return undefined;
    this.#deepest = index;
    const edge = this.#run[index]?.edge ?? this.#run[this.#run.length - 1]?.edge;
    const line = edge === undefined ? undefined : this.#program.sources.resolve(edge.range.start)?.line;
    this.#why.push(`step ${index}, line ${line}: ${why}`);
    return undefined;
  }

  #take(state: State, edge: ModelEdge): State | "run over" | undefined {
    for (const [i, origin] of edge.origin.entries()) {
      const step = this.#run[state.index + i];
      // The run stopped in the middle of the edge: by its end, by undefined behaviour or by the limit.
      if (step === undefined) return "run over";
      if (step.edge !== origin) return this.#refuse(state.index + i, "the run takes another edge");
    }
    const next: State = {
      location: edge.target,
      index: state.index + edge.origin.length,
      values: new Map(state.values),
      stale: new Set(state.stale),
      heap: [...state.heap],
    };
    let at = -1;
    for (const op of edge.ops) {
      at = this.#advance(edge, at, op, state.index, next);
      const index = state.index + Math.max(at, 0);
      if (at === -2) return undefined;
      if (this.#perform(op, next, index)) continue;
      // The last edge of a run that became undefined or was assumed away: the model need not allow it.
      const refused = this.#outcome === "undefined-behaviour" || this.#outcome === "assumption";
      return refused && index === this.#run.length - 1 ? "run over" : undefined;
    }
    for (at += 1; at < edge.origin.length; at += 1) if (!this.#compare(state.index + at, next)) return undefined;
    return next;
  }

  /** Moves on to the edge that an operation comes from, comparing states on the way; -2 where they disagree. */
  #advance(edge: ModelEdge, at: number, op: ModelOp, start: number, state: State): number {
    if (op.origin === undefined || (at >= 0 && edge.origin[at] === op.origin)) return at;
    const found = edge.origin.indexOf(op.origin, at + 1);
    // The result of a call is taken after the callee's last edge; the call itself lies before.
    if (found === -1 || takesResult(op)) return at;
    for (let i = at + 1; i <= found; i += 1) if (!this.#compare(start + i, state)) return -2;
    return found;
  }

  #perform(op: ModelOp, state: State, index: number): boolean {
    if (op.kind === "assume") {
      if (holds(op.condition, environmentOf(state.values)) !== false) return true;
      this.#refuse(index, "an assume does not hold");
      return false;
    }
    const value = op.kind === "assign" ? evaluate(op.value, environmentOf(state.values)) : undefined;
    if (value === undefined) state.values.delete(op.target);
    else state.values.set(op.target, value);
    state.stale.delete(op.target);
    return true;
  }

  // --- Comparison -------------------------------------------------------------------------------------------------

  #compare(index: number, state: State): boolean {
    const step = this.#run[index];
    if (step === undefined) return true;
    const instance = this.#instanceAt(index);
    const previous = this.#run[index - 1];
    if (previous !== undefined && previous.depth < step.depth) this.#enter(step, instance, state);
    if (previous !== undefined) this.#noteAllocation(previous, step, instance, state);
    const blocks = this.#blocksAt(index, state);
    for (const [variable, concrete] of step.values) {
      const model = this.#t.variables.of(variable, instance);
      if (variable.volatile || state.stale.has(model)) continue;
      if (!this.#agree(model, concrete, variable.type.kind === "pointer", blocks, state, index)) return false;
    }
    for (const [cell, concrete] of step.cells) {
      if (cell.variable === undefined || cell.region.object?.volatile) continue;
      if (!this.#agree(cell.variable, concrete, cell.element.kind === "pointer", blocks, state, index)) return false;
    }
    return true;
  }

  #agree(model: Variable, concrete: Int, pointer: boolean, blocks: readonly Block[], state: State, index: number) {
    const known = state.values.get(model);
    const translated = this.#translate(concrete, blocks);
    if (known === undefined) {
      state.values.set(model, pointer ? translated : concrete);
      return true;
    }
    this.#compared += 1;
    if (Object.is(known, concrete) || known === translated || (known === 0 && concrete === 0)) return true;
    this.#refuse(index, `${model.name} is ${String(known)} in the model and ${String(concrete)} in the run`);
    return false;
  }

  #translate(concrete: Int, blocks: readonly Block[]): Int {
    if (typeof concrete !== "number") return concrete;
    // The innermost activation's objects come last.
    for (let i = blocks.length - 1; i >= 0; i -= 1) {
      const { start, size, model } = blocks[i] as Block;
      if (concrete >= start && concrete <= start + size) return model + (concrete - start);
    }
    return concrete;
  }

  #blocksAt(index: number, state: State): readonly Block[] {
    const chain: Snapshot[] = [];
    let depth = Number.POSITIVE_INFINITY;
    for (let i = index; i >= 0; i -= 1) {
      const step = this.#run[i] as Snapshot;
      if (step.depth >= depth) continue;
      depth = step.depth;
      chain.push(step);
    }
    return [...state.heap, ...chain.reverse().flatMap((step, i) => this.#shifted(step, chain, i))];
  }

  /** Locals of a recursive function lie elsewhere in each activation. */
  #shifted(step: Snapshot, chain: readonly Snapshot[], position: number): readonly Block[] {
    const name = step.edge.source.function;
    if (!this.#t.calls.isRecursive(name)) return step.blocks;
    const instance = chain.slice(0, position).filter((outer) => outer.edge.source.function === name).length;
    const graph = this.#program.functions.get(name);
    const globals = step.blocks.slice(0, step.blocks.length - (graph?.objects.length ?? 0));
    const own = step.blocks.slice(globals.length);
    return [
      ...globals,
      ...own.map((block, i) => {
        const object = graph?.objects[i];
        return object === undefined ? block : { ...block, model: this.#t.addressOf(object, instance) };
      }),
    ];
  }

  #instanceAt(index: number): number {
    const step = this.#run[index] as Snapshot;
    const name = step.edge.source.function;
    if (!this.#t.calls.isRecursive(name)) return 0;
    let instance = 0;
    let { depth } = step;
    for (let i = index - 1; i >= 0; i -= 1) {
      const outer = this.#run[i] as Snapshot;
      if (outer.depth >= depth) continue;
      depth = outer.depth;
      if (outer.edge.source.function === name) instance += 1;
    }
    return instance;
  }

  #enter(step: Snapshot, instance: number, state: State): void {
    const graph = this.#program.functions.get(step.edge.source.function);
    if (graph === undefined) return;
    const parameters = new Set(graph.parameters);
    for (const variable of graph.variables)
      if (!parameters.has(variable)) state.stale.add(this.#t.variables.of(variable, instance));
  }

  #noteAllocation(previous: Snapshot, step: Snapshot, instance: number, state: State): void {
    const { op } = previous.edge;
    if (op.kind !== "call" || op.target === undefined || !this.#t.pointsTo.heapSites.has(previous.edge)) return;
    const start = step.values.get(op.target);
    const model = state.values.get(this.#t.variables.of(op.target, instance));
    if (typeof start !== "number" || typeof model !== "number" || start === 0) return;
    const name = op.callee.kind === "direct" ? op.callee.name : "";
    const factors = sizeArguments(name, op.arguments).map(
      (factor) =>
        constantBytes(factor) ?? Number(evaluate(factor, { valueOf: (of) => previous.values.get(of) ?? 4096 })),
    );
    state.heap.push({ start, size: factors.reduce((a, b) => a * b, 1), model });
  }
}

/** Deterministic inputs, mostly small: branches on small values are taken either way. */
export function randomInputs(seed: number): InputSource {
  let state = (seed * 2654435761 + 12345) >>> 0;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    next: () => {
      const kind = next();
      if (kind < 0.7) return Math.floor(next() * 10);
      if (kind < 0.85) return -Math.floor(next() * 100);
      return Math.floor(next() * 2 ** 32);
    },
  };
}
