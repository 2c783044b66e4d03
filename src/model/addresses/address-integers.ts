/**
 * Which integers hold addresses: made from a pointer, and handed on by computing, calls and memory. Finer than points-to,
 * which follows pointers that are copied piece by piece and so takes any integer beside a pointer for a part of one: here
 * memory counts by the bytes that were written.
 *
 * And which loads read memory as something else than it was written as (unions, memcpy, `*(long *)&p`).
 */
import type { Access, Edge, FunctionGraph } from "../../cfa/cfa.ts";
import type { Term, Variable } from "../../logic/term.ts";
import type { SourceRange } from "../../util/source.ts";
import type { Analyses } from "../analyses.ts";
import { bodyOf } from "../library/library.ts";
import { copyOf } from "../memory/memory.ts";
import { namesCalled } from "../pointers/points-to.ts";
import type { Region, Target } from "../pointers/regions.ts";
import { ANYWHERE, overlap, type Progression, progression } from "../pointers/strides.ts";
import { forEachSource, isPointerTerm, useOf } from "./term-uses.ts";

/** pointer, integer: what the memory was written as, to be converted. bytes: some bytes only, or written both ways. */
export type Reading = "plain" | "pointer" | "integer" | "bytes";

interface Written {
  readonly as: "pointer" | "integer";
  /** Of integers: something computed from an address, instead of one as it is. */
  readonly computed: boolean;
  readonly at: Progression;
  /** As that of a target. */
  readonly least: number;
  readonly bytes: number;
  /** Where it is written. */
  readonly ranges: Set<SourceRange>;
}

interface Copy {
  readonly to: Term;
  readonly from: Term;
  readonly bytes: number | undefined;
}

export class AddressIntegers {
  readonly #t: Analyses;
  readonly #targetsOf: (term: Term) => readonly Target[];
  readonly #variables = new Set<Variable>();
  /** Those of the variables that may hold something computed from an address, instead of one as it is. */
  readonly #computed = new Set<Variable>();
  readonly #results = new Map<string, "plain" | "computed">();
  readonly #written = new Map<Region, Written[]>();
  #asks: "which hold addresses" | "which are computed" = "which hold addresses";
  #changed = false;
  /** Stores through pointers to elements of which it matters that they do not point before their objects. */
  readonly behindStart = new Set<SourceRange>();

  constructor(analyses: Analyses, targetsOf: (term: Term) => readonly Target[]) {
    this.#t = analyses;
    this.#targetsOf = targetsOf;
    this.#solve();
    // Only now is it known which values are not addresses.
    this.#asks = "which are computed";
    this.#solve();
  }

  #solve(): void {
    for (let first = true; first || this.#changed; first = false) {
      this.#changed = false;
      for (const graph of this.#t.pointsTo.functions) for (const edge of graph.edges) this.#follow(edge, graph);
    }
  }

  /** May the term, used as an integer, hold an address? */
  holdsAddress(term: Term): boolean {
    return this.#holds(term, "integer");
  }

  /** Is the term, used as an integer, an address with all its bits and nothing else (or null)? */
  isPlainAddress(term: Term): boolean {
    const bits = this.#t.program.pointerBytes * 8;
    let at = term;
    while (at.kind === "wrap" && at.type.kind === "int" && at.type.bits >= bits) at = at.operand;
    if (isPointerTerm(at)) return true;
    if (at.kind !== "variable" || at.variable.type.kind !== "int" || at.variable.type.bits < bits) return false;
    return this.#variables.has(at.variable) && !this.#computed.has(at.variable);
  }

  /** How a load takes what it reads. */
  readingOf({ op }: Edge): Reading {
    if (op.kind !== "load") return "plain";
    const kinds = new Set(this.#writtenAt(op.address, op.access.bytes).map((written) => written.as));
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
        if (op.target.type.kind !== "pointer" && this.holdsAddress(op.value)) this.#taintBy(op.target, op.value);
        // A number beside addresses: the variable is not always one.
        else if (op.target.type.kind === "int" && !isNull(op.value)) this.#compute(op.target);
        return;
      case "load":
        if (op.target.type.kind === "pointer" || op.access.type.kind === "float") return;
        this.#load(op.target, op.address, op.access);
        return;
      case "store":
        this.#store(op.address, op.value, op.access, edge.range);
        return;
      case "call":
        this.#call(edge);
        break;
      case "return":
        if (op.value !== undefined && graph.signature.result?.kind !== "pointer") this.#return(graph.name, op.value);
        return;
      default:
    }
    const copy = copyOf(edge) ?? computedCopy(edge);
    if (copy !== undefined) this.#copy(copy);
  }

  #taint(variable: Variable, how: "plain" | "computed"): void {
    if (how === "computed") this.#compute(variable);
    if (this.#variables.has(variable)) return;
    this.#variables.add(variable);
    this.#changed = true;
  }

  #taintBy(variable: Variable, value: Term): void {
    this.#taint(variable, this.#isPlain(value) ? "plain" : "computed");
  }

  #isPlain(value: Term): boolean {
    return this.#asks === "which hold addresses" || isNull(value) || this.isPlainAddress(value);
  }

  #compute(variable: Variable): void {
    if (this.#asks === "which hold addresses" || this.#computed.has(variable)) return;
    this.#computed.add(variable);
    this.#changed = true;
  }

  #load(target: Variable, address: Term, access: Access): void {
    const written = this.#writtenAt(address, access.bytes);
    if (written.length === 0) return;
    const whole = access.bytes === this.#t.program.pointerBytes && access.bitOffset === undefined;
    this.#taint(target, whole && written.every((one) => !one.computed) ? "plain" : "computed");
  }

  #return(name: string, value: Term): void {
    const known = this.#results.get(name);
    if (known === "computed" || (known === undefined && !this.holdsAddress(value))) return;
    const how = this.#isPlain(value) ? "plain" : "computed";
    if (how === known) return;
    this.#results.set(name, how);
    this.#changed = true;
  }

  #store(address: Term, value: Term, access: Access, range: SourceRange): void {
    const as = useOf(access.type);
    const matters = as === "pointer" ? this.#targetsOf(value).length > 0 : this.holdsAddress(value);
    const computed = as === "integer" && !this.#isPlain(value);
    if (matters)
      for (const { region, at, least = 0 } of this.#targetsOf(address))
        this.#write(region, { as, at, least, bytes: access.bytes, computed, ranges: new Set([range]) });
  }

  #call(edge: Edge): void {
    const { op } = edge;
    if (op.kind !== "call") return;
    for (const name of namesCalled(edge, this.#t.pointsTo)) {
      const graph = bodyOf(this.#t.program, this.#t.options.properties, name);
      if (graph === undefined) {
        // `__builtin_expect(i, 1)` and the like hand on what they are given.
        if (
          op.target !== undefined &&
          op.target.type.kind !== "pointer" &&
          op.arguments.some((one) => this.#variablesHold(one))
        )
          this.#taint(op.target, "computed");
        else if (op.target !== undefined) this.#compute(op.target);
        continue;
      }
      graph.parameters.forEach((parameter, i) => {
        const argument = op.arguments[i];
        if (argument !== undefined && parameter.type.kind !== "pointer" && this.holdsAddress(argument))
          this.#taintBy(parameter, argument);
        else if (argument !== undefined && !isNull(argument)) this.#compute(parameter);
      });
      const result = this.#results.get(name);
      if (op.target === undefined || op.target.type.kind === "pointer") continue;
      if (result === undefined) this.#compute(op.target);
      else this.#taint(op.target, result);
    }
  }

  /** An argument of an unknown parameter type: a pointer stays one. */
  #variablesHold(argument: Term): boolean {
    return this.#holds(argument, "pointer");
  }

  #writtenAt(address: Term, bytes: number): readonly Written[] {
    return this.#targetsOf(address).flatMap(({ region, at, least }) =>
      (this.#written.get(region) ?? []).filter((written) => {
        const isBehind = written.at.stride === 0 && least !== undefined && written.at.offset + written.bytes <= least;
        if (isBehind || !overlap({ ...at, width: bytes }, { ...written.at, width: written.bytes })) return false;
        const isBefore = at.stride === 0 && at.offset + bytes <= written.least;
        if (isBefore) for (const range of written.ranges) this.behindStart.add(range);
        return !isBefore;
      }),
    );
  }

  #write(region: Region, written: Written): void {
    const { as, at, least, bytes, computed } = written;
    const list = this.#written.get(region) ?? [];
    const alike = list.filter((one) => one.as === as && one.computed === computed && one.least <= least);
    const same = alike.filter(
      (one) => one.bytes === bytes && one.at.offset === at.offset && one.at.stride === at.stride,
    );
    for (const one of same) for (const range of written.ranges) one.ranges.add(range);
    if (same.length > 0) return;
    // Copies between shifted places could go on for ever.
    const many = list.length >= MOST_PLACES;
    if (many && alike.some((one) => one.at.stride === 1)) return;
    this.#written.set(region, [...list, many ? { ...written, at: ANYWHERE, least: 0 } : written]);
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
          this.#write(target.region, { ...written, at, least: 0 });
        }
  }
}

const MOST_PLACES = 64;

function isNull(term: Term): boolean {
  return term.kind === "integer" && term.value === 0;
}

/** Copies of a number of bytes that is not a constant. */
function computedCopy({ op }: Edge): Copy | undefined {
  if (op.kind !== "call" || op.callee.kind !== "direct") return undefined;
  if (!/memcpy|memmove|bcopy/.test(op.callee.name)) return undefined;
  const [to, from] = op.arguments;
  return to === undefined || from === undefined ? undefined : { to, from, bytes: undefined };
}
