/**
 * The tokens of ACSL's annotations: lexed as C, and what ACSL spells otherwise is put right (`0..n`, `\valid`). Its keywords are no
 * macros, whatever headers define (`assert`); all other names are.
 */
import { FLAG_PAINTED, type PreprocessingKind, type PreprocessingToken } from "./preprocessor/preprocessing-token.ts";

/** What stands around the tokens of an annotation. */
export const ANNOTATION_START = "/*@";
export const ANNOTATION_END = "@*/";

const KEYWORDS: ReadonlySet<string> = new Set(
  (
    "admit allocates assert assigns assumes axiom axiomatic behavior behaviors breaks check complete continues decreases disjoint " +
    "ensures exits for frees ghost global inductive integer invariant lemma logic loop predicate reads real requires returns terminates variant"
  ).split(" "),
);

/** What the tokens of C between the two are to ACSL. An `@` begins a line of a comment. */
export function annotationTokens(tokens: readonly PreprocessingToken[]): PreprocessingToken[] {
  const written = tokens.flatMap((token) => (token.text === "@" ? [] : withoutRange(token)));
  return joinNames(written).map((token) => {
    return KEYWORDS.has(token.text) ? { ...token, flags: token.flags | FLAG_PAINTED } : token;
  });
}

/** `0..n` is a number to the preprocessor, and two with a range between them to ACSL. */
function withoutRange(token: PreprocessingToken): readonly PreprocessingToken[] {
  const range = token.kind === "number" ? token.text.indexOf("..") : -1;
  if (range < 0) return [token];
  const part = (kind: PreprocessingKind, from: number, to: number): PreprocessingToken => ({
    kind,
    text: token.text.slice(from, to),
    start: token.start + from,
    end: token.start + to,
    flags: from === 0 ? token.flags : 0,
  });
  const dots = [part("punctuator", range, range + 1), part("punctuator", range + 1, range + 2)];
  const rest = range + 2;
  if (rest === token.text.length) return [part("number", 0, range), ...dots];
  const kind = /^[0-9]/.test(token.text.slice(rest)) ? "number" : "identifier";
  return [part("number", 0, range), ...dots, part(kind, rest, token.text.length)];
}

/** `\valid` is a name. */
function joinNames(tokens: readonly PreprocessingToken[]): PreprocessingToken[] {
  const joined: PreprocessingToken[] = [];
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i] as PreprocessingToken;
    const next = tokens[i + 1];
    if (token.text === "\\" && next?.kind === "identifier" && next.start === token.end) {
      joined.push({ ...next, text: `\\${next.text}`, start: token.start, flags: token.flags });
      i += 1;
    } else joined.push(token);
  }
  return joined;
}
