import { describe, expect, test } from "vitest";
import { execute, programOf } from "../../tests/support/c-program.ts";
import { Budget, within } from "../util/budget.ts";
import { type InputRequest, listInputs, type RecordedInput, randomInputs, recordInputs } from "./inputs.ts";
import { Machine } from "./machine.ts";
import { machineOptions, type Options, run, runOptions, VERIFICATION } from "./run.ts";

function main(statements: string, before = ""): string {
  return `#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n${before}\nint main(void) {\n${statements}\nreturn 0; }\n`;
}

function outcome(text: string, options: Options = {}) {
  return execute(text, options).outcome;
}

function prints(statements: string, before = ""): string {
  const result = execute(main(statements, before));
  expect(result.outcome.kind).toBe("exit");
  return result.stdout;
}

describe("ends of a run", () => {
  test("status of main and of exit", () => {
    expect(outcome("int main(void) { return 3; }")).toMatchObject({ kind: "exit", status: 3 });
    expect(outcome(main("exit(300);"))).toMatchObject({ kind: "exit", status: 44 });
    expect(outcome("int main(void) { }")).toMatchObject({ kind: "exit", status: 0 });
  });

  test("abort, errors and assumptions", () => {
    expect(outcome(main("abort();"))).toMatchObject({ kind: "abort" });
    expect(outcome("void reach_error(); int main() { reach_error(); }")).toMatchObject({
      kind: "error",
      function: "reach_error",
    });
    expect(outcome("int main() { __VERIFIER_assert(1 == 2); }").kind).toBe("error");
    expect(outcome("int main() { __VERIFIER_assert(2 == 2); return 0; }").kind).toBe("exit");
    expect(outcome("int main() { __VERIFIER_assume(0); return 0; }").kind).toBe("assumption");
    expect(outcome("#include <assert.h>\nint main() { int x = 1; assert(x == 2); return 0; }").kind).toBe("error");
  });

  test("a step limit stops a loop, and counts the same each time", () => {
    const program = programOf("int main(void) { for (;;) ; }");
    const first = run(program, { steps: 1000 });
    expect(first).toMatchObject({ kind: "limit", limit: "steps", steps: 1000 });
    expect(run(program, { steps: 1000 })).toMatchObject({ kind: "limit", steps: 1000 });
    expect(
      run(programOf("int main(void) { int i = 0; while (i < 10) i++; return i; }"), { steps: 1000 }),
    ).toMatchObject({
      kind: "exit",
      status: 10,
    });
  });

  test("endless recursion is a limit", () => {
    expect(outcome("int f(int n) { return f(n + 1) + 1; } int main(void) { return f(0); }")).toMatchObject({
      kind: "limit",
      limit: "depth",
    });
  });

  test("endless allocation is a limit", () => {
    const text = main("for (;;) { char *p = malloc(100000); p[0] = 1; }");
    expect(outcome(text, { memory: 4e6 })).toMatchObject({ kind: "limit", limit: "memory" });
    // No memory is touched for static objects that do not fit.
    const large = main("a[5] = 1;", "char a[1L << 40];");
    expect(outcome(large)).toMatchObject({ kind: "limit", limit: "memory", steps: 0 });
  });

  test("large statics need room within the limits in force", () => {
    const text = main("a[5] = 1; return a[5] + a[99999999];", "char a[100000000];");
    const limited = new Budget((aheadMb = 0) => (aheadMb > 50 ? "memory limit" : undefined));
    expect(within(limited, () => outcome(text))).toMatchObject({ kind: "limit", limit: "memory", steps: 0 });
    expect(outcome(text)).toMatchObject({ kind: "exit", status: 1 });
  });

  test("a second run finds statics as the first did, large ones too", () => {
    const text = main(
      "if (a[70000] != 0 || b != 0) return 9; a[70000] = 1; b = 2; return a[70000] + b;",
      "int a[100000], b;",
    );
    const machine = new Machine(programOf(text), machineOptions({}));
    for (let round = 0; round < 3; round++)
      expect(machine.run(runOptions({}))).toMatchObject({ kind: "exit", status: 3 });
  });

  test("unions of unions cost their number, not their occurrences", () => {
    const deeper = Array.from({ length: 40 }, (_, i) => `union U${i + 1} { union U${i} a, b; };`).join("\n");
    const before = `union U0 { volatile char x; char y; };\n${deeper}\nunion U40 g;`;
    expect(outcome(main("return sizeof g;", before))).toMatchObject({ kind: "exit", status: 1 });
  });

  test("allocating and freeing forever stays within memory", () => {
    const text = main("for (int i = 0; i < 100000; i++) { int *p = malloc(100); p[3] = i; free(p); }");
    expect(outcome(text, { memory: 8e6 })).toMatchObject({ kind: "exit" });
    const large = main("for (int i = 0; i < 1000; i++) { char *p = malloc(100000); p[99999] = 1; free(p); }");
    expect(outcome(large, { memory: 8e6 })).toMatchObject({ kind: "exit" });
  });

  test("functions that cannot return end the program", () => {
    const unknown = "void stop(void) __attribute__((noreturn)); int main(void) { stop(); return 1; }";
    expect(outcome(unknown).kind).toBe("abort");
  });

  test("what is not supported names itself", () => {
    const text = "typedef long jmp_buf[32]; void longjmp(jmp_buf, int); jmp_buf b; int main(void) { longjmp(b, 1); }";
    expect(outcome(text)).toMatchObject({ kind: "unsupported", what: "longjmp" });
  });
});

describe("undefined behaviour", () => {
  const cases: readonly [string, string, string][] = [
    ["signed addition", "int x = 2147483647; x = x + 1;", "overflow"],
    ["signed multiplication", "int x = 65536; x = x * x;", "overflow"],
    ["64-bit multiplication", "long long x = 4294967296; x = x * x;", "overflow"],
    ["negation", "int x = -2147483647 - 1; x = -x;", "overflow"],
    ["the one quotient that does not fit", "int x = -2147483647 - 1, y = -1; x = x / y;", "overflow"],
    ["division by zero", "int x = 0; x = 5 / x;", "division"],
    ["remainder by zero", "unsigned long x = 0; x = 5 % x;", "division"],
    ["shift by the width", "int x = 32; x = 1 << x;", "shift"],
    ["shift by a negative count", "int x = -1; x = 1 >> x;", "shift"],
    ["float to int", "double d = 3e9; int x = d;", "float-to-int"],
    ["NaN to int", "double z = 0, d = z / z; long x = d;", "float-to-int"],
    ["null", "int *p = 0; *p = 1;", "null-dereference"],
    ["member of null", "struct { int a, b; } *p = 0; p->b = 1;", "null-dereference"],
    ["read past an array", "int a[3] = {1, 2, 3}, i = 3; i = a[i];", "out-of-bounds"],
    ["read before an array", "int a[3] = {1, 2, 3}, i = -1; i = a[i];", "out-of-bounds"],
    ["write past a heap block", "char *p = malloc(3); int i = 3; p[i] = 1;", "out-of-bounds"],
    ["use after free", "int *p = malloc(4); *p = 1; free(p); *p = 2;", "use-after-free"],
    ["double free", "int *p = malloc(4); free(p); free(p);", "invalid-free"],
    ["free of a local", "int x; free(&x);", "invalid-free"],
    ["write to a string literal", 'char *p = "abc"; p[0] = 1;', "write-to-constant"],
    ["memset past the end", "char b[4]; memset(b, 0, 5);", "out-of-bounds"],
    ["strcpy past the end", 'char b[4]; strcpy(b, "abcd");', "out-of-bounds"],
    ["a large struct past the end", "struct { char c[103]; } s = {0}, *p = malloc(102); *p = s;", "out-of-bounds"],
    ["a large struct past the end by 4", "struct { char c[104]; } s = {0}, *p = malloc(100); *p = s;", "out-of-bounds"],
    [
      "a large struct from an odd place",
      "struct { char c[99]; } s, *p = malloc(99); p = (void *)((char *)p + 1), s = *p;",
      "out-of-bounds",
    ],
    ["call of a number", "void (*f)(void) = (void (*)(void))12345; f();", "bad-call"],
  ];

  test.each(cases)("%s", (_name, statements, what) => {
    expect(outcome(main(statements), VERIFICATION)).toMatchObject({ kind: "undefined-behaviour", what });
  });

  test("a local is gone after its function returned", () => {
    const before = "int *f(void) { int x = 5; int *p = &x; return p; }";
    expect(outcome(main("int *p = f(); return *p;", before))).toMatchObject({ what: "out-of-bounds" });
  });

  test("a small value of a wide type is shifted by more than its 32 bits", () => {
    const text = `unsigned e = 16257, s = 40, t = 33; int n = -5;
      printf("%llu %u %u %lld %u", (unsigned long long)e >> s, (unsigned)((unsigned long long)e >> t),
        (unsigned)((unsigned long long)e << s), (long long)n >> s, e >> (s - 37));`;
    expect(prints(text)).toBe("0 0 0 -1 2032");
  });

  test("overflow wraps when told to", () => {
    expect(prints('int x = 2147483647; x = x + 1; printf("%d", x);')).toBe("-2147483648");
    expect(prints('int x = 123456789; x = x * x; printf("%d", x);')).toBe("-1757895751");
  });

  test("an end is reported at its edge", () => {
    const program = programOf("int main(void) {\n  int x = 0;\n  return 5 / x;\n}");
    const result = run(program);
    const edge = "edge" in result ? result.edge : undefined;
    expect(program.sources.resolve(edge?.range.start ?? 0)?.line).toBe(3);
  });
});

describe("inputs", () => {
  const text = "int nondet_int(void); int main(void) { int a = nondet_int(), b = nondet_int(); return a * 10 + b; }";

  test("from a list, in order, with zeros behind it", () => {
    expect(outcome(text, { inputs: listInputs([4, 2]) })).toMatchObject({ status: 42 });
    expect(outcome(text, { inputs: listInputs([4]) })).toMatchObject({ status: 40 });
  });

  test("by place", () => {
    const program = programOf(text);
    const log: RecordedInput[] = [];
    run(program, { inputs: recordInputs(listInputs([1, 2]), log) });
    const [first, second] = log.map((input) => input.edge);
    if (first === undefined || second === undefined) throw new Error("both inputs should have an edge");
    const inputs = { next: ({ edge }: InputRequest) => (edge === second ? 7 : 3) };
    expect(run(program, { inputs })).toMatchObject({ status: 37 });
  });

  test("a recorded random run replays exactly", () => {
    const wide = main(
      `unsigned char u; long l = nondet_long(); double d = nondet_double(); int a[2];
       printf("%d %ld %a %d %d", u, l, d, a[0], a[1]);`,
      "long nondet_long(void); double nondet_double(void);",
    );
    const log: RecordedInput[] = [];
    const first = execute(wide, { inputs: recordInputs(randomInputs(7), log) });
    expect(log.map((input) => input.kind)).toEqual([
      "uninitialised",
      "nondet",
      "nondet",
      "uninitialised",
      "uninitialised",
    ]);
    expect(execute(wide, { inputs: listInputs(log.map((input) => input.value)) }).stdout).toBe(first.stdout);
  });

  test("values outside the type wrap into it", () => {
    const small = "unsigned char nondet_uchar(void); int main(void) { return nondet_uchar(); }";
    expect(outcome(small, { inputs: listInputs([300]) })).toMatchObject({ status: 44 });
    expect(outcome(small, { inputs: listInputs([-1]) })).toMatchObject({ status: 255 });
  });

  test("uninitialised memory keeps the value it was first given", () => {
    const log: RecordedInput[] = [];
    const statements = 'int *p = malloc(8); printf("%d %d %d", p[1], p[1], p[0]);';
    const result = execute(main(statements), { inputs: recordInputs(listInputs([5, 6]), log) });
    expect(result.stdout).toBe("6 6 5");
    expect(log).toHaveLength(2);
  });

  test("a copy of uninitialised memory equals the original", () => {
    const statements =
      "struct { char c; int a, b; } s, q; s = q; memcpy(&q, &q, sizeof q); return s.a == q.a && s.b == q.b;";
    expect(outcome(main(statements), { inputs: randomInputs(4) })).toMatchObject({ status: 1 });
  });

  test("a local that is written before it is read asks for nothing", () => {
    const log: RecordedInput[] = [];
    execute(main("int x; x = 3; return x;"), { inputs: recordInputs(randomInputs(1), log) });
    expect(log).toEqual([]);
  });

  test("unknown functions and rand are inputs of a verifier", () => {
    const log: RecordedInput[] = [];
    const program = "int mystery(int); int rand(void); int main(void) { return mystery(1) + rand(); }";
    expect(outcome(program, { ...VERIFICATION, inputs: recordInputs(listInputs([2, 3]), log) })).toMatchObject({
      status: 5,
    });
    expect(log.map((input) => [input.kind, input.name])).toEqual([
      ["external", "mystery"],
      ["nondet", "rand"],
    ]);
  });

  test("parameters of another entry function", () => {
    const program = "int f(int a, unsigned char b) { return a + b; }";
    expect(outcome(program, { entry: "f", inputs: listInputs([1, 2]) })).toMatchObject({ status: 3 });
  });

  test("random values depend on the seed only", () => {
    const draw = (seed: number) => {
      const source = randomInputs(seed);
      return Array.from({ length: 20 }, () =>
        source.next({ kind: "nondet", type: { kind: "int", bits: 32, signed: true }, edge: undefined }),
      );
    };
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
  });
});

describe("functions", () => {
  test("variadic arguments", () => {
    const before = `#include <stdarg.h>
      static double sum(int n, ...) {
        va_list l, m; double s = 0; va_start(l, n); va_copy(m, l);
        for (int i = 0; i < n; i++) s += va_arg(l, int);
        s += va_arg(l, double) + va_arg(m, int);
        va_end(l); va_end(m); return s;
      }`;
    expect(prints('printf("%g", sum(2, 3, 4, 0.5));', before)).toBe("10.5");
  });

  test("pointers to functions, of other types too", () => {
    const before =
      "int twice(int x) { return 2 * x; } long wide(long x) { return x + 1; } int old(); int old(a) int a; { return a; }";
    expect(
      prints(
        'int (*f)(int) = twice; printf("%d ", f(4)); long (*g)(long) = wide; printf("%ld ", (*g)(5)); printf("%d", old(7));',
        before,
      ),
    ).toBe("8 6 7");
    expect(prints('int (*f)() = twice; printf("%d", f(21));', before)).toBe("42");
  });

  test("sorting and searching with callbacks", () => {
    const before = "int up(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }";
    const statements = `int a[] = {5, 3, 9, 1}, k = 9; qsort(a, 4, sizeof a[0], up);
      printf("%d %d %d %d %d", a[0], a[1], a[2], a[3], (int)((int *)bsearch(&k, a, 4, 4, up) - a));`;
    expect(prints(statements, before)).toBe("1 3 5 9 3");
  });

  test("stack memory of variable size", () => {
    expect(
      prints('int n = 5; int a[n]; for (int i = 0; i < n; i++) a[i] = i * i; printf("%d %d", a[4], (int)sizeof a);'),
    ).toBe("16 20");
    expect(prints('char *p = __builtin_alloca(8); strcpy(p, "hello"); printf("%s", p);')).toBe("hello");
  });

  test("arguments of main", () => {
    const text =
      '#include <stdio.h>\nint main(int argc, char **argv) { printf("%d %s", argc, argv[1]); return argv[2] != 0; }';
    expect(execute(text, { arguments: ["prog", "x=1"] })).toMatchObject({ stdout: "2 x=1", outcome: { status: 0 } });
  });
});

describe("control flow", () => {
  test("goto into a loop", () => {
    const statements = 'int i = 5, n = 0; goto in; for (i = 0; i < 3; i++) { n += 10; in: n++; } printf("%d", n);';
    expect(prints(statements)).toBe("1");
  });

  test("an irreducible graph", () => {
    const statements = `int n = 0, k = 3; if (k > 2) goto b;
      a: n += 1; if (n > 20) goto end; goto b;
      b: n += 5; if (n > 30) goto end; goto a;
      end: printf("%d", n);`;
    expect(prints(statements)).toBe("24");
  });

  test("Duff's device", () => {
    const before = `void copy(char *to, char *from, int count) {
      int n = (count + 3) / 4;
      switch (count % 4) { case 0: do { *to++ = *from++; case 3: *to++ = *from++; case 2: *to++ = *from++; case 1: *to++ = *from++; } while (--n > 0); }
    }`;
    expect(prints('char b[12] = {0}; copy(b, "interpreter", 11); printf("%s", b);', before)).toBe("interpreter");
  });

  test("a large switch, with holes and a default", () => {
    const cases = Array.from({ length: 40 }, (_, i) => `case ${i * 3}: return ${i};`).join(" ");
    const before = `int f(int x) { switch (x) { ${cases} case -7: return 99; default: return -1; } }`;
    expect(prints('printf("%d %d %d %d", f(0), f(117), f(-7), f(4));', before)).toBe("0 39 99 -1");
  });

  test("sums of thousands of terms", () => {
    const sum = (operator: string) => Array.from({ length: 2500 }, () => "x").join(` ${operator} `);
    expect(prints(`int x = 1; int y = ${sum("+")}; unsigned z = ${sum("|")}; printf("%d %u", y, z);`)).toBe("2500 1");
    expect(prints(`int x = 1; if (${sum("+")} > 2499) puts("yes"); else puts("no");`)).toBe("yes\n");
    expect(outcome(main(`int x = 1000000; x = ${sum("+")};`), VERIFICATION)).toMatchObject({ what: "overflow" });
  });

  test("hundreds of loops one after the other", () => {
    const loops = Array.from({ length: 450 }, (_, i) => `for (int i = 0; i < 2; i++) n += ${i % 3};`).join("\n");
    expect(prints(`int n = 0; ${loops} printf("%d", n);`)).toBe("900");
  });
});

test("a machine runs again from a clean state", () => {
  const program = programOf(
    "static int n = 5; static char a[4]; int nondet_int(void); int main(void) { int x = nondet_int(); n += x; a[1]++; return n + a[1]; }",
  );
  const machine = new Machine(program, machineOptions({}));
  expect(machine.run(runOptions({ inputs: listInputs([1]) }))).toMatchObject({ status: 7 });
  expect(machine.run(runOptions({ inputs: listInputs([2]) }))).toMatchObject({ status: 8 });
});

test("32-bit pointers and longs", () => {
  const text = main(
    'long x = 2147483647; x++; char *p = (char *)-4; printf("%ld %d %lu %d", x, (int)sizeof p, (unsigned long)p, p > (char *)4);',
  );
  expect(execute(text, { bits: 32 }).stdout).toBe("-2147483648 4 4294967292 1");
  expect(execute(text, { bits: 64 }).stdout).toBe("2147483648 8 18446744073709551612 1");
});

test("subnormal depends on the format", () => {
  const statements = 'float f = 0x1.fffffcp-127f; double d = f; printf("%d %d", __fpclassifyf(f), __fpclassify(d));';
  expect(prints(statements, "int __fpclassifyf(float); int __fpclassify(double);")).toBe("3 4");
});

test("long double is computed as double, and said so", () => {
  expect(outcome(main('long double x = 1.5L; x = x * 2; printf("%Lf", x);'))).toMatchObject({ inexact: true });
  expect(outcome(main('double x = 1.5; printf("%f", x);'))).toMatchObject({ inexact: false });
  // The last place of a cube root is another one in other libraries; a whole number of whole numbers is not.
  const declared = "double cbrt(double); double pow(double, double);";
  expect(outcome(main("double x = cbrt(-5.0);", declared))).toMatchObject({ inexact: true });
  expect(outcome(main("double x = pow(2.0, 10.0);", declared))).toMatchObject({ inexact: false });
});
