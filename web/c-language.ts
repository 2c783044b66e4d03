/** C for the editor: the words that stand out are those of the report's page, and braces indent. */
import { StreamLanguage } from "@codemirror/language";
import { KEYWORDS, TOKEN } from "../src/report/page/highlight.ts";

interface Reading {
  /** Inside of a comment that goes on. */
  comment: boolean;
  /** Braces that are open. */
  depth: number;
}

const HERE = new RegExp(`^(?:${TOKEN.source})`);

export const c = StreamLanguage.define<Reading>({
  name: "c",
  startState: () => ({ comment: false, depth: 0 }),
  token(stream, state) {
    if (state.comment) {
      state.comment = stream.match(/^.*?\*\//) === null;
      if (state.comment) stream.skipToEnd();
      return "comment";
    }
    if (stream.sol() && stream.match(/^\s*#.*/)) return "meta";
    const found = stream.match(HERE) as RegExpMatchArray | null;
    if (found === null) {
      const character = stream.next();
      if (character === "{") state.depth += 1;
      if (character === "}") state.depth = Math.max(state.depth - 1, 0);
      return null;
    }
    const { comment, string, number, word } = found.groups ?? {};
    if (comment !== undefined) {
      state.comment = comment.startsWith("/*") && !(comment.length > 3 && comment.endsWith("*/"));
      return "comment";
    }
    if (string !== undefined) return "string";
    if (number !== undefined) return "number";
    return KEYWORDS.has(word ?? "") ? "keyword" : "variableName";
  },
  indent({ depth, comment }, textAfter, { unit }) {
    if (comment) return null;
    return Math.max(depth - (/^\s*\}/.test(textAfter) ? 1 : 0), 0) * unit;
  },
  languageData: { commentTokens: { line: "//", block: { open: "/*", close: "*/" } }, indentOnInput: /^\s*[{}]$/ },
});
