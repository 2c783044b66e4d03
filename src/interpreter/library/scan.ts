/** sscanf: the conversions of a format on a string, as glibc does them; whatever is rare ends the run. */
import { modifiedBytes } from "../../cfa/library/length-modifier.ts";
import type { Value } from "../values.ts";
import {
  argumentsAt,
  type LibraryContext,
  type LibraryFunction,
  type LibraryTable,
  listAt,
  numberAt,
  readString,
  textOf,
  type ValuesAt,
  writeByte,
} from "./library.ts";

const DIRECTIVE = /%(\*)?(\d+)?(hh|h|ll|l|j|z|t|q)?(?:([diuoxXpcsn%])|\[(\^?\]?[^\]]*)\])/y;
const SPACE = /[ \t\n\v\f\r]*/y;
const INTEGERS: Readonly<Record<string, RegExp>> = {
  d: /[-+]?\d+/y,
  u: /[-+]?\d+/y,
  i: /[-+]?(?:0[xX][0-9a-fA-F]+|0[0-7]*|[1-9]\d*)/y,
  o: /[-+]?[0-7]+/y,
  x: /[-+]?(?:0[xX])?[0-9a-fA-F]+/y,
};

class Scan {
  readonly #context: LibraryContext;
  readonly #text: string;
  readonly #format: string;
  readonly #next: () => Value;
  #at = 0;
  #assigned = 0;

  constructor(context: LibraryContext, text: string, format: string, next: () => Value) {
    this.#context = context;
    this.#text = text;
    this.#format = format;
    this.#next = next;
  }

  run(): number {
    for (let at = 0; at < this.#format.length; ) {
      const character = this.#format[at] as string;
      if (/\s/.test(character)) {
        this.#skipSpace();
        at += 1;
      } else if (character !== "%") {
        if (this.#text[this.#at] !== character) return this.#end();
        this.#at += 1;
        at += 1;
      } else {
        DIRECTIVE.lastIndex = at;
        const match = DIRECTIVE.exec(this.#format);
        if (match === null) return this.#context.runtime.unsupported("a rare conversion of sscanf");
        at += match[0].length;
        if (!this.#convert(match)) return this.#end();
      }
    }
    return this.#assigned;
  }

  /** Nothing assigned and nothing left to read is the end of the input; otherwise a mismatch. */
  #end(): number {
    return this.#assigned === 0 && this.#at >= this.#text.length ? -1 : this.#assigned;
  }

  #skipSpace(): void {
    SPACE.lastIndex = this.#at;
    this.#at += (SPACE.exec(this.#text) as RegExpExecArray)[0].length;
  }

  #convert(match: RegExpExecArray): boolean {
    const [, star, width, length = "", letter, set] = match;
    const limit = width === undefined ? Infinity : Number(width);
    if (letter === "n") {
      if (star === undefined) this.#store(BigInt(this.#at), length);
      return true;
    }
    if (limit === 0) return this.#context.runtime.unsupported("a width of 0 in sscanf");
    if (letter !== "c" && letter !== undefined) this.#skipSpace();
    const rest = this.#text.slice(this.#at, limit === Infinity ? undefined : this.#at + limit);
    if (letter === "%") {
      if (!rest.startsWith("%")) return false;
      this.#at += 1;
      return true;
    }
    if (letter === "c" || letter === "s" || letter === undefined) {
      const taken = letter === "c" ? rest.slice(0, limit === Infinity ? 1 : limit) : taking(letter, set ?? "", rest);
      return this.#characters(taken, star, letter);
    }
    return this.#integer(letter, rest, star, length);
  }

  /** `%4c` takes fewer characters where the text ends. */
  #characters(taken: string, star: string | undefined, letter: string | undefined): boolean {
    if (taken === "") return false;
    this.#at += taken.length;
    if (star !== undefined) return true;
    const to = Number(this.#next());
    for (let i = 0; i < taken.length; i += 1) writeByte(this.#context.runtime, to + i, taken.charCodeAt(i));
    if (letter !== "c") writeByte(this.#context.runtime, to + taken.length, 0);
    this.#assigned += 1;
    return true;
  }

  #integer(letter: string, rest: string, star: string | undefined, length: string): boolean {
    if (letter === "p") return this.#context.runtime.unsupported("an address that sscanf reads");
    const pattern = INTEGERS[letter.toLowerCase()] as RegExp;
    pattern.lastIndex = 0;
    const found = pattern.exec(rest)?.[0];
    if (found === undefined) return false;
    // "0x" without digits behind it is read by glibc before it notices.
    if (/^[-+]?0$/.test(found) && /^[xX]/.test(rest.slice(found.length)) && "ixX".includes(letter))
      return this.#context.runtime.unsupported("a rare number of sscanf");
    this.#at += found.length;
    if (star !== undefined) return true;
    const value = integerOf(found, letter);
    const size = value < 0n ? -value : value;
    if (size >> 31n !== 0n) return this.#context.runtime.unsupported("a large number of sscanf");
    this.#store(value, length);
    this.#assigned += 1;
    return true;
  }

  #store(value: bigint, length: string): void {
    const to = Number(this.#next());
    const width = modifiedBytes(length, this.#context.pointerBytes);
    for (let i = 0; i < width; i += 1)
      writeByte(this.#context.runtime, to + i, Number((value >> BigInt(8 * i)) & 255n));
  }
}

function integerOf(found: string, letter: string): bigint {
  const negative = found.startsWith("-");
  const digits = found.replace(/^[-+]/, "");
  const hexadecimal = /^0[xX]/.test(digits) ? digits : `0x${digits}`;
  const octal = `0o${digits.replace(/^0+(?=.)/, "")}`;
  const isHexadecimal = "xX".includes(letter) || (letter === "i" && /^0[xX]/.test(digits));
  const isOctal = letter === "o" || (letter === "i" && /^0./.test(digits));
  const size = BigInt(isHexadecimal ? hexadecimal : isOctal ? octal : digits);
  return negative ? -size : size;
}

function taking(letter: string | undefined, set: string, rest: string): string {
  if (letter === "s") return /^[^ \t\n\v\f\r]*/.exec(rest)?.[0] ?? "";
  const negated = set.startsWith("^");
  const members = expand(negated ? set.slice(1) : set);
  let length = 0;
  while (length < rest.length && members.has(rest[length] as string) !== negated) length += 1;
  return rest.slice(0, length);
}

/** A scanset with its ranges written out. */
function expand(set: string): ReadonlySet<string> {
  const members = new Set<string>();
  for (let i = 0; i < set.length; i += 1) {
    const [first, dash, last] = [set[i] as string, set[i + 1], set[i + 2]];
    if (dash === "-" && last !== undefined) {
      for (let code = first.charCodeAt(0); code <= last.charCodeAt(0); code += 1)
        members.add(String.fromCharCode(code));
      i += 2;
    } else members.add(first);
  }
  return members;
}

function scans(values: ValuesAt): LibraryFunction {
  return (context, operands) => {
    const text = textOf(readString(context.runtime, numberAt(operands, 0)));
    const format = textOf(readString(context.runtime, numberAt(operands, 1)));
    return new Scan(context, text, format, values(context, operands, 2)).run();
  };
}

export const scanning: LibraryTable = { sscanf: scans(argumentsAt), vsscanf: scans(listAt) };
