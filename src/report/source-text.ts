/** What stands in the program at a range, on one line. */
import type { SourceMap, SourceRange } from "../util/source.ts";

// A text is one of several in a sentence.
const LONGEST_TEXT = 80;

/** The text of a range on one line; undefined where it comes from a macro or is nothing. */
export function sourceText({ start, end }: SourceRange, sources: SourceMap): string | undefined {
  const file = sources.fileAt(start);
  if (file === undefined || end <= start) return undefined;
  const from = start - file.base;
  const text = shortened(file.text.slice(from, closed(file.text, from, end - file.base)), LONGEST_TEXT);
  return text === "" ? undefined : text;
}

/** The range of an expression ends before the brackets that close behind its last operand. */
function closed(text: string, from: number, to: number): number {
  const inside = text.slice(from, to);
  let open = inside.split("(").length - inside.split(")").length;
  let end = to;
  for (; open > 0 && text[end] === ")"; open -= 1) end += 1;
  return end;
}

/** Shortened in the middle. */
function shortened(text: string, longest: number): string {
  const plain = text.replace(/\s+/g, " ").trim();
  if (plain.length <= longest) return plain;
  const half = Math.floor((longest - 3) / 2);
  return `${plain.slice(0, half)}...${plain.slice(-half)}`;
}
