/** C text as HTML, line by line: comments, strings, numbers, keywords and directives stand out a little. */
import { escapeHtml } from "./text.ts";

export const KEYWORDS = new Set(
  (
    "auto break case char const continue default do double else enum extern float for goto if inline int long register " +
    "restrict return short signed sizeof static struct switch typedef union unsigned void volatile while _Bool _Alignas " +
    "_Alignof _Atomic _Generic _Noreturn _Static_assert _Thread_local bool true false nullptr NULL"
  ).split(" "),
);

/** What stands out, by kind; `word`: a keyword if it is one of those. */
export const TOKEN =
  /(?<comment>\/\*.*?(?:\*\/|$)|\/\/.*)|(?<string>"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|(?<number>\b\d[\w.]*)|(?<word>[A-Za-z_]\w*)/g;

export function highlighted(lines: readonly string[]): string[] {
  let inside = false;
  return lines.map((line) => {
    let html = "";
    let rest = line;
    if (inside) {
      const end = rest.indexOf("*/");
      const comment = end === -1 ? rest : rest.slice(0, end + 2);
      html += span("comment", comment);
      rest = rest.slice(comment.length);
      inside = end === -1;
    }
    if (!inside && /^\s*#/.test(rest)) return html + span("directive", rest);
    let at = 0;
    for (const match of rest.matchAll(TOKEN)) {
      html += escapeHtml(rest.slice(at, match.index));
      at = match.index + match[0].length;
      const { comment, string, number, word } = match.groups ?? {};
      if (comment !== undefined) {
        html += span("comment", comment);
        inside = comment.startsWith("/*") && !(comment.length > 3 && comment.endsWith("*/"));
      } else if (string !== undefined) html += span("string", string);
      else if (number !== undefined) html += span("number", number);
      else html += KEYWORDS.has(word ?? "") ? span("keyword", word ?? "") : escapeHtml(word ?? "");
    }
    return html + escapeHtml(rest.slice(at));
  });
}

function span(kind: string, text: string): string {
  return text === "" ? "" : `<span class="${kind}">${escapeHtml(text)}</span>`;
}
