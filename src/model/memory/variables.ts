/**
 * The model's variables: those of the program, one instance an activation where a function is recursive, those that stand
 * for memory, and what the translation needs besides. Each is made when it is first asked for.
 */
import type { FunctionGraph } from "../../cfa/cfa.ts";
import type { Variable } from "../../logic/term.ts";
import { arrayType, intType, MATH_INTEGER, type ScalarType, type ValueType } from "../../logic/types.ts";
import { memoised } from "../../util/memo.ts";
import { type ModelOptions, modelType } from "../options.ts";
import type { CallGraph } from "../pointers/call-graph.ts";
import type { Region } from "../pointers/regions.ts";

const SET = intType(8, "unsigned");

export class ModelVariables {
  readonly #options: ModelOptions;
  readonly #calls: CallGraph;
  readonly #made: Variable[] = [];
  readonly #instances: Map<Variable, Variable>[] = [];
  readonly #baseOf = new Map<Variable, Variable>();
  readonly #results = new Map<string, Variable>();
  readonly #scratch = new Map<ScalarType, Variable>();
  readonly #copies = { old: new Map<Variable, Variable>(), "before the call": new Map<Variable, Variable>() };
  /** The next free address of an allocation site. */
  readonly counters = new Map<Region, Variable>();
  readonly #sizes = new Map<Region, Variable>();
  readonly #freed = new Map<Region, Variable>();
  readonly #freedEach = new Map<Region, Variable>();
  readonly #sets = new Map<Variable, Variable>();
  readonly #values = new Map<string, Variable>();
  readonly #starts = new Map<Variable, Variable>();
  #extent: Variable | undefined;
  #freeable: Variable | undefined;
  #objects: Variable | undefined;
  #live: Variable | undefined;
  #listener: ((made: Variable) => void) | undefined;
  #nextId: number;

  /** `first`: the least id that is free. */
  constructor(options: ModelOptions, calls: CallGraph, first: number) {
    this.#options = options;
    this.#calls = calls;
    this.#nextId = first;
  }

  make(name: string, type: ValueType, role: Variable["role"], owner: string | undefined): Variable {
    const made = this.#variable(name, type, role, owner);
    this.#announce(made);
    return made;
  }

  #variable(name: string, type: ValueType, role: Variable["role"], owner: string | undefined): Variable {
    const made: Variable = { id: this.#nextId, name, type, role, ...(owner === undefined ? {} : { function: owner }) };
    this.#nextId += 1;
    return made;
  }

  #announce(made: Variable): void {
    this.#made.push(made);
    this.#listener?.(made);
  }

  /** Hears of all variables, those that exist and those to come. */
  onVariable(listener: (made: Variable) => void): void {
    for (const variable of this.#made) listener(variable);
    this.#listener = listener;
  }

  /** The variable that stands for a program's variable in an activation of its function. */
  of(of: Variable, instance: number): Variable {
    const level = of.function !== undefined && this.#calls.isRecursive(of.function) ? instance : 0;
    this.#instances[level] ??= new Map();
    return memoised(this.#instances[level], of, () => this.#instance(of, level));
  }

  #instance(of: Variable, level: number): Variable {
    const type = of.type.kind === "array" ? of.type : modelType(of.type, this.#options);
    if (level === 0 && type === of.type) {
      this.#announce(of);
      return of;
    }
    const name = level === 0 ? of.name : `${of.name}#${level + 1}`;
    const made: Variable = { ...of, id: this.#nextId, name, type, ...(level > 0 && { activation: level }) };
    this.#nextId += 1;
    if (level > 0) this.#baseOf.set(made, this.of(of, 0));
    this.#announce(made);
    return made;
  }

  /** The first activation's variable, for which slicing decides. */
  baseOf(of: Variable): Variable {
    return this.#baseOf.get(of) ?? of;
  }

  /** Holds what a function returns until its caller takes it. */
  resultOf({ name, signature: { result: type } }: FunctionGraph, instance: number): Variable | undefined {
    if (type === undefined) return undefined;
    const result = memoised(this.#results, name, () => this.#variable(`${name}::return`, type, "result", name));
    return this.of(result, instance);
  }

  /** Holds the value that a variable had at some moment, for contracts. */
  copyOf(of: Variable, moment: "old" | "before the call"): Variable {
    const name = moment === "old" ? `old(${of.name})` : `${of.name} ${moment}`;
    return memoised(this.#copies[moment], of, () => this.make(name, of.type, "temporary", of.function));
  }

  /** A variable that holds an unknown value for one assignment only. */
  scratch(type: ScalarType): Variable {
    return memoised(this.#scratch, type, () => this.make("unknown", type, "temporary", undefined));
  }

  isScratch(one: Variable): boolean {
    return one.type.kind !== "array" && this.#scratch.get(one.type) === one;
  }

  /** The next free address of an allocation site. */
  counterOf(region: Region): Variable {
    return memoised(this.counters, region, () => {
      const made = this.#variable(`${region.name}.next`, MATH_INTEGER, "memory", undefined);
      const counter: Variable = { ...made, address: true };
      this.#announce(counter);
      return counter;
    });
  }

  /** The size of the only object of a region whose size is computed. */
  sizeOf(region: Region): Variable {
    return this.#ofHeap(this.#sizes, region, "size");
  }

  /** 1 once the only object of a region has been freed. */
  freedOf(region: Region): Variable {
    return this.#ofHeap(this.#freed, region, "freed");
  }

  /** By the address where it starts: 1 once that object of a region has been freed. */
  freedEachOf(region: Region): Variable {
    return this.#ofHeap(this.#freedEach, region, "freed", arrayType(intType(8, "unsigned")));
  }

  /** By the address where it starts: how many bytes an object of the heap has; 0 where none starts, or it was freed. */
  extent(): Variable {
    this.#extent ??= this.make("heap.extent", arrayType(MATH_INTEGER), "memory", undefined);
    return this.#extent;
  }

  /** By address: 1 where memory may be freed, so at null, too. */
  freeable(): Variable {
    this.#freeable ??= this.make("heap.freeable", arrayType(SET), "memory", undefined);
    return this.#freeable;
  }

  /** By address: how many objects start there, 1 or 0. */
  objects(): Variable {
    this.#objects ??= this.make("heap.objects", arrayType(SET), "memory", undefined);
    return this.#objects;
  }

  /** Where the object starts that a pointer points into. */
  startOf(pointer: Variable): Variable {
    return memoised(this.#starts, pointer, () =>
      this.make(`${pointer.name}.start`, pointer.type, "temporary", pointer.function),
    );
  }

  get followsStarts(): boolean {
    return this.#starts.size > 0;
  }

  /** Whether anyone has asked for these two. */
  get followsExtents(): boolean {
    return this.#extent !== undefined || this.#freeable !== undefined;
  }

  /** By its argument: what an uninterpreted function gives. */
  valuesOf(name: string, type: ScalarType): Variable {
    return memoised(this.#values, name, () => this.make(`${name}()`, arrayType(type), "memory", undefined));
  }

  /** How many objects of the heap are there. */
  live(): Variable {
    this.#live ??= this.make("heap.live", MATH_INTEGER, "memory", undefined);
    return this.#live;
  }

  /** 1 where a cell was written: alike in shape. */
  setOf(cell: Variable): Variable {
    const type = cell.type.kind === "array" ? arrayType(SET, cell.type.places) : SET;
    return memoised(this.#sets, cell, () => this.make(`${cell.name} is set`, type, "memory", undefined));
  }

  #ofHeap(table: Map<Region, Variable>, region: Region, suffix: string, type: ValueType = MATH_INTEGER): Variable {
    return memoised(table, region, () => this.make(`${region.name}.${suffix}`, type, "memory", undefined));
  }
}
