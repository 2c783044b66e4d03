/**
 * Every kind of assumption, with a program whose property has nothing to do with the construct: slicing removes it, and the
 * assumption is told all the same. A kind without such a program fails, and so does a program that tells nothing.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../../tests/support/command.ts";
import { ask } from "../../../tests/verdicts/pair.ts";
import { UNDEFINED_BEHAVIOUR } from "../translate/translate.ts";
import { ASSUMPTION_RULES } from "./assumptions.ts";

/** The property is decided by the input alone, so that no run decides it and everything else is beside the point. */
const program = (declarations: string, body: string) => `
extern int __VERIFIER_nondet_int(void); void reach_error(void); void *malloc(unsigned long);
${declarations}
int main(void) { int property = __VERIFIER_nondet_int() ? 1 : 2; ${body}
  if (property == 3) reach_error(); return 0; }`;

interface Row {
  /** The rule, or where the translation tells it. */
  readonly kind: string;
  readonly told: string;
  readonly text: string;
  readonly options?: readonly string[];
  readonly bits?: 32;
}

const INPUT = "__VERIFIER_nondet_int()";

const ROWS: readonly Row[] = [
  {
    kind: "lowering",
    told: "an initialiser that a later one replaces is not evaluated",
    text: program("int g; int f(void) { return ++g; }", "int a[2] = {[0] = f(), [0] = 2};"),
  },
  {
    kind: "lowering",
    told: "an initialiser replaced in part is forgotten whole",
    text: program(
      "struct pair { int x, y; }; struct box { struct pair p; };",
      "struct pair q = {1, 2}; struct box b = {.p = q, .p.x = 3}; b.p.y = 4;",
    ),
  },
  {
    kind: "lowering",
    told: "no object is changed unsequenced to another access of it",
    text: program("int g;", "if (property == 7) g = g++ + g++;"),
  },
  {
    kind: "lowering",
    told: "a computed goto does not leave a block whose objects are used afterwards",
    text: program("int *g;", "void *to = &&out; { int x = 1; g = &x; goto *to; } out:;"),
  },
  {
    kind: "undefined functions and objects",
    told: "undefined function strange",
    text: program("void strange(int);", "strange(1);"),
  },
  {
    kind: "undefined functions and objects",
    told: "undefined object outside",
    text: program("extern int outside; int g;", "g = outside;"),
  },
  {
    kind: "inputs by name",
    told: "is an input, by its name",
    text: program("int unknown(void); int g;", "g = unknown();"),
  },
  {
    kind: "evaluation order",
    told: "operands are evaluated in the order that gcc uses",
    text: program(
      "int g, h; int next(void) { return ++g; } int pair(int a, int b) { return a; }",
      "h = pair(next(), next());",
    ),
  },
  {
    kind: "float precision",
    told: "FLT_EVAL_METHOD 0",
    text: program("double g = 1;", "g = g / 3;"),
    bits: 32,
  },
  {
    kind: "overlapping copies",
    told: "memcpy is given memory that does not overlap at line",
    text: program(
      "void *memcpy(void *, const void *, unsigned long); char b[64];",
      `unsigned i = ${INPUT}; if (i < 9) memcpy(b + i, b, 4);`,
    ),
  },
  {
    kind: "calls by type",
    told: "half is called by the type that it is defined with",
    text: program("double half(double x) { return x / 2; } int g;", "int (*f)(int) = (int (*)(int))half; g = f(4);"),
  },
  {
    kind: "lowering",
    told: "half is called by the type that it is defined with",
    text: program("int half(); int g;", "g = half(4.0);").concat("int half(int x) { return x / 2; }"),
  },
  {
    kind: "lowering",
    told: "__builtin_constant_p and __builtin_object_size answer without optimisation, as by gcc",
    text: program("int g;", "int x = 3; g = __builtin_constant_p(x);"),
  },
  {
    kind: "lowering",
    told: "__builtin_constant_p and __builtin_object_size answer without optimisation, as by gcc",
    text: program("int g;", "char b[4], *p = b; g = __builtin_object_size(p, 0) > 4;"),
  },
  {
    kind: "time of compilation",
    told: "the program is compiled at 00:00:00",
    text: program("char g;", "g = __TIME__[1];"),
  },
  { kind: "overflow", told: UNDEFINED_BEHAVIOUR.overflow, text: program("int g;", `g = ${INPUT}; g = g + 1;`) },
  { kind: "division", told: UNDEFINED_BEHAVIOUR.division, text: program("unsigned g;", `g = ${INPUT}; g = 7 / g;`) },
  { kind: "shift", told: UNDEFINED_BEHAVIOUR.shift, text: program("unsigned g;", `g = ${INPUT}; g = 7u >> g;`) },
  {
    kind: "float-to-int",
    told: UNDEFINED_BEHAVIOUR["float-to-int"],
    text: program("double __VERIFIER_nondet_double(void); int g;", "g = (int)__VERIFIER_nondet_double();"),
  },
  {
    kind: "bit-count",
    told: UNDEFINED_BEHAVIOUR["bit-count"],
    text: program("unsigned g;", `g = ${INPUT}; g = __builtin_clz(g);`),
  },
  {
    kind: "access.ts",
    told: "memory accesses stay within the objects they point to",
    text: program("int a[8];", `unsigned i = ${INPUT}; a[i] = 1;`),
  },
  { kind: "library-calls.ts", told: "memory allocation succeeds", text: program("int *p;", "p = malloc(4);") },
  {
    kind: "library-calls.ts",
    told: "heap memory is not exhausted",
    text: program("int *p;", `for (int i = 0; i < 9; i++) p = malloc(4);`),
  },
  {
    kind: "library-calls.ts",
    told: "undefined functions are given valid memory",
    text: program("void strange(int *); int g;", "strange(&g);"),
    options: ["--check", "assert,bounds"],
  },
  {
    kind: "library-calls.ts",
    told: "streams are closed once, and not used afterwards",
    text: program("#include <stdio.h>\n", 'FILE *f = fopen("x", "r"); if (f) fclose(f);'),
    options: ["--check", "assert,free"],
  },
  {
    kind: "library-calls.ts",
    told: "memory of streams is not the program's to free",
    text: program("#include <stdio.h>\n", 'FILE *f = fopen("x", "r");'),
    options: ["--check", "assert,memcleanup"],
  },
  { kind: "settings", told: "integers are unbounded", text: program("", ""), options: ["--integers", "math"] },
  { kind: "settings", told: "real numbers", text: program("", ""), options: ["--floats", "real"] },
];

describe("assumptions whose construct slicing removes", () => {
  it.each(ROWS)("$kind: $told", ({ text, told, options, bits }) => {
    const { verdict, assumptions, reason } = ask(text, options ?? [], bits ?? 64, "explicit", 500);
    expect(verdict, reason).toBe("safe");
    expect(assumptions.join("; ")).toContain(told);
  });

  it("have a program for every rule", () => {
    const kinds = new Set(ROWS.map(({ kind }) => kind));
    expect(ASSUMPTION_RULES.map(({ kind }) => kind).filter((kind) => !kinds.has(kind))).toEqual([]);
    expect(Object.keys(UNDEFINED_BEHAVIOUR).filter((kind) => !kinds.has(kind))).toEqual([]);
  });

  it("have a program for every message that the code tells", () => {
    const told = ROWS.map((row) => row.told);
    for (const folder of ["src/model", "src/cfa/lower"])
      for (const file of readdirSync(join(ROOT, folder)).filter((name) => /^(?!.*test).*\.ts$/.test(name))) {
        const text = readFileSync(join(ROOT, folder, file), "utf8");
        for (const [, message] of text.matchAll(/assumeThat\(\s*"([^"]+)"/g))
          expect(
            told.some((one) => (message as string).includes(one)),
            `${file}: ${message}`,
          ).toBe(true);
      }
  });
});
