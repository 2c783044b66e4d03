/** Runs that violate something, told to people: names of memory, operands, one sentence why, folded loops. */
import { describe, expect, it } from "vitest";
import { programOf } from "../../../tests/support/c-program.ts";
import { Execution } from "../../evidence/execution.ts";
import { listInputs } from "../../interpreter/inputs.ts";
import { PROPERTIES, type Property } from "../../model/properties.ts";
import { showConditions, showFold } from "../text.ts";
import { type Explained, explain } from "./index.ts";

const HEAD = `int nondet_int(void); unsigned nondet_uint(void); double nondet_double(void); void reach_error(void);
void *malloc(unsigned long); void free(void *); void *memcpy(void *, const void *, unsigned long);\n`;

function told(text: string, inputs: readonly number[], properties: readonly Property[]): Explained {
  const program = programOf(`${HEAD}${text}`);
  const execution = new Execution({ program, entry: "main", properties });
  const values = listInputs(inputs);
  const run = explain(program, (onEdge) => execution.watch(values, 1_000_000, onEdge).outcome);
  execution.close();
  return run;
}

function why(text: string, inputs: readonly number[], check: string): string | undefined {
  return told(
    text,
    inputs,
    PROPERTIES.filter((one) => one.check === check).map(({ name }) => name),
  ).reason?.why;
}

/** A body of main that reads x. */
const withX = (body: string, before = "") => `${before} int main(void) { int x = nondet_int(); ${body} return 0; }`;

describe("why a run violates the property", () => {
  it.each([
    ["assert", withX("if (x > 3) reach_error();"), [4], "`x > 3` is true, so that `reach_error` is called: x = 4"],
    [
      "assert",
      withX("check(a[x] >= 0 && x < 9);", "int a[3] = {1, -2}; void check(int c) { if (!c) reach_error(); }"),
      [1],
      "`a[x] >= 0 && x < 9` is false, so that `reach_error` is called: a[1] = -2",
    ],
    [
      "assert",
      withX("check(x == 3);", "void check(int c) { if (!c) reach_error(); }"),
      [4],
      "`x == 3` is false, so that `reach_error` is called: x = 4",
    ],
    // Of a loop's rounds only the last one counts, also where it has tested less.
    [
      "assert",
      withX(
        "for (;; x--) check((x != 1 && x != 7) || x == n);",
        "int n = 9; void check(int c) { if (!c) reach_error(); }",
      ),
      [3],
      "`(x != 1 && x != 7) || x == n` is false, so that `reach_error` is called: x = 1, n = 9",
    ],
    [
      "assert",
      "void fail(void) { reach_error(); } int main(void) { fail(); }",
      [],
      "`reach_error` is reached whatever the values are",
    ],
    [
      "overflow",
      withX("t[1].b = x; x = 2 * t[1].b + 7;", "struct { int a, b; } t[3];"),
      [2 ** 30],
      "`2 * t[1].b` is 2147483648, which does not fit a signed integer of 32 bits (-2147483648 to 2147483647): t[1].b = 1073741824",
    ],
    [
      "bounds",
      withX("int t[8]; int *p = &t[x]; *p = 3;"),
      [8],
      "`*p = 3` accesses &t[8], 0 bytes past t (32 bytes, test.c:3)",
    ],
    [
      "bounds",
      withX("t.a[x] = 1;", "struct { int a[4], b; } t;"),
      [4],
      "the index in `t.a[x]` is 4, but the array has 4 elements, 0 to 3: x = 4",
    ],
    ["bounds", withX("int *p = x ? &x : 0; *p = 1;"), [0], "`*p = 1` follows a null pointer: p = NULL"],
    ["bounds", withX("int *p = malloc(8);\nfree(p); *p = x;"), [0], "`*p = x` accesses malloc@3, freed in line 4"],
    [
      "bounds",
      "int *f(void) { int x = 1; int *p = &x; return p; } int main(void) { return *f(); }",
      [],
      "`*f()` accesses &x, of a call that has returned",
    ],
    [
      "bounds",
      withX('char *s = "text"; s[x] = 0;'),
      [1],
      '`s[x] = 0` writes to "text" + 1 byte, which is constant: s = "text", x = 1',
    ],
    [
      "bounds",
      withX("char a[4], b[8]; memcpy(a, b, x);"),
      [6],
      "`memcpy(a, b, x)` starts at &a[0] and goes on behind the end of a (4 bytes, test.c:3): x = 6",
    ],
    [
      "free",
      withX("int *p = malloc(8);\nfree(p); free(p);"),
      [0],
      "`free(p)` is given malloc@3, freed in line 4: a block is freed once",
    ],
    ["free", withX("free(&x);"), [0], "`free(&x)` is given &x, which is not the start of a block of the heap"],
    [
      "memtrack",
      withX("int *p = malloc(8); p = &x; *p = 1;"),
      [0],
      "where the program ends, malloc@3 (8 bytes, test.c:3) is still allocated, and nothing points to it",
    ],
    [
      "memcleanup",
      withX("static int *p; p = malloc(8);"),
      [0],
      "where the program ends, malloc@3 (8 bytes, test.c:3) is still allocated, and should have been freed",
    ],
    ["div-zero", withX("x = 7 / (x - 3);"), [3], "the divisor in `7 / (x - 3)` is 0: x = 3"],
    ["shift", withX("x = 1 << x;"), [40], "`1 << x` shifts by 40, which is not between 0 and 31: x = 40"],
    [
      "float-to-int",
      "int main(void) { double d = nondet_double(); return (int)d; }",
      [3e9],
      "`(int)d` converts 3000000000, which does not fit a signed integer of 32 bits (-2147483648 to 2147483647): d = 3000000000.0",
    ],
    [
      "error-label",
      withX("if (x > 3) { ERROR: return 1; }"),
      [4],
      "`x > 3` is true, so that label ERROR is reached: x = 4",
    ],
  ])("%s: %s", (check, text, inputs, expected) => {
    expect(why(text, inputs, check)).toBe(expected);
  });
});

describe("steps", () => {
  it("have values of memory by name, and conditions with theirs", () => {
    const { steps, memory, stack } = told(
      `struct acc { int id, balance; } accs[2];
void set(struct acc *a, int v) {
  a->balance = v;
}
int main(void) {
  int x = nondet_int(), *r = &x;
  set(&accs[1], x);
  if (accs[1].balance < *r + 1)
    reach_error();
}`,
      [-953],
      ["unreach-call"],
    );
    const texts = steps.map(({ line, assignments, conditions }) => [
      line,
      ...assignments.map(({ name, value, depth }) => `${name} = ${value}${depth === undefined ? "" : ` of ${depth}`}`),
      ...(conditions ?? []).map((one) => showConditions([one])),
    ]);
    expect(texts).toEqual([
      [8, "x = -953", "r = &x"],
      [9],
      [5, "a = &accs[1]", "v = -953", "accs[1].balance = -953 of 0"],
      [6],
      [10, "accs[1].balance < *r + 1 is true (accs[1].balance = -953, x = -953)"],
      [11],
    ]);
    expect(memory).toContainEqual({ name: "accs[1].balance", value: "-953", depth: 0 });
    expect(memory).toContainEqual({ name: "r", value: "&x", depth: 1 });
    expect(stack.map((one) => one.function)).toEqual(["main"]);
  });

  it("are folded where a loop is over, and the last iteration stays where it is not", () => {
    const { steps } = told(
      `int main(void) {
  int s = 0;
  for (int i = 0; i < 5000; i++)
    s += i;
  while (1) {
    s = s - 1;
    if (s == 12497400)
      reach_error();
  }
}`,
      [],
      ["unreach-call"],
    );
    const folded = steps.flatMap((step) =>
      step.folded === undefined ? [] : [`${step.line}: ${showFold(step.folded)}`],
    );
    expect(folded).toEqual(["5: x 5000, s: 0 -> 12497500, i: 0 -> 5000", "7: x 99, s: 12497500 -> 12497401"]);
    expect(steps.slice(-3).map(({ line }) => line)).toEqual([8, 9, 10]);
    expect(steps.length).toBeLessThan(12);
  });

  it("say what a global was before the loop, where nothing else has set it", () => {
    const { steps } = told(
      `int s, a[2] = {7, 8}; static struct { char c; } r = {'x'};
int main(void) {
  for (int i = 0; i < 9; i++) { s += i; a[1]++; r.c = 'y'; }
  if (s == 36) reach_error();
}`,
      [],
      ["unreach-call"],
    );
    const [fold = ""] = steps.flatMap(({ folded }) => (folded === undefined ? [] : showFold(folded)));
    expect(fold).toBe("x 9, s: 0 -> 36, a[1]: 8 -> 17, r.c: 120 'x' -> 121 'y', i: 0 -> 9");
  });

  it("leave out variables that have no value yet", () => {
    const text = `int sum(int n) { if (n == 0) reach_error(); int rest = sum(n - 1); return n + rest; }
int main(void) { int n = 2; int total = sum(n); return total; }`;
    const { memory } = told(text, [], ["unreach-call"]);
    expect(memory.map(({ name, value, depth }) => `${depth}: ${name} = ${value}`)).toEqual([
      "4: n = 0",
      "3: n = 1",
      "2: n = 2",
      "1: n = 2",
    ]);
  });

  it("have string literals as they are written, and their characters by index", () => {
    const run = (literal: string) =>
      told(`int main(void) { const char *s = ${literal}; if (s[1]) reach_error(); }`, [], ["unreach-call"]);
    const { reason, steps } = run('"é😀\\n"');
    expect(steps.flatMap(({ assignments }) => assignments)).toContainEqual({ name: "s", value: '"é😀\\n"' });
    expect(reason?.operands).toEqual([{ name: '"é😀\\n"[1]', value: "-87" }]);
    const long = run(`"${"x".repeat(10_000)}"`).steps.flatMap(({ assignments }) => assignments);
    expect(long).toContainEqual({ name: "s", value: `"${"x".repeat(60)}..."` });
  });

  it("are few however long the run is: nested loops, recursion, straight lines", () => {
    const lines = Array.from({ length: 1500 }, (_, i) => `  x = ${i};`).join("\n");
    const { steps, stack } = told(
      `int deep(int n) { if (n == 0) reach_error(); return 1 +
  deep(n - 1); }
int fib(int n) {
  if (n < 2) return n;
  return fib(n - 1) +
    fib(n - 2);
}
int main(void) {
  int x = 0;
  for (int i = 0; i < 30; i++)
    for (int j = 0; j < 30; j++)
      x += fib(3);
  x = fib(12);
${lines}
  return deep(800);
}`,
      [],
      ["unreach-call"],
    );
    expect(steps.length).toBeLessThan(1000);
    expect(JSON.stringify(steps).length).toBeLessThan(300_000);
    expect(steps.some(({ folded }) => folded?.what === "steps")).toBe(true);
    expect(stack.length).toBeLessThanOrEqual(40);
  });
});
