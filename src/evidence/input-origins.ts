/**
 * Where a counterexample's inputs came from, found by running it once more: values by function that the program leaves
 * undefined, by declaration and its occurrence, by place in uninitialised memory, by volatile read. Each list is in the
 * order of the run, so that a compiled program that asks in the same order gets the same values.
 */
import type { Edge } from "../cfa/cfa.ts";
import { libraryMeaning } from "../cfa/library-names.ts";
import type { RunEnd } from "../interpreter/end.ts";
import {
  type Fed,
  type InputRequest,
  type InputSource,
  type InputValue,
  listInputs,
  type WrittenInput,
} from "../interpreter/inputs.ts";
import type { StateReader } from "../interpreter/trace.ts";
import type { MemoryObject, Variable } from "../logic/term.ts";
import type { ScalarType } from "../logic/types.ts";
import { memoised } from "../util/memo.ts";
import { type Question, watch } from "./execution.ts";
import { bytesOf } from "./harness-text.ts";

export interface TypedValue {
  readonly type: ScalarType;
  readonly value: InputValue;
}

/** Content that uninitialised memory turned out to have: a value `offset` bytes into a stretch's `occurrence`-th life. */
export interface Content extends TypedValue {
  readonly occurrence: number;
  readonly offset: number;
}

/** Bytes that the `call`-th call of a function wrote. */
export interface Write extends TypedValue {
  readonly call: number;
  readonly argument: number;
  /** Of the pointers to follow, and of the bytes. */
  readonly offsets: readonly number[];
}

export interface InputOrigins {
  readonly outcome: RunEnd;
  readonly functions: ReadonlyMap<string, readonly TypedValue[]>;
  /** Scalars that are declared `extern` and defined nowhere. */
  readonly externObjects: ReadonlyMap<string, TypedValue>;
  readonly parameters: readonly TypedValue[];
  /** The command line, where the run read it: characters by argument; those that nobody read are left out. */
  readonly commandLine: readonly ReadonlyMap<number, number>[] | undefined;
  /** The text that standard input has; undefined where nobody reads it, or only functions that a test can replace do. */
  readonly standardInput: readonly number[] | "closed" | undefined;
  /** Environment variables by name, with the characters that were read, or none; and all of them, where the program looked at all. */
  readonly variables: ReadonlyMap<string, ReadonlyMap<number, number> | undefined>;
  readonly environment: readonly ReadonlyMap<number, number>[] | undefined;
  /** What undefined functions wrote, by name. */
  readonly writes: ReadonlyMap<string, readonly Write[]>;
  /** By the edge that declares them: scalar locals, and local objects with the content that was read. */
  readonly locals: ReadonlyMap<Edge, readonly TypedValue[]>;
  readonly objects: ReadonlyMap<Edge, readonly Content[]>;
  /** Undefined objects by name; `occurrence` is 0. */
  readonly externContent: ReadonlyMap<string, readonly Content[]>;
  /** Of stretches from malloc; `occurrence` counts its calls. */
  readonly heap: readonly Content[];
  readonly volatileReads: ReadonlyMap<Edge, readonly TypedValue[]>;
  /** How often each edge was taken. */
  readonly taken: ReadonlyMap<Edge, number>;
  /** Memory was copied as a whole: content that is read need not lie where it was uninitialised. */
  readonly copies: "some" | "none";
  /** Inputs that nothing outside the program can supply. */
  readonly impossible: string | undefined;
}

// The run has been replayed before, so it ends; the bound is only there so that a mistake ends as well.
const STEPS = 1_000_000_000;

export function inputOrigins(question: Question, values: readonly InputValue[]): InputOrigins {
  const watcher = new Watcher(question);
  const outcome = watch(question, watcher.record(listInputs(values)), STEPS, (edge, state) =>
    watcher.onEdge(edge, state),
  );
  return { ...watcher.origins(), outcome };
}

/** What gives one character, or the end, as its result: a test has a function of its own for it. */
const CHARACTERS = /^(?:getchar|getc|fgetc)$/;

type Owner =
  | { readonly kind: "declared"; readonly edge: Edge }
  | { readonly kind: "heap" }
  | { readonly kind: "extern"; readonly name: string };

interface Stretch {
  readonly owner: Owner;
  readonly occurrence: number;
  readonly base: number;
  readonly size: number;
}

class Watcher {
  readonly #question: Question;
  readonly #functions = new Map<string, TypedValue[]>();
  readonly #externObjects = new Map<string, TypedValue>();
  readonly #parameters: TypedValue[] = [];
  #commandLine: Map<number, number>[] | undefined;
  readonly #fed: { readonly name: string; readonly typed: TypedValue; readonly fed: Fed }[] = [];
  readonly #variables = new Map<string, Map<number, number> | undefined>();
  #environment: Map<number, number>[] | undefined;
  readonly #writes = new Map<string, Write[]>();
  readonly #locals = new Map<Edge, TypedValue[]>();
  readonly #objects = new Map<Edge, Content[]>();
  readonly #externContent = new Map<string, Content[]>();
  readonly #heap: Content[] = [];
  readonly #volatileReads = new Map<Edge, TypedValue[]>();
  readonly #taken = new Map<Edge, number>();
  /** By base address; a later stretch at the same base replaces an earlier one. */
  readonly #stretches = new Map<number, Stretch>();
  #allocations = 0;
  #allocated: Variable | undefined;
  #copies: "some" | "none" = "none";
  #impossible: string | undefined;
  #started: "started" | "not-started" = "not-started";

  constructor(question: Question) {
    this.#question = question;
  }

  origins(): Omit<InputOrigins, "outcome"> {
    const standardInput = this.#standardInput();
    return {
      standardInput,
      functions: this.#functions,
      externObjects: this.#externObjects,
      parameters: this.#parameters,
      commandLine: this.#commandLine,
      variables: this.#variables,
      environment: this.#environment,
      writes: this.#writes,
      locals: this.#locals,
      objects: this.#objects,
      externContent: this.#externContent,
      heap: this.#heap,
      volatileReads: this.#volatileReads,
      taken: this.#taken,
      copies: this.#copies,
      impossible: this.#impossible,
    };
  }

  onEdge(edge: Edge, state: StateReader): void {
    if (this.#started === "not-started") this.#start(state);
    const allocated = this.#allocated === undefined ? undefined : state.value(this.#allocated);
    if (allocated !== undefined) this.#addBlock({ kind: "heap" }, this.#allocations - 1, Number(allocated), HEAP_BLOCK);
    this.#allocated = undefined;
    const taken = this.#taken.get(edge) ?? 0;
    this.#taken.set(edge, taken + 1);
    const { op } = edge;
    if (op.kind === "uninitialised") {
      const base = state.addressOf(op.object);
      if (base !== undefined) this.#addBlock({ kind: "declared", edge }, taken, base, op.object.size ?? 0);
    } else if (op.kind === "copy") this.#copies = "some";
    else if (op.kind === "call" && op.callee.kind === "direct") this.#onCall(op.callee.name, op.target);
  }

  #start(state: StateReader): void {
    this.#started = "started";
    for (const object of this.#question.program.undefinedObjects) {
      const base = "size" in object ? state.addressOf(object as MemoryObject) : undefined;
      if (base !== undefined)
        this.#addBlock({ kind: "extern", name: object.name }, 0, base, (object as MemoryObject).size ?? 0);
    }
  }

  #onCall(name: string, target: Variable | undefined): void {
    if (this.#question.program.functions.has(name)) return;
    if (/memcpy|memmove|realloc|bcopy/.test(name)) this.#copies = "some";
    if (name !== "malloc") return;
    this.#allocations += 1;
    this.#allocated = target;
  }

  #addBlock(owner: Owner, occurrence: number, base: number, size: number): void {
    // Insertion order is age: the youngest stretch that contains an address is the one that lives.
    this.#stretches.delete(base);
    this.#stretches.set(base, { owner, occurrence, base, size });
  }

  record(source: InputSource): InputSource {
    return {
      next: (request) => {
        const value = source.next(request);
        this.#sort(request, value);
        return value;
      },
    };
  }

  #sort(request: InputRequest, value: InputValue): void {
    const { kind, edge, name, address, type } = request;
    const typed = { type, value };
    if (request.stdin !== undefined) {
      this.#fed.push({ name: name ?? "", typed, fed: request.stdin(value) });
      return;
    }
    if (request.written !== undefined) {
      this.#write(request, request.written, typed);
      return;
    }
    switch (kind) {
      case "parameter":
        if (request.range === undefined) this.#parameters.push(typed);
        else this.#commandLine = Array.from({ length: Number(value) }, () => new Map());
        return;
      case "argument":
        this.#character(name ?? "", typed);
        return;
      case "environment": {
        const variable = /^getenv\("(.*)"\) is set$/s.exec(name ?? "")?.[1];
        if (variable !== undefined) this.#variables.set(variable, Number(value) === 0 ? undefined : new Map());
        else this.#environment = Array.from({ length: Number(value) }, () => new Map());
        return;
      }
      case "address":
        this.#give("the addresses of objects");
        return;
      case "allocation":
        if (Number(value) !== 0) this.#give("memory that is not there");
        return;
      case "order":
        this.#give("the order of evaluation, which is the compiler's choice");
        return;
      case "volatile":
        if (edge === undefined) this.#give("a volatile read");
        else add(this.#volatileReads, edge, typed);
        return;
      case "nondet":
      case "external":
        if (edge?.op.kind === "havoc") this.#give("inline assembly");
        else if (name !== undefined && edge === undefined && !this.#isFunction(name))
          this.#externObjects.set(name, typed);
        else if (name !== undefined) add(this.#functions, name, typed);
        return;
      case "uninitialised":
        if (address !== undefined) this.#content(address, typed);
        else if (edge?.op.kind === "havoc" && edge.op.target.role === "local") add(this.#locals, edge, typed);
        else this.#give("the value of a function that returns none, or an argument that is not passed");
    }
  }

  #write({ usual }: InputRequest, { function: name, edge, ...cell }: WrittenInput, typed: TypedValue): void {
    if (typed.value === usual) return;
    if (typed.type.kind === "pointer" && Number(typed.value) !== 0) this.#give("an address that a function stores");
    const pointee = edge.op.kind === "call" ? edge.op.pointees?.[cell.argument] : undefined;
    if (pointee?.byValue === true) this.#give("what a function writes behind a structure that it is given");
    const parameters = this.#question.program.externals.get(name)?.signature.parameters ?? [];
    if (cell.argument >= parameters.length)
      this.#give("what a function writes behind an argument that it does not declare");
    const { call, argument, offsets } = cell;
    add(this.#writes, name, { ...typed, call, argument, offsets });
  }

  /** One stream of characters, which all functions read. */
  #standardInput(): readonly number[] | "closed" | undefined {
    if (this.#fed.every(({ name }) => CHARACTERS.test(name))) {
      for (const { name, typed } of this.#fed) add(this.#functions, name, typed);
      return undefined;
    }
    const text: number[] = [];
    let left: number | undefined;
    let isOver = false;
    for (const { fed } of this.#fed) {
      for (const byte of fed.bytes) {
        if (isOver || left === 0) this.#give("standard input that goes on behind its end, or behind a pause");
        if (left !== undefined) left -= 1;
        text.push(byte);
      }
      if (fed.ends === true) isOver = true;
      if (fed.breaks !== undefined) left = fed.breaks;
    }
    const failures = this.#fed.filter(({ fed }) => fed.fails === true).length;
    if (failures === 0) return text;
    if (text.length > 0 || isOver) this.#give("an error of standard input");
    return "closed";
  }

  #character(name: string, typed: TypedValue): void {
    const [, of, offset] = /^(.*)\[(\d+)\]$/s.exec(name) ?? [];
    const [, list, at] = /^(argv|envp)\[(\d+)\]$/.exec(of ?? "") ?? [];
    const variable = /^getenv\("(.*)"\)$/s.exec(of ?? "")?.[1];
    const text =
      variable !== undefined
        ? this.#variables.get(variable)
        : (list === "argv" ? this.#commandLine : this.#environment)?.[Number(at)];
    bytesOf(typed).forEach((byte, index) => {
      text?.set(Number(offset) + index, byte);
    });
  }

  #isFunction(name: string): boolean {
    return this.#question.program.externals.has(name) || libraryMeaning(name) !== undefined;
  }

  #content(address: number, typed: TypedValue): void {
    let found: Stretch | undefined;
    for (const stretch of this.#stretches.values()) {
      if (address < stretch.base || address >= stretch.base + stretch.size) continue;
      // Of a heap stretch only the start is known: the nearest one below is the one.
      if (stretch.owner.kind === "heap" && found?.owner.kind === "heap" && found.base > stretch.base) continue;
      found = stretch;
    }
    if (found === undefined) {
      this.#give("uninitialised memory that no declaration makes");
      return;
    }
    const content = { ...typed, occurrence: found.occurrence, offset: address - found.base };
    switch (found.owner.kind) {
      case "declared":
        add(this.#objects, found.owner.edge, content);
        return;
      case "extern":
        add(this.#externContent, found.owner.name, content);
        return;
      case "heap":
        this.#heap.push(content);
    }
  }

  #give(what: string): void {
    this.#impossible ??= what;
  }
}

// Larger than any stretch: the interpreter's heap lies above all other memory.
const HEAP_BLOCK = 1 << 30;

function add<Key, Item>(map: Map<Key, Item[]>, key: Key, item: Item): void {
  memoised(map, key, () => []).push(item);
}
