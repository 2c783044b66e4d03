/**
 * What the parts of the translation share: the analyses' results, the model's variables, and the record of everything
 * that was given up or assumed.
 *
 * An edge of the concrete level becomes one or more outcomes. Outcomes exclude each other only as far as their conditions
 * say; together they cover every defined execution of the edge.
 */
import type { Edge, FunctionGraph, Program } from "../../cfa/cfa.ts";
import { LIBRARY_OBJECTS } from "../../cfa/library-results.ts";
import type { Formula, MemoryObject, Term, Variable } from "../../logic/term.ts";
import { MATH_INTEGER, type ScalarType, type ValueType } from "../../logic/types.ts";
import type { SourceRange } from "../../util/source.ts";
import { CommandLine } from "../memory/arguments.ts";
import { layOut, type Placement } from "../memory/layout.ts";
import { divideMemory, type Memory, stringPointers } from "../memory/memory.ts";
import type { Assumption, InputCells, ModelOp, OverApproximation } from "../model.ts";
import type { ModelOptions } from "../options.ts";
import { Lifetimes } from "../pointers/lifetimes.ts";
import { analysePointers, type PointsTo, type Region } from "../pointers/points-to.ts";
import { buildCallGraph, type CallGraph } from "../view/call-graph.ts";
import { type Activation, modelType } from "./arithmetic.ts";

export interface Outcome {
  /** What happens in every outcome of the edge: checks that are assumed, reads of volatile variables. */
  readonly prefix: readonly ModelOp[];
  /** When this outcome is taken; undefined where there is no choice. */
  readonly condition: Formula | undefined;
  readonly ops: readonly ModelOp[];
  readonly next: Next;
}

export type Next =
  | { readonly kind: "goto" }
  /** A call: the arguments are terms of the caller's activation. */
  | { readonly kind: "enter"; readonly graph: FunctionGraph; readonly arguments: readonly Term[] }
  | { readonly kind: "error"; readonly reason: string; readonly range: SourceRange }
  | { readonly kind: "end" }
  | { readonly kind: "unmodelled"; readonly reason: string };

export const GOTO: Next = { kind: "goto" };

export class Translation {
  readonly program: Program;
  readonly options: ModelOptions;
  readonly pointsTo: PointsTo;
  readonly calls: CallGraph;
  readonly lifetimes: Lifetimes;
  readonly memory: Memory;
  readonly placementOf: (region: Region) => Placement;
  readonly commandLine: CommandLine;
  readonly variables: Variable[] = [];
  readonly overApproximations: OverApproximation[] = [];
  readonly assumptions: { what: string; ranges: SourceRange[] }[] = [];
  readonly #recorded = new Set<string>();
  readonly #instances: Map<Variable, Variable>[] = [];
  readonly #baseOf = new Map<Variable, Variable>();
  readonly #results = new Map<string, Variable>();
  readonly #scratch = new Map<ScalarType, Variable>();
  readonly #copies = { old: new Map<Variable, Variable>(), "before the call": new Map<Variable, Variable>() };
  readonly #counters = new Map<Region, Variable>();
  readonly #sizes = new Map<Region, Variable>();
  readonly #freed = new Map<Region, Variable>();
  readonly #activations = new Map<string, Activation>();
  #collecting: (() => void)[] | undefined;
  #listener: ((made: Variable) => void) | undefined;
  #nextId: number;

  constructor(program: Program, options: ModelOptions, entry: FunctionGraph) {
    this.program = program;
    this.options = options;
    this.#nextId = program.variableCount;
    this.pointsTo = analysePointers(program, entry, options.properties, options.externals);
    this.calls = buildCallGraph(program, entry, this.pointsTo, options.properties);
    this.lifetimes = new Lifetimes(program, entry.name, this.pointsTo, this.calls);
    this.placementOf = layOut(this.pointsTo, this.calls, program.pointerBytes, options.recursionDepth);
    const strings = options.properties.includes("valid-deref") ? stringPointers(this.pointsTo) : [];
    this.memory = divideMemory(this.pointsTo, this.placementOf, strings, {
      make: (name, type, owner) => this.#make(name, type, "memory", owner),
      elementType: (type) => modelType(type, options),
    });
    this.commandLine = new CommandLine(this, entry, this.#argumentCount(entry));
    for (const { what, range } of program.overApproximations) this.record(what, range);
  }

  #argumentCount({ name, parameters: [first] }: FunctionGraph): Variable | undefined {
    if (name !== "main" || first?.type.kind !== "int") return undefined;
    return this.#make(`${first.name} at the start`, modelType(first.type, this.options), "memory", undefined);
  }

  // --- Record -----------------------------------------------------------------------------------------------------

  /** Runs a part of the translation; its records are handed over instead of made, as the part may be sliced away. */
  collectNotes(part: () => void): readonly (() => void)[] {
    const notes: (() => void)[] = [];
    this.#collecting = notes;
    part();
    this.#collecting = undefined;
    return notes;
  }

  record(what: string, range: SourceRange): void {
    if (this.#collecting === undefined) this.#record(what, range);
    else this.#collecting.push(() => this.#record(what, range));
  }

  /** Told at once: an assumption about what is sliced away is one all the same. */
  assumeThat(what: string, range: SourceRange): void {
    let assumption = this.assumptions.find((known) => known.what === what);
    if (assumption === undefined) {
      assumption = { what, ranges: [] };
      this.assumptions.push(assumption satisfies Assumption);
    }
    const key = `${range.start}:${range.end}:assume ${what}`;
    if (this.#recorded.has(key)) return;
    this.#recorded.add(key);
    assumption.ranges.push(range);
  }

  #record(what: string, range: SourceRange): void {
    const key = `${range.start}:${range.end}:${what}`;
    if (this.#recorded.has(key)) return;
    this.#recorded.add(key);
    this.overApproximations.push({ what, range });
  }

  // --- Variables --------------------------------------------------------------------------------------------------

  #make(name: string, type: ValueType, role: Variable["role"], owner: string | undefined): Variable {
    const made: Variable = { id: this.#nextId, name, type, role, ...(owner === undefined ? {} : { function: owner }) };
    this.#nextId += 1;
    this.#announce(made);
    return made;
  }

  #announce(made: Variable): void {
    this.variables.push(made);
    this.#listener?.(made);
  }

  /** Hears of all variables, those that exist and those to come. */
  onVariable(listener: (made: Variable) => void): void {
    for (const variable of this.variables) listener(variable);
    this.#listener = listener;
  }

  /** The variable that stands for a program's variable in an activation of its function. */
  variableOf(of: Variable, instance: number): Variable {
    const level = of.function !== undefined && this.calls.isRecursive(of.function) ? instance : 0;
    let known = this.#instances[level];
    if (known === undefined) {
      known = new Map();
      this.#instances[level] = known;
    }
    const made = known.get(of);
    if (made !== undefined) return made;
    const fresh = this.#instance(of, level);
    known.set(of, fresh);
    return fresh;
  }

  #instance(of: Variable, level: number): Variable {
    const type = of.type.kind === "array" ? of.type : modelType(of.type, this.options);
    if (level === 0 && type === of.type) {
      this.#announce(of);
      return of;
    }
    const name = level === 0 ? of.name : `${of.name}#${level + 1}`;
    const made: Variable = { ...of, id: this.#nextId, name, type };
    this.#nextId += 1;
    if (level > 0) this.#baseOf.set(made, this.variableOf(of, 0));
    this.#announce(made);
    return made;
  }

  /** An object that library functions change, so that it holds anything whenever it is read: `optind`, `environ`. */
  isOfLibrary(of: Variable | MemoryObject): boolean {
    return LIBRARY_OBJECTS.has(of.name) && this.program.undefinedObjects.includes(of);
  }

  /** The first activation's variable, for which slicing decides. */
  baseOf(of: Variable): Variable {
    return this.#baseOf.get(of) ?? of;
  }

  /** Holds what a function returns until its caller takes it. */
  resultOf(graph: FunctionGraph, instance: number): Variable | undefined {
    const type = graph.signature.result;
    if (type === undefined) return undefined;
    let result = this.#results.get(graph.name);
    if (result === undefined) {
      result = { id: this.#nextId, name: `${graph.name}::return`, type, role: "result", function: graph.name };
      this.#nextId += 1;
      this.#results.set(graph.name, result);
    }
    return this.variableOf(result, instance);
  }

  /** Holds the value that a variable had at some moment, for contracts. */
  copyOf(of: Variable, moment: "old" | "before the call"): Variable {
    const copies = this.#copies[moment];
    let copy = copies.get(of);
    if (copy === undefined) {
      copy = this.#make(
        moment === "old" ? `old(${of.name})` : `${of.name} ${moment}`,
        of.type,
        "temporary",
        of.function,
      );
      copies.set(of, copy);
    }
    return copy;
  }

  /** A variable that holds an unknown value for one assignment only. */
  scratch(type: ScalarType): Variable {
    let scratch = this.#scratch.get(type);
    if (scratch === undefined) {
      scratch = this.#make("unknown", type, "temporary", undefined);
      this.#scratch.set(type, scratch);
    }
    return scratch;
  }

  /** The next free address of an allocation site. */
  counterOf(region: Region): Variable {
    return this.#heapVariable(this.#counters, region, "next");
  }

  /** The size of the only object of a region whose size is computed. */
  sizeOf(region: Region): Variable {
    return this.#heapVariable(this.#sizes, region, "size");
  }

  /** 1 once the only object of a region has been freed. */
  freedOf(region: Region): Variable {
    return this.#heapVariable(this.#freed, region, "freed");
  }

  get counters(): ReadonlyMap<Region, Variable> {
    return this.#counters;
  }

  #heapVariable(table: Map<Region, Variable>, region: Region, suffix: string): Variable {
    let made = table.get(region);
    if (made === undefined) {
      made = this.#make(`${region.name}.${suffix}`, MATH_INTEGER, "memory", undefined);
      table.set(region, made);
    }
    return made;
  }

  activation(owner: string, instance: number): Activation {
    const key = `${instance} ${owner}`;
    let activation = this.#activations.get(key);
    if (activation === undefined) {
      activation = {
        variable: (of) => this.variableOf(of, instance),
        address: (of) => this.addressOf(of, instance),
      };
      this.#activations.set(key, activation);
    }
    return activation;
  }

  addressOf(object: MemoryObject, instance: number): number {
    const { base, pitch } = this.placementOf(this.pointsTo.regionOf(object));
    return base + pitch * instance;
  }
}

export function assign(target: Variable, value: Term, origin: Edge | undefined): ModelOp {
  return { kind: "assign", target, value, origin };
}

export function havoc(target: Variable, origin: Edge | undefined): ModelOp {
  return { kind: "havoc", target, origin };
}

export function input(target: Variable, origin: Edge | undefined): ModelOp {
  return { kind: "havoc", target, origin, input: true };
}

/** Memory that becomes an input: each cell of it is asked for by its name. */
export function inputMemory(target: Variable, origin: Edge | undefined, cells: InputCells): ModelOp {
  return { kind: "havoc", target, origin, input: true, cells };
}

export function assume(condition: Formula, origin: Edge | undefined): ModelOp {
  return { kind: "assume", condition, origin };
}
