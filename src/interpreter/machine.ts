/**
 * A program made ready to run any number of times: its memory, its layout and its functions, each compiled to
 * JavaScript at its first call. Between runs memory is wiped as far as it was used; the compiled code stays.
 */
import type { Access, Edge, ExternalFunction, FunctionGraph, Op, Program, Signature } from "../cfa/cfa.ts";
import type { ResultRange } from "../cfa/library/row.ts";
import { isUninterpreted, libraryMeaning } from "../cfa/library-names.ts";
import {
  failureOf,
  isEnvironmentRead,
  isLibraryFunction,
  keepsErrno,
  plainName,
  resultRange,
  tellsErrno,
} from "../cfa/library-results.ts";
import type { MemoryObject, Variable } from "../logic/term.ts";
import { intType, pointerType, type ScalarType, showType } from "../logic/types.ts";
import { count, hasRoom } from "../util/budget.ts";
import { AddressBook } from "./address-book.ts";
import type { CompileOptions } from "./compile/checks.ts";
import { representationOf } from "./compile/code.ts";
import { type CompileContext, compileFunction } from "./compile/function.ts";
import { type End, type RunEnd, Stop } from "./end.ts";
import { type InputSource, randomWords } from "./inputs.ts";
import { layoutProgram, type ProgramLayout, sizeOfGlobal } from "./layout.ts";
import { applyBits } from "./library/bits.ts";
import { runAtExit } from "./library/control.ts";
import { environmentFunction } from "./library/environment.ts";
import { libraryFunction } from "./library/index.ts";
import {
  bytesOf,
  type LibraryContext,
  type LibraryFunction,
  type LibraryState,
  numberAt,
  readString,
  textOf,
} from "./library/library.ts";
import { applyMathematics, isApproximate } from "./library/mathematics.ts";
import { newStandardInput, standardInputFunction } from "./library/standard-input.ts";
import { leakAt, rootsOf } from "./lost-memory.ts";
import { CONSTANT, clear, createMemory, FRESH, giveBack, type Memory, mark, READY } from "./memory.ts";
import { ARGUMENT_BYTES } from "./outside.ts";
import { type Callable, type Frame, type Holder, Runtime } from "./runtime.ts";
import { coerceTo, type Value } from "./values.ts";

export interface MachineOptions extends CompileOptions {
  /** Whether `rand`, `getchar` and the like ask the inputs (verification) or are ordinary deterministic functions. */
  readonly environment: "input" | "ordinary";
  /** Whether an input decides that malloc and its relatives find no memory. */
  readonly malloc: "succeeds" | "may-fail";
  /** What is looked for where the program ends. Code that reports its edges is needed. */
  readonly leaks: readonly ("lost" | "kept")[];
  /** Bytes of the address space: stack, globals and heap together. */
  readonly memory: number;
}

export interface RunOptions {
  readonly inputs: InputSource;
  /** Loop iterations and calls; Infinity for no limit. */
  readonly steps: number;
  /** Bytes of JavaScript stack that nested C calls may take, by estimate. */
  readonly stackWeight: number;
  readonly entry: string;
  /** `argv` of `main`, with the program's name; other entry functions take their parameters from the inputs. */
  readonly arguments: readonly string[];
  readonly stdout: (bytes: Uint8Array) => void;
  readonly stderr: (bytes: Uint8Array) => void;
  readonly onEdge?: (edge: Edge, frame: Frame) => void;
}

const STACK_SHARE = 4;
const LARGEST_STACK = 64 * 1024 * 1024;
const STREAM_NAMES = ["stdin", "stdout", "stderr"] as const;

// Bytes of static objects, which memory and its shadow hold in full: touching more takes seconds, and more than a machine may have.
const LARGEST_STATICS = 2 ** 29;
const SMALLEST_MEMORY = 65536;
// Statics are marked before a run and wiped behind it: work of its own where they are large.
const COUNTED_STATICS = 2 ** 20;
const STATIC_BYTES_PER_UNIT = 1024;
const LARGE_STATICS = 2 ** 26;

/** What is known of each byte of statics is written down before a run: that much is touched at once. */
function staticsFit(bytes: number): boolean {
  return bytes <= LARGE_STATICS || (bytes <= LARGEST_STATICS && hasRoom(bytes / 2 ** 20));
}

export class Machine {
  readonly program: Program;
  readonly memory: Memory;
  readonly layout: ProgramLayout;
  readonly runtime: Runtime;
  /** With `observation: "counts"`: the edges that are counted, as far as their functions were called, and how often in this run. */
  readonly counted: Edge[] = [];
  readonly counts: Uint32Array;
  readonly #options: MachineOptions;
  readonly #holders = new Map<string, Holder>();
  readonly #context: CompileContext;
  readonly #stackEnd: number;
  /** Static objects have room in memory; otherwise no run begins. */
  readonly #fits: boolean;
  readonly #undefined: ReadonlySet<Variable | MemoryObject>;
  /** Globals that do not fit a slot: wider than 64 bits, or unbounded. */
  readonly #wide: (bigint | undefined)[] = [];
  #library: LibraryContext | undefined;
  /** Where the array of environment variables is, once somebody has looked. */
  #variables: number | undefined;
  #initialise: Callable | undefined;
  #inexact = false;
  /** The run has used a result whose last places another library may have otherwise. */
  #approximate = false;
  #closed = false;
  /** A run has written to memory: until then it is zero, and untouched. */
  #used = false;

  constructor(program: Program, options: MachineOptions) {
    this.program = program;
    this.#options = options;
    this.layout = layoutProgram(program);
    this.#fits = staticsFit(this.layout.stackStart);
    this.memory = createMemory(
      this.#fits ? Math.max(options.memory, this.layout.stackStart + 1024 * 1024) : SMALLEST_MEMORY,
    );
    const room = this.memory.size - this.layout.stackStart;
    this.#stackEnd = this.layout.stackStart + Math.min(LARGEST_STACK, Math.floor(room / STACK_SHARE / 4096) * 4096);
    const addresses = new AddressBook(this.memory, this.layout.stackStart, program.pointerBytes);
    this.runtime = new Runtime(this.memory, this.#stackEnd + 4096, addresses, (address) => this.#holderAt(address));
    this.runtime.pointerBytes = program.pointerBytes;
    if (options.stopsAt.has("uninitialised")) this.runtime.readsOfNothing = "stop";
    this.runtime.errnoObjects = program.errno.flatMap((place) =>
      "align" in place ? [this.layout.objects.get(place) as number] : [],
    );
    this.runtime.regions = program.objects.flatMap(({ fixedAddress: start, size = 0 }) =>
      start === undefined ? [] : [{ start, end: start + size }],
    );
    this.runtime.applyFunction = (name, operands) =>
      applyBits(name, operands) ?? this.#calculate(name, operands) ?? addresses.apply(name, operands);
    this.#undefined = new Set(program.undefinedObjects);
    this.counts = new Uint32Array(options.observation === "counts" ? numberOfEdges(program) : 0);
    this.#context = this.#compileContext();
  }

  #compileContext(): CompileContext {
    const accessNumbers = new Map<string, number>();
    const typeNumbers = new Map<string, number>();
    const { accesses, types } = this.runtime;
    const numbered = <T>(numbers: Map<string, number>, list: T[], key: string, item: T): number => {
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, list.length);
      list.push(item);
      return list.length - 1;
    };
    const mayTouch = givesAway(this.program);
    return {
      options: this.#options,
      layout: this.layout,
      unsettled: (object) => this.#undefined.has(object) || (mayTouch && object.readOnly !== true),
      functions: this.program.functions,
      signatureOf: (name) => this.#signatureOf(name),
      accessIndex: (access: Access) =>
        numbered(accessNumbers, accesses, `${showType(access.type)} ${access.bytes} ${access.bitOffset}`, access),
      typeIndex: (type: ScalarType) => numbered(typeNumbers, types, showType(type), type),
      isErrno: (variable: Variable) => this.program.errno.includes(variable),
      volatileIndex: (object: MemoryObject) => this.runtime.volatileObjects.push(object) - 1,
      countIndex: (edge: Edge) => this.counted.push(edge) - 1,
    };
  }

  #signatureOf(name: string): Signature | undefined {
    return this.program.functions.get(name)?.signature ?? this.program.externals.get(name)?.signature;
  }

  // --- Functions ----------------------------------------------------------------------------------------------------

  #holderAt(address: number): Holder | undefined {
    const name = this.layout.functionAt.get(address);
    return name === undefined ? undefined : this.#holder(name);
  }

  #holder(name: string): Holder {
    const known = this.#holders.get(name);
    if (known !== undefined) return known;
    const graph = this.program.functions.get(name);
    const holder: Holder = {
      name,
      signature: this.#signatureOf(name) ?? UNKNOWN_SIGNATURE,
      call: () => undefined,
      adaptors: new Map(),
    };
    this.#holders.set(name, holder);
    if (graph === undefined) holder.call = this.#external(name, this.program.externals.get(name));
    else {
      holder.call = (...operands) => {
        holder.call = this.#compile(graph);
        return holder.call(...operands);
      };
    }
    return holder;
  }

  #calculate(name: string, operands: readonly Value[]): Value | undefined {
    const value = applyMathematics(name, operands);
    if (value !== undefined && isApproximate(name, operands, value)) this.#approximate = true;
    return value;
  }

  #compile(graph: FunctionGraph): Callable {
    if (!this.#inexact && graph.edges.some(usesLongDouble)) this.#inexact = true;
    const { text, callees } = compileFunction(graph, this.#context);
    const m = this.memory;
    const names = ["R", "T", "W", "G", "E", "U8", "I8", "U16", "I16", "U32", "I32", "U64", "I64", "F32", "F64"];
    names.push("X8", "X16", "X32", "N", ...callees.map((_, index) => `H${index}`));
    const build = new Function(...names, text);
    const values: unknown[] = [this.runtime, this.runtime.counters, this.#wide, graph, edgesById(graph)];
    values.push(m.u8, m.i8, m.u16, m.i16, m.u32, m.i32, m.u64, m.i64, m.f32, m.f64, m.shadow, m.shadow16, m.shadow32);
    values.push(this.counts);
    return build(...values, ...callees.map((name) => this.#holder(name))) as Callable;
  }

  #external(name: string, external: ExternalFunction | undefined): Callable {
    const result = external?.signature.result;
    const ask = (kind: "nondet" | "external"): Value | undefined =>
      result === undefined ? undefined : this.runtime.ask(kind, result, this.runtime.edge, name);
    const writes = external?.pure !== true;
    const called =
      (kind: "nondet" | "external"): Callable =>
      (...operands) => {
        if (writes) this.runtime.outside.touch(name, this.runtime.edge, operands);
        if (result === undefined) return undefined;
        return this.runtime.askResult(kind, result, name, operands, external?.signature.parameters ?? []);
      };
    if (isUninterpreted(name)) return this.#uninterpreted(name, called("nondet"));
    if (libraryMeaning(name) === "nondet") return called("nondet");
    const isVerified = this.#options.environment === "input";
    const library = isVerified ? this.#verified(name, external) : libraryFunction(name);
    if (library === undefined) {
      if (external?.noreturn !== true) return called("external");
      return () => {
        throw new Stop({ kind: "abort", edge: this.runtime.edge });
      };
    }
    return (...operands) => {
      const edge = this.runtime.edge;
      const value = library(this.#library as LibraryContext, operands);
      if (value !== undefined && isApproximate(name, operands, value)) this.#approximate = true;
      // A callback may have moved it.
      this.runtime.edge = edge;
      if (isVerified && !keepsErrno(name) && !tellsErrno(name) && isLibraryFunction(name)) this.runtime.forgetErrno();
      if (result === undefined) return undefined;
      return value === undefined ? ask("external") : coerceTo(value, result);
    };
  }

  /** Each call is an input; where the same arguments gave another result before, there is no such execution. */
  #uninterpreted(name: string, ask: Callable): Callable {
    return (...operands) => {
      const value = ask(...operands);
      const key = `${name}(${operands.join()})`;
      const { once } = (this.#library as LibraryContext).state;
      const before = once.get(key);
      if (before !== undefined && before !== value) throw new Stop({ kind: "assumption", edge: this.runtime.edge });
      if (value !== undefined) once.set(key, value);
      return value;
    };
  }

  /** What a library function does where its environment is unknown: the result is an input, or the run cannot go on. */
  #verified(name: string, external: ExternalFunction | undefined): LibraryFunction | undefined {
    const signature = external?.signature;
    const result = signature?.result;
    const ask = (within: ResultRange): Value =>
      result === undefined ? 0 : this.runtime.ask("nondet", result, this.runtime.edge, name, within);
    const special = environmentFunction(name, ask);
    const takes = signature !== undefined && (signature.parameters.length > 0 || signature.variadic);
    if (plainName(name) === "getenv" && takes)
      return (context, operands) => {
        const { edge } = context.runtime;
        return this.#variable(textOf(readString(context.runtime, numberAt(operands, 0))), edge);
      };
    const reads = takes || name === "getchar" ? standardInputFunction(plainName(name), result ?? INT) : undefined;
    const other = special ?? this.#verifiedOther(name, external, ask);
    // Of another stream nothing is known.
    if (reads !== undefined) return (context, operands) => reads(context, operands) ?? other?.(context, operands);
    return other;
  }

  #verifiedOther(
    name: string,
    external: ExternalFunction | undefined,
    ask: (within: ResultRange) => Value,
  ): LibraryFunction | undefined {
    const signature = external?.signature;
    const range = resultRange(name);
    if (isEnvironmentRead(name) && range !== undefined) return () => ask(range);
    // A function of the program's own that happens to have the name of a library function takes other arguments.
    const takesSome = signature !== undefined && (signature.parameters.length > 0 || signature.variadic);
    const failure = failureOf(name);
    if (failure !== undefined && takesSome) return () => ask({ low: failure, high: failure });
    const known = libraryFunction(name);
    if (known !== undefined || !isLibraryFunction(name) || !takesSome) return known;
    return (context) => context.runtime.unsupported(name);
  }

  // --- Runs ---------------------------------------------------------------------------------------------------------

  run(options: RunOptions): RunEnd {
    if (!this.#fits) return { kind: "limit", limit: "memory", edge: undefined, steps: 0, inexact: false };
    let end = this.#runToEnd(options);
    if (this.#options.leaks.length > 0)
      end = leakAt(end, this.runtime, this.#options.leaks, () => rootsOf(this)) ?? end;
    const isViolation = end.kind === "error" || end.kind === "undefined-behaviour" || end.kind === "leak";
    if (isViolation && "edge" in end && !this.runtime.outside.argumentsAreStrings())
      end = { kind: "unsupported", what: "a look behind the end of an argument", edge: end.edge };
    return { ...end, steps: this.runtime.steps, inexact: this.#inexact || this.#approximate };
  }

  #runToEnd(options: RunOptions): End {
    const { runtime } = this;
    if (this.#closed) throw new Error("a machine that was closed should not run");
    this.#approximate = false;
    this.#variables = undefined;
    this.counts.fill(0);
    this.#wipe();
    this.#used = true;
    if (this.layout.stackStart > COUNTED_STATICS) count(Math.floor(this.layout.stackStart / STATIC_BYTES_PER_UNIT));
    runtime.reset(options.inputs, options.steps, options.stackWeight, this.layout.stackStart, this.#stackEnd);
    runtime.observer = options.onEdge;
    this.#library = this.#libraryContext(options);
    try {
      this.#prepareGlobals();
      this.#initialise ??= this.#compile(this.program.initialise);
      this.#initialise();
      this.#sealConstants();
      const entry = this.program.functions.get(options.entry);
      if (entry === undefined) return { kind: "unsupported", what: `no function ${options.entry}`, edge: undefined };
      const status = this.#holder(options.entry).call(...this.#entryArguments(entry, options));
      runAtExit(this.#library);
      return {
        kind: "exit",
        status: typeof status === "number" ? status & 255 : Number(BigInt.asUintN(8, status ?? 0n)),
      };
    } catch (error) {
      if (error instanceof Stop) return error.end;
      const end = endOfEngineError(error, runtime.edge);
      if (end === undefined) throw error;
      return end;
    }
  }

  /** Ends the use of this machine: its memory serves others. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    // Large statics have touched so much of it that a fresh one is cheaper than wiping this.
    if (this.layout.stackStart > LARGE_STATICS) return;
    this.#wipe();
    giveBack(this.memory);
  }

  #wipe(): void {
    if (!this.#used) return;
    const { memory, runtime } = this;
    const ranges = [
      [0, Math.max(runtime.highestStack, this.layout.stackStart)],
      [this.#stackEnd, Math.max(runtime.heap.top, this.#stackEnd)],
    ] as const;
    for (const [start, end] of ranges) {
      clear(memory, start, end);
      memory.shadow.fill(0, start, end);
    }
    this.#wide.length = 0;
  }

  #prepareGlobals(): void {
    const { program, layout, memory, runtime } = this;
    for (const object of program.objects) {
      const at = layout.objects.get(object);
      if (at === undefined || object.role === "function") continue;
      mark(memory, at, sizeOfGlobal(object), this.#undefined.has(object) ? FRESH : READY);
      if (object.volatile !== undefined) runtime.addVolatile(at, sizeOfGlobal(object), object);
    }
    for (const variable of program.globals) {
      if (representationOf(variable.type) === "bigint") this.#wide[(layout.slots.get(variable) as number) >> 3] = 0n;
    }
    for (const item of program.undefinedObjects) {
      const stream = STREAM_NAMES.indexOf(item.name as (typeof STREAM_NAMES)[number]);
      const initial = LIBRARY_VALUES[item.name];
      if (stream !== -1) this.#writeGlobal(item, streamAddress(stream));
      else if (ENVIRON.test(item.name)) this.#writeGlobal(item, this.#environment());
      else if (initial !== undefined && !("size" in item)) this.#writeGlobal(item, initial);
      else if (!("role" in item && "size" in item)) {
        const variable = item as Variable;
        this.#writeGlobal(variable, runtime.ask("external", variable.type as ScalarType, undefined, variable.name));
      }
    }
  }

  #writeErrno(place: Variable | MemoryObject, value: number): void {
    this.runtime.errnoSet();
    if (!("align" in place)) this.#writeGlobal(place, value);
    else {
      const at = this.layout.objects.get(place) as number;
      this.memory.view.setInt32(at, value, true);
      mark(this.memory, at, 4, READY);
    }
  }

  #writeGlobal(item: Variable | MemoryObject, value: Value): void {
    if ("size" in item) {
      const at = this.layout.objects.get(item) as number;
      const bytes = this.program.pointerBytes;
      if (bytes === 4) this.memory.view.setUint32(at, Number(value), true);
      else this.memory.view.setBigUint64(at, BigInt(value), true);
      mark(this.memory, at, bytes, READY);
      return;
    }
    const slot = this.layout.slots.get(item) as number;
    const type = item.type;
    switch (representationOf(type)) {
      case "number":
        this.memory.i32[slot >> 2] = Number(value);
        return;
      case "bigint":
        if (type.kind === "int" && type.bits <= 64) this.memory.i64[slot >> 3] = BigInt(value);
        else this.#wide[slot >> 3] = BigInt(value);
        return;
      case "pointer":
      case "float":
        this.memory.f64[slot >> 3] = Number(value);
    }
  }

  /** The current value of a scalar global. */
  readGlobal(variable: Variable): Value | undefined {
    const slot = this.layout.slots.get(variable);
    if (slot === undefined) return undefined;
    const type = variable.type;
    switch (representationOf(type)) {
      case "number":
        return type.kind === "int" && type.signed ? this.memory.i32[slot >> 2] : this.memory.u32[slot >> 2];
      case "bigint":
        if (type.kind !== "int" || type.bits > 64) return this.#wide[slot >> 3];
        return type.signed ? this.memory.i64[slot >> 3] : this.memory.u64[slot >> 3];
      case "pointer":
      case "float":
        return this.memory.f64[slot >> 3];
    }
  }

  #sealConstants(): void {
    for (const object of this.program.objects) {
      const at = this.layout.objects.get(object);
      if (object.readOnly && at !== undefined) mark(this.memory, at, sizeOfGlobal(object), CONSTANT);
    }
  }

  #entryArguments(entry: FunctionGraph, options: RunOptions): Value[] {
    if (entry.name !== "main" || entry.parameters.length === 0)
      return entry.parameters.map((variable) =>
        this.runtime.ask("parameter", variable.type as ScalarType, undefined, variable.name),
      );
    const words = options.arguments;
    const isInput = this.#options.environment === "input" && takesArguments(entry);
    const count = isInput ? this.#argumentCount(entry) : words.length;
    const strings = isInput
      ? Array.from({ length: count }, (_, i) => this.#unknownText(`argv[${i}]`))
      : words.map((word) => this.#string(word));
    const environment = entry.parameters.length < 3 ? 0 : this.#environment();
    const values: Value[] = [count, this.#vector(strings), environment];
    return entry.parameters.map((variable, index) => coerceTo(values[index] ?? 0, variable.type as ScalarType));
  }

  /** Of all variables, as `environ` and the third parameter of `main` have them. */
  #environment(): number {
    if (this.#options.environment !== "input") return this.#vector([]);
    if (this.#variables !== undefined) return this.#variables;
    const name = "number of environment variables";
    const asked = { kind: "environment" as const, type: INT, edge: undefined, name };
    const count = Number(this.runtime.askPiece({ ...asked, range: [0, MOST_VARIABLES] }));
    this.#variables = this.#vector(Array.from({ length: count }, (_, i) => this.#unknownText(`envp[${i}]`)));
    return this.#variables;
  }

  /** The same text for the same name; none where the variable is not set. */
  #variable(name: string, edge: Edge | undefined): number {
    const { once } = (this.#library as LibraryContext).state;
    const key = `getenv("${name}")`;
    const known = once.get(key);
    if (known !== undefined) return Number(known);
    if (this.#variables !== undefined) this.runtime.unsupported("getenv beside environ", edge);
    const asked = { kind: "environment" as const, type: INT, edge, name: `${key} is set` };
    const isSet = Number(this.runtime.askPiece({ ...asked, range: [0, 1] })) === 1;
    const at = isSet ? this.#unknownText(key) : 0;
    once.set(key, at);
    return at;
  }

  #argumentCount(entry: FunctionGraph): number {
    const [first] = entry.parameters as [Variable];
    return this.runtime.askWithin(first.name, first.type as ScalarType, 1, [0, MOST_ARGUMENTS]);
  }

  /** An array of pointers with null at its end. */
  #vector(pointers: readonly number[]): number {
    const { heap, memory } = this.runtime;
    const width = this.program.pointerBytes;
    const vector = heap.allocate((pointers.length + 1) * width) ?? this.runtime.memoryFull();
    mark(memory, vector, (pointers.length + 1) * width, READY);
    pointers.forEach((at, index) => {
      memory.view.setUint32(vector + index * width, at, true);
    });
    return vector;
  }

  #string(word: string): number {
    const bytes = bytesOf(word);
    const at = this.runtime.heap.allocate(bytes.length + 1) ?? this.runtime.memoryFull();
    this.memory.u8.set(bytes, at);
    mark(this.memory, at, bytes.length + 1, READY);
    return at;
  }

  /** Characters are asked for when they are read; the last one is the end. */
  #unknownText(name: string): number {
    const at = this.runtime.heap.allocate(ARGUMENT_BYTES) ?? this.runtime.memoryFull();
    mark(this.memory, at + ARGUMENT_BYTES - 1, 1, READY);
    this.runtime.outside.addArgument(at, name);
    return at;
  }

  #findsMemory(name: string): boolean {
    const type = intType(32, "signed");
    return Number(this.runtime.ask("allocation", type, this.runtime.edge, name, { low: 0, high: 1 })) === 0;
  }

  #libraryContext(options: RunOptions): LibraryContext {
    const state: LibraryState = {
      ticks: 0,
      tokenizer: 0,
      characterTables: new Map(),
      atExit: [],
      once: new Map(),
      drawn: new Set(),
      reseeded: new Set(),
      standardInput: newStandardInput(),
    };
    return {
      runtime: this.runtime,
      pointerBytes: this.program.pointerBytes,
      write: (stream, bytes) => (stream === "stdout" ? options.stdout(bytes) : options.stderr(bytes)),
      streamOf: (pointer) =>
        pointer === streamAddress(1) ? "stdout" : pointer === streamAddress(2) ? "stderr" : undefined,
      call: (address, operands) => {
        const holder = this.#holderAt(address);
        if (holder === undefined) return this.runtime.stopUndefined("bad-call", "callback that is not a function");
        const type = pointerType(this.program.pointerBytes * 8);
        return holder.call(...operands.map((value, i) => coerceTo(value, holder.signature.parameters[i] ?? type)));
      },
      random: randomWords(1),
      hasMemory: (name) => this.#options.malloc === "succeeds" || this.#findsMemory(name),
      setErrno: (value) => {
        for (const place of this.program.errno) this.#writeErrno(place, value);
      },
      state,
    };
  }
}

const INT = intType(32, "signed");

/** More are not tried. */
const MOST_ARGUMENTS = 64;
const MOST_VARIABLES = 16;
const ENVIRON = /^(?:__)?environ$/;

/** `main(int argc, char **argv)`, by whatever names. */
function takesArguments(entry: FunctionGraph): boolean {
  const [first, second] = entry.parameters;
  return (
    entry.name === "main" && first?.type.kind === "int" && (second === undefined || second.type.kind === "pointer")
  );
}

/** What POSIX says of objects of the library before anything is called. */
const LIBRARY_VALUES: Readonly<Record<string, number>> = { optind: 1, opterr: 1, optarg: 0, signgam: 0 };

/** Whether some function that is not part of the program, nor of the library, is given a pointer to write through. */
function givesAway({ functions, externals }: Program): boolean {
  const isStranger = (name: string): boolean =>
    externals.get(name)?.pure !== true && (libraryMeaning(name) === "nondet" || libraryFunction(name) === undefined);
  const strangers = new Set([...externals.keys()].filter(isStranger));
  if (strangers.size === 0) return false;
  for (const graph of functions.values())
    for (const { op } of graph.edges)
      if (op.kind === "call" && op.pointees !== undefined)
        if (op.callee.kind === "indirect" || strangers.has(op.callee.name)) return true;
  return false;
}

const UNKNOWN_SIGNATURE: Signature = { parameters: [], variadic: false, unprototyped: true, result: undefined };

// In the page of null: FILE pointers are compared and passed, never followed.
function streamAddress(stream: number): number {
  return 64 + stream * 16;
}

function numberOfEdges({ functions, initialise }: Program): number {
  return [initialise, ...functions.values()].reduce((sum, { edges }) => sum + edges.length, 0);
}

function edgesById(graph: FunctionGraph): Edge[] {
  const edges: Edge[] = [];
  for (const edge of graph.edges) edges[edge.id] = edge;
  return edges;
}

function usesLongDouble(edge: Edge): boolean {
  const op: Op = edge.op;
  const type =
    op.kind === "load" || op.kind === "store" ? op.access.type : "target" in op ? op.target?.type : undefined;
  return type?.kind === "float" && type.format === "x87";
}

/** What the JavaScript engine's own limits mean for the program; undefined for a bug of ours. */
function endOfEngineError(error: unknown, edge: Edge | undefined): End | undefined {
  if (!(error instanceof RangeError)) return undefined;
  if (/division by zero/i.test(error.message))
    return { kind: "undefined-behaviour", what: "division", message: "division by zero", edge };
  if (/call stack|too many arguments/i.test(error.message)) return { kind: "limit", limit: "depth", edge };
  return /bigint/i.test(error.message) ? { kind: "limit", limit: "memory", edge } : undefined;
}
