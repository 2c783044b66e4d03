/**
 * The symbolic half of a concolic run: beside the interpreter, edge by edge, it keeps for variables and memory what they are as terms
 * over the inputs, wherever that is more than a constant (DART section 2.3; the concrete state is the interpreter's own). It collects the
 * branches that depend on inputs, with what else was possible there, and the dangers: what an input would have to be for an operation on the
 * way to violate the property (active checking: Godefroid, Levin, Molnar, EMSOFT 2008).
 *
 * Nothing here needs to be exact: a term that is wrong or missing makes a solution that does not do what was hoped for, and only what a
 * run of the program then does counts.
 */
import {
  type Access,
  type Check,
  type CheckKind,
  type Edge,
  type FunctionGraph,
  kindOf,
  type Location,
} from "../../cfa/cfa.ts";
import { checkTerm, targetOf, termsOf } from "../../cfa/op-terms.ts";
import { Stop } from "../../interpreter/end.ts";
import type { InputRequest, InputValue } from "../../interpreter/inputs.ts";
import type { StateReader } from "../../interpreter/trace.ts";
import { evaluate } from "../../logic/evaluate.ts";
import { foldInto } from "../../logic/fold.ts";
import { intervalOfTerm, promisedRange, type RangeOf, rangeByType } from "../../logic/range.ts";
import { foldOnPath } from "../../logic/simplify.ts";
import {
  and,
  eq,
  type Formula,
  float,
  integer,
  ite,
  le,
  lt,
  not,
  or,
  type Term,
  TRUE,
  type Variable,
} from "../../logic/term.ts";
import { highest, intType, isIntegral, lowest, typeRange } from "../../logic/types.ts";
import { children, rewrite, type TermNode, variablesOf } from "../../logic/visit.ts";
import { add, fromBig, type Int, subtract, toBig } from "../../numbers/int.ts";
import type { Interval } from "../../numbers/interval.ts";
import { tick } from "../../util/budget.ts";
import { memoised } from "../../util/memo.ts";
import type { InputSymbol } from "./inputs.ts";
import { isDigit } from "./seeds.ts";
import { ShadowMemory } from "./shadow-memory.ts";

/** A condition on the inputs under which the run goes the way that it went. */
export interface Constraint {
  readonly formula: Formula;
  /** Where another way was possible; undefined for what holds of every execution that gets here. */
  readonly edge: Edge | undefined;
  /** What only keeps the terms right: the run has accessed this place, another one would give other terms. */
  readonly isPin?: true;
}

/** Something else that inputs may make happen at this point of the run. */
export interface Goal {
  /** So many constraints hold before it; without the one of the branch itself. */
  readonly after: number;
  /** So many inputs had been read. */
  readonly inputs: number;
  /** Made when somebody asks: most goals of a branch with many ways wait for good. */
  readonly formula: () => Formula | undefined;
  /**
   * What would be new: an edge that is taken, an operation that fails or does something at its limit, or one on a number that was read as
   * digits and has too few of them to fail.
   */
  readonly what: {
    readonly kind: "edge" | "failure" | "limit" | "digits";
    readonly edge: Edge;
    readonly number: number;
  };
  /** Tells apart the ways by which the run came here: its last branches. */
  readonly context: number;
  /** How often the edge (of a branch: the location) had been come to before in this run. */
  readonly occurrence: number;
}

/** What all runs of a program share. */
export interface Watched {
  readonly initialise: FunctionGraph;
  readonly checks: ReadonlySet<CheckKind>;
  /** Whether accesses outside of objects are asked about. */
  readonly bounds: boolean;
  /** Whether signed arithmetic that overflows ends the run, so that its results need no wrapping. */
  readonly overflowEnds: boolean;
  readonly symbolOf: (request: InputRequest, occurrence: number) => InputSymbol | undefined;
  readonly facts: Map<Edge, EdgeFacts>;
}

interface EdgeFacts {
  readonly number: number;
  readonly variables: readonly Variable[];
  readonly checks: readonly { readonly check: Check; readonly variables: readonly Variable[] }[];
}

interface Frame {
  readonly values: Map<Variable, Term>;
  /** The edge that it is at: a call, where another frame lies above. */
  at: Edge | undefined;
  /** Whether that call's target gets what the function above returns. */
  readonly isCalled: boolean;
}

/** A run with more edges or constraints than this is ended: what is behind them is for another test. */
export interface ShadowLimits {
  readonly edges: number;
  readonly constraints: number;
}

// Larger terms make questions that are not worth their time.
const LARGEST_TERM = 4_000;
// Elements of a table that is read at a computed place.
const LARGEST_TABLE = 300;
// Of these, those that are told apart. Where there are more, as in the table of a checksum, the place is kept.
const MOST_COMPARED = 128;
// Branches by which the ways to a place are told apart, without the last.
const RECENT = 4;
// In units of work, besides what the nodes of terms count themselves.
const TERM_WORK = 1;
const EDGE_WORK = 0.3;
// How far from the accessed place an object's end is looked for, in bytes.
const FARTHEST_END = 4_096;

export class Shadow {
  readonly constraints: Constraint[] = [];
  readonly goals: Goal[] = [];
  /** How often edges of branches were taken. */
  readonly taken = new Map<Edge, number>();
  /** Where the run branched next after an edge of a branch. */
  readonly next = new Map<Edge, Location>();
  /** The inputs that the terms are about. */
  readonly values = new Map<Variable, Int>();
  readonly #watched: Watched;
  readonly #limits: ShadowLimits;
  readonly #globals = new Map<Variable, Term>();
  readonly #frames: Frame[] = [];
  readonly #memory = new ShadowMemory();
  readonly #parameters = new Map<string, Term>();
  readonly #sizes = new Map<TermNode, number>();
  readonly #passed = new Map<Edge, number>();
  readonly #ranges = new Map<Variable, Interval>();
  readonly #rangeOf: RangeOf = (of) => this.#ranges.get(of) ?? rangeByType(of);
  #given: readonly (Term | undefined)[] = [];
  #edges = 0;
  #inputs = 0;
  #branched: Edge | undefined;
  #recent: readonly number[] = [];
  #context = 0;
  #state: StateReader | undefined;
  /** What a call of the library does to memory once it has returned. */
  #afterwards: ((state: StateReader) => void) | undefined;

  constructor(watched: Watched, limits: ShadowLimits) {
    this.#watched = watched;
    this.#limits = limits;
  }

  // --- Inputs --------------------------------------------------------------------------------------------------------

  /** The program has been given an input at the edge that it is at. */
  onInput(request: InputRequest, occurrence: number, value: InputValue): void {
    this.#inputs += 1;
    const symbol = this.#watched.symbolOf(request, occurrence);
    if (symbol === undefined) return;
    const { term, range } = symbol;
    this.values.set(symbol.variable, typeof value === "bigint" ? fromBig(value) : value);
    if (range !== undefined) this.constraints.push({ formula: range, edge: undefined });
    const { kind, address, type, edge } = request;
    if (kind === "parameter") {
      this.#parameters.set(request.name ?? "", term);
      return;
    }
    const frame = this.#frames.at(-1);
    const op = frame?.at?.op;
    const bytes = type.kind === "int" ? Math.ceil(type.bits / 8) : type.kind === "float" ? floatBytes(type.format) : 0;
    if (address !== undefined && kind !== "volatile" && bytes > 0) this.#memory.store(address, { type, bytes }, term);
    if (frame === undefined || op === undefined || edge !== frame.at) return;
    const isResult = op.kind === "havoc" || (op.kind === "call" && address === undefined && !PARTS.has(kind));
    const isRead = op.kind === "load" && op.access.type === type && op.access.bitOffset === undefined;
    if (isResult || isRead) this.#set(op.target, term);
  }

  // --- Edges ---------------------------------------------------------------------------------------------------------

  onEdge(edge: Edge, state: StateReader): void {
    const { frame } = state;
    if (frame.graph === this.#watched.initialise) return;
    if (++this.#edges > this.#limits.edges || this.constraints.length > this.#limits.constraints)
      throw new Stop({ kind: "limit", limit: "steps", edge });
    tick(EDGE_WORK);
    this.#state = state;
    this.#arrive(edge, frame.depth, frame.graph);
    this.#afterwards?.(state);
    this.#afterwards = undefined;
    const { op } = edge;
    const facts = memoised(this.#watched.facts, edge, () => factsOf(edge, this.#watched));
    for (const { check, variables } of facts.checks)
      if (variables.some((of) => this.#has(of))) this.#check(edge, check);
    const isSymbolic = facts.variables.some((of) => this.#has(of));
    switch (op.kind) {
      case "assume":
        this.taken.set(edge, (this.taken.get(edge) ?? 0) + 1);
        if (this.#branched !== undefined) this.next.set(this.#branched, edge.source);
        this.#branched = edge;
        if (isSymbolic) this.#branch(edge, op.condition);
        return;
      case "assign":
        this.#set(op.target, isSymbolic ? this.#term(op.value) : undefined);
        return;
      case "load":
        this.#set(op.target, this.#load(edge, op.address, op.access, isSymbolic));
        return;
      case "store":
        this.#store(edge, op.address, op.value, op.access, isSymbolic);
        return;
      case "return":
        this.#return(isSymbolic && op.value !== undefined ? this.#term(op.value) : undefined);
        return;
      case "call":
        this.#given = op.arguments.map((of) => (isSymbolic ? this.#term(of) : undefined));
        this.#set(op.target, undefined);
        if (op.callee.kind === "direct") this.#library(op.callee.name, op.arguments, op.target);
        return;
      case "copy":
        this.#copy(this.#concrete(op.to), this.#concrete(op.from), op.bytes);
        return;
      case "zero":
        this.#clear(this.#concrete(op.address), op.bytes);
        return;
      case "uninitialised":
        this.#clear(state.addressOf(op.object), op.object.size ?? 0);
        return;
      case "lifetime":
        for (const object of op.objects) this.#clear(state.addressOf(object), object.size ?? 0);
        return;
      default: {
        const target = targetOf(op);
        if (target !== undefined) this.#set(target, undefined);
      }
    }
  }

  /** Functions are entered and left between edges. */
  #arrive(edge: Edge, depth: number, graph: FunctionGraph): void {
    const frames = this.#frames;
    while (frames.length > depth) frames.pop();
    while (frames.length < depth) {
      const call = frames.at(-1)?.at?.op;
      const isCalled =
        frames.length === depth - 1 &&
        (call === undefined ||
          (call.kind === "call" && (call.callee.kind === "indirect" || call.callee.name === graph.name)));
      const values = new Map<Variable, Term>();
      if (isCalled)
        graph.parameters.forEach((of, i) => {
          const given = frames.length === 0 ? this.#parameters.get(of.name) : this.#given[i];
          if (given !== undefined) values.set(of, given);
        });
      frames.push({ values, at: undefined, isCalled });
    }
    (frames.at(-1) as Frame).at = edge;
  }

  #return(value: Term | undefined): void {
    const left = this.#frames.pop();
    const call = this.#frames.at(-1)?.at?.op;
    if (left?.isCalled === true && call?.kind === "call") this.#set(call.target, value);
  }

  #branch(edge: Edge, condition: Formula): void {
    const others = edge.source.outgoing.filter((one) => one !== edge);
    const formula = this.#term(condition);
    const after = this.constraints.length;
    const occurrence = this.#come(edge.source.outgoing[0] as Edge);
    if (formula === undefined || formula === TRUE) return;
    for (const other of others) {
      if (other.op.kind !== "assume") continue;
      const wanted = others.length === 1 ? () => not(formula) : this.#later(other.op.condition);
      this.goals.push({
        after,
        inputs: this.#inputs,
        context: this.#context,
        formula: wanted,
        occurrence,
        what: { kind: "edge", edge: other, number: 0 },
      });
    }
    this.constraints.push({ formula, edge });
    this.#narrow(formula);
    this.#pass(memoised(this.#watched.facts, edge, () => factsOf(edge, this.#watched)).number);
  }

  #pass(branch: number): void {
    this.#recent = [...this.#recent.slice(-RECENT), branch];
    this.#context = this.#recent.reduce((hash, one) => Math.imul(hash, 31) + one, 7) | 0;
  }

  /** What a branch says of one input: lengths are mostly known once something has been read so many times. */
  #narrow(formula: Formula): void {
    if (formula.kind !== "eq" && formula.kind !== "lt" && formula.kind !== "le") return;
    const { left, right, kind } = formula;
    const strict = kind === "lt" ? 1 : 0;
    if (left.kind === "variable" && right.kind === "integer")
      this.#bound(left.variable, kind === "eq" ? right.value : undefined, subtract(right.value, strict));
    else if (right.kind === "variable" && left.kind === "integer")
      this.#bound(right.variable, add(left.value, strict), kind === "eq" ? left.value : undefined);
  }

  #bound(of: Variable, least: Int | undefined, most: Int | undefined): void {
    if (of.type.kind !== "int") return;
    const { low, high } = this.#ranges.get(of) ?? typeRange(of.type);
    this.#ranges.set(of, {
      low: least !== undefined && least > low ? least : low,
      high: most !== undefined && most < high ? most : high,
    });
  }

  /** The formula as it would be now. */
  #later(condition: Formula): () => Formula | undefined {
    const now = new Map([...variablesOf(condition)].map((of) => [of, this.#read(of)]));
    return () => {
      const formula = rewrite(condition, (node, original) =>
        original.kind === "variable" ? (now.get(original.variable) ?? node) : foldNode(node),
      );
      return orNothing(formula);
    };
  }

  #come(edge: Edge): number {
    const before = this.#passed.get(edge) ?? 0;
    this.#passed.set(edge, before + 1);
    return before;
  }

  #check(edge: Edge, check: Check): void {
    const term = this.#term(checkTerm(check));
    if (term === undefined) return;
    const parts = failuresOf(check, term);
    const isAsked = this.#watched.checks.has(kindOf(check)) && (check.kind !== "index" || check.beyond === "violation");
    const isShort = isAsked && check.kind === "overflow" && parts.length === 0 && this.#hasDigits(term);
    if (parts.length === 0 && !isShort) return;
    const occurrence = isAsked ? this.#come(edge) : 0;
    const after = this.constraints.length;
    const goal = (formula: Formula, what: Goal["what"]) =>
      this.goals.push({
        after,
        inputs: this.#inputs,
        context: this.#context,
        formula: () => formula,
        occurrence,
        what,
      });
    if (isShort) goal(lt(integer(highest(check.type)), term), { kind: "digits", edge, number: 8 });
    parts.forEach((formula, number) => {
      if (isAsked) goal(formula, { kind: "failure", edge, number: 8 + number });
      if (isAsked || check.kind !== "index") this.constraints.push({ formula: not(formula), edge: undefined });
    });
  }

  #hasDigits(term: Term): boolean {
    for (const of of variablesOf(term)) if (isDigit(this.values.get(of))) return true;
    return false;
  }

  // --- Memory --------------------------------------------------------------------------------------------------------

  #load(edge: Edge, address: Term, access: Access, isSymbolic: boolean): Term | undefined {
    if (!isSymbolic && this.#memory.isEmpty) return undefined;
    const at = this.#concrete(address);
    if (at === undefined) return undefined;
    const symbolic = isSymbolic ? this.#term(address) : undefined;
    if (symbolic === undefined) return this.#content(at, access);
    return this.#table(edge, symbolic, at, access);
  }

  #store(edge: Edge, address: Term, value: Term, access: Access, isSymbolic: boolean): void {
    if (!isSymbolic && this.#memory.isEmpty) return;
    const at = this.#concrete(address);
    if (at === undefined) return;
    const symbolic = isSymbolic ? this.#term(address) : undefined;
    if (symbolic !== undefined) this.#ends(edge, symbolic, this.#object(at, access.bytes, "write"), access.bytes);
    this.#memory.store(at, access, isSymbolic ? this.#term(value) : undefined);
  }

  /** What lies at an address, if it is more than what the run has there. */
  #content(at: number, access: Access): Term | undefined {
    const byteAt = (address: number): number | undefined => {
      const value = this.#state?.load(address, BYTE_ACCESS);
      return value === undefined ? undefined : Number(value);
    };
    const found = this.#memory.load(at, access, byteAt);
    if (found === undefined) return undefined;
    const term = folded(found);
    const here = this.#state?.load(at, access);
    if (here === undefined || term.kind === "integer" || term.kind === "float") return undefined;
    return sameNumber(this.#valueOf(term), here) ? term : undefined;
  }

  /** The start and the end of the object around a place, as far as they are near. */
  #object(at: number, bytes: number, access: "read" | "write"): readonly [number | undefined, number | undefined] {
    const isValid = (address: number) => this.#state?.isValid(address, access) === true;
    if (!isValid(at)) return [undefined, undefined];
    let low = at;
    while (at - low < FARTHEST_END && isValid(low - 1)) low -= 1;
    let high = at + bytes;
    while (high - at < FARTHEST_END && isValid(high)) high += 1;
    return [at - low < FARTHEST_END ? low : undefined, high - at < FARTHEST_END ? high : undefined];
  }

  /** Goals at the ends of an object that is accessed at a computed place: one beyond them, and the first and last place inside. */
  #ends(
    edge: Edge,
    address: Term,
    [low, high]: readonly [number | undefined, number | undefined],
    bytes: number,
  ): void {
    const occurrence = this.#come(edge);
    const after = this.constraints.length;
    const { low: least, high: most } = intervalOfTerm(address, rangeByType);
    const goal = (kind: "failure" | "limit", number: number, from: number, to: number): void => {
      if (to < least || from > most) return;
      this.goals.push({
        after,
        inputs: this.#inputs,
        context: this.#context,
        formula: () => orNothing(folded(and([le(integer(from), address), le(address, integer(to))]))),
        occurrence,
        what: { kind, edge, number },
      });
    };
    if (this.#watched.bounds) {
      if (high !== undefined) goal("failure", 0, high - bytes + 1, high + NEAR);
      if (low !== undefined) goal("failure", 1, low - NEAR, low - 1);
    }
    if (high !== undefined) goal("limit", 2, high - 2 * bytes + 1, high - bytes);
    if (low !== undefined) goal("limit", 3, low, low + bytes - 1);
  }

  /** A read at a computed place: a choice among what lies there, where that is little. */
  #table(edge: Edge, address: Term, at: number, access: Access): Term | undefined {
    const [low, high] = this.#object(at, access.bytes, "read");
    this.#ends(edge, address, [low, high], access.bytes);
    const here = this.#content(at, access) ?? this.#constant(at, access);
    if (access.bitOffset !== undefined || here === undefined || !isIntegral(access.type)) return undefined;
    const width = access.bytes;
    const reach = (LARGEST_TABLE / 2) * width;
    const from = at - Math.floor(Math.min(at - (low ?? Number.NEGATIVE_INFINITY), reach) / width) * width;
    const to = Math.min(high ?? Number.POSITIVE_INFINITY, at + reach);
    const { low: least, high: most } = intervalOfTerm(address, this.#rangeOf);
    const entries = new Map<Term, number[]>([[here, [at]]]);
    let places = 1;
    for (let place = from; place + width <= to; place += width) {
      if (place === at || place < least || place > most) continue;
      const there = this.#content(place, access) ?? this.#constant(place, access);
      if (there === undefined) continue;
      memoised(entries, there, () => []).push(place);
      places += 1;
    }
    // What lies at most places needs no comparison.
    const [usual] = [...entries].reduce((a, b) => (b[1].length > a[1].length ? b : a));
    const compared = places - (entries.get(usual) as number[]).length;
    if (compared > MOST_COMPARED || compared * sizeOf(address, this.#sizes) > LARGEST_TERM) {
      this.constraints.push({ formula: eq(address, integer(at)), edge: undefined, isPin: true });
      return this.#kept(here);
    }
    let term = usual;
    for (const [value, at] of entries)
      if (value !== usual) term = ite(or(at.map((place) => eq(address, integer(place)))), value, term);
    return this.#kept(term);
  }

  #kept(term: Term): Term | undefined {
    return term.kind === "integer" || term.kind === "float" ? undefined : this.#small(term);
  }

  #constant(at: number, access: Access): Term | undefined {
    const value = this.#state?.load(at, access);
    return value === undefined ? undefined : integer(typeof value === "bigint" ? fromBig(value) : value);
  }

  #clear(at: number | undefined, bytes: number): void {
    if (at !== undefined) this.#memory.clear(at, bytes);
  }

  #copy(to: number | undefined, from: number | undefined, bytes: number): void {
    if (to !== undefined && from !== undefined && bytes > 0) this.#memory.copy(to, from, bytes);
  }

  /** Functions of the library that are not C text: those that move memory move its shadow. */
  #library(name: string, given: readonly Term[], target: Variable | undefined): void {
    if (this.#memory.isEmpty) return;
    const argument = (i: number) => (given[i] === undefined ? undefined : this.#concrete(given[i] as Term));
    if (/^(__builtin_)?(___?)?(memcpy|memmove|mempcpy)(_chk)?$/.test(name)) {
      const [to, from, bytes] = [argument(0), argument(1), argument(2)];
      this.#afterwards = () => this.#copy(to, from, bytes ?? 0);
    } else if (name === "realloc" && target !== undefined) {
      const [from, bytes] = [argument(0), argument(1)];
      this.#afterwards = (state) => {
        const to = state.value(target);
        if (to !== undefined) this.#copy(Number(to), from, bytes ?? 0);
      };
    }
  }

  // --- Terms ---------------------------------------------------------------------------------------------------------

  #has(of: Variable): boolean {
    return this.#valuesFor(of)?.has(of) === true;
  }

  #valuesFor(of: Variable): Map<Variable, Term> | undefined {
    return of.function === undefined ? this.#globals : this.#frames.at(-1)?.values;
  }

  #set(target: Variable | undefined, value: Term | undefined): void {
    if (target === undefined) return;
    const values = this.#valuesFor(target);
    if (value === undefined) values?.delete(target);
    else values?.set(target, value);
  }

  /** The term or formula over the inputs; undefined where it is a constant, or too large, or where something is not known. */
  #term<N extends TermNode>(of: N): N | undefined {
    tick(TERM_WORK);
    let isUnknown = false;
    const term = rewrite(of, (node, original) => {
      if (original.kind === "variable") {
        const found = this.#read(original.variable);
        isUnknown ||= found === undefined;
        return found ?? node;
      }
      if (original.kind === "address") {
        const at = this.#state?.addressOf(original.object);
        isUnknown ||= at === undefined;
        return at === undefined ? node : integer(at);
      }
      // The run goes on, so that the result has fitted; the constraint that the check has left says so.
      if (node.kind === "wrap" && node.reason === "arithmetic" && this.#watched.overflowEnds) return node.operand;
      return foldNode(node);
    });
    if (isUnknown || term.kind === "integer" || term.kind === "float") return undefined;
    return this.#small(term);
  }

  #read(of: Variable): Term | undefined {
    const known = this.#valuesFor(of)?.get(of);
    if (known !== undefined) return known;
    const value = this.#state?.value(of);
    if (value === undefined) return undefined;
    if (of.type.kind === "float") return float(Number(value), of.type);
    return integer(typeof value === "bigint" ? fromBig(value) : value);
  }

  #small<N extends TermNode>(term: N): N | undefined {
    return sizeOf(term, this.#sizes) > LARGEST_TERM ? undefined : term;
  }

  #concrete(term: Term): number | undefined {
    const state = this.#state;
    if (state === undefined) return undefined;
    if (term.kind === "variable") return asNumber(state.value(term.variable));
    const read = (of: Variable) => {
      const value = state.value(of);
      return typeof value === "bigint" ? fromBig(value) : value;
    };
    const value = evaluate(term, { valueOf: read, addressOf: (object) => state.addressOf(object) });
    return typeof value === "object" ? undefined : asNumber(value);
  }

  #valueOf(term: Term): Int | undefined {
    const value = evaluate(term, { valueOf: (of) => this.values.get(of) });
    return typeof value === "object" ? undefined : value;
  }
}

/** Inputs that a call asks for besides its result. */
const PARTS: ReadonlySet<string> = new Set(["allocation", "stdin", "environment"]);

const BYTE_ACCESS: Access = { type: intType(8, "unsigned"), bytes: 1 };

// Farther away another object may lie, where nobody would notice.
const NEAR = 8;

function floatBytes(format: string): number {
  return format === "f32" ? 4 : format === "f64" ? 8 : 0;
}

function asNumber(value: number | bigint | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}

function sameNumber(a: Int | undefined, b: number | bigint): boolean {
  return a !== undefined && (Object.is(a, b) || (typeof a === typeof b ? a === b : toBigOrNaN(a) === toBigOrNaN(b)));
}

function toBigOrNaN(value: Int): bigint | number {
  return typeof value === "number" && !Number.isInteger(value) ? value : toBig(value);
}

function folded<N extends TermNode>(term: N): N {
  return rewrite(term, foldNode);
}

function orNothing(formula: Formula): Formula | undefined {
  return formula.kind === "false" ? undefined : formula;
}

function foldNode(node: TermNode): TermNode {
  if (node.kind !== "wrap" || node.operand.kind === "integer") return foldOnPath(node);
  const { low, high } = promisedRange(node.operand);
  const type = typeRange(node.type);
  return low >= type.low && high <= type.high ? node.operand : node;
}

function factsOf(edge: Edge, { facts }: Watched): EdgeFacts {
  const checks = edge.checks.map((check) => ({ check, variables: [...variablesOf(checkTerm(check))] }));
  return { number: facts.size, variables: [...variablesOf(termsOf(edge.op))], checks };
}

/** How the check may fail; nothing where types alone say that it does not. */
function failuresOf(check: Check, term: Term): readonly Formula[] {
  switch (check.kind) {
    case "overflow":
    case "unsigned-wrap":
    case "conversion":
    case "pointer-overflow":
      return outside(term, lowest(check.type), highest(check.type));
    case "shift":
      return outside(term, 0, check.bits - 1);
    case "index":
      return outside(term, 0, check.count === undefined ? undefined : check.count - 1);
    case "negative-shift":
      return outside(term, 0, undefined);
    case "array-size":
    case "argument":
    case "unreachable":
      return outside(term, check.least, check.most);
    case "division":
    case "bit-count":
      return [eq(term, integer(0))].filter(({ kind }) => kind !== "false");
    case "float-to-int":
    case "uninitialised":
    case "nan":
    case "float-overflow":
      return [];
  }
}

function outside(term: Term, least: Int, most: Int | undefined): readonly Formula[] {
  const { low, high } = intervalOfTerm(term, rangeByType);
  const above = most !== undefined && high > most ? [lt(integer(most), term)] : [];
  return low < least ? [...above, lt(term, integer(least))] : above;
}

/** Nodes of the term as a tree, up to a limit. */
function sizeOf(root: TermNode, known: Map<TermNode, number>): number {
  const size = (node: TermNode, of: (part: TermNode) => number) =>
    Math.min(
      2 * LARGEST_TERM,
      children(node).reduce((sum, part) => sum + of(part), 1),
    );
  return foldInto(known, root, size);
}
