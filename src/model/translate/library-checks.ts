/**
 * The conditions under which a library function may touch the memory it is given (`valid-deref`) or free it (`valid-free`), from
 * the table in `library-memory.ts`. A string's length is known by its end: any zero byte at `k` bounds it, so that a
 * condition on strings is a disjunction over the places where a zero byte may stand. What the model cannot say is
 * undecided, and the error then possible: a call never passes unchecked.
 */
import type { Edge } from "../../cfa/cfa.ts";
import type { Extent, LibraryMemory, Touch } from "../../cfa/library/row.ts";
import {
  add,
  and,
  eq,
  type Formula,
  integer,
  le,
  lt,
  ne,
  or,
  select,
  subtract,
  type Term,
  TRUE,
  variable,
} from "../../logic/term.ts";
import { intType } from "../../logic/types.ts";
import { type Format, printFormat, scanFormat } from "../library/format.ts";
import { STRING_LIMIT, shapeOf } from "../memory/memory.ts";
import { isOnStack } from "../pointers/lifetimes.ts";
import { shareRegion } from "../pointers/points-to.ts";
import type { Region, Target } from "../pointers/regions.ts";
import type { Property } from "../properties.ts";
import type { EdgeArithmetic } from "./arithmetic.ts";
import type { Translation } from "./translation.ts";
import type { Validity } from "./validity.ts";

/** A condition of the call; undefined: the model cannot say it. */
export interface Demand {
  readonly when: Formula | undefined;
  /** What it violates where it does not hold, or "other": another mistake, which the properties asked for are not about. */
  readonly otherwise: Property | "other";
}

/** The string there takes at most so many bytes, its end included. */
interface Ending {
  readonly when: Formula;
  readonly bytes: Term;
}

// Pairs of places where two strings may end.
const PAIR_LIMIT = 256;
const CHARACTER = shapeOf({ type: intType(8, "signed"), bytes: 1 });

export function libraryDemands(
  translation: Translation,
  validity: Validity,
  edge: Edge,
  row: LibraryMemory | undefined,
  arithmetic: EdgeArithmetic,
): readonly Demand[] {
  if (edge.op.kind !== "call" || row === undefined) return [];
  return new CallChecks(translation, validity, edge, edge.op.arguments, arithmetic).demands(row);
}

class CallChecks {
  readonly #t: Translation;
  readonly #validity: Validity;
  readonly #edge: Edge;
  readonly #given: readonly Term[];
  readonly #arithmetic: EdgeArithmetic;

  constructor(t: Translation, validity: Validity, edge: Edge, given: readonly Term[], arithmetic: EdgeArithmetic) {
    this.#t = t;
    this.#validity = validity;
    this.#edge = edge;
    this.#given = given;
    this.#arithmetic = arithmetic;
  }

  demands(row: LibraryMemory): readonly Demand[] {
    const { properties } = this.#t.options;
    const found: Demand[] = properties.includes("valid-deref") ? this.#accesses(row) : [];
    if (row.frees !== undefined) {
      const otherwise = properties.includes("valid-free") ? "valid-free" : "other";
      found.push({ when: this.#freeable(row.frees), otherwise });
    }
    return found;
  }

  #accesses(row: LibraryMemory): Demand[] {
    const found: Demand[] = row.touches.map((touch) => violation(this.#touch(touch)));
    if (row.format !== undefined) found.push(...this.#format(row.format).map(violation));
    if (row.unlisted) found.push(...this.#unlisted());
    if (row.apart !== undefined) found.push({ when: this.#apart(row.apart), otherwise: "other" });
    return found;
  }

  // --- Touches ------------------------------------------------------------------------------------------------------

  #touch(touch: Touch): Formula | undefined {
    const pointer = this.#given[touch.argument];
    if (pointer === undefined) return undefined;
    const when = this.#extent(pointer, touch.access, touch.extent);
    if (touch.optional === undefined || isAlways(when)) return when;
    const isNull = eq(this.#arithmetic.term(pointer), integer(0));
    if (when !== undefined) return or([isNull, when]);
    return isNull.kind === "true" ? TRUE : undefined;
  }

  #extent(pointer: Term, access: Touch["access"], extent: Extent): Formula | undefined {
    switch (extent.kind) {
      case "bytes":
        return this.#bytes(pointer, access, this.#size(extent.factors));
      case "constant":
        return this.#bytes(pointer, access, integer(extent.bytes));
      case "words":
        return this.#bytes(pointer, access, integer(extent.words * this.#t.program.pointerBytes));
      case "string":
        return either(this.#endings(pointer), ({ when }) => when);
      case "string-within":
        return this.#within(pointer, this.#size([extent.limit]));
      case "copied": {
        const from = this.#given[extent.from];
        return from && either(this.#endings(from), ({ when, bytes }) => this.#fits(when, pointer, access, bytes));
      }
      case "appended":
        return this.#appended(pointer, extent.from, extent.limit);
      case "handle":
        return isStandardStream(pointer) ? TRUE : ne(this.#arithmetic.term(pointer), integer(0));
      case "unknown":
        return undefined;
    }
  }

  /** Undecided for every pointer to memory of the program, or to none; what came from the library is not asked about. */
  #unlisted(): readonly Demand[] {
    const { op } = this.#edge;
    const pointers = this.#given.filter((_, i) => op.kind === "call" && op.pointees?.[i] !== undefined);
    const own = pointers.filter((pointer) => {
      const targets = this.#t.pointsTo.targetsOf(pointer);
      return targets.length === 0 || targets.some(({ region }) => region.kind !== "external");
    });
    return own.map(() => violation(undefined));
  }

  #fits(when: Formula, pointer: Term, access: Touch["access"], bytes: Term): Formula | undefined {
    const inside = this.#bytes(pointer, access, bytes);
    return inside && and([when, inside]);
  }

  #size(factors: readonly number[]): Term | undefined {
    const terms = factors.map((index) => this.#given[index]);
    let product: Term | undefined;
    for (const term of terms) {
      if (term === undefined) return undefined;
      const value = this.#arithmetic.term(term);
      if (product === undefined || isOne(product)) product = value;
      else if (product.kind === "integer" && value.kind === "integer")
        product = integer(Number(product.value) * Number(value.value));
      else if (!isOne(value)) return undefined;
    }
    return product;
  }

  /** So many bytes are there; no bytes are there wherever the pointer points. */
  #bytes(pointer: Term, access: Touch["access"], bytes: Term | undefined): Formula | undefined {
    if (bytes === undefined) return undefined;
    if (bytes.kind === "integer" && bytes.value <= 0) return TRUE;
    const when = this.#validity.inside(this.#edge, pointer, bytes, access, this.#arithmetic);
    return when === undefined || bytes.kind === "integer" ? when : or([le(bytes, integer(0)), when]);
  }

  #within(pointer: Term, limit: Term | undefined): Formula | undefined {
    const bytes = this.#bytes(pointer, "read", limit);
    if (bytes?.kind === "true") return bytes;
    const ends = either(this.#endings(pointer), ({ when }) => when);
    if (bytes === undefined || ends === undefined) return bytes ?? ends;
    return or([bytes, ends]);
  }

  #appended(pointer: Term, from: number, limit: number | undefined): Formula | undefined {
    const source = this.#given[from];
    const before = this.#endings(pointer);
    if (source === undefined || before === undefined) return undefined;
    const added = this.#endings(source) ?? [];
    const most = limit === undefined ? undefined : this.#size([limit]);
    const endings = most === undefined ? added : [...added, { when: TRUE, bytes: add(most, integer(1)) }];
    if (endings.length === 0 || before.length * endings.length > PAIR_LIMIT) return undefined;
    const parts: Formula[] = [];
    for (const first of before) {
      for (const second of endings) {
        const bytes = sumOf(first.bytes, second.bytes);
        const inside = this.#fits(and([first.when, second.when]), pointer, "write", bytes);
        if (inside === undefined) return undefined;
        parts.push(inside);
      }
    }
    return or(parts);
  }

  // --- Strings ------------------------------------------------------------------------------------------------------

  /** Where the string may end; undefined where that is not known of something the pointer may point to. */
  #endings(pointer: Term): readonly Ending[] | undefined {
    const address = this.#arithmetic.term(pointer);
    const found: Ending[] = [];
    for (const target of this.#t.pointsTo.targetsOf(pointer)) {
      const own = this.#endingsIn(target, pointer, address);
      if (own === undefined) return undefined;
      found.push(...own);
    }
    return found;
  }

  #endingsIn(target: Target, pointer: Term, address: Term): readonly Ending[] | undefined {
    const { region, at } = target;
    const { base, many } = this.#t.placementOf(region);
    const { size } = region;
    if (many || size === undefined || region.kind === "external") return undefined;
    if (region.object?.role === "function") return [];
    const alive = this.#validity.alive(this.#edge, target, pointer, address);
    if (alive === undefined) return undefined;
    const text = region.object?.text;
    if (text === undefined && size > STRING_LIMIT) return undefined;
    const endings: Ending[] = [];
    for (let k = at.stride === 0 ? Math.max(at.offset, 0) : 0; k < size; k += 1) {
      const zero = text === undefined ? this.#isZero(region, k) : isEnd(text, k);
      if (zero === undefined) continue;
      const here = and([le(integer(base), address), le(address, integer(base + k)), zero, alive]);
      endings.push({ when: here, bytes: differenceOf(base + k + 1, address) });
    }
    return endings;
  }

  #isZero(region: Region, offset: number): Formula | undefined {
    const cell = this.#t.memory.cellAt({ region, at: { offset, stride: 0 } }, CHARACTER);
    if (cell?.variable === undefined) return undefined;
    const value = variable(cell.variable);
    const place = integer(this.#t.placementOf(region).base + offset);
    return eq(cell.kind === "array" ? select(value, place) : value, integer(0));
  }

  // --- Formats ------------------------------------------------------------------------------------------------------

  #format(row: NonNullable<LibraryMemory["format"]>): readonly (Formula | undefined)[] {
    const pointer = this.#given[row.argument];
    const text = pointer === undefined ? undefined : this.#literal(pointer);
    const read = text === undefined ? undefined : this.#parse(text, row.direction);
    if (read === undefined) return [undefined];
    const values = row.values;
    if (typeof values !== "number") {
      const touching = read.conversions.some(({ memory }) => memory !== "none");
      return [touching || row.into !== undefined ? undefined : TRUE];
    }
    const found = read.conversions.map((conversion): Formula | undefined => {
      const value = this.#given[values + conversion.value];
      if (value === undefined || conversion.memory === "unknown") return undefined;
      if (conversion.memory === "none") return TRUE;
      if (conversion.memory === "number") return this.#bytes(value, "write", integer(conversion.bytes ?? 0));
      const { limit } = conversion;
      if (row.direction === "scan")
        return limit === undefined ? undefined : this.#bytes(value, "write", integer(limit + 1));
      return limit === undefined
        ? either(this.#endings(value), ({ when }) => when)
        : this.#within(value, integer(limit));
    });
    if (row.into !== undefined) found.push(this.#printed(row.into, read, values));
    return found;
  }

  #parse(text: string, direction: "print" | "scan"): Format | undefined {
    const word = this.#t.program.pointerBytes;
    return direction === "print" ? printFormat(text, word) : scanFormat(text, word);
  }

  /** What is printed into memory fits there. */
  #printed(
    into: NonNullable<NonNullable<LibraryMemory["format"]>["into"]>,
    { conversions, length }: Format,
    values: number,
  ): Formula | undefined {
    const pointer = this.#given[into.argument];
    if (pointer === undefined) return undefined;
    const limit = into.limit === undefined ? undefined : this.#size([into.limit]);
    const bounded = limit === undefined ? undefined : this.#bytes(pointer, "write", limit);
    if (bounded?.kind === "true") return bounded;
    let endings: readonly Ending[] | undefined =
      length === undefined ? undefined : [{ when: TRUE, bytes: integer(length + 1) }];
    for (const conversion of conversions) {
      if (conversion.memory !== "string" || endings === undefined) continue;
      const value = this.#given[values + conversion.value];
      const own: readonly Ending[] | undefined = value === undefined ? undefined : this.#endings(value);
      const capped = conversion.limit === undefined ? [] : [{ when: TRUE, bytes: integer(conversion.limit + 1) }];
      const all: readonly Ending[] = [...(own ?? []), ...capped];
      const before: readonly Ending[] = endings;
      if (all.length === 0 || before.length * all.length > PAIR_LIMIT) endings = undefined;
      else
        endings = before.flatMap((first) =>
          all.map((second) => ({ when: and([first.when, second.when]), bytes: sumOf(first.bytes, second.bytes) })),
        );
    }
    const exact = either(endings, ({ when, bytes }) => this.#fits(when, pointer, "write", bytes));
    return bounded === undefined || exact === undefined ? (bounded ?? exact) : or([bounded, exact]);
  }

  /** The text of the one literal a pointer points to. */
  #literal(pointer: Term): string | undefined {
    const targets = this.#t.pointsTo.targetsOf(pointer);
    const [target] = targets;
    const text = target?.region.object?.text;
    if (targets.length !== 1 || target === undefined || text === undefined || target.at.stride !== 0) return undefined;
    const isThere = eq(
      this.#arithmetic.term(pointer),
      integer(this.#t.placementOf(target.region).base + target.at.offset),
    );
    if (isThere.kind !== "true") return undefined;
    const rest = text.slice(Math.max(target.at.offset, 0));
    const end = rest.indexOf("\0");
    return end === -1 ? rest : rest.slice(0, end);
  }

  // --- Other mistakes -----------------------------------------------------------------------------------------------

  #apart([first, second, size]: readonly [number, number, number?]): Formula | undefined {
    const [to, from] = [this.#given[first], this.#given[second]];
    if (to === undefined || from === undefined) return undefined;
    if (!shareRegion(this.#t.pointsTo, to, from)) return TRUE;
    const bytes = size === undefined ? undefined : this.#size([size]);
    if (bytes === undefined) return undefined;
    const [left, right] = [this.#arithmetic.term(to), this.#arithmetic.term(from)];
    return or([eq(left, right), le(add(left, bytes), right), le(add(right, bytes), left)]);
  }

  #freeable(index: number): Formula | undefined {
    const pointer = this.#given[index];
    if (pointer === undefined) return undefined;
    const address = this.#arithmetic.term(pointer);
    const ways: Formula[] = [eq(address, integer(0))];
    const targets = this.#t.pointsTo.targetsOf(pointer);
    const { extents } = this.#validity;
    // Null is freeable there.
    if (targets.some(({ region }) => extents.follows(region))) ways[0] = extents.mayBeFreed(address);
    for (const target of targets) {
      const { region, at } = target;
      if (extents.follows(region)) continue;
      if (region.kind === "object" || (at.stride === 0 && at.offset !== 0)) continue;
      const live = region.kind === "heap" ? this.#validity.unfreed(target, pointer, address) : undefined;
      if (region.kind === "heap" && isOnStack(region)) continue;
      if (live === undefined) return undefined;
      const { base, many } = this.#t.placementOf(region);
      const next = variable(this.#t.variables.counterOf(region));
      ways.push(and([many ? and([le(integer(base), address), lt(address, next)]) : eq(address, integer(base)), live]));
    }
    return or(ways);
  }
}

function violation(when: Formula | undefined): Demand {
  return { when, otherwise: "valid-deref" };
}

function either(
  endings: readonly Ending[] | undefined,
  condition: (ending: Ending) => Formula | undefined,
): Formula | undefined {
  if (endings === undefined) return undefined;
  const parts: Formula[] = [];
  for (const ending of endings) {
    const part = condition(ending);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return or(parts);
}

function isAlways(when: Formula | undefined): boolean {
  return when?.kind === "true";
}

/** The library opens them before the program starts. */
function isStandardStream(term: Term): boolean {
  let at = term;
  while (at.kind === "wrap") at = at.operand;
  return at.kind === "variable" && at.variable.role === "global" && /^std(?:in|out|err)$/.test(at.variable.name);
}

function isOne(term: Term): boolean {
  return term.kind === "integer" && term.value === 1;
}

function isEnd(text: string, offset: number): Formula | undefined {
  return offset >= text.length || text[offset] === "\0" ? TRUE : undefined;
}

/** Bytes of two strings one after the other, with one end. */
function sumOf(first: Term, second: Term): Term {
  return first.kind === "integer" && second.kind === "integer"
    ? integer(Number(first.value) + Number(second.value) - 1)
    : add(add(first, second), integer(-1));
}

function differenceOf(end: number, address: Term): Term {
  return address.kind === "integer" ? integer(end - Number(address.value)) : subtract(integer(end), address);
}
