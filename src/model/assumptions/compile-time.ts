/** Macros that say when the program was compiled: the preprocessor has one answer for all, and a compiler another each day. */
import type { Program } from "../../cfa/cfa.ts";
import type { SourceRange } from "../../util/source.ts";

export const COMPILED_THEN = "the program is compiled at 00:00:00 on 1 January 1970 (__DATE__, __TIME__)";

export function tellCompileTime({ sources }: Program, tell: (what: string, range: SourceRange) => void): void {
  for (const { text, base } of sources.files)
    for (const { index, 0: name } of text.matchAll(/\b__(?:DATE|TIME|TIMESTAMP)__\b/g))
      tell(COMPILED_THEN, { start: base + index, end: base + index + name.length });
}
