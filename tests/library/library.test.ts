/** The text of the C library against the interpreter's own functions, and when a call gets it. `npm run test:library` has gcc too. */
import { describe, expect, it } from "vitest";
import { withLibraryText } from "../../src/cfa/library/inline.ts";
import { readLibrary } from "../../src/cfa/read-library.ts";
import { Random } from "../laws/generate.ts";
import { executeProgram, programOf } from "../support/c-program.ts";
import { runs } from "../support/thorough.ts";
import { ask } from "../verdicts/pair.ts";
import { CALLED, callsOf } from "./calls.ts";
import { shownIn } from "./compare.ts";

const CALLS = runs(12);

/** Names of the copies in a program. */
function copiesIn(text: string, mayOverlap?: () => boolean): string[] {
  const program = withLibraryText(programOf(text), mayOverlap);
  return [...(program?.functions.keys() ?? [])].filter((name) => name.includes("#"));
}

describe("the text of the C library", () => {
  it.each(CALLED)("%s does what the interpreter does", (name) => {
    const program = programOf(callsOf(name, CALLS, new Random(7)));
    const inlined = withLibraryText(program);
    expect([...(inlined?.functions.keys() ?? [])].some((of) => of.startsWith(`${name}#`))).toBe(true);
    const shown = (of: typeof program) => shownIn(executeProgram(of).stdout);
    expect(shown(inlined as typeof program)).toEqual(shown(program));
    expect(shown(program)).toHaveLength(CALLS);
  });

  it("has calls for every function", () => {
    expect([...(readLibrary(8, CALLED)?.functions.keys() ?? [])].filter((name) => !CALLED.includes(name))).toEqual([]);
  });

  it("is copied for each call", () => {
    const text = '#include <string.h>\nint main(void) { return strlen("a") + strlen("bc") + strcmp("a", "b"); }';
    expect(copiesIn(text)).toEqual(["strlen#1", "strlen#2", "strcmp#3"]);
  });

  it("yields to a definition of the program's own", () => {
    expect(copiesIn('int atoi(const char *p) { return *p; } int main(void) { return atoi("1"); }')).toEqual([]);
  });

  it("is not taken for a function that is declared otherwise", () => {
    expect(copiesIn("int strlen(int); int main(void) { return strlen(1); }")).toEqual([]);
  });

  it("is not taken where a copy may overlap", () => {
    const text = '#include <string.h>\nint main(void) { char b[4] = "a"; strcpy(b, b + 1); return strlen(b); }';
    expect(copiesIn(text, () => true)).toEqual(["strlen#1"]);
  });

  it("is not taken where errno matters and may be set", () => {
    const text = '#include <errno.h>\n#include <stdlib.h>\nint main(void) { errno = 0; return atoi("1") + errno; }';
    expect(copiesIn(text)).toEqual([]);
  });

  it.each(["fgets(line, 4, file) != 0", 'fputs("x", file)', "fputc('x', file)", "putc('x', file)"])(
    "%s is asked for its stream, which the text does not look at",
    (call) => {
      const verdictOf = (opened: string) => {
        const text = `#include <stdio.h>\nint main(void) { char line[4]; ${opened} return ${call}; }`;
        return ask(text, ["--check", "bounds"], 64, "bmc", 50).verdict;
      };
      expect(verdictOf('FILE *file = fopen("x", "r");')).toBe("unknown");
      expect(verdictOf('FILE *file = fopen("x", "r"); if (file == 0) return 1;')).toBe("safe");
      expect(verdictOf("FILE *file = stdin;")).not.toBe("unsafe");
    },
  );
});
