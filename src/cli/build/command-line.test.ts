import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseArguments } from "../arguments.ts";
import type { Settings } from "../settings.ts";
import { GCC_OPTIONS } from "./gcc-options.ts";

function parsed(line: string): { readonly files: readonly string[]; readonly settings: Settings } {
  const result = parseArguments(line.split(" "), undefined);
  if (result.kind === "usage") throw new Error(result.message);
  return result.arguments;
}

function refusal(line: string): string {
  const result = parseArguments(line.split(" "), undefined);
  return result.kind === "usage" ? result.message : "";
}

describe("a compiler's command line", () => {
  it("is read as it is: what the compiler writes is not what hone writes", () => {
    const line =
      "verify ccache /usr/bin/gcc-12 -std=c99 -O2 -m32 -fwrapv -isystem sys -DA -MF x.d -c a.c b.i -o a.o -x c odd -L lib -lm";
    const { files, settings } = parsed(line);
    expect(files).toEqual(["a.c", "b.i", "odd"]);
    expect(settings).toMatchObject({
      link: true,
      output: undefined,
      dataModel: "ILP32",
      signedOverflow: "wrap",
      systemPaths: ["sys"],
    });
    expect(settings.ignored).toEqual(["-O2", "-MF", "-c", "-L", "-lm"]);
    const values = new Map(
      settings.macros.map((macro) => [macro.name, macro.kind === "define" ? macro.value : undefined]),
    );
    expect([values.get("A"), values.get("__STDC_VERSION__"), values.get("__STRICT_ANSI__")]).toEqual([
      "1",
      "199901L",
      "1",
    ]);
    expect(values.get("__OPTIMIZE__")).toBe("1");
  });

  it("has hone's long options between the compiler's, and its own options elsewhere", () => {
    expect(parsed("gcc -Wall a.c --check bounds --timeout=5").settings).toMatchObject({
      timeoutSeconds: 5,
      checks: ["valid-deref"],
    });
    expect(parsed("a.c -Wall -std=gnu89 -o report").settings).toMatchObject({
      output: "report",
      ignored: ["-Wall"],
      link: false,
    });
  });

  it("says which files it does not read", () => {
    expect([...parsed("gcc main.c util.o libx.a").settings.caveats]).toEqual([
      "util.o is not read: what it defines is unknown",
      "libx.a is not read: what it defines is unknown",
    ]);
    expect(refusal("gcc main.cpp")).toBe("main.cpp is not a C file");
  });

  it("refuses what changes the meaning of a program", () => {
    expect(refusal("gcc -funsigned-char a.c")).toContain("plain char is signed here");
    expect(refusal("a.c -fpack-struct=2")).toContain("it changes the layout of types");
    expect(refusal("gcc -mx32 a.c")).toContain("-mx32");
  });

  it("takes a misspelt option of hone for none of gcc's", () => {
    expect(refusal("-malloc may-fail a.c")).toContain("did you mean --malloc?");
    expect(refusal("-zzz a.c")).toContain("has no option -zzz");
    expect(refusal("bench -O2 tasks")).toContain("has no option -O2");
  });

  it("is described in docs/builds.md", () => {
    const page = readFileSync("docs/builds.md", "utf8");
    const told = GCC_OPTIONS.filter(({ meaning }) => meaning.kind !== "nothing" || meaning.but !== undefined);
    expect(told.filter(({ flag }) => !page.includes(`\`${flag}`)).map(({ flag }) => flag)).toEqual([]);
  });
});
