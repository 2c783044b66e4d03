/**
 * One edge of the concrete level as outcomes over the model's variables: checks first (assumed, or an error of the
 * property), then what the operation does. The translation of an edge depends on the activation only for recursive
 * functions, whose variables and local objects have one instance an activation.
 */

import {
  type Check,
  type Edge,
  type EdgeOf,
  type FunctionGraph,
  isEdgeOf,
  isOptionalCheck,
  type Op,
  type OptionalCheck,
} from "../../cfa/cfa.ts";
import type { LibraryMemory } from "../../cfa/library/row.ts";
import { ALIGNED, ONE_OBJECT, POINTER_MOVED, POINTER_TO_OBJECT } from "../../cfa/library-names.ts";
import { termsOf } from "../../cfa/op-terms.ts";
import { typeOf } from "../../logic/sort.ts";
import {
  and,
  eq,
  type Formula,
  integer,
  type MemoryObject,
  ne,
  not,
  or,
  type Term,
  TRUE,
  type Variable,
  variable,
} from "../../logic/term.ts";
import { isIntegral, type ScalarType } from "../../logic/types.ts";
import { variablesOf } from "../../logic/visit.ts";
import { bodyOf, functionNamedBy, isLibraryObject, touchesEverything } from "../library/library.ts";
import { memoryOfCall } from "../library/library-memory.ts";
import type { ModelOp, OverApproximation } from "../model.ts";
import { constantBytes, nameOfFunction } from "../pointers/points-to.ts";
import { WildPointers } from "../pointers/wild.ts";
import { asksForLifetimes, type SiteName } from "../properties.ts";
import { errorOfCheck, siteName, violatedBy } from "../property.ts";
import { Accesses } from "./access.ts";
import type { EdgeArithmetic } from "./arithmetic.ts";
import { dereferencesOf } from "./edge-terms.ts";
import { Initialised } from "./initialised.ts";
import { Leaks } from "./leaks.ts";
import { LibraryCalls } from "./library-calls.ts";
import { libraryDemands } from "./library-checks.ts";
import {
  type Alternative,
  always,
  assign,
  assume,
  GOTO,
  havoc,
  input,
  type Next,
  type Outcome,
  unmodelled,
  violation,
} from "./outcome.ts";
import { Runs } from "./runs.ts";
import { arithmeticIn, type Translation } from "./translation.ts";
import { Validity } from "./validity.ts";

/** A function of the library that an edge may call. */
interface LibraryCallee {
  readonly name: string;
  readonly memory: LibraryMemory | undefined;
  readonly here: Formula;
}

/** What is assumed where undefined behaviour of this kind is not the property. */
export const UNDEFINED_BEHAVIOUR: Record<Exclude<Check["kind"], "index" | OptionalCheck>, string> = {
  overflow: "no signed overflow",
  division: "no division by zero",
  shift: "shift counts are in range",
  "float-to-int": "floats fit the integers they are converted to",
  "bit-count": "zeros are counted of numbers that are not zero",
};

const OVER = "an object may be used when its life is over";

export class Translator {
  readonly #t: Translation;
  readonly #accesses: Accesses;
  readonly #runs: Runs;
  readonly #validity: Validity;
  readonly #wild: WildPointers;
  readonly #library: LibraryCalls;
  readonly #leaks: Leaks;
  readonly #initialised: Initialised;
  readonly #settled: ReadonlySet<SiteName>;
  readonly #cache: Map<Edge, readonly Outcome[]>[] = [];
  readonly #notes = new Map<Edge, readonly OverApproximation[]>();

  constructor(translation: Translation) {
    this.#t = translation;
    this.#settled = new Set(translation.options.settled);
    this.#accesses = new Accesses(translation);
    this.#runs = new Runs(translation, this.#accesses);
    this.#wild = new WildPointers(translation.program);
    this.#validity = new Validity(translation);
    this.#leaks = new Leaks(translation, this.#validity.extents);
    this.#initialised = new Initialised(translation, this.#accesses);
    this.#library = new LibraryCalls(translation, this.#accesses, this.#runs, this.#validity, this.#leaks);
  }

  outcomes(edge: Edge, instance: number): readonly Outcome[] {
    const level = this.#t.calls.isRecursive(edge.source.function) ? instance : 0;
    let known = this.#cache[level];
    if (known === undefined) {
      known = new Map();
      this.#cache[level] = known;
    }
    let outcomes = known.get(edge);
    if (outcomes === undefined) {
      const { result, notes } = this.#t.notes.collect(() => this.#translate(edge, level));
      outcomes = result;
      known.set(edge, outcomes);
      this.#notes.set(edge, notes);
    }
    return outcomes;
  }

  /** Puts what was given up or assumed at an edge on record: the edge takes part in the model. */
  publish(edge: Edge): void {
    const notes = this.#notes.get(edge);
    if (notes === undefined) return;
    this.#notes.delete(edge);
    for (const { what, range } of notes) this.#t.notes.record(what, range);
  }

  /** What happens on the way into a function: the parameters get their arguments. */
  enter(edge: Edge, graph: FunctionGraph, given: readonly Term[], instance: number): readonly ModelOp[] {
    const passed = graph.parameters.map((parameter, i) => {
      const target = this.#t.variables.of(parameter, instance);
      const argument = given[i];
      return argument === undefined ? havoc(target, edge) : this.#pass(edge, i, target, parameter, argument);
    });
    return [...this.#validity.extents.passed(edge, graph), ...passed];
  }

  /** What a call does to companions of pointers, on the way in and on the way back. */
  companions(call: Edge, graph: FunctionGraph): readonly ModelOp[] {
    const { extents } = this.#validity;
    return [...extents.passed(call, graph), ...extents.taken(call, graph)];
  }

  /** Unprototyped calls may pass another type than the function takes. */
  #pass(edge: Edge, position: number, target: Variable, parameter: Variable, argument: Term): ModelOp {
    // With real-valued floats a constant of the model looks like an integer: the program's own term tells.
    const written = edge.op.kind === "call" ? (edge.op.arguments[position] ?? argument) : argument;
    if (isIntegral(typeOf(written)) !== isIntegral(parameter.type)) {
      this.#t.notes.record("argument of another type than the parameter", edge.range);
      return havoc(target, edge);
    }
    const arithmetic = arithmeticIn(this.#t, 0);
    return assign(target, arithmetic.converted(argument, parameter.type as ScalarType), edge);
  }

  /** What happens on the way back: the caller takes the result. */
  leave(call: Edge, graph: FunctionGraph, instance: number, callerInstance: number): readonly ModelOp[] {
    if (call.op.kind !== "call" || call.op.target === undefined) return [];
    const target = this.#t.variables.of(call.op.target, callerInstance);
    const result = this.#t.variables.resultOf(graph, instance);
    const taken = this.#validity.extents.taken(call, graph);
    if (result === undefined || isIntegral(result.type) !== isIntegral(target.type))
      return [...taken, havoc(target, call)];
    const arithmetic = arithmeticIn(this.#t, callerInstance);
    return [...taken, assign(target, arithmetic.converted(variable(result), call.op.target.type as ScalarType), call)];
  }

  #translate(edge: Edge, instance: number): readonly Outcome[] {
    const arithmetic = arithmeticIn(this.#t, instance);
    const outcomes: Outcome[] = [];
    const prefix: ModelOp[] = this.#volatileReads(edge, arithmetic);
    for (const check of edge.checks) this.#check(edge, check, arithmetic, prefix, outcomes);
    this.#dereferences(edge, arithmetic, prefix, outcomes);
    this.#wildAccess(edge, arithmetic, prefix, outcomes);
    this.#programEnds(edge, arithmetic, prefix, outcomes);
    this.#reads(edge, arithmetic, prefix, outcomes);
    if (this.#t.lifetimes.handsOnStale(edge))
      outcomes.push({ prefix: [...prefix], condition: undefined, ops: [], next: { kind: "unmodelled", reason: OVER } });
    for (const one of this.#alternatives(edge, instance, arithmetic)) {
      if (one.condition?.kind === "false") continue;
      const condition = one.condition?.kind === "true" ? undefined : one.condition;
      const ops = [...this.#validity.extents.set(edge, arithmetic), ...this.#initialised.follow(edge, one.ops)];
      outcomes.push({ ...one, ops, prefix: [...prefix], condition, next: this.#unlessSettled(one.next) });
    }
    return outcomes;
  }

  #volatileReads(edge: Edge, arithmetic: EdgeArithmetic): ModelOp[] {
    const reads: ModelOp[] = [];
    for (const term of termsOf(edge.op)) {
      for (const read of variablesOf(term)) {
        if (read.volatile) reads.push(input(arithmetic.variable(read), edge));
        else if (isLibraryObject(this.#t.program, read)) reads.push(havoc(arithmetic.variable(read), edge));
      }
    }
    return reads;
  }

  #check(edge: Edge, check: Check, arithmetic: EdgeArithmetic, prefix: ModelOp[], outcomes: Outcome[]): void {
    const demand = arithmetic.demand(check);
    if (demand.kind === "true") return;
    const reason = errorOfCheck(check, this.#t.options.properties);
    if (reason !== undefined && !(check.kind === "index" && this.#t.options.subobjects === "whole")) {
      const violates = violatedBy(check, this.#t.options.properties);
      const error = { kind: "error", reason, range: check.range, violates, condition: "exact" } as const;
      const next = this.#unlessSettled(error);
      outcomes.push({ prefix: [...prefix], condition: not(demand), ops: [], next });
      prefix.push(assume(demand, edge));
      return;
    }
    if (check.kind === "index") {
      if (!this.#checksMemory || this.#t.options.subobjects === "whole") return;
      const reason = "whether an array at the end of a struct may be indexed beyond its length";
      outcomes.push({ prefix: [...prefix], condition: not(demand), ops: [], next: { kind: "unmodelled", reason } });
      return;
    }
    if (isOptionalCheck(check.kind)) return;
    if (check.kind === "overflow" && (check.by === "shift" || this.#t.options.signedOverflow === "wrap")) return;
    const assumption = UNDEFINED_BEHAVIOUR[check.kind];
    this.#t.notes.assumeThat(assumption, check.range);
    prefix.push({ kind: "assume", condition: demand, origin: edge, assumption, range: check.range });
  }

  #dereferences(edge: Edge, arithmetic: EdgeArithmetic, prefix: ModelOp[], outcomes: Outcome[]): void {
    // Initialisation writes constants too.
    const isAsked = asksForLifetimes(this.#t.options.properties) || calls(edge, ALIGNED);
    const isInitialisation = edge.source.function === this.#t.program.initialise.name;
    if (!isAsked || (isInitialisation && !calls(edge, POINTER_MOVED))) return;
    const demand = (when: Formula | undefined, error: Next, here: Formula = TRUE): void => {
      // Sound: where validity cannot be decided, the error is possible whatever the address.
      const condition = when === undefined ? here : and([here, not(when)]);
      const isFree = condition.kind === "true" ? undefined : condition;
      const next = this.#unlessSettled(error);
      if (condition.kind !== "false") outcomes.push({ prefix: [...prefix], condition: isFree, ops: [], next });
      // Sound: nobody is told any more of an execution that ends here, so only those may that end by the violation.
      if (next.kind === "end" && error.kind === "error" && error.condition === "maybe") return;
      if (when !== undefined && condition.kind !== "false") prefix.push(assume(not(condition), edge));
    };
    for (const { pointer, bytes, access } of this.#checksMemory ? dereferencesOf(edge) : []) {
      const when = this.#validity.inside(edge, pointer, bytes, access, arithmetic);
      const error = violation("valid-deref", "invalid dereference", edge, this.#validity.exactness(pointer));
      demand(when, error);
      // Whatever else is known of it: null is no place where the program goes on.
      if (this.#isSettled(error) && error.condition === "maybe")
        prefix.push(assume(ne(arithmetic.term(pointer), integer(0)), edge));
    }
    if (!isEdgeOf(edge, "call")) return;
    if (calls(edge, ALIGNED)) {
      const [pointer, multiple] = edge.op.arguments as [Term, Term];
      const when = this.#validity.aligned(pointer, constantBytes(multiple) ?? 1, arithmetic);
      if (when === undefined) this.#t.notes.record("whether an address is aligned", edge.range);
      demand(when, violation("valid-alignment", "misaligned access", edge));
    }
    if (calls(edge, ONE_OBJECT)) {
      const [left, right] = edge.op.arguments as [Term, Term];
      const when = this.#validity.sameObject(edge, left, right, arithmetic);
      if (when === undefined) this.#t.notes.record("whether pointers point into one object", edge.range);
      demand(when, violation("one-object", "pointers into different objects", edge));
    }
    if (calls(edge, POINTER_MOVED)) {
      const [from, to] = edge.op.arguments as [Term, Term];
      const when = this.#validity.moved(edge, from, to, arithmetic);
      demand(when, violation("pointers-in-objects", "a pointer is moved out of its object", edge));
    }
    if (calls(edge, POINTER_TO_OBJECT)) {
      const [pointer] = edge.op.arguments as [Term];
      const place = this.#validity.inside(edge, pointer, 0, "read", arithmetic);
      const when = place && or([eq(arithmetic.term(pointer), integer(0)), place]);
      demand(when, violation("valid-primitives", "a question about a pointer to nothing", edge));
    }
    if (edge.op.callee.kind === "indirect" && this.#checksMemory) {
      const called = this.#isFunction(edge, edge.op.callee.pointer, arithmetic);
      demand(called, violation("valid-deref", "call through an invalid function pointer", edge));
    }
    for (const { name, memory, here } of this.#libraryCallees(edge, arithmetic)) {
      for (const { when, otherwise } of libraryDemands(this.#t, this.#validity, edge, memory, arithmetic)) {
        if (when === undefined) this.#t.notes.record(`memory that ${name} is given`, edge.range);
        const reason = `invalid memory is given to ${name}`;
        const next: Next = otherwise === "other" ? { kind: "unmodelled", reason } : violation(otherwise, reason, edge);
        demand(when, next, here);
      }
    }
  }

  /** Executions end there that nobody asks about. */
  #unlessSettled(next: Next): Next {
    return next.kind === "error" && this.#isSettled(next) ? { kind: "end" } : next;
  }

  #isSettled({ violates, range }: Next & { kind: "error" }): boolean {
    return this.#settled.size > 0 && violates.every((property) => this.#settled.has(siteName(property, range)));
  }

  get #checksMemory(): boolean {
    return this.#t.options.properties.includes("valid-deref");
  }

  /** The pointer is one of the functions it may point to; undefined where it may point outside the program. */
  #isFunction(edge: Edge, callee: Term, arithmetic: EdgeArithmetic): Formula | undefined {
    if (this.#t.pointsTo.targetsOf(callee).some(({ region }) => region.kind === "external")) return undefined;
    const pointer = arithmetic.term(callee);
    return or(this.#t.pointsTo.calleesOf(edge).map((object) => eq(pointer, integer(this.#t.addressOf(object, 0)))));
  }

  /** Library functions that the edge may call, what memory they touch that no graph does, and when it is each of them. */
  #libraryCallees(edge: EdgeOf<"call">, arithmetic: EdgeArithmetic): readonly LibraryCallee[] {
    const { program, pointsTo } = this.#t;
    const { callee } = edge.op;
    const called = (name: string, here: Formula): LibraryCallee => ({
      name: program.functions.get(name)?.library ?? name,
      memory: memoryOfCall(program, name),
      here,
    });
    if (callee.kind === "direct") return [called(callee.name, TRUE)];
    const pointer = arithmetic.term(callee.pointer);
    return pointsTo
      .calleesOf(edge)
      .map((object) => called(nameOfFunction(object), eq(pointer, integer(this.#t.addressOf(object, 0)))));
  }

  /** Where a wild pointer hits no known target, anything may happen: the model does not cover it. */
  #wildAccess(edge: Edge, arithmetic: EdgeArithmetic, prefix: readonly ModelOp[], outcomes: Outcome[]): void {
    if (this.#checksMemory) return;
    for (const { pointer, bytes, access } of dereferencesOf(edge)) {
      if (
        this.#t.pointsTo.targetsOf(pointer).some(({ region }) => this.#t.lifetimes.mayBeOver(edge, region, pointer))
      ) {
        outcomes.push({
          prefix: [...prefix],
          condition: undefined,
          ops: [],
          next: { kind: "unmodelled", reason: OVER },
        });
      }
      if (!this.#wild.isWild(edge, pointer)) continue;
      const when = this.#validity.inside(edge, pointer, bytes, access, arithmetic);
      const condition = when === undefined ? undefined : not(when);
      const reason = "a pointer that was not set, or is an input, is dereferenced";
      if (condition?.kind !== "false")
        outcomes.push({ prefix: [...prefix], condition, ops: [], next: { kind: "unmodelled", reason } });
    }
  }

  /** Memory that is read should have a value. */
  #reads(edge: Edge, arithmetic: EdgeArithmetic, prefix: ModelOp[], outcomes: Outcome[]): void {
    if (!this.#initialised.asked) return;
    const open = this.#initialised.readsUnknown(edge);
    if (open !== undefined)
      outcomes.push({ prefix: [...prefix], condition: undefined, ops: [], next: { kind: "unmodelled", reason: open } });
    if (edge.op.kind !== "load") return;
    const when = this.#initialised.ofLoad(edge, arithmetic);
    if (when?.kind === "true") return;
    if (when === undefined) this.#t.notes.record("whether memory that is read has a value", edge.range);
    const next = this.#unlessSettled(violation("initialised-reads", "a value is read that was never set", edge));
    outcomes.push({ prefix: [...prefix], condition: when === undefined ? undefined : not(when), ops: [], next });
    // Sound: as for accesses; what is known to have a value is less than what has one.
    if (when !== undefined && next.kind !== "end") prefix.push(assume(when, edge));
  }

  /** Where the entry function returns, what is left of the heap is looked at. */
  #programEnds(edge: Edge, arithmetic: EdgeArithmetic, prefix: readonly ModelOp[], outcomes: Outcome[]): void {
    const { entry, calls } = this.#t;
    if (edge.op.kind !== "return" || edge.source.function !== entry.name || !this.#leaks.asked) return;
    for (const { when, reason, property } of this.#leaks.atEnd(edge, arithmetic, "return")) {
      if (when.kind === "false") continue;
      const next: Next = calls.isRecursive(entry.name)
        ? { kind: "unmodelled", reason: `whether ${entry.name} returns to itself` }
        : this.#unlessSettled(violation(property, reason, edge));
      outcomes.push({ prefix: [...prefix], condition: when.kind === "true" ? undefined : when, ops: [], next });
    }
  }

  #alternatives(edge: Edge, instance: number, arithmetic: EdgeArithmetic): readonly Alternative[] {
    const op = edge.op;
    switch (op.kind) {
      case "skip":
        return [always([])];
      case "assign":
        return [always([assign(arithmetic.variable(op.target), arithmetic.term(op.value), edge)])];
      case "havoc":
        return [always([input(arithmetic.variable(op.target), edge)])];
      case "place":
        if (op.fixed !== undefined) return [always([assign(arithmetic.variable(op.target), integer(op.fixed), edge)])];
        return [always([input(arithmetic.variable(op.target), edge), assume(arithmetic.formula(op.among), edge)])];
      case "assume":
        return [{ condition: arithmetic.formula(op.condition), ops: [], next: GOTO }];
      case "load":
        return this.#accesses.load(edge, arithmetic);
      case "store":
        return this.#accesses.store(edge, arithmetic);
      case "copy":
        return this.#runs.copy(edge, op.to, op.from, op.bytes, "apart", arithmetic);
      case "zero":
        return this.#runs.fill(edge, op.address, { constant: 0, term: integer(0) }, op.bytes, arithmetic);
      case "lifetime":
        return [always(op.change === "ends" ? [] : this.#begin(op.objects, edge, instance))];
      case "uninitialised":
      case "allocate": {
        const region = this.#t.pointsTo.regionOf(op.object);
        return [always(this.#accesses.renew(region, this.#t.addressOf(op.object, instance), edge))];
      }
      case "return":
        return [always(this.#return(edge, op.value, instance, arithmetic))];
      case "variadic":
        if (op.target === undefined) return [always([])];
        this.#t.notes.record("variadic argument", edge.range);
        return [always([havoc(arithmetic.variable(op.target), edge)])];
      case "opaque":
        return this.#opaque(edge, op);
      case "call":
        return isEdgeOf(edge, "call") ? this.#call(edge, arithmetic) : [];
    }
  }

  #begin(objects: readonly MemoryObject[], edge: Edge, instance: number): readonly ModelOp[] {
    return objects.flatMap((object) =>
      this.#accesses.renew(this.#t.pointsTo.regionOf(object), this.#t.addressOf(object, instance), edge, "unasked"),
    );
  }

  #return(edge: Edge, value: Term | undefined, instance: number, arithmetic: EdgeArithmetic): readonly ModelOp[] {
    const graph = this.#t.program.functions.get(edge.source.function);
    const result = graph === undefined ? undefined : this.#t.variables.resultOf(graph, instance);
    if (result === undefined) return [];
    return [value === undefined ? havoc(result, edge) : assign(result, arithmetic.term(value), edge)];
  }

  #opaque(edge: Edge, op: Extract<Op, { kind: "opaque" }>): readonly Alternative[] {
    if (op.writes === "nothing") return [always([])];
    this.#t.notes.record(op.what, edge.range);
    const { program, pointsTo } = this.#t;
    const all = touchesEverything(op, program);
    const reached = all ? pointsTo.regions : pointsTo.reachableFrom(op.operands);
    const given = pointsTo.reachableFrom(op.operands).find(({ object }) => object?.role === "function")?.name;
    const called = functionNamedBy(op, program) ?? given;
    if (called !== undefined) {
      return [unmodelled(`${op.what} may call ${called}`)];
    }
    const ops: ModelOp[] = all ? program.globals.map((global) => havoc(this.#t.variables.of(global, 0), edge)) : [];
    for (const region of reached) ops.push(...this.#accesses.forget(region, edge));
    return [always(ops)];
  }

  #call(edge: EdgeOf<"call">, arithmetic: EdgeArithmetic): readonly Alternative[] {
    const callee = edge.op.callee;
    if (callee.kind === "direct") return this.#callByName(edge, callee.name, arithmetic);
    const pointer = arithmetic.term(callee.pointer);
    const alternatives: Alternative[] = [];
    const others: Formula[] = [];
    const targets = this.#t.pointsTo.targetsOf(callee.pointer);
    for (const object of this.#t.pointsTo.calleesOf(edge)) {
      const here = eq(pointer, integer(this.#t.addressOf(object, 0)));
      others.push(not(here));
      for (const one of this.#callByName(edge, nameOfFunction(object), arithmetic))
        alternatives.push({ ...one, condition: and([here, one.condition ?? TRUE]) });
    }
    if (alternatives.length > 0 && !targets.some(({ region }) => region.kind === "external")) return alternatives;
    for (const one of this.#library.call(edge, undefined, arithmetic))
      alternatives.push({ ...one, condition: and([...others, one.condition ?? TRUE]) });
    return alternatives;
  }

  #callByName(edge: EdgeOf<"call">, name: string, arithmetic: EdgeArithmetic): readonly Alternative[] {
    const graph = bodyOf(this.#t.program, this.#t.options.properties, name);
    if (graph === undefined) return this.#library.call(edge, name, arithmetic);
    const given = edge.op.arguments.map((argument) => arithmetic.term(argument));
    return [{ condition: undefined, ops: [], next: { kind: "enter", graph, arguments: given } }];
  }
}

function calls({ op }: Edge, name: string): boolean {
  return op.kind === "call" && op.callee.kind === "direct" && op.callee.name === name;
}
