/**
 * Inclusion-based points-to analysis (Andersen), flow- and context-insensitive, field-sensitive: what a variable or a
 * word of memory may point to is a set of targets (object, progression of byte offsets). Function pointers are resolved
 * on the way, so only functions that may run contribute.
 *
 * Memory is divided into slots of a pointer's size; narrower accesses read and write the slots they touch, so that
 * pointers copied byte by byte are followed. Once an object is accessed with a stride, its slots are folded modulo it.
 * Differences are propagated: a node passes each target on once.
 *
 * What unknown functions hand out is the one `external` object, or anything that was handed to one.
 */

import type { Edge, FunctionGraph, Program } from "../../cfa/cfa.ts";
import { evaluate } from "../../logic/evaluate.ts";
import type { MemoryObject, Term, Variable } from "../../logic/term.ts";
import { tick } from "../../util/budget.ts";
import { memoised } from "../../util/memo.ts";
import { bodyOf, type LibraryEffect, libraryEffect, touchesEverything } from "../library/library.ts";
import { shownBy, showsAddresses } from "../library/shown-arguments.ts";
import type { Property } from "../model.ts";
import { type Flow, flowsOf, type Numbers } from "./flows.ts";
import { variableNumbers } from "./numbers.ts";
import {
  ANYWHERE,
  contains,
  greatestCommonDivisor,
  join,
  type Progression,
  progression,
  residue,
  sum,
} from "./strides.ts";

/** A region of memory: a declared object, all memory that one edge allocates, or memory the program knows nothing of. */
export interface Region {
  /** Dense. */
  readonly id: number;
  readonly kind: "object" | "heap" | "external";
  readonly object: MemoryObject | undefined;
  /** For `heap`: the allocating call. */
  readonly site: Edge | undefined;
  readonly name: string;
  readonly size: number | undefined;
}

/** `at`: where in the region. */
export interface Target {
  readonly region: Region;
  readonly at: Progression;
}

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

/** Exact offsets a node holds for one region before they are folded into a progression. */
const EXACT_LIMIT = 16;

interface Held {
  exact: number[];
  strided: Progression | undefined;
}

// Moving one target along one flow, in units of work.
const FLOW_WORK = 0.3;

interface FlowEdge {
  readonly to: number;
  readonly move: Progression;
}

type Constraint =
  | { readonly kind: "load"; readonly into: number; readonly bytes: number }
  | { readonly kind: "store"; readonly from: number; readonly bytes: number }
  | { readonly kind: "call"; readonly edge: Edge }
  | { readonly kind: "copyTo"; readonly copy: Copy }
  | { readonly kind: "copyFrom"; readonly copy: Copy };

interface Copy {
  readonly bytes: number | undefined;
  readonly between: number;
  readonly to: Target[];
  readonly from: Target[];
}

class Node {
  /** Targets, as dense ids; the ones from `done` on still have to be passed on. */
  readonly list: Target[] = [];
  readonly held = new Map<Region, Held>();
  readonly out: FlowEdge[] = [];
  /** Where `out` leads without a move: loads and stores ask for the same flow again and again. */
  readonly plain = new Set<number>();
  readonly constraints: Constraint[] = [];
  done = 0;
  queued = false;
}

interface Slots {
  /** 0: slots at exact offsets; otherwise offsets count modulo this. */
  modulus: number;
  readonly nodes: Map<number, number>;
  escaped: boolean;
  /** An undefined `extern` object: holds pointers from outside. */
  readonly fromOutside: boolean;
}

export function analysePointers(
  program: Program,
  entry: FunctionGraph,
  properties: readonly Property[],
  externals: "assume" | "any" = "assume",
): PointsTo {
  return new Analysis(program, properties, externals).run(entry);
}

class Analysis {
  readonly #program: Program;
  readonly #properties: readonly Property[];
  readonly #word: number;
  readonly #numbers: Numbers;
  readonly #nodes: Node[] = [];
  readonly #work: number[] = [];
  readonly #variableNodes = new Map<Variable, number>();
  readonly #termNodes = new Map<Term, number>();
  readonly #resultNodes = new Map<string, number>();
  readonly #regions: Region[] = [];
  readonly #slots: Slots[] = [];
  readonly #regionOfObject = new Map<MemoryObject, Region>();
  readonly #heapSites = new Map<Edge, Region>();
  readonly #functions: FunctionGraph[] = [];
  readonly #included = new Set<string>();
  readonly #callees = new Map<Edge, MemoryObject[]>();
  readonly #external: Region;
  /** Holds what unknown functions know. */
  readonly #escape: number;
  /** Holds the arguments that `...` takes. */
  readonly #variadic: number;
  readonly #undefinedObjects: ReadonlySet<Variable | MemoryObject>;

  /** Whether undefined functions may do anything: all that other files can name is theirs, too. */
  readonly #externals: "assume" | "any";
  readonly #exposed = new Map<string, FunctionGraph>();
  #entry = "";

  constructor(program: Program, properties: readonly Property[], externals: "assume" | "any") {
    this.#externals = externals;
    this.#program = program;
    this.#properties = properties;
    this.#word = program.pointerBytes;
    this.#numbers = variableNumbers(program);
    this.#undefinedObjects = new Set(program.undefinedObjects);
    this.#external = this.#addRegion("external", undefined, undefined, "external memory", undefined, false);
    this.#escape = this.#newNode();
    this.#variadic = this.#newNode();
    this.#add(this.#escape, { region: this.#external, at: ANYWHERE });
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
    this.#solve();
    return {
      regions: this.#regions,
      external: this.#external,
      heapSites: this.#heapSites,
      functions: this.#functions,
      regionOf: (object) => this.#regionOf(object),
      targetsOf: (term) => this.#targetsOf(term),
      calleesOf: (call) => this.#callees.get(call) ?? [],
      reachableFrom: (terms) => this.#reachableFrom(terms.flatMap((term) => this.#targetsOf(term))),
      reachableBehind: (terms) => this.#reachableFrom(this.#storedIn(terms.flatMap((term) => this.#targetsOf(term)))),
      exposed: this.#exposedParts(),
      arguments: given,
      heldIn: (region) => [...new Set(this.#storedIn([{ region, at: EXACT }]).map((target) => target.region))],
      escaped: () => this.#targetsIn(this.#escape).map(({ region }) => region),
      variadicTargets: () => this.#targetsIn(this.#variadic).map(({ region }) => region),
    };
  }

  // --- Regions, slots and nodes -----------------------------------------------------------------------------------

  #newNode(): number {
    this.#nodes.push(new Node());
    return this.#nodes.length - 1;
  }

  #addRegion(
    kind: Region["kind"],
    object: MemoryObject | undefined,
    site: Edge | undefined,
    name: string,
    size: number | undefined,
    fromOutside: boolean,
  ): Region {
    const region: Region = { id: this.#regions.length, kind, object, site, name, size };
    this.#regions.push(region);
    this.#slots.push({ modulus: kind === "external" ? this.#word : 0, nodes: new Map(), escaped: false, fromOutside });
    return region;
  }

  #regionOf(object: MemoryObject): Region {
    return memoised(this.#regionOfObject, object, () => {
      const outside = this.#undefinedObjects.has(object);
      return this.#addRegion("object", object, undefined, object.name, object.size, outside);
    });
  }

  #heapRegion(site: Edge): Region {
    return memoised(this.#heapSites, site, () => {
      const name = `heap${this.#heapSites.size + 1}`;
      return this.#addRegion("heap", undefined, site, name, allocatedBytes(site), false);
    });
  }

  #slotNode(region: Region, key: number): number {
    const slots = this.#slots[region.id] as Slots;
    const known = slots.nodes.get(key);
    if (known !== undefined) return known;
    const node = this.#newNode();
    slots.nodes.set(key, node);
    if (slots.escaped) this.#escapeSlot(node);
    if (slots.fromOutside) this.#fromOutside(node);
    return node;
  }

  /** The slots that `bytes` bytes at these offsets touch; what lies outside the region is undefined behaviour. */
  #slotsAt(region: Region, at: Progression, bytes: number): number[] {
    if (region.object?.role === "function") return [];
    const word = this.#word;
    const place = withinSize(at, region.size);
    if (place === undefined) return [];
    const slots = this.#slots[region.id] as Slots;
    if (place.stride !== 0) this.#fold(region, slots, place.stride % word === 0 ? place.stride : word);
    if (slots.modulus === 0 && bytes > MANY_SLOTS * word) this.#fold(region, slots, word);
    const end = Math.min(place.offset + bytes, region.size ?? Number.POSITIVE_INFINITY);
    const keys = new Set<number>();
    const first = Math.floor(Math.max(place.offset, 0) / word);
    const last = Math.floor((end - 1) / word);
    const period = slots.modulus === 0 ? Number.POSITIVE_INFINITY : slots.modulus / word;
    for (let slot = first; slot <= last && slot - first < period; slot += 1)
      keys.add(slots.modulus === 0 ? slot : slot % period);
    // A run of bytes that starts inside a word may touch one slot more than the period counts.
    if (slots.modulus !== 0) keys.add(last % period);
    return [...keys].map((key) => this.#slotNode(region, key));
  }

  #fold(region: Region, slots: Slots, modulus: number): void {
    const folded = greatestCommonDivisor(slots.modulus, modulus);
    if (folded === slots.modulus) return;
    const old = [...slots.nodes];
    slots.modulus = folded;
    const period = folded / this.#word;
    for (const [key, node] of old) {
      const other = this.#slotNode(region, key % period);
      if (other === node) continue;
      this.#flow(node, other, EXACT);
      this.#flow(other, node, EXACT);
    }
  }

  #variableNode(variable: Variable): number {
    return memoised(this.#variableNodes, variable, () => this.#newNode());
  }

  #resultNode(name: string): number {
    return memoised(this.#resultNodes, name, () => this.#newNode());
  }

  /** The node that holds a term's pointers; undefined for a term that holds none. */
  #termNode(term: Term): number | undefined {
    if (term.kind === "variable") return this.#variableNode(term.variable);
    const known = this.#termNodes.get(term);
    if (known !== undefined) return known;
    const flows = flowsOf(term, this.#numbers);
    if (flows.length === 0) return undefined;
    const node = this.#newNode();
    this.#termNodes.set(term, node);
    for (const flow of flows) this.#connect(flow, node);
    return node;
  }

  #connect(flow: Flow, node: number): void {
    if (flow.kind === "object") this.#add(node, { region: this.#regionOf(flow.object), at: flow.move });
    else this.#flow(this.#variableNode(flow.variable), node, flow.move);
  }

  /** An integer that comes from nowhere points to no object: only a pointer may point outside. */
  #input(variable: Variable): void {
    if (variable.type.kind === "pointer") this.#fromOutside(this.#variableNode(variable));
  }

  #fromOutside(node: number): void {
    this.#add(node, { region: this.#external, at: ANYWHERE });
    if (this.#externals === "any") this.#flow(this.#escape, node, ANYWHERE);
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
    this.#add(this.#variableNode(parameter), { region, at: EXACT });
    this.#fold(region, this.#slots[region.id] as Slots, this.#word);
    this.#add(this.#slotNode(region, 0), { region: strings, at: ANYWHERE });
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
          this.#constrain(address, { kind: "load", into: this.#variableNode(op.target), bytes: op.access.bytes });
        return;
      }
      case "store": {
        const address = this.#termNode(op.address);
        const from = this.#termNode(op.value);
        if (address !== undefined && from !== undefined)
          this.#constrain(address, { kind: "store", from, bytes: op.access.bytes });
        return;
      }
      case "copy":
        this.#copy(op.to, op.from, op.bytes);
        return;
      case "zero":
        this.#termNode(op.address);
        return;
      case "call":
        this.#call(edge);
        return;
      case "return":
        if (op.value !== undefined) this.#assign(op.value, this.#resultNode(graph.name));
        return;
      case "variadic":
        for (const operand of op.operands) this.#termNode(operand);
        if (op.target !== undefined) this.#flow(this.#variadic, this.#variableNode(op.target), EXACT);
        return;
      case "opaque":
        for (const operand of op.operands) this.#assign(operand, this.#escape);
        for (const operand of op.operands) this.#termNode(operand);
        if (touchesEverything(op, this.#program)) this.#escapeGlobals();
        return;
      case "havoc":
        // Assembly hands out what it was given, or what somebody else gave away.
        if (op.why === "asm") this.#flow(this.#escape, this.#variableNode(op.target), ANYWHERE);
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
      if (object.role === "global") this.#add(this.#escape, { region: this.#regionOf(object), at: ANYWHERE });
    }
    for (const global of this.#program.globals) this.#escapeSlot(this.#variableNode(global));
  }

  #assign(value: Term, into: number): void {
    for (const flow of flowsOf(value, this.#numbers)) this.#connect(flow, into);
  }

  #copy(to: Term, from: Term, bytes: number | undefined): void {
    const toNode = this.#termNode(to);
    const fromNode = this.#termNode(from);
    if (toNode === undefined || fromNode === undefined) return;
    const copy: Copy = { bytes, between: this.#newNode(), to: [], from: [] };
    this.#constrain(toNode, { kind: "copyTo", copy });
    this.#constrain(fromNode, { kind: "copyFrom", copy });
  }

  #call(edge: Edge): void {
    const op = edge.op;
    if (op.kind !== "call") return;
    for (const argument of op.arguments) this.#termNode(argument);
    const pointer = op.callee.kind === "direct" ? undefined : this.#termNode(op.callee.pointer);
    if (op.callee.kind === "direct") this.#callByName(edge, op.callee.name);
    else if (pointer !== undefined) this.#constrain(pointer, { kind: "call", edge });
    else this.#library(edge, undefined);
  }

  #callByName(edge: Edge, name: string): void {
    const op = edge.op;
    const graph = bodyOf(this.#program, this.#properties, name);
    if (op.kind !== "call") return;
    if (graph === undefined) {
      this.#library(edge, name);
      return;
    }
    this.#include(graph);
    op.arguments.forEach((argument, i) => {
      const parameter = graph.parameters[i];
      this.#assign(argument, parameter === undefined ? this.#variadic : this.#variableNode(parameter));
    });
    if (op.target !== undefined) this.#flow(this.#resultNode(name), this.#variableNode(op.target), EXACT);
  }

  #library(edge: Edge, name: string | undefined): void {
    const op = edge.op;
    if (op.kind !== "call") return;
    const effect = name === undefined ? { kind: "unknown" as const } : libraryEffect(name);
    const result = op.target === undefined ? undefined : this.#variableNode(op.target);
    const [first, second] = op.arguments;
    switch (effect.kind) {
      case "allocate":
        if (result !== undefined) this.#add(result, { region: this.#heapRegion(edge), at: EXACT });
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
        for (const shown of shownBy(effect, edge)) this.#assign(shown, this.#escape);
        if (effect.shown === "list") this.#flow(this.#variadic, this.#escape, EXACT);
        return;
      case "keeps":
        if (first !== undefined) this.#assign(first, this.#escape);
        if (result !== undefined) this.#flow(this.#escape, result, ANYWHERE);
        return;
      case "nondet":
        // An input may be read into memory.
        for (const argument of op.arguments) this.#assign(argument, this.#escape);
        if (op.target !== undefined) this.#input(op.target);
        return;
      case "unknown":
        for (const argument of op.arguments) this.#assign(argument, this.#escape);
        if (result !== undefined) this.#flow(this.#escape, result, ANYWHERE);
        return;
      case "error":
      case "error-if-zero":
      case "assume":
      case "end":
      case "free":
      case "no-op":
      case "buffer":
      case "unsupported":
        return;
    }
  }

  #writes(given: readonly Term[], effect: LibraryEffect & { kind: "writes" }, result: number | undefined): void {
    const [first] = given;
    if (effect.returns === "given" && result !== undefined) this.#flow(this.#escape, result, ANYWHERE);
    if (first === undefined) return;
    const into = effect.end === undefined ? undefined : given[effect.end];
    const end = into === undefined ? undefined : this.#termNode(into);
    if (end !== undefined) {
      const inside = this.#newNode();
      for (const flow of flowsOf(first, this.#numbers)) this.#connect({ ...flow, move: ANYWHERE }, inside);
      this.#constrain(end, { kind: "store", from: inside, bytes: this.#word });
    }
    if (effect.returns !== "argument" || result === undefined) return;
    for (const flow of flowsOf(first, this.#numbers)) this.#connect({ ...flow, move: ANYWHERE }, result);
  }

  #reallocate(edge: Edge, from: Term): void {
    const fromNode = this.#termNode(from);
    if (fromNode === undefined) return;
    const copy: Copy = { bytes: undefined, between: this.#newNode(), to: [], from: [] };
    this.#constrain(fromNode, { kind: "copyFrom", copy });
    this.#copyTo(copy, { region: this.#heapRegion(edge), at: EXACT });
  }

  // --- Solving ----------------------------------------------------------------------------------------------------

  #constrain(node: number, constraint: Constraint): void {
    const of = this.#nodes[node] as Node;
    of.constraints.push(constraint);
    for (let i = 0; i < of.done; i += 1) this.#apply(constraint, of.list[i] as Target);
  }

  #flow(from: number, to: number, move: Progression): void {
    if (from === to && move.offset === 0 && move.stride === 0) return;
    const source = this.#nodes[from] as Node;
    if (move.offset === 0 && move.stride === 0) {
      if (source.plain.has(to)) return;
      source.plain.add(to);
    }
    source.out.push({ to, move });
    for (let i = 0; i < source.done; i += 1) this.#add(to, movedTarget(source.list[i] as Target, move));
  }

  #add(node: number, target: Target): void {
    const into = this.#nodes[node] as Node;
    const added = hold(into.held, target);
    if (added === undefined) return;
    into.list.push(added);
    if (into.queued) return;
    into.queued = true;
    this.#work.push(node);
  }

  #solve(): void {
    for (let next = this.#work.pop(); next !== undefined; next = this.#work.pop()) {
      const node = this.#nodes[next] as Node;
      node.queued = false;
      while (node.done < node.list.length) {
        const target = node.list[node.done] as Target;
        node.done += 1;
        // Both lists may grow while they are walked: what is added then sees `done` and catches up by itself.
        const flows = node.out.length;
        const constraints = node.constraints.length;
        tick(FLOW_WORK * (1 + flows + constraints));
        for (let i = 0; i < flows; i += 1) {
          const { to, move } = node.out[i] as FlowEdge;
          this.#add(to, movedTarget(target, move));
        }
        for (let i = 0; i < constraints; i += 1) this.#apply(node.constraints[i] as Constraint, target);
        if (next === this.#escape) this.#escapeRegion(target.region);
      }
    }
  }

  #apply(constraint: Constraint, target: Target): void {
    switch (constraint.kind) {
      case "load":
        for (const slot of this.#slotsAt(target.region, target.at, constraint.bytes))
          this.#flow(slot, constraint.into, EXACT);
        return;
      case "store":
        for (const slot of this.#slotsAt(target.region, target.at, constraint.bytes))
          this.#flow(constraint.from, slot, EXACT);
        return;
      case "call":
        this.#resolve(constraint.edge, target.region);
        return;
      case "copyTo":
        this.#copyTo(constraint.copy, target);
        return;
      case "copyFrom":
        this.#copyFrom(constraint.copy, target);
        return;
    }
  }

  #resolve(edge: Edge, region: Region): void {
    const object = region.object;
    if (region.kind === "external") this.#library(edge, undefined);
    if (object?.role !== "function") return;
    const known = this.#callees.get(edge) ?? [];
    if (known.includes(object)) return;
    this.#callees.set(edge, [...known, object]);
    this.#callByName(edge, nameOfFunction(object));
  }

  #copyTo(copy: Copy, target: Target): void {
    copy.to.push(target);
    for (const from of copy.from) this.#copyPair(copy, target, from);
  }

  #copyFrom(copy: Copy, target: Target): void {
    copy.from.push(target);
    for (const to of copy.to) this.#copyPair(copy, to, target);
  }

  #copyPair(copy: Copy, to: Target, from: Target): void {
    const bytes = copy.bytes ?? Math.min(to.region.size ?? UNKNOWN_SIZE, from.region.size ?? UNKNOWN_SIZE);
    const word = this.#word;
    const slotwise =
      to.at.stride === 0 &&
      from.at.stride === 0 &&
      bytes <= MANY_SLOTS * word &&
      residue(to.at.offset - from.at.offset, word) === 0 &&
      copy.bytes !== undefined;
    if (!slotwise) {
      const anywhere = copy.bytes === undefined;
      for (const slot of this.#slotsAt(from.region, anywhere ? ANYWHERE : from.at, bytes))
        this.#flow(slot, copy.between, EXACT);
      for (const slot of this.#slotsAt(to.region, anywhere ? ANYWHERE : to.at, bytes))
        this.#flow(copy.between, slot, EXACT);
      return;
    }
    const step = (at: number) => Math.min(word - residue(from.at.offset + at, word), bytes - at);
    for (let at = 0; at < bytes; at += step(at)) {
      const targets = this.#slotsAt(to.region, progression(to.at.offset + at, 0), step(at));
      for (const source of this.#slotsAt(from.region, progression(from.at.offset + at, 0), step(at)))
        for (const slot of targets) this.#flow(source, slot, EXACT);
    }
  }

  // --- Undefined functions that may do anything ------------------------------------------------------------------

  #exposeVisible(): void {
    const { functions, objects } = this.#program.visible ?? { functions: [], objects: [] };
    for (const item of objects) {
      if ("align" in item) this.#add(this.#escape, { region: this.#regionOf(item), at: EXACT });
      else this.#escapeSlot(this.#variableNode(item));
    }
    for (const name of functions) this.#expose(name);
  }

  /** A function that may be called from outside, with anything. That the entry is not called again is assumed. */
  #expose(name: string): void {
    const graph = bodyOf(this.#program, this.#properties, name);
    if (this.#externals !== "any" || graph === undefined || name === this.#entry || this.#exposed.has(name)) return;
    this.#exposed.set(name, graph);
    this.#include(graph);
    for (const parameter of graph.parameters) this.#flow(this.#escape, this.#variableNode(parameter), ANYWHERE);
    this.#flow(this.#resultNode(name), this.#escape, ANYWHERE);
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
      regions: this.#regions.filter(({ id }) => (this.#slots[id] as Slots).escaped),
      functions: [...functions],
    };
  }

  #escapeRegion(region: Region): void {
    const slots = this.#slots[region.id] as Slots;
    if (region.object?.role === "function") this.#expose(nameOfFunction(region.object));
    if (slots.escaped || region.object?.role === "function") return;
    slots.escaped = true;
    // Sound: unknown functions may read and write any word of the region.
    this.#fold(region, slots, this.#word);
    for (const node of [...slots.nodes.values()]) this.#escapeSlot(node);
    this.#slotNode(region, 0);
  }

  #escapeSlot(node: number): void {
    this.#flow(node, this.#escape, ANYWHERE);
    this.#flow(this.#escape, node, ANYWHERE);
  }

  // --- Answers ----------------------------------------------------------------------------------------------------

  #targetsOf(term: Term): readonly Target[] {
    const node = term.kind === "variable" ? this.#variableNodes.get(term.variable) : this.#termNodes.get(term);
    return node === undefined ? [] : this.#targetsIn(node);
  }

  #targetsIn(node: number): Target[] {
    const targets: Target[] = [];
    for (const [region, held] of (this.#nodes[node] as Node).held) {
      const strided = held.strided;
      for (const offset of held.exact) {
        const at = { offset, stride: 0 };
        if (strided === undefined || !contains(strided, at)) targets.push({ region, at });
      }
      if (strided !== undefined) targets.push({ region, at: strided });
    }
    return targets;
  }

  #reachableFrom(targets: readonly Target[]): readonly Region[] {
    const seen = new Set<Region>(targets.map(({ region }) => region));
    for (const region of seen) for (const { region: next } of this.#storedIn([{ region, at: EXACT }])) seen.add(next);
    return [...seen];
  }

  #storedIn(targets: readonly Target[]): Target[] {
    const stored: Target[] = [];
    for (const region of new Set(targets.map((target) => target.region)))
      for (const node of (this.#slots[region.id] as Slots).nodes.values()) stored.push(...this.#targetsIn(node));
    return stored;
  }
}

const EXACT: Progression = { offset: 0, stride: 0 };

/** Memory from outside that the program knows only by address. Ids of declared objects are not negative. */
function outsideObject(id: number, name: string): MemoryObject {
  return { id, name, role: "global", size: undefined, align: 8 };
}

const MANY_SLOTS = 256;
/** Large enough to touch every slot of a region whose slots are folded. */
const UNKNOWN_SIZE = 2 ** 20;

/** The places that lie inside a region of this size, more exactly where only one does. */
function withinSize(at: Progression, size: number | undefined): Progression | undefined {
  if (at.stride === 0) return at.offset < 0 || (size !== undefined && at.offset >= size) ? undefined : at;
  if (size === undefined || at.offset + at.stride < size) return at;
  return at.offset < size ? { offset: at.offset, stride: 0 } : undefined;
}

/** Adds a target to what a node holds; answers what is new, which may be a coarser target. */
function hold(held: Map<Region, Held>, { region, at }: Target): Target | undefined {
  let known = held.get(region);
  if (known === undefined) {
    known = { exact: [], strided: undefined };
    held.set(region, known);
  }
  if (known.strided !== undefined && contains(known.strided, at)) return undefined;
  if (at.stride === 0) {
    if (known.exact.includes(at.offset)) return undefined;
    if (known.exact.length < EXACT_LIMIT) {
      known.exact.push(at.offset);
      return { region, at };
    }
    const all = known.exact.reduce((so, offset) => join(so, { offset, stride: 0 }), at);
    known.strided = known.strided === undefined ? all : join(known.strided, all);
    return { region, at: known.strided };
  }
  known.strided = known.strided === undefined ? at : join(known.strided, at);
  return { region, at: known.strided };
}

function movedTarget(target: Target, move: Progression): Target {
  if ((move.offset === 0 && move.stride === 0) || target.region.object?.role === "function") return target;
  return { region: target.region, at: sum(target.at, move) };
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
