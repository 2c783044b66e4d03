/**
 * Standard input where it is an input of the program: a stream of characters with an end. Functions ask for what they read piece by
 * piece: a character where they read characters, a number where `scanf` reads one, which stands in the stream as it is written in
 * decimal and so on. What they read one after the other is always the text of one stream: behind a number and behind a word is a
 * newline, behind the end nothing.
 */

import type { Edge } from "../../cfa/cfa.ts";
import { modifiedBytes } from "../../cfa/library/length-modifier.ts";
import { intType, type ScalarType } from "../../logic/types.ts";
import { Stop } from "../end.ts";
import type { Fed, InputValue, WrittenInput } from "../inputs.ts";
import type { Value } from "../values.ts";
import {
  argumentsAt,
  type LibraryContext,
  type LibraryFunction,
  type LibraryState,
  numberAt,
  readString,
  sizeAt,
  textOf,
  writeByte,
} from "./library.ts";

export interface StandardInput {
  /** Characters that were asked for; they have numbers. */
  characters: number;
  /** The next one, where that is known. */
  next: number | undefined;
  /** A number or a word has ended: the next character is one of these, a newline where nobody asks for another. */
  delimiter: ((code: number) => boolean) | undefined;
  /** Buffered, or by `read`, which does not see what is in the buffer. */
  way: "buffered" | "read" | undefined;
  isOver: boolean;
  /** Something said that it was over, or that there was an error. */
  hasFailed: boolean;
  /** How often each call had read before. */
  readonly calls: Map<object, number>;
}

export function newStandardInput(): StandardInput {
  return {
    characters: 0,
    next: undefined,
    delimiter: undefined,
    way: undefined,
    isOver: false,
    hasFailed: false,
    calls: new Map(),
  };
}

const NEWLINE = 10;
/** What no number begins with. */
const LETTER = 120;
const USUAL_CHARACTERS = 100;
/** A word of `scanf` without a width is no longer. */
const LONGEST_WORD = 64;
const INT = intType(32, "signed");
const CHARACTER = intType(8, "unsigned");
/** The address of the stream, as the machine has it. */
const STDIN = 64;

const DIRECTIVE = /%(\*)?(\d+)?(hh|h|ll|l|j|z|t|q|L)?(?:([diuoxXcsfFeEgGaA%])|\[(\^?\]?[^\]]*)\])/y;

/** The function by its plain name, where it reads standard input; undefined for all others. */
export function standardInputFunction(name: string, result: ScalarType): LibraryFunction | undefined {
  switch (name) {
    case "read":
      return (context, operands) =>
        numberAt(operands, 0) === 0 ? new Reader(context, result).read(operands) : undefined;
    case "fgets":
      return (context, operands) =>
        numberAt(operands, 2) === STDIN ? new Reader(context, result).line(operands) : undefined;
    case "fread":
      return (context, operands) =>
        numberAt(operands, 3) === STDIN ? new Reader(context, result).elements(operands) : undefined;
    case "scanf":
      return (context, operands) => new Reader(context, result).scan(operands, 0);
    case "fscanf":
      return (context, operands) =>
        numberAt(operands, 0) === STDIN ? new Reader(context, result).scan(operands, 1) : undefined;
    case "getchar":
      return (context) => new Reader(context, result).character();
    case "getc":
    case "fgetc":
      return (context, operands) =>
        numberAt(operands, 0) === STDIN ? new Reader(context, result).character() : undefined;
    case "feof":
      return (context, operands) => (numberAt(operands, 0) === STDIN ? atEnd(context.state) : undefined);
    default:
      return undefined;
  }
}

/** Known where nothing has failed yet, and where the end was met. */
function atEnd({ standardInput: { isOver, hasFailed } }: LibraryState): number | undefined {
  return isOver ? 1 : hasFailed ? undefined : 0;
}

class Reader {
  readonly #context: LibraryContext;
  readonly #result: ScalarType;
  readonly #stream: StandardInput;
  readonly #name: string;
  readonly #occurrence: number;
  /** What points to where characters go. */
  #argument = 0;

  constructor(context: LibraryContext, result: ScalarType) {
    this.#context = context;
    this.#result = result;
    this.#stream = context.state.standardInput;
    const { edge } = context.runtime;
    this.#name = edge?.op.kind === "call" && edge.op.callee.kind === "direct" ? edge.op.callee.name : "stdin";
    this.#occurrence = edge === undefined ? 0 : (this.#stream.calls.get(edge) ?? 0);
    if (edge !== undefined) this.#stream.calls.set(edge, this.#occurrence + 1);
  }

  // --- Functions ----------------------------------------------------------------------------------------------------

  character(): Value {
    this.#begin("buffered");
    const { next, isOver } = this.#stream;
    const only = next ?? (isOver ? -1 : undefined);
    const value = this.#ask(this.#result, only === undefined ? [-1, 255] : [only, only], (given) => {
      if (next !== undefined) return { bytes: [] };
      return Number(given) < 0 ? { bytes: [], ends: true } : { bytes: [Number(given)] };
    });
    this.#stream.next = undefined;
    if (Number(value) < 0) this.#stream.hasFailed = true;
    return value;
  }

  /** -1 is an error; fewer bytes than there is room for may come at any time. */
  read(operands: readonly Value[]): Value {
    this.#begin("read");
    this.#argument = 1;
    const to = numberAt(operands, 1);
    const room = sizeAt(this.#context, operands, 2);
    const most = this.#stream.isOver ? 0 : Math.min(room, 0x7ffff000);
    const given = this.#ask(this.#result, [-1, most], (value) => {
      if (Number(value) < 0) return { bytes: [], fails: true };
      return {
        bytes: [],
        ...(Number(value) < room ? { breaks: Number(value) } : {}),
        ...(Number(value) === 0 ? { ends: true } : {}),
      };
    });
    const count = Number(given);
    if (count === 0 && room > 0) this.#end();
    this.#bytes(to, count);
    return given;
  }

  /** Up to a newline, or as much as there is room for; without either the end comes behind it. */
  line(operands: readonly Value[]): Value {
    const to = numberAt(operands, 0);
    const room = Number(BigInt.asIntN(32, BigInt(operands[1] ?? 0)));
    if (room <= 0) return this.#context.runtime.unsupported("a line without room");
    this.#begin("buffered");
    const stream = this.#stream;
    if (room > 1 && stream.isOver) return 0;
    const isWaiting = stream.next !== undefined;
    const least = isWaiting || room === 1 ? room - 1 : 0;
    const name = `the length of what ${this.#name} reads`;
    const most = Number(
      this.#askPart(INT, [least, room - 1], () => ({ bytes: [] }), name, this.#usual(least, room - 1)),
    );
    let count = 0;
    let isWhole = most === room - 1;
    while (count < most) {
      const byte = this.#byteAt(to, count);
      count += 1;
      if (byte !== NEWLINE) continue;
      isWhole = true;
      break;
    }
    if (!isWhole) this.#end();
    if (count === 0 && room > 1) return 0;
    writeByte(this.#context.runtime, to + count, 0);
    return to;
  }

  elements(operands: readonly Value[]): Value {
    const to = numberAt(operands, 0);
    const size = sizeAt(this.#context, operands, 1);
    const room = sizeAt(this.#context, operands, 2);
    if (size === 0 || room === 0) return 0;
    this.#begin("buffered");
    const most = this.#stream.isOver ? 0 : room;
    const given = this.#ask(this.#result, [0, most], (value) => ({
      bytes: [],
      ...(Number(value) < room ? { ends: true } : {}),
    }));
    this.#bytes(to, Number(given) * size);
    if (Number(given) < room) this.#end();
    return given;
  }

  /** Whoever reads characters finds a newline behind a number. */
  #begin(way: "buffered" | "read", by?: "scanf"): void {
    const stream = this.#stream;
    if (stream.way !== undefined && stream.way !== way)
      this.#context.runtime.unsupported("read() of standard input beside buffered functions");
    stream.way = way;
    if (by === undefined) this.#settle();
  }

  #settle(): void {
    const { delimiter } = this.#stream;
    this.#stream.delimiter = undefined;
    if (delimiter === undefined) return;
    if (!delimiter(NEWLINE)) this.#end();
    else {
      this.#forced(NEWLINE);
      this.#stream.next = NEWLINE;
    }
  }

  #forced(code: number): void {
    this.#askPart(CHARACTER, [code, code], () => ({ bytes: [code] }), `stdin[${this.#stream.characters++}]`);
  }

  #bytes(to: number, count: number): void {
    for (let i = 0; i < count; i += 1) this.#byteAt(to, i);
  }

  #end(): void {
    this.#stream.isOver = true;
    this.#stream.hasFailed = true;
  }

  // --- scanf --------------------------------------------------------------------------------------------------------

  /** So many conversions succeed; then the end comes, or, for none at all, a letter where a number should be. */
  scan(operands: readonly Value[], at: number): Value {
    const format = textOf(readString(this.#context.runtime, numberAt(operands, at)));
    const directives = directivesOf(format);
    if (directives === undefined) return this.#context.runtime.unsupported("a rare conversion of scanf");
    this.#begin("buffered", "scanf");
    const assigning = directives.filter((one) => one.kind === "conversion" && !one.isDropped).length;
    const first = directives.find((one) => one.kind !== "space");
    const isNumeric = first?.kind === "conversion" && isNumber(first.letter);
    if (!isNumeric && first?.kind !== "literal") this.#settle();
    // Behind spaces that are skipped there is nothing, or a letter that waits.
    const { next, isOver } = this.#stream;
    const stays = next !== undefined && !isSpace(next);
    const range: readonly [number, number] = isOver ? [-1, -1] : isNumeric && stays ? [0, 0] : [-1, assigning];
    const given = this.#ask(
      this.#result,
      range,
      (value) => {
        if (Number(value) < 0) return { bytes: [], ends: true };
        if (Number(value) === 0 && assigning > 0) return { bytes: stays ? [] : [NEWLINE, LETTER] };
        return { bytes: [] };
      },
      this.#usual(-1, assigning),
    );
    const count = Number(given);
    if (count < 0) {
      this.#end();
      return given;
    }
    if (count === 0 && assigning > 0) {
      if (!isNumeric) this.#impossible();
      this.#stream.delimiter = undefined;
      this.#stream.next = LETTER;
      return given;
    }
    const values = argumentsAt(this.#context, operands, at + 1);
    let done = 0;
    let argument = at + 1;
    for (const directive of directives) {
      if (done === count && count < assigning) {
        this.#end();
        break;
      }
      if (directive.kind === "space") this.#skipSpace();
      else if (directive.kind === "literal") this.#literal(directive.code);
      else {
        const to = directive.isDropped ? undefined : Number(values());
        this.#convert(directive, to, argument);
        if (!directive.isDropped) {
          done += 1;
          argument += 1;
        }
      }
    }
    return given;
  }

  #skipSpace(): void {
    this.#settle();
    if (this.#stream.next !== undefined && isSpace(this.#stream.next)) this.#stream.next = undefined;
  }

  #literal(code: number): void {
    const { next, delimiter } = this.#stream;
    if ((next !== undefined && next !== code) || delimiter?.(code) === false) this.#impossible();
    this.#stream.next = undefined;
    this.#stream.delimiter = undefined;
    if (next === undefined) this.#forced(code);
  }

  #convert({ letter, width, length, set }: Conversion, to: number | undefined, argument: number): void {
    this.#argument = argument;
    if (letter === "c") {
      this.#settle();
      for (let i = 0; i < (width ?? 1); i += 1) this.#byteAt(to, i);
      return;
    }
    if (letter === "s" || letter === "[") {
      this.#word(
        to,
        width ?? LONGEST_WORD,
        (code) => (letter === "s" ? !isSpace(code) : inSet(set ?? "", code)),
        letter,
        width,
      );
      return;
    }
    this.#skipSpace();
    if (this.#stream.next !== undefined) this.#impossible();
    if ("fFeEgGaA".includes(letter)) this.#float(to, length, width);
    else this.#whole(to, letter, length, width);
  }

  #word(
    to: number | undefined,
    most: number,
    belongs: (code: number) => boolean,
    letter: string,
    width: number | undefined,
  ): void {
    if (letter === "s") this.#skipSpace();
    else this.#settle();
    const length = Number(this.#askPart(INT, [1, most], () => ({ bytes: [] })));
    for (let i = 0; i < length; i += 1) {
      const code = this.#byteAt(to, i);
      // A zero may stand in a word; whoever writes one means the end.
      if (!belongs(code) || code === 0) this.#impossible();
    }
    if (to !== undefined) writeByte(this.#context.runtime, to + length, 0);
    if (length === width) return;
    this.#stream.delimiter = (code) => !belongs(code);
  }

  #whole(to: number | undefined, letter: string, length: string, width: number | undefined): void {
    const bytes = modifiedBytes(length, this.#context.pointerBytes);
    const signed = letter === "d" || letter === "i";
    const type = intType(bytes * 8, signed ? "signed" : "unsigned");
    const base = letter === "o" ? 8 : letter === "x" || letter === "X" ? 16 : 10;
    const spell = (value: InputValue) => BigInt(value).toString(base);
    const value = this.#number(type, to, spell, width);
    if (to === undefined) return;
    for (let i = 0; i < bytes; i += 1)
      writeByte(this.#context.runtime, to + i, Number((BigInt(value) >> BigInt(8 * i)) & 255n));
  }

  #float(to: number | undefined, length: string, width: number | undefined): void {
    if (length === "L") this.#context.runtime.unsupported("a long double that scanf reads");
    const format = length === "l" ? "f64" : "f32";
    const spell = (value: InputValue) => (Object.is(value, -0) ? "-0" : String(value));
    const value = Number(this.#number({ kind: "float", format }, to, spell, width));
    if (!Number.isFinite(value)) this.#impossible();
    if (to === undefined) return;
    const view = new DataView(new ArrayBuffer(8));
    if (format === "f32") view.setFloat32(0, value, true);
    else view.setFloat64(0, value, true);
    for (let i = 0; i < (format === "f32" ? 4 : 8); i += 1) writeByte(this.#context.runtime, to + i, view.getUint8(i));
  }

  #number(
    type: ScalarType,
    to: number | undefined,
    spell: (value: InputValue) => string,
    width: number | undefined,
  ): Value {
    const { runtime } = this.#context;
    const { edge } = runtime;
    const cell = edge === undefined || to === undefined ? {} : { address: to, ...this.#cell(edge, 0) };
    const stdin = (value: InputValue): Fed => ({ bytes: [...spell(value)].map((one) => one.charCodeAt(0)) });
    const value = runtime.askPiece({ kind: "stdin", type, edge, name: `a number for ${this.#name}`, stdin, ...cell });
    if (width !== undefined && spell(value).length >= width) this.#impossible();
    // A letter, a digit, a point or a sign could be part of it.
    this.#stream.delimiter = (code) => !/[\w.+-]/.test(String.fromCharCode(code));
    return value;
  }

  /** As the model names what an undefined function writes. */
  #cell(edge: Edge, offset: number): { written: WrittenInput } {
    const place = { argument: this.#argument, offsets: [offset] };
    return { written: { function: this.#name, edge, occurrence: this.#occurrence, call: 0, ...place } };
  }

  // --- Asking -------------------------------------------------------------------------------------------------------

  /** The next character, which goes to a place of memory where there is one. */
  #byteAt(to: number | undefined, offset: number): number {
    const { runtime } = this.#context;
    const { next } = this.#stream;
    let code = next;
    if (code === undefined) {
      const name = `stdin[${this.#stream.characters++}]`;
      const stdin = (value: InputValue): Fed => ({ bytes: [Number(value)] });
      const { edge } = runtime;
      const place = to === undefined || edge === undefined ? {} : { address: to + offset, ...this.#cell(edge, offset) };
      code = Number(runtime.askPiece({ kind: "stdin", type: CHARACTER, edge: runtime.edge, name, stdin, ...place }));
    }
    this.#stream.next = undefined;
    if (to !== undefined) writeByte(runtime, to + offset, code);
    return code;
  }

  /** The result of the function. */
  #ask(type: ScalarType, range: readonly [number, number], stdin: (value: InputValue) => Fed, usual?: number): Value {
    const { runtime } = this.#context;
    const request = { kind: "nondet" as const, type, edge: runtime.edge, name: this.#name, range, stdin };
    return runtime.askPiece(usual === undefined ? request : { ...request, usual });
  }

  #askPart(
    type: ScalarType,
    range: readonly [number, number],
    stdin: (value: InputValue) => Fed,
    name = `the length of what ${this.#name} reads`,
    usual: number = range[0],
  ): Value {
    const { runtime } = this.#context;
    return runtime.askPiece({ kind: "stdin", type, edge: runtime.edge, name, range, usual, stdin });
  }

  /** So that who reads all of it comes to an end where nobody cares. */
  #usual(least: number, most: number): number {
    return this.#stream.characters < USUAL_CHARACTERS ? most : least;
  }

  /** No text reads like that. */
  #impossible(): never {
    throw new Stop({ kind: "assumption", edge: this.#context.runtime.edge });
  }
}

// --- Formats --------------------------------------------------------------------------------------------------------

interface Conversion {
  readonly kind: "conversion";
  readonly letter: string;
  readonly isDropped: boolean;
  readonly width: number | undefined;
  readonly length: string;
  readonly set: string | undefined;
}

type Directive = Conversion | { readonly kind: "space" } | { readonly kind: "literal"; readonly code: number };

function directivesOf(format: string): readonly Directive[] | undefined {
  const found: Directive[] = [];
  for (let at = 0; at < format.length; ) {
    const character = format[at] as string;
    if (isSpace(character.charCodeAt(0))) {
      found.push({ kind: "space" });
      at += 1;
      continue;
    }
    if (character !== "%") {
      found.push({ kind: "literal", code: character.charCodeAt(0) });
      at += 1;
      continue;
    }
    DIRECTIVE.lastIndex = at;
    const match = DIRECTIVE.exec(format);
    if (match === null) return undefined;
    const [text, star, width, length = "", letter = "[", set] = match;
    at += text.length;
    if (letter === "%") {
      found.push({ kind: "space" }, { kind: "literal", code: 37 });
      continue;
    }
    if (width !== undefined && Number(width) === 0) return undefined;
    if ((letter === "c" || letter === "s" || letter === "[") && length !== "") return undefined;
    const limit = width === undefined ? undefined : Number(width);
    found.push({ kind: "conversion", letter, isDropped: star !== undefined, width: limit, length, set });
  }
  return found;
}

function isNumber(letter: string): boolean {
  return letter !== "c" && letter !== "s" && letter !== "[";
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

function inSet(set: string, code: number): boolean {
  const isNegated = set.startsWith("^");
  const members = isNegated ? set.slice(1) : set;
  let found = false;
  for (let i = 0; i < members.length; i += 1) {
    const low = members.charCodeAt(i);
    const isRange = members[i + 1] === "-" && i + 2 < members.length;
    const high = isRange ? members.charCodeAt(i + 2) : low;
    if (code >= low && code <= high) found = true;
    if (isRange) i += 2;
  }
  return found !== isNegated;
}
