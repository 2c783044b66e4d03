/** What is assumed of undefined functions and objects is told, also where slicing removes them. */
import { describe, expect, it } from "vitest";
import { programOf } from "../../../tests/support/c-program.ts";
import { buildModel } from "../build.ts";
import { DEFAULT_MODEL_OPTIONS, type ModelOptions } from "../options.ts";

const START = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n";
const END = "if (__VERIFIER_nondet_int() > 5) reach_error(); return 0; }\n";

function assumed(text: string, options: Partial<ModelOptions> = {}): string[] {
  const model = buildModel(programOf(`${START}${text}${END}`), { ...DEFAULT_MODEL_OPTIONS, ...options });
  return model.assumptions.map(({ what, ranges }) => `${what} (${ranges.length})`);
}

describe("assumptions about what the program does not define", () => {
  it("names each function, with every call, whatever slicing removes", () => {
    expect(assumed("int f(int); void g(char *); int main(void) { char c; f(1); f(2); g(&c); ")).toEqual([
      "undefined function f returns anything, changes nothing, keeps no pointer and calls nothing back (2)",
      "undefined function g writes only what non-const pointers of the call reach, keeps no pointer and calls nothing back (1)",
    ]);
  });

  it("says that the checks of other tools are not made", () => {
    const checks = "void __goblint_check(int); void frama_c_assert(int);";
    const told = assumed(`${checks} int main(void) { __goblint_check(0); frama_c_assert(0); `);
    expect(told).toHaveLength(2);
    for (const one of told) expect(one).toContain("checks nothing");
  });

  it("says which functions are inputs by their name only", () => {
    expect(assumed("int unknown1(void); int main(void) { int x = unknown1(); ")).toEqual([
      "undefined function unknown1 is an input, by its name (1)",
    ]);
  });

  it("names objects, and functions that are only pointed to", () => {
    expect(assumed("extern int level; void f(void); void (*p)(void) = f; int main(void) { level = 1; ")).toEqual([
      "undefined function f changes nothing, keeps no pointer and calls nothing back (1)",
      "undefined object level has any value at first and is changed by the program only (1)",
    ]);
  });

  it("tells of calls through pointers that lead out of the program", () => {
    expect(assumed("extern void (*hook)(int *); int main(void) { int x; hook(&x); ")).toEqual([
      "undefined object hook has any value at first and is changed by the program only, and points to nothing of the program (1)",
      "functions behind pointers from outside write only what non-const pointers of the call reach (1)",
    ]);
  });

  it("assumes only that the program is not started again where they may do anything", () => {
    expect(assumed("int f(int); int main(void) { f(1); ", { externals: "any" })).toEqual([
      "undefined function f does not call main (1)",
    ]);
  });
});
