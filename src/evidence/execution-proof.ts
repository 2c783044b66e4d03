/**
 * Safe by execution: a program that reads nothing from outside has one execution, and where that ends by itself, without
 * violation and without undefined behaviour, nothing else can happen. The run is made again here, edge by edge, and watched
 * for everything that something else than the program decides: inputs of every kind (uninitialised and volatile values
 * among them), arguments, the library where C leaves it open, an order of evaluation that C leaves open, and addresses.
 *
 * Addresses are watched in memory too: bytes of a pointer may be read only as the pointer that was stored. So no run that
 * passes depends on where objects lie.
 */
import type { Access, Edge } from "../cfa/cfa.ts";
import { jumpedOver } from "../interpreter/compile/liveness.ts";
import { type InputRequest, zeroInputs } from "../interpreter/inputs.ts";
import type { StateReader } from "../interpreter/trace.ts";
import { evaluate } from "../logic/evaluate.ts";
import type { Term, Variable } from "../logic/term.ts";
import { intType } from "../logic/types.ts";
import type { Assumption } from "../model/model.ts";
import type { ModelOptions } from "../model/options.ts";
import { UNDEFINED_BEHAVIOUR } from "../model/translate/translate.ts";
import { fromBig } from "../numbers/int.ts";
import type { Budget } from "../util/budget.ts";
import type { SourceRange } from "../util/source.ts";
import { type AddressPair, demandOf, type EdgeDemand, exactnessOf, plainName } from "./definite-edges.ts";
import { type Question, watch } from "./execution.ts";
import { isSettled } from "./violation.ts";

export type ExecutionProof =
  | { readonly kind: "proved"; readonly steps: number }
  | { readonly kind: "unproved"; readonly reason: string };

// Loop iterations and calls; a watched run is about a hundred times slower than a plain one.
const MOST_STEPS = 400_000;

/** Assumptions that a run confirms by coming through, or that it would have been stopped at or asked an input for. */
const SETTLED = new RegExp(
  `^(?:${Object.values(UNDEFINED_BEHAVIOUR).join("|")}|memory allocation|heap memory|memory accesses|undefined |\\w+ is given memory)`,
);

export function proveByExecution(
  question: Question,
  options: ModelOptions,
  assumptions: readonly Assumption[],
  budget: Budget,
): ExecutionProof {
  if (options.integers !== "machine" || options.floats !== "ieee")
    return unproved("the numbers are not those of the machine");
  // A run notices what leaves an object, not what leaves a member or a row.
  if (question.properties.includes("valid-deref")) return unproved("a run does not show that accesses are valid");
  if (question.properties.includes("valid-memtrack")) return unproved("a run does not show what points to memory");
  const watcher = new Watcher(question, options, assumptions, budget);
  const outcome = watch(question, watcher.inputs, MOST_STEPS, (edge, state) => watcher.see(edge, state));
  const isOver = outcome.kind === "exit" || outcome.kind === "abort";
  if (!isOver && !isSettled(outcome, question.properties, question.settled ?? []))
    return unproved(`the execution ends otherwise: ${outcome.kind}`);
  const flaw = outcome.inexact ? "long double, or functions known up to rounding," : watcher.flaw;
  if (flaw !== undefined) return unproved(`the execution depends on ${flaw}`);
  return { kind: "proved", steps: outcome.steps };
}

function unproved(reason: string): ExecutionProof {
  return { kind: "unproved", reason };
}

class Watcher {
  /** What the run depends on besides the program. */
  flaw: string | undefined;
  readonly #question: Question;
  readonly #malloc: ModelOptions["malloc"];
  readonly #budget: Budget;
  readonly #assumed: readonly { readonly what: string; readonly range: SourceRange }[];
  readonly #demands = new Map<Edge, EdgeDemand>();
  readonly #functions = new Set<string>();
  readonly #memory = new PointerBytes();
  /** A call whose result has to be 0, by the nesting of its function. */
  readonly #awaited: ({ readonly edge: Edge; readonly target: Variable } | undefined)[] = [];

  constructor(question: Question, { malloc }: ModelOptions, assumptions: readonly Assumption[], budget: Budget) {
    this.#question = question;
    const open = assumptions.filter(({ what }) => !SETTLED.test(what));
    this.#assumed = open.flatMap(({ what, ranges }) => ranges.map((range) => ({ what, range })));
    const inside = ({ range }: { range: SourceRange }) =>
      [...question.program.functions.values()].some((graph) => contains(graph.range, range));
    this.flaw = this.#assumed.find((one) => !inside(one))?.what;
    this.#malloc = malloc;
    this.#budget = budget;
  }

  readonly inputs = {
    next: (request: InputRequest) => {
      // An argument counts where it is read: `demandOf` sees that.
      if (request.kind !== "parameter") this.#flawed(request.name ?? `a value that is ${request.kind}`);
      return zeroInputs().next(request);
    },
  };

  see(edge: Edge, state: StateReader): void {
    this.#budget.tick();
    if (this.flaw !== undefined) return;
    let demand = this.#demands.get(edge);
    if (demand === undefined) {
      const { program, entry } = this.#question;
      demand = demandOf(edge, { program, entry: program.functions.get(entry), malloc: this.#malloc });
      this.#demands.set(edge, demand);
      if (demand.flaw !== undefined) this.#flawed(demand.flaw);
      this.#enter(edge.source.function);
    }
    this.#settle(edge, state);
    for (const pair of demand.pairs) this.#compare(pair, state);
    this.#touch(edge, state);
  }

  #flawed(what: string): void {
    this.flaw ??= what;
  }

  /** What is assumed about the compiler in this function: orders of evaluation, above all. */
  #enter(name: string): void {
    if (this.#functions.has(name)) return;
    this.#functions.add(name);
    const graph = this.#question.program.functions.get(name);
    // An object whose declaration was jumped over has no value; a run has one for every variable.
    const open = graph === undefined ? undefined : jumpedOver(graph);
    if (open !== undefined) this.#flawed(`${open.name}, whose declaration may be passed by`);
    for (const { what, range } of this.#assumed)
      if (graph !== undefined && contains(graph.range, range)) this.#flawed(what);
  }

  // --- Pointers ---------------------------------------------------------------------------------------------------

  #compare({ left, right, asks }: AddressPair, state: StateReader): void {
    const [a, b] = [numberOf(left, state), numberOf(right, state)];
    if (a === undefined || b === undefined || !isFixed(a, b, asks, state)) this.#flawed("addresses");
  }

  // --- Library calls ----------------------------------------------------------------------------------------------

  #settle(edge: Edge, state: StateReader): void {
    const { depth } = state.frame;
    const awaited = this.#awaited[depth];
    this.#awaited.length = Math.min(this.#awaited.length, depth + 1);
    if (awaited !== undefined && awaited.edge.target === edge.source) {
      if (Number(state.value(awaited.target) ?? 1) !== 0) this.#flawed("the value of a comparison in the library");
    }
    this.#awaited[depth] = undefined;
    const { op } = edge;
    if (op.kind !== "call" || op.callee.kind !== "direct" || op.target === undefined) return;
    if (this.#question.program.functions.has(op.callee.name)) return;
    if (exactnessOf(op.callee.name) === "zero") this.#awaited[depth] = { edge, target: op.target };
  }

  // --- Memory -----------------------------------------------------------------------------------------------------

  #touch({ op }: Edge, state: StateReader): void {
    const at = (term: Term | undefined) => (term === undefined ? undefined : numberOf(term, state));
    switch (op.kind) {
      case "load":
        if (!this.#memory.mayLoad(at(op.address), op.access, state))
          this.#flawed("bytes that were stored as something else");
        return;
      case "store":
        this.#memory.store(at(op.address), op.access, state);
        return;
      case "zero":
        this.#memory.clear(at(op.address), op.bytes);
        return;
      case "copy":
        this.#memory.copy(at(op.to), at(op.from), op.bytes);
        return;
      case "uninitialised":
        this.#memory.clear(state.addressOf(op.object), op.object.size);
        return;
      case "call":
        if (op.callee.kind === "direct" && !this.#question.program.functions.has(op.callee.name))
          this.#call(plainName(op.callee.name), op.arguments.map(at));
    }
  }

  #call(name: string, [first, second, third]: readonly (number | undefined)[]): void {
    if (name === "memcpy" || name === "memmove") {
      this.#memory.copy(first, second, third);
    } else if (name === "memset") this.#memory.clear(first, third);
    // The other functions read bytes: of characters, not of pointers.
    else if (name !== "free" && name !== "malloc" && !/printf|put/.test(name) && this.#memory.hasMarks(first, second))
      this.#flawed("the bytes of a pointer");
  }
}

function contains(outer: SourceRange, inner: SourceRange): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

function numberOf(term: Term, state: StateReader): number | undefined {
  const value = evaluate(term, {
    valueOf: (variable) => {
      const known = state.value(variable);
      return typeof known === "bigint" ? fromBig(known) : known;
    },
    addressOf: (object) => state.addressOf(object),
  });
  return typeof value === "number" ? value : undefined;
}

/** Whether the answer is the same wherever objects lie. */
function isFixed(a: number, b: number, asks: AddressPair["asks"], state: StateReader): boolean {
  if (isWithinOneObject(a, b, state)) return true;
  if (asks === "order") return false;
  if (a === 0 || b === 0) return true;
  // Objects that live at the same time have different addresses; equal string literals may be one object.
  return state.isValid(a, "write") && state.isValid(b, "write");
}

// Further apart two addresses are not looked at.
const WIDEST_OBJECT = 1 << 20;

/** Both point into, or just behind, one object: between objects there are gaps. */
function isWithinOneObject(a: number, b: number, state: StateReader): boolean {
  const [low, high] = a < b ? [a, b] : [b, a];
  if (high - low > WIDEST_OBJECT) return false;
  if (low === high) return state.isValid(low, "read") || state.isValid(low - 1, "read");
  for (let at = low; at < high; at += 1) if (!state.isValid(at, "read")) return false;
  return true;
}

/** Bytes that are not just numbers: those of pointers and floats, and those of which only some bits are known. */
class PointerBytes {
  readonly #marks = new Map<number, string>();

  mayLoad(address: number | undefined, access: Access, state: StateReader): boolean {
    if (address === undefined) return false;
    const wanted = markOf(access);
    let marked = 0;
    for (let i = 0; i < access.bytes; i += 1) {
      const mark = this.#marks.get(address + i);
      if (mark === undefined) continue;
      if (mark !== `${wanted}${i}`) return false;
      marked += 1;
    }
    if (marked === access.bytes) return true;
    // Zero bytes are the null pointer and the number 0 in every type.
    return marked === 0 && (wanted === undefined || Number(state.load(address, access) ?? 1) === 0);
  }

  store(address: number | undefined, access: Access, state: StateReader): void {
    if (address === undefined) return;
    const mark = markOf(access);
    for (let i = 0; i < access.bytes; i += 1) {
      const partial = access.bitOffset !== undefined && state.load(address + i, BYTE) === undefined;
      if (partial) this.#marks.set(address + i, "some bits");
      else if (mark !== undefined) this.#marks.set(address + i, `${mark}${i}`);
      else if (access.bitOffset === undefined) this.#marks.delete(address + i);
    }
  }

  clear(address: number | undefined, bytes: number | undefined): void {
    if (address === undefined || this.#marks.size === 0) return;
    for (let at = address; at < address + (bytes ?? 0); at += 1) this.#marks.delete(at);
  }

  copy(to: number | undefined, from: number | undefined, bytes: number | undefined): void {
    if (to === undefined || from === undefined || this.#marks.size === 0) return;
    const marks = Array.from({ length: bytes ?? 0 }, (_, i) => this.#marks.get(from + i));
    for (const [i, mark] of marks.entries()) {
      if (mark === undefined) this.#marks.delete(to + i);
      else this.#marks.set(to + i, mark);
    }
  }

  /** Whether what these addresses point to has such bytes near its beginning. */
  hasMarks(...addresses: readonly (number | undefined)[]): boolean {
    if (this.#marks.size === 0) return false;
    return addresses.some((at) => {
      for (let i = 0; at !== undefined && i < NEAR; i += 1) if (this.#marks.has(at + i)) return true;
      return false;
    });
  }
}

const NEAR = 64;
const BYTE: Access = { type: intType(8, "unsigned"), bytes: 1 };

function markOf({ type }: Access): string | undefined {
  if (type.kind === "pointer") return "pointer";
  return type.kind === "float" ? type.format : undefined;
}
