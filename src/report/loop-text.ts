/**
 * Loops as they stand in the text: where the condition is, which the positions of a loop's head do not tell. What a name means at a
 * loop is told by where it stands there: behind what a `for` declares.
 */
import type { SourceMap, SourceRange } from "../util/source.ts";

/** Where the names of a loop's invariant stand: at its condition, or at its keyword where the text does not show one. */
export function positionOfNames({ start, end }: SourceRange, sources: SourceMap): number {
  const file = sources.fileAt(start);
  if (file === undefined || !matchesAt(file.text, start - file.base, /for\b/)) return start;
  const at = conditionIn(file.text, start - file.base, end - file.base);
  return at === undefined ? start : file.base + at;
}

/** Where the condition of the `while` or `for` begins that stands in the text at `from`. */
export function conditionIn(text: string, from: number, to: number): number | undefined {
  const isFor = matchesAt(text, from, /for\b/);
  let depth = 0;
  for (const { at, char } of significant(text, from, to)) {
    if ("([{".includes(char)) depth += 1;
    else if (")]}".includes(char)) depth -= 1;
    if (depth === 1 && char === (isFor ? ";" : "(")) return at + 1;
  }
  return undefined;
}

export function matchesAt(text: string, at: number, expected: RegExp): boolean {
  const sticky = new RegExp(expected.source, "y");
  sticky.lastIndex = at;
  return sticky.test(text);
}

/** The characters outside of comments and literals. */
export function* significant(
  text: string,
  from: number,
  to: number,
): Generator<{ readonly at: number; readonly char: string }> {
  const skipped = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/y;
  for (let at = from; at < to; ) {
    skipped.lastIndex = at;
    const found = skipped.exec(text);
    if (found !== null) {
      at += found[0].length;
      continue;
    }
    yield { at, char: text[at] as string };
    at += 1;
  }
}
