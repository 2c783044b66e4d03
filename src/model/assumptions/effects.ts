/**
 * What running a piece of the program may read and write outside of its own frame, calls included: global variables, and
 * spans of memory as the points-to analysis knows them. Inputs do not count (they are unknown in any order), nor does
 * output (no property sees it). A piece may also end the program, or contain a site of the property; whether the one comes
 * before the other matters too.
 *
 * Sound: whatever memory a call of an undefined function may touch counts as read and written; the analysis is insensitive
 * to flow and context, like the points-to analysis that it stands on.
 */
import type { Edge, FunctionGraph, Op, Program } from "../../cfa/cfa.ts";
import { isLibraryFunction, keepsErrno } from "../../cfa/library-results.ts";
import { termsOf } from "../../cfa/op-terms.ts";
import type { Formula, Term, Variable } from "../../logic/term.ts";
import { variablesOf } from "../../logic/visit.ts";
import { memoised } from "../../util/memo.ts";
import { bodyOf, libraryEffect } from "../library/library.ts";
import { namesCalled, type PointsTo } from "../pointers/points-to.ts";
import type { Region } from "../pointers/regions.ts";
import { ANYWHERE, overlap, type Span } from "../pointers/strides.ts";
import { asksForLifetimes, type Property } from "../properties.ts";
import { errorOfCheck, isErrorLocation } from "../property.ts";

const EVERYTHING: Span = { ...ANYWHERE, width: 1 };

/** A set of global variables and of spans of memory. */
export class Footprint {
  readonly #variables = new Set<Variable>();
  readonly #memory = new Map<Region, Map<string, Span>>();

  /** Whether anything is new. */
  addVariable(variable: Variable): boolean {
    if (variable.role !== "global" || this.#variables.has(variable)) return false;
    this.#variables.add(variable);
    return true;
  }

  addMemory(region: Region, span: Span): boolean {
    const spans = memoised(this.#memory, region, () => new Map());
    const key = `${span.offset} ${span.stride} ${span.width}`;
    if (spans.has(key)) return false;
    spans.set(key, span);
    return true;
  }

  /** `own`: memory of activations that are over when the piece has run. */
  addAll(others: Footprint, isOwn: (region: Region) => boolean): boolean {
    let changed = false;
    for (const variable of others.#variables) changed = this.addVariable(variable) || changed;
    for (const [region, spans] of others.#memory) {
      if (isOwn(region)) continue;
      for (const span of spans.values()) changed = this.addMemory(region, span) || changed;
    }
    return changed;
  }

  meets(others: Footprint): boolean {
    for (const variable of this.#variables) if (others.#variables.has(variable)) return true;
    for (const [region, spans] of this.#memory) {
      const theirs = others.#memory.get(region);
      if (theirs === undefined) continue;
      for (const span of spans.values()) for (const other of theirs.values()) if (overlap(span, other)) return true;
    }
    return false;
  }
}

export interface Effects {
  readonly reads: Footprint;
  readonly writes: Footprint;
  /** May end the program, or cut its execution off. */
  ends: boolean;
  /** May violate a property. */
  violates: boolean;
}

export function noEffects(): Effects {
  return { reads: new Footprint(), writes: new Footprint(), ends: false, violates: false };
}

export class EffectAnalysis {
  readonly #program: Program;
  readonly #pointsTo: PointsTo;
  readonly #properties: readonly Property[];
  readonly #functions = new Map<FunctionGraph, Effects>();
  readonly #edges = new Map<Op, Edge>();

  constructor(program: Program, pointsTo: PointsTo, properties: readonly Property[]) {
    this.#program = program;
    this.#pointsTo = pointsTo;
    this.#properties = properties;
    this.#run();
  }

  /** Whether the operation is part of a function that may run. */
  edgeOf(op: Op): Edge | undefined {
    return this.#edges.get(op);
  }

  #run(): void {
    const callers = new Map<FunctionGraph, Set<FunctionGraph>>();
    for (const graph of this.#pointsTo.functions) {
      const effects = noEffects();
      this.#functions.set(graph, effects);
      effects.violates = graph.locations.some((location) => isErrorLocation(location, this.#properties));
      for (const edge of graph.edges) {
        if (edge.op.kind !== "skip") this.#edges.set(edge.op, edge);
        this.addOwn(effects, edge);
        for (const callee of this.#bodiesOf(edge)) memoised(callers, callee, () => new Set()).add(graph);
        this.#addExternal(effects, edge);
      }
    }
    const waiting = new Set(this.#pointsTo.functions);
    for (const graph of waiting) {
      waiting.delete(graph);
      for (const caller of callers.get(graph) ?? []) {
        if (this.#addBody(this.#functions.get(caller) as Effects, graph)) waiting.add(caller);
      }
    }
  }

  #addBody(to: Effects, graph: FunctionGraph): boolean {
    const from = this.#functions.get(graph);
    if (from === undefined) return false;
    const isOwn = ({ object }: Region) => object?.role === "local" && object.function === graph.name;
    const written = to.writes.addAll(from.writes, isOwn);
    const changed = to.reads.addAll(from.reads, isOwn) || written || (from.ends && !to.ends);
    const more = changed || (from.violates && !to.violates);
    to.ends ||= from.ends;
    to.violates ||= from.violates;
    return more;
  }

  /** What the edge itself does, without what it calls. */
  addOwn(to: Effects, edge: Edge): void {
    const { op } = edge;
    if (edge.checks.some((check) => errorOfCheck(check, this.#properties) !== undefined)) to.violates = true;
    for (const term of termsOf(op)) this.addTerm(to, term);
    const memory = (into: Footprint, at: Term, width: number) => this.#addTargets(into, at, width);
    switch (op.kind) {
      case "assign":
      case "havoc":
        to.writes.addVariable(op.target);
        break;
      case "load":
        to.writes.addVariable(op.target);
        memory(to.reads, op.address, op.access.bytes);
        break;
      case "store":
        memory(to.writes, op.address, op.access.bytes);
        break;
      case "copy":
        memory(to.reads, op.from, op.bytes);
        memory(to.writes, op.to, op.bytes);
        break;
      case "zero":
        memory(to.writes, op.address, op.bytes);
        break;
      case "call":
        if (op.target !== undefined) to.writes.addVariable(op.target);
        break;
      case "variadic":
        if (op.target !== undefined) to.writes.addVariable(op.target);
        this.#addReachable(to, op.operands);
        break;
      case "opaque":
        this.#addReachable(to, op.operands);
        break;
      default:
        break;
    }
    const accesses = op.kind === "load" || op.kind === "store" || op.kind === "copy";
    if (accesses && this.#properties.includes("valid-deref")) to.violates = true;
  }

  /** What evaluating the term reads. */
  addTerm(to: Effects, term: Term | Formula): void {
    for (const variable of variablesOf(term)) to.reads.addVariable(variable);
  }

  /** What the call on the edge does. */
  addCalled(to: Effects, edge: Edge): void {
    for (const graph of this.#bodiesOf(edge)) this.#addBody(to, graph);
    this.#addExternal(to, edge);
  }

  #bodiesOf(edge: Edge): readonly FunctionGraph[] {
    return namesCalled(edge, this.#pointsTo).flatMap((name) => bodyOf(this.#program, this.#properties, name) ?? []);
  }

  #addExternal(to: Effects, edge: Edge): void {
    const { op } = edge;
    if (op.kind !== "call") return;
    for (const name of namesCalled(edge, this.#pointsTo))
      if (bodyOf(this.#program, this.#properties, name) === undefined) this.#addLibrary(to, name, op.arguments);
  }

  #addLibrary(to: Effects, name: string, given: readonly Term[]): void {
    const effect = libraryEffect(name);
    if (isLibraryFunction(name) && !keepsErrno(name)) this.#addErrno(to);
    const [first, second] = given;
    const whole = (into: Footprint, at: Term | undefined) => {
      if (at !== undefined) this.#addTargets(into, at, undefined);
    };
    switch (effect.kind) {
      case "error":
      case "error-if-zero":
        if (this.#properties.includes("unreach-call")) to.violates = true;
        else to.ends = true;
        return;
      case "assume":
      case "end":
        to.ends = true;
        return;
      case "nondet":
      case "no-op":
        for (const term of given) whole(to.reads, term);
        return;
      case "allocate":
      case "free":
        whole(to.reads, first);
        whole(to.writes, first);
        return;
      case "copy":
        whole(to.writes, first);
        whole(to.reads, second);
        break;
      case "fill":
        whole(to.writes, first);
        break;
      case "writes":
        for (const term of given) whole(to.reads, term);
        for (const index of effect.arguments) whole(to.writes, given[index]);
        break;
      case "asks":
        for (const term of given) whole(to.reads, term);
        return;
      case "renews":
        whole(to.writes, first);
        break;
      default:
        this.#addReachable(to, given);
    }
    if (asksForLifetimes(this.#properties) && given.length > 0) to.violates = true;
  }

  #addErrno(to: Effects): void {
    for (const place of this.#program.errno) {
      if ("align" in place) to.writes.addMemory(this.#pointsTo.regionOf(place), EVERYTHING);
      else to.writes.addVariable(place);
    }
  }

  #addTargets(into: Footprint, at: Term, width: number | undefined): void {
    for (const { region, at: where } of this.#pointsTo.targetsOf(at))
      into.addMemory(region, width === undefined ? EVERYTHING : { ...where, width });
  }

  #addReachable(to: Effects, terms: readonly Term[]): void {
    for (const region of this.#pointsTo.reachableFrom(terms)) {
      to.reads.addMemory(region, EVERYTHING);
      to.writes.addMemory(region, EVERYTHING);
    }
  }
}
