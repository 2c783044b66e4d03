/**
 * Inclusion-based points-to analysis (Andersen), flow- and context-insensitive, field-sensitive: what a variable or a
 * word of memory may point to is a set of targets (object, progression of byte offsets). Function pointers are resolved
 * on the way, so only functions that may run contribute.
 *
 * This file says which constraints the program's edges are; `inclusion.ts` solves them. What unknown functions hand out is the one `external` object, or anything that was handed to one.
 */
import { type Edge, type EdgeOf, type FunctionGraph, isEdgeOf, type Program } from "../../cfa/cfa.ts";
import { evaluate } from "../../logic/evaluate.ts";
import type { MemoryObject, Term, Variable } from "../../logic/term.ts";
import { memoised } from "../../util/memo.ts";
import { bodyOf, type LibraryEffect, libraryEffect, touchesEverything } from "../library/library.ts";
import { shownBy, showsAddresses } from "../library/shown-arguments.ts";
import type { Property } from "../properties.ts";
import { type Flow, flowsOf, type Numbers } from "./flows.ts";
import { type Copy, InclusionGraph, movedTarget } from "./inclusion.ts";
import { variableNumbers } from "./numbers.ts";
import { partAt, type Region, type Target } from "./regions.ts";
import { ANYWHERE, EXACT } from "./strides.ts";

export interface PointsTo {
  readonly regions: readonly Region[];
  readonly external: Region;
  readonly heapSites: ReadonlyMap<Edge, Region>;
  /** Functions that may run, in order of discovery. */
  readonly functions: readonly FunctionGraph[];
  regionOf(object: MemoryObject): Region;
  /** What a term of a reachable edge may point to. Empty: nothing valid that the program made. */
  targetsOf(term: Term): readonly Target[];
  /** Defined or undefined functions that an indirect call may call, by name; no name for unknown ones. */
  calleesOf(call: Edge): readonly MemoryObject[];
  /** Everything reachable from the pointers in these terms, through memory. */
  reachableFrom(terms: readonly Term[]): readonly Region[];
  /** The same, from the pointers that are stored where these terms point to. */
  reachableBehind(terms: readonly Term[]): readonly Region[];
  /** What the words of a region may point to. */
  heldIn(region: Region): readonly Region[];
  /** What undefined functions know, where they may do anything (`externals` is any); nothing otherwise. */
  readonly exposed: Exposed;
  /** What `main` is given; undefined where the entry takes no arguments. */
  readonly arguments: ProgramArguments | undefined;
  /** What functions outside of the program may have kept. */
  escaped(): readonly Region[];
  /** What the arguments that `...` takes point to. */
  variadicTargets(): readonly Region[];
}

/** The functions that a call may call, by name; an unknown one has none. */
export function namesCalled(edge: Edge, { calleesOf }: Pick<PointsTo, "calleesOf">): readonly string[] {
  if (edge.op.kind !== "call") return [];
  if (edge.op.callee.kind === "direct") return [edge.op.callee.name];
  return calleesOf(edge).map(nameOfFunction);
}

/** The name of a function object. */
export function nameOfFunction(object: MemoryObject): string {
  return object.function ?? object.name;
}

/** What undefined functions can reach, by address or by name. */
interface Exposed {
  readonly regions: readonly Region[];
  /** Functions of the program that they may call, and what those call. */
  readonly functions: readonly FunctionGraph[];
}

/** The command line as memory: the array of pointers, and where the strings lie. */
export interface ProgramArguments {
  readonly vector: Region;
  readonly strings: Region;
  /** The environment, where `main` has a third parameter. */
  readonly environment: Region | undefined;
}

export function analysePointers(
  program: Program,
  entry: FunctionGraph,
  properties: readonly Property[],
  externals: "assume" | "any" = "assume",
  members: "together" | "apart" = "together",
): PointsTo {
  return new Analysis(program, properties, externals, members).run(entry);
}

class Analysis {
  readonly #program: Program;
  readonly #properties: readonly Property[];
  readonly #word: number;
  readonly #numbers: Numbers;
  readonly #graph: InclusionGraph;
  readonly #variableNodes = new Map<Variable, number>();
  readonly #termNodes = new Map<Term, number>();
  readonly #resultNodes = new Map<string, number>();
  readonly #regionOfObject = new Map<MemoryObject, Region>();
  readonly #heapSites = new Map<Edge, Region>();
  readonly #functions: FunctionGraph[] = [];
  readonly #included = new Set<string>();
  readonly #callees = new Map<Edge, MemoryObject[]>();
  /** Holds the arguments that `...` takes. */
  readonly #variadic: number;
  readonly #undefinedObjects: ReadonlySet<Variable | MemoryObject>;

  /** Whether undefined functions may do anything: all that other files can name is theirs, too. */
  readonly #externals: "assume" | "any";
  readonly #members: "together" | "apart";
  readonly #exposed = new Map<string, FunctionGraph>();
  #entry = "";

  constructor(
    program: Program,
    properties: readonly Property[],
    externals: "assume" | "any",
    members: "together" | "apart",
  ) {
    this.#externals = externals;
    this.#members = members;
    this.#program = program;
    this.#properties = properties;
    this.#word = program.pointerBytes;
    this.#numbers = variableNumbers(program);
    this.#undefinedObjects = new Set(program.undefinedObjects);
    this.#graph = new InclusionGraph(program.pointerBytes, externals, {
      called: (edge, region) => this.#resolve(edge, region),
      exposed: (object) => this.#expose(nameOfFunction(object)),
    });
    this.#variadic = this.#graph.newNode();
  }

  run(entry: FunctionGraph): PointsTo {
    for (const outside of this.#undefinedObjects) {
      if (!("align" in outside)) this.#input(outside);
    }
    for (const object of this.#program.objects) this.#regionOf(object);
    this.#include(this.#program.initialise);
    this.#include(entry);
    this.#entry = entry.name;
    const given = this.#arguments(entry);
    if (this.#externals === "any") this.#exposeVisible();
    if (given === undefined) for (const parameter of entry.parameters) this.#input(parameter);
    this.#graph.solve();
    return {
      regions: this.#graph.regions,
      external: this.#graph.external,
      heapSites: this.#heapSites,
      functions: this.#functions,
      regionOf: (object) => this.#regionOf(object),
      targetsOf: (term) => this.#targetsOf(term),
      calleesOf: (call) => this.#callees.get(call) ?? [],
      reachableFrom: (terms) => this.#graph.reachableFrom(terms.flatMap((term) => this.#targetsOf(term))),
      reachableBehind: (terms) =>
        this.#graph.reachableFrom(this.#graph.storedIn(terms.flatMap((term) => this.#targetsOf(term)))),
      exposed: this.#exposedParts(),
      arguments: given,
      heldIn: (region) => [...new Set(this.#graph.storedIn([{ region, at: EXACT }]).map((target) => target.region))],
      escaped: () => this.#graph.targetsIn(this.#graph.escape).map(({ region }) => region),
      variadicTargets: () => this.#graph.targetsIn(this.#variadic).map(({ region }) => region),
    };
  }

  // --- Regions, slots and nodes -----------------------------------------------------------------------------------

  #regionOf(object: MemoryObject): Region {
    return memoised(this.#regionOfObject, object, () => {
      const outside = this.#undefinedObjects.has(object);
      const parts = this.#members === "apart" && !outside ? object.arrays : undefined;
      return this.#graph.addRegion("object", object, undefined, object.name, object.size, outside, parts);
    });
  }

  #heapRegion(site: Edge): Region {
    return memoised(this.#heapSites, site, () => {
      const name = `heap${this.#heapSites.size + 1}`;
      return this.#graph.addRegion("heap", undefined, site, name, allocatedBytes(site), false);
    });
  }

  #variableNode(variable: Variable): number {
    return memoised(this.#variableNodes, variable, () => this.#graph.newNode());
  }

  #resultNode(name: string): number {
    return memoised(this.#resultNodes, name, () => this.#graph.newNode());
  }

  /** The node that holds a term's pointers; undefined for a term that holds none. */
  #termNode(term: Term): number | undefined {
    if (term.kind === "variable") return this.#variableNode(term.variable);
    const known = this.#termNodes.get(term);
    if (known !== undefined) return known;
    const flows = flowsOf(term, this.#numbers);
    if (flows.length === 0) return undefined;
    const node = this.#graph.newNode();
    this.#termNodes.set(term, node);
    for (const flow of flows) this.#connect(flow, node);
    return node;
  }

  #connect(flow: Flow, node: number): void {
    const { move } = flow;
    if (flow.kind === "object")
      this.#graph.add(node, movedTarget({ region: this.#regionOf(flow.object), at: EXACT }, move));
    else this.#graph.flow(this.#variableNode(flow.variable), node, move);
  }

  /** An integer that comes from nowhere points to no object: only a pointer may point outside. */
  #input(variable: Variable): void {
    if (variable.type.kind === "pointer") this.#graph.fromOutside(this.#variableNode(variable));
  }

  /** `argv` points to an array of pointers to strings; all of it is memory that the program does not declare. */
  #arguments(entry: FunctionGraph): ProgramArguments | undefined {
    const [count, vector, environment] = entry.parameters;
    if (entry.name !== "main" || count?.type.kind !== "int" || vector?.type.kind !== "pointer") return undefined;
    const strings = this.#regionOf(outsideObject(-1, "arguments"));
    const pointers = this.#vector(vector, outsideObject(-2, "argv"), strings);
    if (environment?.type.kind !== "pointer") return { vector: pointers, strings, environment: undefined };
    return { vector: pointers, strings, environment: this.#vector(environment, outsideObject(-3, "envp"), strings) };
  }

  #vector(parameter: Variable, object: MemoryObject, strings: Region): Region {
    const region = this.#regionOf(object);
    this.#graph.add(this.#variableNode(parameter), { region, at: EXACT });
    this.#graph.fill(region, { region: strings, at: ANYWHERE });
    return region;
  }

  // --- Constraints of the program ---------------------------------------------------------------------------------

  #include(graph: FunctionGraph): void {
    if (this.#included.has(graph.name) && graph !== this.#program.initialise) return;
    if (graph !== this.#program.initialise) this.#included.add(graph.name);
    this.#functions.push(graph);
    for (const object of graph.objects) this.#regionOf(object);
    for (const edge of graph.edges) this.#edge(graph, edge);
  }

  #edge(graph: FunctionGraph, edge: Edge): void {
    const op = edge.op;
    switch (op.kind) {
      case "assign":
        this.#assign(op.value, this.#variableNode(op.target));
        return;
      case "load": {
        const address = this.#termNode(op.address);
        if (address !== undefined)
          this.#graph.constrain(address, { kind: "load", into: this.#variableNode(op.target), bytes: op.access.bytes });
        return;
      }
      case "store": {
        const address = this.#termNode(op.address);
        const from = this.#termNode(op.value);
        if (address !== undefined && from !== undefined)
          this.#graph.constrain(address, { kind: "store", from, bytes: op.access.bytes });
        return;
      }
      case "copy":
        this.#copy(op.to, op.from, op.bytes);
        return;
      case "zero":
        this.#termNode(op.address);
        return;
      case "call":
        if (isEdgeOf(edge, "call")) this.#call(edge);
        return;
      case "return":
        if (op.value !== undefined) this.#assign(op.value, this.#resultNode(graph.name));
        return;
      case "variadic":
        for (const operand of op.operands) this.#termNode(operand);
        if (op.target !== undefined) this.#graph.flow(this.#variadic, this.#variableNode(op.target), EXACT);
        return;
      case "opaque":
        for (const operand of op.operands) this.#assign(operand, this.#graph.escape);
        for (const operand of op.operands) this.#termNode(operand);
        if (touchesEverything(op, this.#program)) this.#escapeGlobals();
        return;
      case "havoc":
        // Assembly hands out what it was given, or what somebody else gave away.
        if (op.why === "asm") this.#graph.flow(this.#graph.escape, this.#variableNode(op.target), ANYWHERE);
        return;
      case "skip":
      case "place":
      case "uninitialised":
      case "lifetime":
      case "allocate":
      case "assume":
        return;
    }
  }

  /** Somebody who knows the names of all globals keeps and exchanges what they hold. */
  #escapeGlobals(): void {
    for (const object of this.#program.objects) {
      if (object.role === "global")
        this.#graph.add(this.#graph.escape, { region: this.#regionOf(object), at: ANYWHERE });
    }
    for (const global of this.#program.globals) this.#graph.escapeSlot(this.#variableNode(global));
  }

  #assign(value: Term, into: number): void {
    for (const flow of flowsOf(value, this.#numbers)) this.#connect(flow, into);
  }

  #copy(to: Term, from: Term, bytes: number | undefined): void {
    const toNode = this.#termNode(to);
    const fromNode = this.#termNode(from);
    if (toNode === undefined || fromNode === undefined) return;
    const copy: Copy = { bytes, between: this.#graph.newNode(), to: [], from: [] };
    this.#graph.constrain(toNode, { kind: "copyTo", copy });
    this.#graph.constrain(fromNode, { kind: "copyFrom", copy });
  }

  #call(edge: EdgeOf<"call">): void {
    const { op } = edge;
    for (const argument of op.arguments) this.#termNode(argument);
    const pointer = op.callee.kind === "direct" ? undefined : this.#termNode(op.callee.pointer);
    if (op.callee.kind === "direct") this.#callByName(edge, op.callee.name);
    else if (pointer !== undefined) this.#graph.constrain(pointer, { kind: "call", edge });
    else this.#library(edge, undefined);
  }

  #callByName(edge: EdgeOf<"call">, name: string): void {
    const { op } = edge;
    const graph = bodyOf(this.#program, this.#properties, name);
    if (graph === undefined) {
      this.#library(edge, name);
      return;
    }
    this.#include(graph);
    op.arguments.forEach((argument, i) => {
      const parameter = graph.parameters[i];
      this.#assign(argument, parameter === undefined ? this.#variadic : this.#variableNode(parameter));
    });
    if (op.target !== undefined) this.#graph.flow(this.#resultNode(name), this.#variableNode(op.target), EXACT);
  }

  #library(edge: EdgeOf<"call">, name: string | undefined): void {
    const { op } = edge;
    const effect = name === undefined ? { kind: "unknown" as const } : libraryEffect(name);
    const result = op.target === undefined ? undefined : this.#variableNode(op.target);
    const [first, second] = op.arguments;
    switch (effect.kind) {
      case "allocate":
        if (result !== undefined) this.#graph.add(result, { region: this.#heapRegion(edge), at: EXACT });
        if (name?.startsWith("realloc") && first !== undefined) this.#reallocate(edge, first);
        return;
      case "copy":
        if (first !== undefined && second !== undefined) this.#copy(first, second, constantBytes(op.arguments[2]));
        if (first !== undefined && result !== undefined) this.#assign(first, result);
        return;
      case "fill":
        if (first !== undefined && result !== undefined) this.#assign(first, result);
        return;
      case "writes":
        this.#writes(op.arguments, effect, result);
        return;
      case "format":
        if (!showsAddresses(effect, op.arguments)) return;
        for (const shown of shownBy(effect, edge)) this.#assign(shown, this.#graph.escape);
        if (effect.shown === "list") this.#graph.flow(this.#variadic, this.#graph.escape, EXACT);
        return;
      case "keeps":
        if (first !== undefined) this.#assign(first, this.#graph.escape);
        if (result !== undefined) this.#graph.flow(this.#graph.escape, result, ANYWHERE);
        return;
      case "nondet":
        // An input may be read into memory.
        for (const argument of op.arguments) this.#assign(argument, this.#graph.escape);
        if (op.target !== undefined) this.#input(op.target);
        return;
      case "unknown":
        for (const argument of op.arguments) this.#assign(argument, this.#graph.escape);
        if (result !== undefined) this.#graph.flow(this.#graph.escape, result, ANYWHERE);
        return;
      case "error":
      case "error-if-zero":
      case "assume":
      case "end":
      case "free":
      case "no-op":
      case "buffer":
      case "asks":
      case "renews":
      case "unsupported":
        return;
    }
  }

  #writes(given: readonly Term[], effect: LibraryEffect & { kind: "writes" }, result: number | undefined): void {
    const [first] = given;
    if (effect.returns === "given" && result !== undefined) this.#graph.flow(this.#graph.escape, result, ANYWHERE);
    if (first === undefined) return;
    const into = effect.end === undefined ? undefined : given[effect.end];
    const end = into === undefined ? undefined : this.#termNode(into);
    if (end !== undefined) {
      const inside = this.#graph.newNode();
      for (const flow of flowsOf(first, this.#numbers)) this.#connect({ ...flow, move: ANYWHERE }, inside);
      this.#graph.constrain(end, { kind: "store", from: inside, bytes: this.#word });
    }
    if (effect.returns !== "argument" || result === undefined) return;
    for (const flow of flowsOf(first, this.#numbers)) this.#connect({ ...flow, move: ANYWHERE }, result);
  }

  #reallocate(edge: Edge, from: Term): void {
    const fromNode = this.#termNode(from);
    if (fromNode === undefined) return;
    const copy: Copy = { bytes: undefined, between: this.#graph.newNode(), to: [], from: [] };
    this.#graph.constrain(fromNode, { kind: "copyFrom", copy });
    this.#graph.copyTo(copy, { region: this.#heapRegion(edge), at: EXACT });
  }

  #resolve(edge: EdgeOf<"call">, region: Region): void {
    const object = region.object;
    if (region.kind === "external") this.#library(edge, undefined);
    if (object?.role !== "function") return;
    const known = this.#callees.get(edge) ?? [];
    if (known.includes(object)) return;
    this.#callees.set(edge, [...known, object]);
    this.#callByName(edge, nameOfFunction(object));
  }

  // --- Undefined functions that may do anything ------------------------------------------------------------------

  #exposeVisible(): void {
    const { functions, objects } = this.#program.visible ?? { functions: [], objects: [] };
    for (const item of objects) {
      if ("align" in item) this.#graph.add(this.#graph.escape, { region: this.#regionOf(item), at: EXACT });
      else this.#graph.escapeSlot(this.#variableNode(item));
    }
    for (const name of functions) this.#expose(name);
  }

  /** A function that may be called from outside, with anything. That the entry is not called again is assumed. */
  #expose(name: string): void {
    const graph = bodyOf(this.#program, this.#properties, name);
    if (this.#externals !== "any" || graph === undefined || name === this.#entry || this.#exposed.has(name)) return;
    this.#exposed.set(name, graph);
    this.#include(graph);
    for (const parameter of graph.parameters)
      this.#graph.flow(this.#graph.escape, this.#variableNode(parameter), ANYWHERE);
    this.#graph.flow(this.#resultNode(name), this.#graph.escape, ANYWHERE);
  }

  #exposedParts(): Exposed {
    if (this.#externals !== "any") return { regions: [], functions: [] };
    const functions = new Set(this.#exposed.values());
    for (const graph of functions) {
      for (const edge of graph.edges) {
        for (const name of namesCalled(edge, { calleesOf: (call) => this.#callees.get(call) ?? [] })) {
          const called = bodyOf(this.#program, this.#properties, name);
          if (called !== undefined) functions.add(called);
        }
      }
    }
    return {
      regions: this.#graph.regions.filter((region) => this.#graph.hasEscaped(region)),
      functions: [...functions],
    };
  }

  // --- Answers ----------------------------------------------------------------------------------------------------

  #targetsOf(term: Term): readonly Target[] {
    const node = term.kind === "variable" ? this.#variableNodes.get(term.variable) : this.#termNodes.get(term);
    return node === undefined ? [] : this.#graph.targetsIn(node);
  }
}

/** Memory from outside that the program knows only by address. Ids of declared objects are not negative. */
function outsideObject(id: number, name: string): MemoryObject {
  return { id, name, role: "global", size: undefined, align: 8 };
}

/** The value of a term that is a constant but for conversions. */
export function constantBytes(term: Term | undefined): number | undefined {
  if (term === undefined) return undefined;
  const value = evaluate(term, NO_VALUES);
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

const NO_VALUES = { valueOf: () => undefined };

/** The arguments whose product is the size, for each way to allocate. */
export function sizeArguments(name: string, given: readonly Term[]): readonly Term[] {
  const [first, second, third] = given;
  const parts = {
    calloc: [first, second],
    realloc: [second],
    reallocarray: [second, third],
    aligned_alloc: [second],
  }[name] ?? [first];
  return parts.filter((part) => part !== undefined);
}

function allocatedBytes(site: Edge): number | undefined {
  if (site.op.kind !== "call" || site.op.callee.kind !== "direct") return undefined;
  const factors = sizeArguments(site.op.callee.name, site.op.arguments).map(constantBytes);
  if (factors.length === 0) return undefined;
  return factors.reduce((so, factor) => (so === undefined || factor === undefined ? undefined : so * factor), 1);
}

/** May both point into one region? */
export function shareRegion(pointsTo: PointsTo, left: Term, right: Term): boolean {
  const regions = new Set(pointsTo.targetsOf(left).map(({ region }) => region));
  return pointsTo.targetsOf(right).some(({ region }) => regions.has(region));
}

/** The same for one part of a region, where it has any: what one of them reaches by single accesses the other does not, unless it leaves its part. */
export function sharePart(pointsTo: PointsTo, left: Term, right: Term): boolean {
  const others = pointsTo.targetsOf(left);
  return pointsTo.targetsOf(right).some((one) => others.some((other) => mayShare(one, other)));
}

function mayShare(a: Target, b: Target): boolean {
  if (a.region !== b.region) return false;
  const [one, other] = [a, b].map(({ region, at, part }) => (at.stride === 0 ? partAt(region, at.offset) : part));
  return one === undefined || other === undefined || one === other;
}
