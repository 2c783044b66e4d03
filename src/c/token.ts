/**
 * Tokens: what the preprocessor hands to the parser. One plain object each; positions are offsets into the program's
 * virtual text (`util/source.ts`). A token out of a macro has the position of the macro's use in the file.
 */

export type TokenKind =
  /** Identifiers and keywords alike: the parser tells them apart (typedef names change as it goes). */
  | "identifier"
  /** A preprocessing number as spelled; `c/literals.ts` gives it type and value. */
  | "number"
  /** A character constant as spelled, prefix and quotes included. */
  | "character"
  /** A string literal as spelled, prefix and quotes included; adjacent ones are joined by the parser. */
  | "string"
  /** Digraphs come in their ordinary spelling. */
  | "punctuator"
  /** A `#pragma` (or `_Pragma`) that changes meaning, such as `pack(push, 1)`: text after the word pragma. */
  | "pragma"
  /** The last token of every stream. */
  | "end";

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}
