/**
 * What lies where in a run: globals, locals of the calls that have not returned, heap blocks, and what was there before. Fed
 * with the state before every edge; answers which object an address belongs to, by the names of the program.
 */
import type { Edge, NamedStorage, Program } from "../../cfa/cfa.ts";
import type { Shape } from "../../cfa/shape.ts";
import type { StateReader } from "../../interpreter/trace.ts";
import { evaluate } from "../../logic/evaluate.ts";
import type { MemoryObject, Term, Variable } from "../../logic/term.ts";
import { intType } from "../../logic/types.ts";
import { memoised } from "../../util/memo.ts";
import type { SourcePoint, SourceRange } from "../../util/source.ts";

export interface Region {
  /** As a reader would call it: `accounts`, `malloc@18`, `"text"`. */
  readonly name: string;
  readonly kind: "object" | "block" | "string" | "function";
  readonly address: number;
  readonly size: number;
  /** 0 for what outlives calls; otherwise the nesting of the call that it belongs to. */
  readonly depth: number;
  /** Where it is declared or allocated. */
  readonly range: SourceRange | undefined;
  shape: Shape | undefined;
  /** How and where it ended. */
  over?: { readonly how: "freed" | "left"; readonly range: SourceRange };
}

interface Activation {
  readonly state: StateReader;
  /** Of variable-length arrays, which only their allocation knows. */
  readonly sizes: Map<MemoryObject, number>;
  /** Made when first asked for: addresses do not change while a call lasts, unless arrays of variable length come to life. */
  locals?: readonly Region[];
}

/** How far outside of an object an address is still told by that object: the gap that the interpreter leaves around each. */
const NEAR = 32;
// Objects of calls that have returned, for dangling pointers: older ones have been overwritten by other frames.
const KEPT_ENDED = 64;

export class MemoryMap {
  readonly program: Program;
  readonly #named = new Map<Variable | MemoryObject, NamedStorage>();
  /** What is asked for at every step is worked out once. */
  readonly #shapes = new Map<Variable | MemoryObject, Shape | undefined>();
  readonly #points = new Map<SourceRange, SourcePoint | undefined>();
  readonly #activations: Activation[] = [];
  readonly #blocks: Region[] = [];
  readonly #blockNames = new Map<string, number>();
  #ended: Region[] = [];
  #statics: readonly Region[] | undefined;

  constructor(program: Program) {
    this.program = program;
    for (const named of program.names) this.#named.set(named.storage, named);
    for (const graph of program.functions.values())
      for (const named of graph.names) this.#named.set(named.storage, named);
  }

  namedAs(storage: Variable | MemoryObject): NamedStorage | undefined {
    return this.#named.get(storage);
  }

  shapeOf(storage: Variable | MemoryObject): Shape | undefined {
    return memoised(this.#shapes, storage, () => this.#named.get(storage)?.shape());
  }

  placeOf(range: SourceRange): SourcePoint | undefined {
    return memoised(this.#points, range, () => this.program.sources.resolve(range.start));
  }

  /** The calls that have not returned, the entry function first. */
  get states(): readonly StateReader[] {
    return this.#activations.filter((one) => one !== undefined).map(({ state }) => state);
  }

  get blocks(): readonly Region[] {
    return this.#blocks;
  }

  /** The state before `edge`. */
  enter(edge: Edge, state: StateReader): void {
    const { depth } = state.frame;
    const known = this.#activations[depth];
    if (known?.state.frame !== state.frame) {
      for (const gone of this.#activations.slice(depth)) this.#end(gone);
      this.#activations.length = depth;
      this.#activations[depth] = { state, sizes: new Map() };
    } else if (this.#activations.length > depth + 1) {
      for (const gone of this.#activations.slice(depth + 1)) this.#end(gone);
      this.#activations.length = depth + 1;
    }
    if (edge.op.kind === "allocate") {
      const bytes = numberOf(edge.op.bytes, state);
      if (bytes !== undefined) this.#activations[depth]?.sizes.set(edge.op.object, bytes);
    }
  }

  #end(activation: Activation | undefined): void {
    if (activation === undefined) return;
    const range = activation.state.frame.graph.range;
    const regions = this.#localsOf(activation).map((region) => ({ ...region, over: { how: "left", range } as const }));
    if (regions.length > 0) this.#ended = [...this.#ended, ...regions].slice(-KEPT_ENDED);
  }

  /** A call that gave memory has returned `address`. */
  allocated(address: number, size: number, by: string, edge: Edge): void {
    const line = this.program.sources.resolve(edge.range.start)?.line ?? 0;
    const base = `${by}@${line}`;
    const count = (this.#blockNames.get(base) ?? 0) + 1;
    this.#blockNames.set(base, count);
    const name = count === 1 ? base : `${base}#${count}`;
    const block: Region = { name, kind: "block", address, size, depth: 0, range: edge.range, shape: undefined };
    const at = upperBound(this.#blocks, address);
    // Memory that is used again has the address that it had.
    if (this.#blocks[at - 1]?.address === address) this.#blocks[at - 1] = block;
    else this.#blocks.splice(at, 0, block);
  }

  /** The block that starts there and lives. */
  blockAt(address: number): Region | undefined {
    const block = this.#blocks[upperBound(this.#blocks, address) - 1];
    return block?.address === address && block.over === undefined ? block : undefined;
  }

  freed(block: Region, edge: Edge): void {
    block.over = { how: "freed", range: edge.range };
  }

  /** The object that the address lies in, or the nearest one that it has just left. */
  regionAt(address: number): Region | undefined {
    let near: Region | undefined;
    let nearest = NEAR + 1;
    for (const regions of this.#places()) {
      const at = upperBound(regions, address);
      const below = regions[at - 1];
      if (below !== undefined && address < below.address + Math.max(below.size, 1)) return below;
      const above = regions[at];
      const behind = below === undefined ? nearest : address - (below.address + below.size) + 1;
      if (below !== undefined && below.kind !== "function" && behind < nearest) [near, nearest] = [below, behind];
      const before = above === undefined ? nearest : above.address - address;
      if (above !== undefined && above.kind !== "function" && before < nearest) [near, nearest] = [above, before];
    }
    return this.#ended.findLast((one) => address >= one.address && address < one.address + one.size) ?? near;
  }

  /** What lives now, of the innermost call first; each by increasing address. */
  *#places(): Generator<readonly Region[]> {
    for (let depth = this.#activations.length - 1; depth >= 0; depth -= 1) yield this.localsAt(depth);
    yield this.#blocks;
    yield this.statics();
  }

  localsAt(depth: number): readonly Region[] {
    const activation = this.#activations[depth];
    return activation === undefined ? [] : this.#localsOf(activation);
  }

  #localsOf(activation: Activation): readonly Region[] {
    const { state, sizes } = activation;
    if (activation.locals !== undefined) return activation.locals;
    const { objects } = state.frame.graph;
    const locals = inOrder(
      objects.flatMap((object) => {
        const address = state.addressOf(object);
        const size = object.size ?? sizes.get(object);
        return address === undefined || size === undefined
          ? []
          : [this.#region(object, address, size, state.frame.depth)];
      }),
    );
    if (objects.every(({ size }) => size !== undefined)) activation.locals = locals;
    return locals;
  }

  /** Global objects, string literals and functions: their addresses do not change. */
  statics(): readonly Region[] {
    const state = this.#activations.find((one) => one !== undefined)?.state;
    if (this.#statics !== undefined || state === undefined) return this.#statics ?? [];
    this.#statics = inOrder(
      this.program.objects.flatMap((object) => {
        const address = state.addressOf(object);
        return address === undefined ? [] : [this.#region(object, address, object.size ?? 0, 0)];
      }),
    );
    return this.#statics;
  }

  #region(object: MemoryObject, address: number, size: number, depth: number): Region {
    const named = this.#named.get(object);
    const kind = object.role === "string" || object.role === "function" ? object.role : "object";
    const name = object.role === "string" ? quoted(object.text) : (named?.name ?? plainName(object.name));
    const range = named?.declared;
    const shape = this.shapeOf(object) ?? (object.text === undefined ? undefined : CHARACTERS);
    return { name, kind, address, size, depth, range, shape };
  }
}

// A literal is one of several names on a line.
const LONGEST_LITERAL = 60;
const CHARACTER: Shape = { kind: "scalar", access: { type: intType(8, "signed"), bytes: 1 }, isCharacter: true };
const CHARACTERS: Shape = { kind: "array", of: CHARACTER, bytes: 1, count: undefined };

/** A string literal as it is written: its elements are bytes of UTF-8. */
function quoted(text: string | undefined): string {
  if (text === undefined) return '"..."';
  const bytes = Uint8Array.from(text.slice(0, 4 * LONGEST_LITERAL), (character) => character.charCodeAt(0));
  const read = [...new TextDecoder().decode(bytes)];
  const shown = read.slice(0, LONGEST_LITERAL).join("");
  return JSON.stringify(read.length > LONGEST_LITERAL ? `${shown}...` : shown);
}

function inOrder(regions: readonly Region[]): readonly Region[] {
  return regions.toSorted((a, b) => a.address - b.address);
}

/** How many start at the address or before. */
function upperBound(regions: readonly Region[], address: number): number {
  let low = 0;
  let high = regions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((regions[middle] as Region).address <= address) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** `main::x#2` is x to somebody who reads main. */
export function plainName(name: string): string {
  return name.slice(name.lastIndexOf(":") + 1).replace(/#\d+$/, "");
}

/** The value of a term in a state; undefined where the state does not say. */
export function termValue(term: Term, state: StateReader): number | bigint | undefined {
  const value = evaluate(term, { valueOf: state.value, addressOf: state.addressOf });
  return typeof value === "number" || typeof value === "bigint" ? value : undefined;
}

export function numberOf(term: Term, state: StateReader): number | undefined {
  const value = termValue(term, state);
  return value === undefined ? undefined : Number(value);
}
