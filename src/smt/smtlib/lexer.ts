/**
 * Tokens of SMT-LIB 2 (version 2.6, Sec. 3.1): parentheses, numerals, decimals, hexadecimals, binaries, strings, symbols
 * (simple or quoted) and keywords. Every token knows its line and column, both from 1.
 */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export type TokenKind = "(" | ")" | "numeral" | "decimal" | "bits" | "string" | "symbol" | "keyword" | "end";

interface Token {
  readonly kind: TokenKind;
  /** Without the bars of a quoted symbol, the quotes of a string and the colon of a keyword. */
  readonly text: string;
  readonly position: Position;
}

/** Malformed input; thrown inside of this folder only, `runScript` turns it into a value. */
export class SmtLibError extends Error {
  readonly position: Position;

  constructor(message: string, position: Position) {
    super(message);
    this.position = position;
  }
}

// White space and comments; then one token.
const BLANK = /[ \t\r\n]+|;[^\n\r]*/y;
const TOKEN =
  /[()]|\|[^|\\]*\||:[A-Za-z0-9~!@$%^&*_\-+=<>.?/]+|[A-Za-z~!@$%^&*_\-+=<>.?/][A-Za-z0-9~!@$%^&*_\-+=<>.?/]*|\d+\.\d+|#x[0-9A-Fa-f]+|#b[01]+|\d+|"[^"]*(?:""[^"]*)*"/y;

export class Lexer {
  readonly #text: string;
  #at = 0;
  #line = 1;
  #lineStart = 0;

  constructor(text: string) {
    this.#text = text;
  }

  next(): Token {
    while (this.#skip(BLANK) !== "");
    const position = this.#position();
    if (this.#at >= this.#text.length) return { kind: "end", text: "", position };
    const text = this.#skip(TOKEN);
    if (text === "") throw new SmtLibError(this.#unexpected(), position);
    const follower = this.#text[this.#at];
    const isNumber = text[0] !== undefined && text[0] >= "0" && text[0] <= "9";
    if (isNumber && follower !== undefined && /[A-Za-z0-9.]/.test(follower))
      throw new SmtLibError(`malformed number ${text}${follower}`, position);
    if (isNumber && text.length > 1 && text[0] === "0" && text[1] !== ".")
      throw new SmtLibError("a numeral should not start with 0", position);
    return token(text, position);
  }

  #skip(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const text = pattern.exec(this.#text)?.[0] ?? "";
    for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) {
      this.#line += 1;
      this.#lineStart = this.#at + i + 1;
    }
    this.#at += text.length;
    return text;
  }

  #position(): Position {
    return { line: this.#line, column: this.#at - this.#lineStart + 1 };
  }

  #unexpected(): string {
    const character = this.#text[this.#at];
    if (character === "|") return "quoted symbol without an end";
    if (character === '"') return "string without an end";
    return `unexpected character ${JSON.stringify(character)}`;
  }
}

function token(text: string, position: Position): Token {
  const first = text[0]!;
  switch (first) {
    case "(":
    case ")":
      return { kind: first, text, position };
    case "|":
      return { kind: "symbol", text: text.slice(1, -1), position };
    case '"':
      return { kind: "string", text: text.slice(1, -1).replaceAll('""', '"'), position };
    case ":":
      return { kind: "keyword", text: text.slice(1), position };
    case "#":
      return { kind: "bits", text, position };
    default:
      if (first < "0" || first > "9") return { kind: "symbol", text, position };
      return { kind: text.includes(".") ? "decimal" : "numeral", text, position };
  }
}
