/** Starting anywhere: what `--entry` makes of parameters, and that the text of it is C. `npm run test:entry` verifies and compiles. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { LP64, type ParameterRequest, readEnvironment, readProgram } from "../../src/cfa/build-source.ts";
import { parameterRequest } from "../../src/cli/option.ts";
import { hone } from "../support/command.ts";
import { entries } from "./entries.ts";

const OPTIONS = { dataModel: LP64, includePaths: [], macros: [], includeFiles: [], readFile: () => undefined };
const folder = mkdtempSync(join(tmpdir(), "hone-entry-"));
afterAll(() => rmSync(folder, { recursive: true }));

function requests(said: readonly string[]): Map<string, ParameterRequest> {
  return new Map(
    said.map((one) => {
      const [name = "", what = ""] = one.split("=");
      const request = parameterRequest(what);
      if (typeof request === "string") throw new Error(request);
      return [name, request];
    }),
  );
}

function environment(text: string, name: string, ...said: string[]) {
  return readEnvironment({ name: "a.c", text }, name, requests(said), OPTIONS, "with memory");
}

function bodyOf(text: string, name: string, ...said: string[]): string {
  const made = environment(text, name, ...said);
  return made.kind === "environment" ? (made.text.split("(void) {\n")[1] ?? "") : made.kind;
}

describe("environments", () => {
  it.each(entries())("are C for $name", ({ file, name, parameters }) => {
    const text = readFileSync(file, "utf8");
    const made = readEnvironment({ name: file, text }, name, requests(parameters), OPTIONS, "with memory");
    if (made.kind !== "environment") throw new Error(made.kind === "none" ? made.why : made.kind);
    const { program, diagnostics } = readProgram([{ name: file, text: `${text}\n${made.text}` }], OPTIONS);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(program?.functions.has(made.entry)).toBe(true);
  });

  it("take sizes from the declaration, from a parameter or from who asks, and say so", () => {
    expect(bodyOf("int f(int a[4]) { return a[0]; }", "f")).toContain("int a_object[4];");
    expect(bodyOf("int f(int *a) { return a[0]; }", "f", "a=7")).toContain("int a_object[7];");
    for (const text of ["int f(int n, int a[n]) { return 0; }", "int f(int a[static 1], int n) { return 0; }"])
      expect(bodyOf(text, "f", ...(text.includes("static") ? ["a=n"] : []))).toContain(
        "malloc(n > 0 ? n * sizeof(int) : 0)",
      );
    const made = environment("int f(int *a, int n) { return 0; }", "f", "a=n");
    expect(made).toMatchObject({ assumed: ["a points to n elements and to nothing else"] });
  });

  it("are null only where somebody says so", () => {
    const text = "int f(const char *s) { return *s; }";
    expect(bodyOf(text, "f")).not.toContain("= 0;");
    expect(bodyOf(text, "f", "s=4,null")).toContain("if (nondet_f_s_is_null())\n    s = 0;");
    expect(bodyOf(text, "f", "s=4,string")).toContain("s_object[3] = 0;");
  });

  it("go two levels behind a pointer, by the names of types, with names of their own", () => {
    const text = "typedef struct { int v; void *p; } t; int a_object; int f_harness; int f(t *a, t ***b) { return 0; }";
    const made = environment(text, "f");
    if (made.kind !== "environment") throw new Error(made.kind);
    expect(made.entry).toBe("f_harness2");
    expect(made.text).toContain("t a_object2[1];");
    expect(made.text).toContain("b_object[0] = b_object2;");
    expect(made.assumed).toContain("pointers 3 levels behind a parameter are null");
  });

  it("are not made for numbers, and not where they cannot be", () => {
    expect(environment("int f(int x, double y) { return x; }", "f").kind).toBe("plain");
    expect(environment("int g(int *x) { return 0; }", "f").kind).toBe("elsewhere");
    expect(environment("int f(struct { int x; } *p) { return 0; }", "f")).toMatchObject({
      why: "it has a parameter of a type without a name",
    });
    expect(environment("int f(int *p) { return 0; }", "f", "q=3")).toMatchObject({ why: 'f has no parameter "q"' });
    expect(environment("int f(int *p) { return 0; }", "f", "p=n")).toMatchObject({
      why: '"n" is not a parameter that is a whole number',
    });
  });
});

describe("hone --entry", () => {
  const file = join(folder, "get.c");
  writeFileSync(file, "struct s { int *at; };\nint get(const struct s *s) {\n  return *s->at;\n}\n");

  it("has no null pointer that the declaration rules out, and tells what it takes for granted", async () => {
    const safe = await hone("verify", "--check", "bounds", "--entry", "get", file);
    expect(safe.stdout).toContain("get is called where s points to one struct s and to nothing else");
    expect(safe.stdout).toMatch(/hone: SAFE\n$/);
    const asked = await hone("verify", "--check", "bounds", "--entry", "get", "--param", "s=null", file);
    expect(asked.stdout).toMatch(/get\.c:3:\d+: error: null pointer dereference/);
  });

  it("says what is wrong with a parameter", async () => {
    expect((await hone("verify", "--entry", "get", "--param", "t=3", file)).stderr).toContain(
      'get has no parameter "t"',
    );
    expect((await hone("verify", "--entry", "get", "--param", "s", file)).stderr).toContain("NAME=WHAT is expected");
    expect((await hone("verify", "--entry", "get", "--param", "s=-1", file)).stderr).toContain(
      "is not a number of elements",
    );
  });

  it("is what `hone harness` prints", async () => {
    const printed = await hone("harness", file, "--function", "get");
    expect(printed.stdout).toContain(`#include "${file}"`);
    const harness = join(folder, "get_harness.c");
    expect((await hone("harness", file, "--function", "get", "-o", harness)).code).toBe(0);
    expect(readFileSync(harness, "utf8")).toContain('#include "get.c"');
    expect((await hone("verify", "--check", "bounds", "--entry", "get_harness", harness)).stdout).toMatch(
      /hone: SAFE\n$/,
    );
    expect((await hone("harness", file)).stderr).toContain("needs --function NAME");
    expect((await hone("harness", file, "--function", "none")).stderr).toContain('no function "none" is defined there');
  });
});
