/**
 * The lexer: translation phase 3 over one file whose lines are joined already. It makes one token a call, by a switch
 * over character codes, and knows no macros. It keeps to the rules of preprocessing: numbers are preprocessing
 * numbers, keywords are identifiers, and nothing is wrong with a stray character until somebody uses it (kind
 * `other`). Inside a directive the end of the line is a token.
 *
 * The file is long because the switch over punctuators is; every case is local.
 */
import type { Diagnostics } from "../util/diagnostic.ts";
import type { SourceFile } from "../util/source.ts";
import { ANNOTATION_END, ANNOTATION_START, annotationTokens } from "./annotation-tokens.ts";
import type { Names } from "./preprocessor/names.ts";
import {
  FLAG_LINE_START,
  FLAG_SPACE,
  type PreprocessingKind,
  type PreprocessingToken,
} from "./preprocessor/preprocessing-token.ts";
import { type JoinedText, joinLines } from "./preprocessor/splice.ts";

const TAB = 9;
const NEWLINE = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const DOUBLE_QUOTE = 34;
const HASH = 35;
const PERCENT = 37;
const QUOTE = 39;
const OPEN = 40;
const STAR = 42;
const PLUS = 43;
const MINUS = 45;
const DOT = 46;
const SLASH = 47;
const COLON = 58;
const LESS = 60;
const EQUALS = 61;
const GREATER = 62;
const AT = 64;
const BACKSLASH = 92;
/** What reading past the end of the text gives. */
const END = -1;

const LETTER = 1;
const DIGIT = 2;
/** Class of each ASCII character: letters (with `_` and the GNU `$`), digits, neither. */
const CLASS = new Uint8Array(128);
for (const letter of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$") CLASS[letter.charCodeAt(0)] = LETTER;
for (const digit of "0123456789") CLASS[digit.charCodeAt(0)] = DIGIT;

/** Punctuators of one character, by code; the rest of the table is undefined. */
const SINGLE: (string | undefined)[] = new Array<string | undefined>(128).fill(undefined);
for (const character of "[](){}.&*+-~!/%<>^|?:;=,#") SINGLE[character.charCodeAt(0)] = character;

export class Lexer {
  readonly file: SourceFile;
  /** Tokens made so far, newlines and the end not counted. */
  produced = 0;
  readonly #text: string;
  readonly #physical: JoinedText["physical"];
  readonly #base: number;
  readonly #names: Names;
  readonly #diagnostics: Diagnostics;
  #at: number;
  #lineStart = FLAG_LINE_START;
  #inDirective = false;
  /** Whether comments that begin with `@` are tokens. */
  #annotations: "tokens" | "comments";
  /** The tokens of the annotation that the cursor is behind. */
  #waiting: PreprocessingToken[] = [];

  constructor(
    file: SourceFile,
    names: Names,
    diagnostics: Diagnostics,
    annotations: "tokens" | "comments" = "comments",
  ) {
    this.#annotations = annotations;
    const joined = joinLines(file.text);
    this.file = file;
    this.#text = joined.text;
    this.#physical = joined.physical;
    this.#base = file.base;
    this.#names = names;
    this.#diagnostics = diagnostics;
    // A byte order mark is no part of the program.
    this.#at = joined.text.charCodeAt(0) === 0xfeff ? 1 : 0;
  }

  /** From here to `leaveDirective` the end of the line is a token, and is not passed. */
  enterDirective(): void {
    this.#inDirective = true;
  }

  leaveDirective(): void {
    this.#inDirective = false;
  }

  next(): PreprocessingToken {
    const waiting = this.#waiting.shift();
    if (waiting !== undefined) return waiting;
    const text = this.#text;
    const flags = this.#skipBlanks();
    const start = this.#at;
    const code = start < text.length ? text.charCodeAt(start) : END;
    if (code === END) return this.#make(this.#inDirective ? "newline" : "end", "", start, start, flags);
    if (code === NEWLINE) return this.#make("newline", "", start, start, flags);
    this.#lineStart = 0;
    this.produced += 1;
    const characterClass = code < 128 ? (CLASS[code] as number) : 0;
    if (characterClass === LETTER) return this.#identifier(start, flags);
    if (characterClass === DIGIT) return this.#number(start, flags);
    if (code === DOUBLE_QUOTE || code === QUOTE) return this.#literal(start, start, code, flags);
    if (code === DOT && this.#isDigit(start + 1)) return this.#number(start, flags);
    if (code === SLASH && this.#isAnnotation(start)) return this.#annotation(start, flags);
    const single = code < 128 ? SINGLE[code] : undefined;
    if (single !== undefined) return this.#punctuator(start, code, single, flags);
    return this.#unusual(start, flags);
  }

  /** The rest of the directive's line as written (comments too), for `#error` and the like. */
  restOfLine(): string {
    const start = this.#at;
    this.#at = this.#lineEnd(start);
    return this.#text.slice(start, this.#at).trim();
  }

  /** Position of the next character, for diagnostics about what should stand there. */
  get position(): number {
    return this.#position(this.#at);
  }

  /** Gives up the rest of the file. */
  finish(): void {
    this.#waiting = [];
    this.#at = this.#text.length;
  }

  /** Takes `(` where it is the next token; otherwise reads nothing. */
  takeParenthesis(): PreprocessingToken | undefined {
    if (this.#waiting.length > 0) return this.#waiting[0]?.text === "(" ? this.#waiting.shift() : undefined;
    const start = this.#at;
    const lineStart = this.#lineStart;
    const flags = this.#skipBlanks();
    if (this.#text.charCodeAt(this.#at) === OPEN) {
      this.#lineStart = 0;
      this.produced += 1;
      return this.#make("punctuator", "(", this.#at, this.#at + 1, flags);
    }
    this.#at = start;
    this.#lineStart = lineStart;
    return undefined;
  }

  /** `<name>` after `#include`, or undefined where something else follows. */
  headerName(): PreprocessingToken | undefined {
    const flags = this.#skipBlanks();
    const start = this.#at;
    if (this.#text.charCodeAt(start) !== LESS) return undefined;
    const close = this.#text.indexOf(">", start);
    if (close === -1 || close > this.#lineEnd(start)) return undefined;
    this.#at = close + 1;
    return this.#make("string", this.#text.slice(start, close + 1), start, close + 1, flags);
  }

  /**
   * Passes over lines up to the next one that starts with `#`, and returns that `#`; undefined at the end of the file.
   * The lines need not lex: only comments and literals are followed, since they may hide a `#` or a comment's start.
   */
  skipToDirective(): PreprocessingToken | undefined {
    const annotations = this.#annotations;
    this.#annotations = "comments";
    const found = this.#toDirective();
    this.#annotations = annotations;
    return found;
  }

  #toDirective(): PreprocessingToken | undefined {
    const text = this.#text;
    for (;;) {
      const flags = this.#skipBlanks();
      const start = this.#at;
      if (start >= text.length) return undefined;
      const digraph = text.charCodeAt(start) === PERCENT && text.charCodeAt(start + 1) === COLON;
      if ((flags & FLAG_LINE_START) !== 0 && (text.charCodeAt(start) === HASH || digraph)) {
        this.#at = start + (digraph ? 2 : 1);
        this.#lineStart = 0;
        return this.#make("punctuator", "#", start, this.#at, flags);
      }
      this.#skipCode();
    }
  }

  #skipCode(): void {
    const text = this.#text;
    let at = this.#at;
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (code === NEWLINE) break;
      if (code === SLASH && (text.charCodeAt(at + 1) === SLASH || text.charCodeAt(at + 1) === STAR)) break;
      at = code === DOUBLE_QUOTE || code === QUOTE ? this.#literalEnd(at) : at + 1;
    }
    this.#lineStart = 0;
    this.#at = at;
  }

  /** Passes over white space and comments; the result is the flags of the token that follows. */
  #skipBlanks(): number {
    const text = this.#text;
    const length = text.length;
    let at = this.#at;
    let flags = this.#lineStart;
    for (; at < length; ) {
      const code = text.charCodeAt(at);
      if (code === SPACE) at += 1;
      else if (code === NEWLINE) {
        if (this.#inDirective) break;
        at += 1;
        flags |= FLAG_LINE_START;
      } else if (code >= TAB && code <= CARRIAGE_RETURN) at += 1;
      else if (code === SLASH) {
        const second = text.charCodeAt(at + 1);
        if (this.#isAnnotation(at)) break;
        if (second === SLASH) at = this.#lineEnd(at);
        else if (second === STAR) at = this.#commentEnd(at);
        else break;
      } else break;
      flags |= FLAG_SPACE;
    }
    this.#at = at;
    this.#lineStart = flags & FLAG_LINE_START;
    return flags;
  }

  #isAnnotation(at: number): boolean {
    if (this.#annotations === "comments" || this.#text.charCodeAt(at + 2) !== AT) return false;
    const second = this.#text.charCodeAt(at + 1);
    if (second !== SLASH && second !== STAR) return false;
    if (this.#inDirective)
      this.#diagnostics.error("an ACSL annotation in a directive is not understood", {
        start: this.#position(at),
        end: this.#position(at + 2) + 1,
      });
    return !this.#inDirective;
  }

  /** What an annotation says, between two punctuators; the text is lexed as C, and what ACSL spells otherwise is put right. */
  #annotation(start: number, flags: number): PreprocessingToken {
    const text = this.#text;
    const isLine = text.charCodeAt(start + 1) === SLASH;
    const end = isLine ? this.#lineEnd(start) : this.#commentEnd(start);
    const inner = start + 3;
    const content = text.slice(inner, isLine ? end : Math.max(inner, end - 2));
    const lexer = new Lexer({ ...this.file, text: content, base: 0 }, this.#names, this.#diagnostics);
    const at = (offset: number) => this.#position(inner + offset);
    const found: PreprocessingToken[] = [];
    for (let token = lexer.next(); token.kind !== "end"; token = lexer.next())
      found.push({ ...token, flags: token.flags & ~FLAG_LINE_START });
    this.#waiting = annotationTokens(found).map((one) => ({ ...one, start: at(one.start), end: at(one.end - 1) + 1 }));
    this.#waiting.push(this.#make("punctuator", ANNOTATION_END, Math.max(inner, end - 2), end, FLAG_SPACE));
    const first = this.#make("punctuator", ANNOTATION_START, start, inner, flags);
    this.#at = end;
    return first;
  }

  #lineEnd(from: number): number {
    const at = this.#text.indexOf("\n", from);
    return at === -1 ? this.#text.length : at;
  }

  #commentEnd(start: number): number {
    const close = this.#text.indexOf("*/", start + 2);
    if (close !== -1) return close + 2;
    this.#diagnostics.error("unterminated comment", {
      start: this.#position(start),
      end: this.#position(start + 1) + 1,
    });
    return this.#text.length;
  }

  #identifier(start: number, flags: number): PreprocessingToken {
    const text = this.#text;
    const length = text.length;
    let at = start;
    let hash = 0;
    let code = END;
    for (; at < length; at += 1) {
      code = text.charCodeAt(at);
      if (code >= 128 || CLASS[code] === 0) break;
      hash = (Math.imul(hash, 31) + code) | 0;
    }
    if (at < length) {
      if (code >= 128 || code === BACKSLASH) return this.#extendedIdentifier(start, flags);
      if ((code === DOUBLE_QUOTE || code === QUOTE) && isPrefix(text, start, at)) {
        return this.#literal(start, at, code, flags);
      }
    }
    return this.#make("identifier", this.#names.intern(text, start, at, hash), start, at, flags);
  }

  /** Identifiers with letters outside ASCII or with universal character names, which are replaced by the letters. */
  #extendedIdentifier(start: number, flags: number): PreprocessingToken {
    const text = this.#text;
    let at = start;
    let name = "";
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (code < 128 && CLASS[code] !== 0) {
        name += text[at];
        at += 1;
        continue;
      }
      const letter = code === BACKSLASH ? universalCharacter(text, at) : wideLetter(text, at);
      if (letter === undefined) break;
      name += letter.text;
      at += letter.length;
    }
    let hash = 0;
    for (let index = 0; index < name.length; index += 1) hash = (Math.imul(hash, 31) + name.charCodeAt(index)) | 0;
    return this.#make("identifier", this.#names.intern(name, 0, name.length, hash), start, at, flags);
  }

  #isDigit(at: number): boolean {
    const code = this.#text.charCodeAt(at);
    return code >= 48 && code <= 57;
  }

  #number(start: number, flags: number): PreprocessingToken {
    const text = this.#text;
    let at = start + 1;
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code < 128 && CLASS[code] !== 0) continue;
      if (code === DOT) continue;
      if ((code === PLUS || code === MINUS) && isExponent(text.charCodeAt(at - 1))) continue;
      break;
    }
    return this.#make("number", text.slice(start, at), start, at, flags);
  }

  /** A literal whose quote stands at `open`, after a prefix that begins at `start`. */
  #literal(start: number, open: number, quote: number, flags: number): PreprocessingToken {
    const end = this.#literalEnd(open);
    const closed = end > open + 1 && this.#text.charCodeAt(end - 1) === quote && this.#closesAt(open, end - 1);
    const kind = closed ? (quote === DOUBLE_QUOTE ? "string" : "character") : "other";
    return this.#make(kind, this.#text.slice(start, end), start, end, flags);
  }

  /** Behind the closing quote, or the end of the line where there is none. */
  #literalEnd(open: number): number {
    const text = this.#text;
    const quote = text.charCodeAt(open);
    let at = open + 1;
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (code === NEWLINE) return at;
      at += 1;
      if (code === quote) return at;
      if (code === BACKSLASH && at < text.length && text.charCodeAt(at) !== NEWLINE) at += 1;
    }
    return at;
  }

  /** Whether the quote at `close` ends the literal: it does unless an odd run of backslashes stands before it. */
  #closesAt(open: number, close: number): boolean {
    let at = close - 1;
    while (at > open && this.#text.charCodeAt(at) === BACKSLASH) at -= 1;
    return (close - at) % 2 === 1;
  }

  #punctuator(start: number, code: number, single: string, flags: number): PreprocessingToken {
    const second = this.#text.charCodeAt(start + 1);
    let spelled = single;
    let length = 1;
    if (second === EQUALS && ASSIGNMENTS[code] !== undefined) {
      spelled = ASSIGNMENTS[code] as string;
      length = 2;
    } else if (second === code && DOUBLES[code] !== undefined) {
      spelled = DOUBLES[code] as string;
      length = 2;
      if ((code === LESS || code === GREATER) && this.#text.charCodeAt(start + 2) === EQUALS) {
        spelled = code === LESS ? "<<=" : ">>=";
        length = 3;
      }
    } else if (code === MINUS && second === GREATER) {
      spelled = "->";
      length = 2;
    } else if (code === DOT && second === DOT && this.#text.charCodeAt(start + 2) === DOT) {
      spelled = "...";
      length = 3;
    } else if (code === LESS || code === COLON || code === PERCENT) {
      [spelled, length] = this.#digraph(start, code, single);
    }
    this.#at = start + length;
    return this.#make("punctuator", spelled, start, start + length, flags);
  }

  #digraph(start: number, code: number, single: string): [string, number] {
    const second = this.#text.charCodeAt(start + 1);
    if (code === LESS && second === COLON) return ["[", 2];
    if (code === LESS && second === PERCENT) return ["{", 2];
    if (code === COLON && second === GREATER) return ["]", 2];
    if (code === PERCENT && second === GREATER) return ["}", 2];
    if (code === PERCENT && second === COLON) return this.#text.startsWith("%:%:", start) ? ["##", 4] : ["#", 2];
    return [single, 1];
  }

  /** A letter outside ASCII, a universal character name, or a character that starts no token. */
  #unusual(start: number, flags: number): PreprocessingToken {
    const text = this.#text;
    const letter = text.charCodeAt(start) === BACKSLASH ? universalCharacter(text, start) : wideLetter(text, start);
    if (letter !== undefined) return this.#extendedIdentifier(start, flags);
    const end = start + String.fromCodePoint(text.codePointAt(start) as number).length;
    return this.#make("other", text.slice(start, end), start, end, flags);
  }

  #position(offset: number): number {
    return this.#base + (this.#physical === undefined ? offset : this.#physical(offset));
  }

  #make(kind: PreprocessingKind, text: string, start: number, end: number, flags: number): PreprocessingToken {
    this.#at = end;
    if (this.#physical === undefined) return { kind, text, start: this.#base + start, end: this.#base + end, flags };
    const last = end > start ? this.#position(end - 1) + 1 : this.#position(start);
    return { kind, text, start: this.#position(start), end: last, flags };
  }
}

/** Spelling of `x=` by the code of x, and of `xx`. */
const ASSIGNMENTS: (string | undefined)[] = new Array<string | undefined>(128).fill(undefined);
for (const character of "*/%+-&^|!<>=") ASSIGNMENTS[character.charCodeAt(0)] = `${character}=`;
const DOUBLES: (string | undefined)[] = new Array<string | undefined>(128).fill(undefined);
for (const character of "+-<>&|#") DOUBLES[character.charCodeAt(0)] = character + character;

function isExponent(code: number): boolean {
  return code === 101 || code === 69 || code === 112 || code === 80;
}

/** Whether `text[start, end)` is a prefix of literals: L, u, U, u8. */
function isPrefix(text: string, start: number, end: number): boolean {
  const first = text.charCodeAt(start);
  if (end - start === 1) return first === 76 || first === 117 || first === 85;
  return (
    end - start === 2 && first === 117 && text.charCodeAt(start + 1) === 56 && text.charCodeAt(end) === DOUBLE_QUOTE
  );
}

interface Letter {
  readonly text: string;
  /** Characters of the source that spell it. */
  readonly length: number;
}

function wideLetter(text: string, at: number): Letter | undefined {
  const code = text.codePointAt(at) as number;
  if (code < 128) return undefined;
  const letter = String.fromCodePoint(code);
  return /[\p{XID_Continue}]/u.test(letter) ? { text: letter, length: letter.length } : undefined;
}

/** `\uXXXX` or `\UXXXXXXXX` where it names a letter. */
function universalCharacter(text: string, at: number): Letter | undefined {
  const digits = text[at + 1] === "u" ? 4 : text[at + 1] === "U" ? 8 : 0;
  const spelled = text.slice(at + 2, at + 2 + digits);
  if (digits === 0 || !/^[0-9a-fA-F]+$/.test(spelled) || spelled.length !== digits) return undefined;
  const code = Number.parseInt(spelled, 16);
  if (code < 0xa0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return undefined;
  return { text: String.fromCodePoint(code), length: 2 + digits };
}
