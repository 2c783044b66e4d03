/**
 * A run retold by the names of the program: which conditions held with which values, which variables and which memory got which
 * values. Is told of every edge before it is taken; what an edge has done is looked at when the next one comes.
 */
import type { Edge, Op, Program } from "../../cfa/cfa.ts";
import type { StateReader } from "../../interpreter/trace.ts";
import type { ScalarType } from "../../logic/types.ts";
import { tick } from "../../util/budget.ts";
import { memoised } from "../../util/memo.ts";
import type { ConditionReport, NamedValue, Place } from "../result.ts";
import { sourceText } from "../source-text.ts";
import { Folding, type Step } from "./folding.ts";
import { MemoryMap, numberOf, plainName, type Region } from "./memory-map.ts";
import { Origins, operandsOf } from "./operands.ts";
import { type CellValue, cellAt, contentOf, showScalar } from "./values.ts";

/** A call that has not returned: where it is, and what was tested in it last. */
export interface Call {
  readonly frame: StateReader["frame"];
  readonly origins: Origins;
  edge: Edge;
  state: StateReader;
  /** The latest last. */
  readonly tested: { readonly edge: Edge; readonly report: ConditionReport }[];
}

/** What an edge may have changed, to be looked at behind it. */
interface Pending {
  readonly edge: Edge;
  readonly step: Step;
  /** Of a store: where. */
  readonly address: number | undefined;
  /** What it sets had this value from the start of the program on, if nothing has been told of it since. */
  readonly before: string | undefined;
  /** Of a call of a function without text: what it was given. */
  readonly given: readonly number[];
  readonly watched: readonly { readonly region: Region; readonly content: readonly CellValue[] }[];
}

// In units of work: telling an edge.
const TOLD_WORK = 3;
const KEPT_CONDITIONS = 8;
const WATCHED_CELLS = 32;
const LISTED_ASSIGNMENTS = 16;

export class Story {
  readonly map: MemoryMap;
  readonly calls: (Call | undefined)[] = [];
  readonly #program: Program;
  readonly #texts = new Map<Edge, string | undefined>();
  readonly #folding = new Folding();
  readonly #pending: (Pending | undefined)[] = [];

  constructor(program: Program) {
    this.#program = program;
    this.map = new MemoryMap(program);
  }

  /** The state before `edge`. */
  enter(edge: Edge, state: StateReader): void {
    const name = edge.source.function;
    this.map.enter(edge, state);
    if (name === this.#program.initialise.name || this.#program.functions.get(name)?.library !== undefined) return;
    tick(TOLD_WORK);
    const { depth } = state.frame;
    const returned = this.#folding.returnTo(depth);
    this.#look(edge, state, returned);
    const isNew = this.calls[depth]?.frame !== state.frame;
    const call = this.#callAt(edge, state);
    call.edge = edge;
    call.state = state;
    call.origins.note(edge, state);
    const place = this.map.placeOf(edge.range);
    if (place === undefined) {
      const given = this.#given(edge.op, state);
      this.#pending[depth] = { edge, step: NO_STEP, address: undefined, before: undefined, given, watched: [] };
      if (edge.op.kind === "assume") this.#test(call, edge, state, undefined);
      return;
    }
    this.#tell(edge, state, call, place, isNew);
  }

  /** Whether a variable of the call at `depth` has got a value: one whose initialiser is under way has none. */
  hasValue(name: string, depth: number): boolean {
    return this.#folding.hasValue(name, depth);
  }

  finish(): Step[] {
    return this.#folding.finish();
  }

  #callAt(edge: Edge, state: StateReader): Call {
    const { depth } = state.frame;
    this.calls.length = Math.min(this.calls.length, depth + 1);
    this.#pending.length = Math.min(this.#pending.length, depth + 1);
    const known = this.calls[depth];
    if (known?.frame === state.frame) return known;
    const call: Call = { frame: state.frame, origins: new Origins(this.map), edge, state, tested: [] };
    this.calls[depth] = call;
    this.#pending[depth] = undefined;
    return call;
  }

  #tell(edge: Edge, state: StateReader, call: Call, place: Place, isNew: boolean): void {
    const { depth } = state.frame;
    const make = (): Step => stepAt(place, edge.source.function, depth);
    const head = edge.source.loop === undefined ? undefined : edge.source;
    const start = head?.loop === undefined ? place : (this.map.placeOf(head.loop) ?? place);
    this.#folding.place(depth, edge.range, head, () => stepAt(start, edge.source.function, depth));
    if (SILENT.has(edge.op.kind)) {
      this.#pending[depth] = undefined;
      return;
    }
    const step = this.#folding.step(make, place, depth);
    if (isNew) for (const value of this.#parameters(state)) this.#assign(step, value, depth);
    if (edge.op.kind === "assume") this.#test(call, edge, state, step);
    const address = edge.op.kind === "store" ? numberOf(edge.op.address, state) : undefined;
    const given = this.#given(edge.op, state);
    const before = this.#before(edge.op, address, state);
    this.#pending[depth] = { edge, step, address, before, given, watched: this.#watched(edge.op, given, state) };
  }

  #test({ tested, origins }: Call, edge: Edge, state: StateReader, step: Step | undefined): void {
    const { op, source } = edge;
    const text = memoised(this.#texts, edge, () => sourceText(edge.range, this.#program.sources));
    if (op.kind !== "assume" || text === undefined) return;
    // Of two ways the first is the one where what is written holds; of the many of a switch the value tells.
    const holds = source.outgoing.length !== 2 || source.outgoing[0] === edge;
    const report = { text, holds, values: operandsOf(op.condition, state, origins, this.map) };
    tested.push({ edge, report });
    if (tested.length > KEPT_CONDITIONS) tested.shift();
    if (step !== undefined && step.conditions.length < KEPT_CONDITIONS) step.conditions.push(report);
  }

  /** What the edge before this one, in the same call, has done. */
  #look(edge: Edge, state: StateReader, returned: "returned" | "same"): void {
    const { depth } = state.frame;
    const pending = this.#pending[depth];
    if (pending === undefined || pending.edge.target !== edge.source) return;
    const { op } = pending.edge;
    if (op.kind === "call") this.#heap(pending, state);
    if (pending.step === NO_STEP) return;
    // What a call gave is told where it has returned.
    const { step } = pending;
    const own = (): Step =>
      returned === "same" ? step : this.#folding.step(() => stepAt(step, step.function, depth), step, depth);
    for (const value of this.#done(pending, state)) this.#assign(own(), value, depth, pending.before);
  }

  *#done({ edge: { op }, address, watched }: Pending, state: StateReader): Generator<NamedValue> {
    const target = "target" in op ? op.target : undefined;
    if (target !== undefined && target.role !== "temporary" && target.ghost !== true) {
      const value = state.value(target);
      const named = this.map.namedAs(target);
      const name = named?.name ?? plainName(target.name);
      if (value !== undefined && /^[A-Za-z_]/.test(name)) {
        const shown = showScalar(value, target.type as ScalarType, this.map.shapeOf(target), this.map);
        const unset = op.kind === "havoc" && op.why === "uninitialised" ? " (uninitialised)" : "";
        yield { name, value: `${shown}${unset}`, ...(target.function === undefined ? { depth: 0 } : {}) };
      }
    }
    if (op.kind === "store" && address !== undefined) {
      const cell = cellAt(address, op.access, this.map);
      const value = state.load(address, op.access);
      if (cell !== undefined && value !== undefined)
        yield this.#owned({ ...cell, value: showScalar(value, op.access.type, cell.shape, this.map) }, state);
    }
    const [zeroed] = watched;
    if (op.kind === "zero" && zeroed !== undefined && zeroed.region.shape?.kind === "array") {
      yield this.#owned({ name: zeroed.region.name, depth: zeroed.region.depth, value: "{0}" }, state);
      return;
    }
    for (const { region, content } of watched) {
      const before = new Map(content.map(({ name, value }) => [name, value]));
      for (const cell of contentOf(region, 0, region.size, state, this.map, WATCHED_CELLS))
        if (before.get(cell.name) !== cell.value) yield this.#owned(cell, state);
    }
  }

  #owned({ name, value, depth }: CellValue, state: StateReader): NamedValue {
    return depth === state.frame.depth ? { name, value } : { name, value, depth };
  }

  /** Globals have a value before anything is assigned to them. */
  #before(op: Op, address: number | undefined, state: StateReader): string | undefined {
    const target = "target" in op ? op.target : undefined;
    if (target !== undefined && target.function === undefined && target.role !== "temporary") {
      const value = state.value(target);
      return value === undefined
        ? undefined
        : showScalar(value, target.type as ScalarType, this.map.shapeOf(target), this.map);
    }
    const cell = op.kind === "store" && address !== undefined ? cellAt(address, op.access, this.map) : undefined;
    if (op.kind !== "store" || address === undefined || cell?.depth !== 0 || this.map.blockAt(address) !== undefined)
      return undefined;
    const value = state.load(address, op.access);
    return value === undefined ? undefined : showScalar(value, op.access.type, cell.shape, this.map);
  }

  #assign(step: Step, value: NamedValue, depth: number, before?: string): void {
    this.#folding.changed(value, depth, before);
    if (step.assignments.length < LISTED_ASSIGNMENTS) step.assignments.push(value);
  }

  *#parameters(state: StateReader): Generator<NamedValue> {
    for (const parameter of state.frame.graph.parameters) {
      const named = this.map.namedAs(parameter);
      const value = state.value(parameter);
      if (named !== undefined && value !== undefined)
        yield {
          name: named.name,
          value: showScalar(value, parameter.type as ScalarType, this.map.shapeOf(parameter), this.map),
        };
    }
  }

  /** Objects that an operation writes as a whole, or that a function without text is given: their content before it. */
  #watched(op: Op, given: readonly number[], state: StateReader): Pending["watched"] {
    const written = op.kind === "copy" ? op.to : op.kind === "zero" ? op.address : undefined;
    const address = written === undefined ? undefined : numberOf(written, state);
    return (address === undefined ? given : [address]).flatMap((at) => {
      const region = at < FIRST_ADDRESS ? undefined : this.map.regionAt(at);
      if (region === undefined || region.kind === "string" || region.kind === "function") return [];
      return [{ region, content: contentOf(region, 0, region.size, state, this.map, WATCHED_CELLS) }];
    });
  }

  #given(op: Op, state: StateReader): readonly number[] {
    if (op.kind !== "call" || this.#isOwn(op)) return [];
    return op.arguments.flatMap((argument) => numberOf(argument, state) ?? []);
  }

  #isOwn(op: Op): boolean {
    return op.kind === "call" && op.callee.kind === "direct" && this.#program.functions.has(op.callee.name);
  }

  /** A library function has returned: memory that it gave or took. */
  #heap({ edge, given: addresses }: Pending, state: StateReader): void {
    const { op } = edge;
    if (op.kind !== "call" || this.#isOwn(op)) return;
    for (const address of addresses) {
      const block = this.map.blockAt(address);
      if (block !== undefined && state.blockSize(block.address) === undefined) this.map.freed(block, edge);
    }
    const given = op.target?.type.kind === "pointer" ? state.value(op.target) : undefined;
    const size = given === undefined ? undefined : state.blockSize(Number(given));
    if (size === undefined || this.map.blockAt(Number(given)) !== undefined) return;
    this.map.allocated(Number(given), size, op.callee.kind === "direct" ? op.callee.name : "call", edge);
  }
}

// Below are null pointers.
const FIRST_ADDRESS = 4096;

/** Member by member: there are many, and a copy by spreading costs many times as much. */
function stepAt({ file, line, column }: Place, name: string, depth: number): Step {
  return { file, line, column, function: name, depth, assignments: [], conditions: [] };
}

const NO_STEP: Step = stepAt({ file: "", line: 0, column: 0 }, "", 0);

/** Operations that a reader does not see. */
const SILENT: ReadonlySet<Op["kind"]> = new Set(["skip", "lifetime", "uninitialised"]);
