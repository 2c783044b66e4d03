/**
 * Which integers hold addresses: made from a pointer, and handed on by computing, calls and memory. Finer than points-to,
 * which follows pointers that are copied piece by piece and so takes any integer beside a pointer for a part of one: here
 * memory counts by the bytes that were written.
 *
 * And which loads read memory as something else than it was written as (unions, memcpy, `*(long *)&p`).
 */
import type { Access, Edge, FunctionGraph } from "../cfa/cfa.ts";
import type { Term, Variable } from "../logic/term.ts";
import { bodyOf } from "./library.ts";
import { copyOf } from "./memory.ts";
import type { Region, Target } from "./points-to.ts";
import { ANYWHERE, overlap, type Progression, progression } from "./strides.ts";
import { forEachSource, useOf } from "./term-uses.ts";
import type { Translation } from "./translation.ts";

/** pointer, integer: what the memory was written as, to be converted. bytes: some bytes only, or written both ways. */
export type Reading = "plain" | "pointer" | "integer" | "bytes";

interface Written {
  readonly as: "pointer" | "integer";
  readonly at: Progression;
  readonly bytes: number;
}

interface Copy {
  readonly to: Term;
  readonly from: Term;
  readonly bytes: number | undefined;
}

export class AddressIntegers {
  readonly #t: Translation;
  readonly #targetsOf: (term: Term) => readonly Target[];
  readonly #variables = new Set<Variable>();
  readonly #results = new Set<string>();
  readonly #written = new Map<Region, Written[]>();
  #changed = true;

  constructor(translation: Translation, targetsOf: (term: Term) => readonly Target[]) {
    this.#t = translation;
    this.#targetsOf = targetsOf;
    while (this.#changed) {
      this.#changed = false;
      for (const graph of translation.pointsTo.functions) for (const edge of graph.edges) this.#follow(edge, graph);
    }
  }

  /** May the term, used as an integer, hold an address? */
  holdsAddress(term: Term): boolean {
    return this.#holds(term, "integer");
  }

  /** How a load takes what it reads. */
  readingOf({ op }: Edge): Reading {
    if (op.kind !== "load") return "plain";
    const kinds = this.#writtenAt(op.address, op.access.bytes);
    const own = useOf(op.access.type);
    const other = own === "pointer" ? "integer" : "pointer";
    if (!kinds.has(other) || op.access.type.kind === "float") return "plain";
    const whole = op.access.bytes === this.#t.program.pointerBytes && op.access.bitOffset === undefined;
    return whole && !kinds.has(own) ? other : "bytes";
  }

  #holds(term: Term, use: "integer" | "pointer"): boolean {
    let found = false;
    const note = () => {
      found = true;
    };
    forEachSource(term, use, note, (variable) => {
      if (this.#variables.has(variable)) note();
    });
    return found;
  }

  #follow(edge: Edge, graph: FunctionGraph): void {
    const { op } = edge;
    switch (op.kind) {
      case "assign":
        if (op.target.type.kind !== "pointer" && this.holdsAddress(op.value)) this.#taint(op.target);
        return;
      case "load":
        if (op.target.type.kind === "pointer" || op.access.type.kind === "float") return;
        if (this.#writtenAt(op.address, op.access.bytes).size > 0) this.#taint(op.target);
        return;
      case "store":
        this.#store(op.address, op.value, op.access);
        return;
      case "call":
        this.#call(edge);
        break;
      case "return":
        if (op.value === undefined || graph.signature.result?.kind === "pointer" || !this.holdsAddress(op.value))
          return;
        if (this.#results.has(graph.name)) return;
        this.#results.add(graph.name);
        this.#changed = true;
        return;
      default:
    }
    const copy = copyOf(edge) ?? computedCopy(edge);
    if (copy !== undefined) this.#copy(copy);
  }

  #taint(variable: Variable): void {
    if (this.#variables.has(variable)) return;
    this.#variables.add(variable);
    this.#changed = true;
  }

  #store(address: Term, value: Term, access: Access): void {
    const as = useOf(access.type);
    const matters = as === "pointer" ? this.#targetsOf(value).length > 0 : this.holdsAddress(value);
    if (matters) for (const { region, at } of this.#targetsOf(address)) this.#write(region, as, at, access.bytes);
  }

  #call(edge: Edge): void {
    const { op } = edge;
    if (op.kind !== "call") return;
    const names =
      op.callee.kind === "direct"
        ? [op.callee.name]
        : this.#t.pointsTo.calleesOf(edge).map((object) => object.function ?? object.name);
    for (const name of names) {
      const graph = bodyOf(this.#t.program, this.#t.options.properties, name);
      if (graph === undefined) {
        // `__builtin_expect(i, 1)` and the like hand on what they are given.
        if (
          op.target !== undefined &&
          op.target.type.kind !== "pointer" &&
          op.arguments.some((one) => this.#variablesHold(one))
        )
          this.#taint(op.target);
        continue;
      }
      graph.parameters.forEach((parameter, i) => {
        const argument = op.arguments[i];
        if (argument !== undefined && parameter.type.kind !== "pointer" && this.holdsAddress(argument))
          this.#taint(parameter);
      });
      if (op.target !== undefined && op.target.type.kind !== "pointer" && this.#results.has(name))
        this.#taint(op.target);
    }
  }

  /** An argument of an unknown parameter type: a pointer stays one. */
  #variablesHold(argument: Term): boolean {
    return this.#holds(argument, "pointer");
  }

  #writtenAt(address: Term, bytes: number): ReadonlySet<Written["as"]> {
    const kinds = new Set<Written["as"]>();
    for (const { region, at } of this.#targetsOf(address))
      for (const written of this.#written.get(region) ?? [])
        if (overlap({ ...at, width: bytes }, { ...written.at, width: written.bytes })) kinds.add(written.as);
    return kinds;
  }

  #write(region: Region, as: Written["as"], at: Progression, bytes: number): void {
    const list = this.#written.get(region) ?? [];
    const same = (one: Written) =>
      one.as === as && one.bytes === bytes && one.at.offset === at.offset && one.at.stride === at.stride;
    if (list.some(same)) return;
    // Copies between shifted places could go on for ever.
    const many = list.length >= MOST_PLACES;
    if (many && list.some((one) => one.as === as && one.at.stride === 1)) return;
    this.#written.set(region, [...list, { as, at: many ? ANYWHERE : at, bytes }]);
    this.#changed = true;
  }

  #copy({ to, from, bytes }: Copy): void {
    for (const source of this.#targetsOf(from))
      for (const written of this.#written.get(source.region) ?? [])
        for (const target of this.#targetsOf(to)) {
          const exact = bytes !== undefined && source.at.stride === 0 && target.at.stride === 0;
          const shift = target.at.offset - source.at.offset;
          if (exact && !overlap({ ...written.at, width: written.bytes }, { ...source.at, width: bytes })) continue;
          const at = exact ? progression(written.at.offset + shift, written.at.stride) : ANYWHERE;
          this.#write(target.region, written.as, at, written.bytes);
        }
  }
}

const MOST_PLACES = 64;

/** Copies of a number of bytes that is not a constant. */
function computedCopy({ op }: Edge): Copy | undefined {
  if (op.kind !== "call" || op.callee.kind !== "direct") return undefined;
  if (!/memcpy|memmove|bcopy/.test(op.callee.name)) return undefined;
  const [to, from] = op.arguments;
  return to === undefined || from === undefined ? undefined : { to, from, bytes: undefined };
}
