/** What stands in the program at a range, on one line. */
import type { SourceMap, SourceRange } from "../util/source.ts";

// A text is one of several in a sentence.
const LONGEST_TEXT = 80;

/** The text of a range on one line; undefined where it comes from a macro or is nothing. */
export function sourceText({ start, end }: SourceRange, sources: SourceMap): string | undefined {
  const file = sources.fileAt(start);
  if (file === undefined || end <= start) return undefined;
  const { from, to } = closed(file.text, start - file.base, end - file.base);
  const text = shortened(file.text.slice(from, to), LONGEST_TEXT);
  return text === "" ? undefined : text;
}

/** The range of an expression is that of its operands: without the bracket before the first one, or behind the last one. */
function closed(text: string, from: number, to: number): { readonly from: number; readonly to: number } {
  let open = 0;
  let unopened = 0;
  for (const character of text.slice(from, to))
    if (character === "(") open += 1;
    else if (character === ")" && open > 0) open -= 1;
    else if (character === ")") unopened += 1;
  let first = from;
  let last = to;
  for (; unopened > 0 && text[first - 1] === "("; unopened -= 1) first -= 1;
  for (; open > 0 && text[last] === ")"; open -= 1) last += 1;
  return { from: first, to: last };
}

/** Shortened in the middle. */
function shortened(text: string, longest: number): string {
  const plain = text.replace(/\s+/g, " ").trim();
  if (plain.length <= longest) return plain;
  const half = Math.floor((longest - 3) / 2);
  return `${plain.slice(0, half)}...${plain.slice(-half)}`;
}
