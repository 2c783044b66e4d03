/**
 * Preprocessing tokens: what the lexer makes and macros work on. The objects that survive are handed to the parser as
 * they are (a `Token` with one field more), so that text without macros costs one object a token.
 */
import type { Token, TokenKind } from "../token.ts";

export type PreprocessingKind =
  | TokenKind
  /** A character that starts no token, or a literal that is not closed: an error only where it reaches the parser. */
  | "other"
  /** The end of a directive's line. */
  | "newline"
  /** Nothing, as an operand of `##`. */
  | "placemarker";

export interface PreprocessingToken {
  readonly kind: PreprocessingKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** A set of the `FLAG_` bits below. */
  readonly flags: number;
}

/** White space (or a new line) stands before the token. */
export const FLAG_SPACE = 1;
/** First token of its line: a `#` with this flag starts a directive. */
export const FLAG_LINE_START = 2;
/** An identifier met inside the expansion of its own macro: it is never expanded again ("painted blue"). */
export const FLAG_PAINTED = 4;

export function isPunctuator(token: PreprocessingToken | undefined, text: string): boolean {
  return token !== undefined && token.kind === "punctuator" && token.text === text;
}

/** A token of the same spelling elsewhere or with other flags. */
export function moved(token: PreprocessingToken, start: number, end: number, flags: number): PreprocessingToken {
  return { kind: token.kind, text: token.text, start, end, flags };
}

export function withFlags(token: PreprocessingToken, flags: number): PreprocessingToken {
  return token.flags === flags ? token : moved(token, token.start, token.end, flags);
}

/** Takes over whether white space stands before the token. */
export function spacedLike(token: PreprocessingToken, model: PreprocessingToken): PreprocessingToken {
  return withFlags(token, (token.flags & ~(FLAG_SPACE | FLAG_LINE_START)) | (model.flags & FLAG_SPACE));
}

/** Source text of a token list: one space where there was any white space between two tokens. */
export function spelling(tokens: readonly PreprocessingToken[]): string {
  let text = "";
  for (const token of tokens) {
    if (text !== "" && (token.flags & FLAG_SPACE) !== 0) text += " ";
    text += token.text;
  }
  return text;
}

/** The parser's view. Callers have dealt with the kinds that only the preprocessor knows. */
export function asToken(token: PreprocessingToken): Token {
  return token as Token;
}
