/**
 * Each kind of input and of violation as a small program: the harness is compiled with gcc and has to run into the error.
 * The runs are given by their inputs, so that no engine is needed.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type FrontEndOptions, ILP32, LP64, readProgram } from "../cfa/build-source.ts";
import type { InputValue } from "../interpreter/inputs.ts";
import type { Property } from "../model/properties.ts";
import { type Harness, makeHarness } from "./harness.ts";

const hasCompiler = spawnSync("gcc", ["--version"]).status === 0;
if (!hasCompiler) console.warn("harness.test: there is no gcc, so that nothing is compiled");

const folder = mkdtempSync(join(tmpdir(), "hone-harness-"));
writeFileSync(join(folder, "empty.c"), "#include <stdio.h>\nint main(void) { return 0; }\n");
const links32 = spawnSync("gcc", ["-m32", join(folder, "empty.c"), "-o", join(folder, "empty")]).status === 0;
if (hasCompiler && !links32) console.warn("harness.test: -m32 does not link here, so that ILP32 is not tested");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Example {
  readonly title: string;
  readonly kind: "harness" | "instrumented";
  readonly source: string;
  readonly inputs: readonly InputValue[];
  readonly property?: Property;
  readonly entry?: string;
  /** Another file of the program, and a header that both may include. */
  readonly other?: string;
  readonly header?: string;
  /** Which sanitizers have to tell; otherwise the test does. */
  readonly sanitizers?: string;
}

function harnessFor(example: Omit<Example, "title" | "kind">, bits: 32 | 64): Harness {
  const options: FrontEndOptions = {
    dataModel: bits === 32 ? ILP32 : LP64,
    includePaths: [],
    includeFiles: [],
    macros: [],
    readFile: (path) => (path.endsWith("shared.h") ? example.header : undefined),
  };
  const units = [{ name: "program.c", text: example.source }];
  if (example.other !== undefined) units.push({ name: "other.c", text: example.other });
  const { program, diagnostics } = readProgram(units, options);
  if (program === undefined) throw new Error(diagnostics.map((one) => one.message).join("; "));
  const properties = [example.property ?? "unreach-call"];
  const names = units.map(({ name }) => name);
  return makeHarness({ program, entry: example.entry ?? "main", properties }, example.inputs, names);
}

/** Whether the compiled test fails where it should, and as it promises. */
function expectFailure(example: Example, bits: 32 | 64): void {
  const harness = harnessFor(example, bits);
  if (harness.kind === "none") throw new Error(harness.reason);
  expect(harness.kind).toBe(example.kind);
  const names = harness.shows === "message" ? undefined : harness.shows.names.join(",");
  expect(names).toBe(example.sanitizers);
  const place = (name: string, text: string | undefined): string[] => {
    if (text === undefined) return [];
    const path = join(folder, name);
    writeFileSync(path, text);
    return harness.kind === "instrumented" && harness.replaces === name ? [] : [path];
  };
  place("shared.h", example.header);
  const sources = [
    ...place("program.c", example.source),
    ...place("other.c", example.other),
    ...place("out.c", harness.text),
  ];
  const binary = join(folder, "out");
  const flags = names === undefined ? [] : [`-fsanitize=${names}`, "-fno-sanitize-recover=all"];
  execFileSync("gcc", ["-w", `-m${bits}`, ...flags, ...sources, "-o", binary], { stdio: ["ignore", "ignore", "pipe"] });
  const { status, stdout, stderr } = spawnSync(binary, [], { encoding: "utf8", timeout: 10_000 });
  if (names === undefined) expect(stdout.split("\n")).toContain("hone: error reached");
  else expect(stderr).toMatch(/runtime error|AddressSanitizer|LeakSanitizer/);
  expect(status).not.toBe(0);
}

const ERROR = "extern void __VERIFIER_error(void);\n";

const EXAMPLES: readonly Example[] = [
  {
    title: "values of nondeterministic functions, in order, of every type",
    kind: "harness",
    source: `${ERROR}extern int nondet_int(void); extern unsigned long long nondet_u64(void); extern _Bool nondet_bool(void);
extern float nondet_float(void); extern double nondet_double(void); extern char nondet_char(void); extern char *nondet_pointer(void);
extern long long nondet_i64(void); extern unsigned short nondet_u16(void);
int main(void) {
  if (nondet_int() != -2147483647 - 1) return 0;
  if (nondet_int() != 7) return 0;
  if (nondet_u64() != 18446744073709551615ull) return 0;
  if (nondet_i64() != -9223372036854775807ll - 1) return 0;
  if (!nondet_bool() || nondet_u16() != 65535) return 0;
  if (nondet_float() != 0.5f || nondet_double() != -1e300) return 0;
  if (nondet_char() != -3 || nondet_pointer() != 0) return 0;
  if (nondet_int() != 0) return 0;
  __VERIFIER_error();
}`,
    inputs: [-2147483648, 7, 18446744073709551615n, -9223372036854775808n, 1, 65535, 0.5, -1e300, -3, 0],
  },
  {
    title: "infinities and not-a-number",
    kind: "harness",
    source: `${ERROR}double nondet_double(void);
int main(void) { double x = nondet_double(), y = nondet_double(); if (x != x && y < -1e308) __VERIFIER_error(); return 0; }`,
    inputs: [Number.NaN, Number.NEGATIVE_INFINITY],
  },
  {
    title: "a failing assert of the C library",
    kind: "harness",
    source: "#include <assert.h>\nint unknown(void);\nint main(void) { assert(unknown() != 3); return 0; }",
    inputs: [3],
  },
  {
    title: "assumptions, conditional errors and functions nobody knows",
    kind: "harness",
    source: `int nondet(void); void __VERIFIER_assume(int); void __VERIFIER_assert(int); void log_it(int, const char *);
int sensor(int); int main(void) { int x = nondet(); __VERIFIER_assume(x > 3); log_it(x, "x"); __VERIFIER_assert(x != sensor(1)); return 0; }`,
    inputs: [4, 4],
  },
  {
    title: "library functions whose result the environment decides",
    kind: "harness",
    source: `#include <stdlib.h>\n${ERROR}int main(void) { if (rand() == 12345 && abs(-2) == 2) __VERIFIER_error(); return 0; }`,
    inputs: [12345],
  },
  {
    title: "objects that are declared and nowhere defined",
    kind: "harness",
    source: `${ERROR}extern int level; extern int table[4];
int main(void) { int i = level; if (i == 2 && table[i] == 9) __VERIFIER_error(); return 0; }`,
    inputs: [2, 9],
  },
  {
    title: "uninitialised heap memory",
    kind: "harness",
    source: `#include <stdlib.h>\n${ERROR}
int main(void) { int *p = malloc(8), *q = malloc(8); if (q[1] == 77 && p[0] == 0) __VERIFIER_error(); free(p); return 0; }`,
    inputs: [77, 0],
  },
  {
    title: "an error function of the program that ends in an assertion",
    kind: "harness",
    source: `#include <assert.h>\nvoid reach_error(void) { assert(0); }\nint nondet(void);
int main(void) { if (nondet() == 1) reach_error(); return 0; }`,
    inputs: [1],
  },
  {
    title: "another entry function with parameters",
    kind: "harness",
    source: `${ERROR}void check(int x, long long y) { if (x == -5 && y == 1099511627776ll) __VERIFIER_error(); }`,
    inputs: [-5, 1099511627776],
    entry: "check",
  },
  {
    title: "uninitialised locals: several in a declaration, in a loop header, at each occurrence",
    kind: "instrumented",
    source: `${ERROR}int f(void) { int r; return r; }
int main(void) {
  int x, y = 1, z /* last */; int (*g)(void); int self = self;
  if (self != 12 || x != 3 || z != -1) return 0;
  for (int i; i < 10; i++) y++;
  if (f() == 5 && f() == 6 && g == 0) __VERIFIER_error();
  return 0;
}`,
    inputs: [3, -1, 0, 12, 8, 5, 6],
  },
  {
    title: "uninitialised arrays and structures, at each occurrence",
    kind: "instrumented",
    source: `${ERROR}struct S { char c; int d; };
int main(void) {
  int n = 0;
  for (int k = 0; k < 2; k++) { int a[4]; struct S s, t = {1, 2}; if (a[k + 1] == 10 + k && s.d == -k) n += t.c; }
  int x, *p = &x;
  if (n == 2 && *p == 42) __VERIFIER_error();
  return 0;
}`,
    inputs: [10, 0, 11, -1, 42],
  },
  {
    title: "volatile reads, of a variable and through a pointer",
    kind: "instrumented",
    source: `${ERROR}volatile int port; volatile int *const at = &port;
int main(void) { int sum = port + port; port = 3; if (sum == 7 && *at == 9) __VERIFIER_error(); return 0; }`,
    inputs: [3, 4, 9],
  },
  {
    title: "a label, also as the branch of a statement",
    kind: "instrumented",
    property: "error-label",
    source: `int nondet(void);
int main(void) { int x = nondet(); char *s = "ERROR: no"; if (x == 5) ERROR: x++; else x--; return x; }`,
    inputs: [5],
  },
  {
    title: "an error function of the program that does not tell",
    kind: "instrumented",
    source: `int nondet(void);\nvoid reach_error() { for (;;) ; }\nint main(void) { if (nondet()) reach_error(); return 0; }`,
    inputs: [1],
  },
  {
    title: "a signed overflow, at the evaluation that overflows",
    kind: "harness",
    sanitizers: "address,undefined",
    property: "no-overflow",
    source: `int nondet(void); int printf(const char *, ...);
int main(void) { int x = 2147483600; for (int i = 0; i < 100; i++) { printf("step %d\\n", i); x = x + nondet(); } return 0; }`,
    inputs: [40, 7, 1],
  },
  {
    title: "a division by zero",
    kind: "harness",
    sanitizers: "address,undefined",
    property: "no-div-zero",
    source: "int nondet(void);\nint main(void) { int x = nondet(); return x > 3 ? 10 / (x - 4) : 0; }",
    inputs: [4],
  },
  {
    title: "an access outside an array",
    kind: "instrumented",
    property: "valid-deref",
    source: "int nondet(void);\nint a[4];\nint main(void) { int i = nondet(); a[i] = 1; return a[0]; }",
    inputs: [4],
  },
  {
    title: "an overflow after a read of uninitialised heap memory, which the test has to supply",
    kind: "instrumented",
    property: "no-overflow",
    source: "#include <stdlib.h>\nint main(void) { int *p = malloc(4); return p == 0 ? 0 : *p + 1; }",
    inputs: [2147483647],
  },
  {
    title: "an overflow in a copy, since a local is not initialised",
    kind: "instrumented",
    property: "no-overflow",
    source: "int main(void) { int x; return x + 1; }",
    inputs: [2147483647],
  },
  {
    title: "an overflow that comes out of a macro, in a copy",
    kind: "instrumented",
    sanitizers: "address,undefined",
    property: "no-overflow",
    source: "#define NEXT ((x) + 1)\nint main(void) { int x; return NEXT; }",
    inputs: [2147483647],
  },
  {
    title: "shifts: too far, out of the type",
    kind: "harness",
    sanitizers: "address,undefined",
    property: "valid-shift",
    source: "int nondet(void);\nint main(void) { int x = 1 << nondet(); return x; }",
    inputs: [31],
  },
  {
    title: "a float that does not fit",
    kind: "harness",
    sanitizers: "address,undefined,float-cast-overflow",
    property: "valid-float-to-int",
    source: "double nondet(void);\nint main(void) { return (int)nondet(); }",
    inputs: [3e9],
  },
  {
    title: "a null pointer in a header's function",
    kind: "harness",
    sanitizers: "address,undefined",
    property: "valid-deref",
    header:
      "struct node { int v; struct node *next; };\nstatic inline int second(struct node *n) { return n->next->v; }\n",
    source: `#include "shared.h"\nint nondet(void);\nint main(void) { struct node n = {1, 0}; return nondet() ? second(&n) : 0; }`,
    inputs: [1],
  },
  {
    title: "a double free",
    kind: "harness",
    sanitizers: "address,undefined",
    property: "valid-free",
    source:
      "#include <stdlib.h>\nint nondet(void);\nint main(void) { char *p = malloc(3); free(p); if (nondet() == 2) free(p); return 0; }",
    inputs: [2],
  },
  {
    title: "an access outside an array of the program's second file",
    kind: "instrumented",
    property: "valid-deref",
    source: "int nondet(void); int read_at(int);\nint main(void) { return read_at(nondet()); }",
    other: "static int a[4];\nint read_at(int i) { return a[i]; }",
    inputs: [4],
  },
  {
    title: "an overflow in a program of two files",
    kind: "harness",
    sanitizers: "address,undefined",
    property: "no-overflow",
    source: "int nondet(void); int twice(int);\nint main(void) { return twice(nondet()); }",
    other: "int twice(int x) { return 2 * x; }",
    inputs: [1073741824],
  },
  {
    title: "an access outside an array, in the expansion of a header's macro",
    kind: "harness",
    sanitizers: "address,undefined",
    property: "valid-deref",
    header: "#define AT(i) table[i]\nextern int table[4];\n",
    source: `#include "shared.h"\nint nondet(void); int table[4];\nint main(void) { return AT(nondet()); }`,
    inputs: [5],
  },
];

describe.skipIf(!hasCompiler)("harnesses under gcc", () => {
  it.each(EXAMPLES)("LP64: $title", (example) => {
    expectFailure(example, 64);
  });

  // What sanitizers see does not depend on the widths.
  const MESSAGES = EXAMPLES.filter(({ sanitizers }) => sanitizers === undefined);
  it.skipIf(!links32).each(MESSAGES)("ILP32: $title", (example) => {
    expectFailure(example, 32);
  });

  it("does not reach the error with other inputs", () => {
    const [example] = EXAMPLES.filter(({ title }) => title === "a failing assert of the C library");
    const other = harnessFor(example as Example, 64);
    if (other.kind !== "harness") throw new Error("a separate harness was expected");
    writeFileSync(join(folder, "other.c"), other.text.replace("{3}", "{4}"));
    writeFileSync(join(folder, "program.c"), (example as Example).source);
    const binary = join(folder, "other");
    execFileSync("gcc", ["-w", join(folder, "other.c"), join(folder, "program.c"), "-o", binary]);
    expect(spawnSync(binary).status).toBe(0);
  });
});

describe("what no harness can do", () => {
  const reasonFor = (source: string, inputs: readonly InputValue[], entry = "main"): string => {
    const harness = harnessFor({ source: ERROR + source, inputs, entry }, 64);
    return harness.kind === "none" ? harness.reason : harness.kind;
  };

  it("cannot initialise what a macro declares", () => {
    const source = "#define DECLARE int x;\nint main(void) { DECLARE if (x == 1) __VERIFIER_error(); return 0; }";
    expect(reasonFor(source, [1])).toMatch(/x comes out of a macro/);
  });

  it("cannot initialise what initialises itself", () => {
    const source = "int main(void) { int x = x + 1; if (x == 2) __VERIFIER_error(); return 0; }";
    expect(reasonFor(source, [1])).toMatch(/declaration of x/);
  });

  it("cannot supply a value that a function does not return", () => {
    const source = "int f() { }\nint main(void) { if (f() == 1) __VERIFIER_error(); return 0; }";
    expect(reasonFor(source, [1])).toMatch(/returns none/);
  });

  it("changes no two files at once", () => {
    const source = "int f(void); int main(void) { int x; if (x == f()) __VERIFIER_error(); return 0; }";
    const other = "int f(void) { int y; return y; }";
    const harness = harnessFor({ source: ERROR + source, other, inputs: [3, 3] }, 64);
    expect(harness).toMatchObject({ kind: "none", reason: expect.stringMatching(/several of the program's files/) });
  });

  it("cannot start elsewhere than at main", () => {
    const source = "void f(int x) { if (x == 1) __VERIFIER_error(); }\nint main(void) { return 0; }";
    expect(reasonFor(source, [1], "f")).toMatch(/has a main function/);
  });
});
