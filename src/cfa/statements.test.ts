import { describe, expect, test } from "vitest";
import { linesOf, lower, programOf, refusalOf } from "../../tests/support/cfa.ts";
import { checkGraph } from "../../tests/support/check-graph.ts";

describe("conditions", () => {
  test("short circuits jump straight to their targets", () => {
    expect(lower("int f(int a, int b, int c) { if (a && !(b > 1 || c)) return 1; return 0; }")).toEqual([
      "0 -> 1  assume a != 0",
      "0 -> 4  assume a == 0",
      "1 -> 4  assume 1 < b",
      "1 -> 2  assume b <= 1",
      "2 -> 4  assume c != 0",
      "2 -> 3  assume c == 0",
      "3 -> 5  return 1",
      "4 -> 5  return 0",
    ]);
  });

  test("logical values are set on two ways", () => {
    expect(lower("int f(int a, int b) { int x = a || b; return x; }")).toEqual([
      "0 -> 2  assume a != 0",
      "0 -> 1  assume a == 0",
      "1 -> 2  assume b != 0",
      "1 -> 3  assume b == 0",
      "2 -> 4  x := 1",
      "3 -> 4  x := 0",
      "4 -> 5  return x",
    ]);
  });

  test("constant conditions do not branch, and what they cut off is gone", () => {
    expect(lower("int f(int x) { if (0) x = 1; while (1) { if (x) break; x++; } return x; }")).toEqual([
      "0 -> 1  skip",
      "1: loop",
      "1 -> 2  assume x != 0",
      "1 -> 4  assume x == 0",
      "2 -> 3  return x",
      "4 -> 1  x := wrap_i32(x + 1)  {x + 1 in i32}",
    ]);
  });

  test("a condition's checks are on both ways", () => {
    expect(lower("int f(int x, int y) { if (x / y) return 1; return 0; }").slice(0, 2)).toEqual([
      "0 -> 1  assume wrap_i32(x / y) != 0  {y != 0}  {x / y in i32}",
      "0 -> 2  assume wrap_i32(x / y) == 0  {y != 0}  {x / y in i32}",
    ]);
  });

  test("comparisons of conditions with zero are conditions", () => {
    expect(lower("int f(int x, int y) { if ((x < y) == 0) return 1; return 0; }").slice(0, 2)).toEqual([
      "0 -> 1  assume x < y",
      "0 -> 2  assume y <= x",
    ]);
  });
});

describe("loops", () => {
  test("for: the head is before the condition, continue goes to the step", () => {
    expect(
      lower("int f(int n) { int s = 0; for (int i = 0; i < n; i++) { if (i & 1) continue; s += i; } return s; }"),
    ).toEqual([
      "0 -> 1  s := 0",
      "1 -> 2  i := 0",
      "2: loop",
      "2 -> 3  assume i < n",
      "2 -> 6  assume n <= i",
      "3 -> 5  assume (i & 1) != 0",
      "3 -> 4  assume (i & 1) == 0",
      "4 -> 5  s := wrap_i32(s + i)  {s + i in i32}",
      "5 -> 2  i := wrap_i32(i + 1)  {i + 1 in i32}",
      "6 -> 7  return s",
    ]);
  });

  test("do: the head is before the body, and do-while-0 is no loop", () => {
    expect(
      lower("int f(int x) { x = 1; do x = x / 2; while (x); do { if (x) break; x = 3; } while (0); return x; }"),
    ).toEqual([
      "0 -> 1  x := 1",
      "1: loop",
      "1 -> 2  x := x / 2",
      "2 -> 1  assume x != 0",
      "2 -> 3  assume x == 0",
      "3 -> 5  assume x != 0",
      "3 -> 4  assume x == 0",
      "4 -> 5  x := 3",
      "5 -> 6  return x",
    ]);
  });

  test("two loops that begin at one place keep their heads apart", () => {
    const heads = lower("void f(int x) { x = 0; while (1) while (x < 3) x++; }").filter((line) =>
      line.endsWith("loop"),
    );
    expect(heads).toHaveLength(2);
  });

  test("loops carry the range of their statement", () => {
    const text = "int f(int x) {\n  while (x) x--;\n  return x; }";
    const graph = programOf(text).functions.get("f");
    const head = graph?.locations.find((location) => location.loop !== undefined);
    expect(head?.loop?.start).toBe(1 + text.indexOf("while"));
  });
});

describe("jumps", () => {
  test("labels are kept, also in code that only a jump reaches", () => {
    expect(lower("int f(int x) { goto in; while (x) { x--; in: x++; } out: return x; }")).toEqual([
      "0 -> 1  skip",
      "1: label in",
      "1 -> 2  x := wrap_i32(x + 1)  {x + 1 in i32}",
      "2: loop",
      "2 -> 3  assume x != 0",
      "2 -> 4  assume x == 0",
      "3 -> 1  x := wrap_i32(x - 1)  {x - 1 in i32}",
      "4: label out",
      "4 -> 5  return x",
    ]);
  });

  test("code that nothing reaches is gone", () => {
    expect(lower("int f(int x) { return x; x = 2; again: x++; goto again; }")).toEqual(["0 -> 1  return x"]);
  });

  test("computed goto branches over the labels whose address is taken", () => {
    const lines = lower("int f(int x) { void *p = x ? &&a : &&b; goto *p; a: return 1; b: return 2; }");
    expect(lines.slice(4)).toEqual([
      "3 -> 4  assume p == 1",
      "3 -> 5  assume p == 2",
      "3 -> 7  assume p != 1 && p != 2",
      "4: label a",
      "4 -> 6  return 1",
      "5: label b",
      "5 -> 6  return 2",
      "7 -> 8  __builtin_unreachable()",
    ]);
  });

  test.each([
    "void f(int n) { goto in; { int a[n]; in: a[0] = 1; } }",
    "void f(int n) { if (n) goto in; typedef int t[n]; in: ; }",
    "void f(int n) { { int a[n]; goto in; } { int (*b)[n]; in: ; } }",
    "void f(int n) { switch (n) { int a[n]; case 1: a[0] = 1; } }",
    "void f(int n) { switch (n) { case 1: ; int a[n]; default: ; } }",
  ])("a jump into the scope of a variable-length array is refused: %s", (text) => {
    expect(refusalOf(text)).toEqual([expect.stringContaining("into the scope of a type with variable length")]);
  });

  test("a jump inside the scope of a variable-length array, or out of it, is not", () => {
    expect(() =>
      lower("void f(int n) { again: ; int a[n]; in: a[0] = n; if (n == 1) goto in; if (n == 2) goto again; }"),
    ).not.toThrow();
  });

  test("an undefined label is refused", () => {
    expect(refusalOf("void f(void) { goto nowhere; }").join()).toContain("nowhere");
  });
});

describe("switch", () => {
  test("cases and default are one branch that covers everything", () => {
    expect(
      lower("int f(int x) { switch (x) { case 1: case 2: return 5; case 4 ... 6: x++; default: x = 0; } return x; }"),
    ).toEqual([
      "0 -> 1  assume x == 1",
      "0 -> 1  assume x == 2",
      "0 -> 2  assume 4 <= x && x <= 6",
      "0 -> 3  assume x != 1 && x != 2 && !(4 <= x && x <= 6)",
      "1 -> 5  return 5",
      "2 -> 3  x := wrap_i32(x + 1)  {x + 1 in i32}",
      "3 -> 4  x := 0",
      "4 -> 5  return x",
    ]);
  });

  test("cases may stand inside loops", () => {
    const source =
      "int f(int n, int s) { switch (n) { case 0: do { s++; case 1: s += 2; } while (s < 9); } return s; }";
    expect(lower(source)).toEqual([
      "0 -> 3  assume n == 0",
      "0 -> 1  assume n == 1",
      "0 -> 4  assume n != 0 && n != 1",
      "1 -> 2  s := wrap_i32(s + 2)  {s + 2 in i32}",
      "2 -> 3  assume s < 9",
      "2 -> 4  assume 9 <= s",
      "3: loop",
      "3 -> 1  s := wrap_i32(s + 1)  {s + 1 in i32}",
      "4 -> 5  return s",
    ]);
  });

  test("duplicate cases are refused", () => {
    expect(refusalOf("void f(int x) { switch (x) { case 1: break; case 0 ... 3: break; } }")).toHaveLength(1);
  });
});

describe("declarations", () => {
  test("what has no initialiser is unknown", () => {
    expect(lower("void f(void) { int x, a[3]; double d; }")).toEqual([
      "0 -> 1  x := any i32 (uninitialised)",
      "1 -> 2  uninitialised a",
      "2 -> 3  d := any f64 (uninitialised)",
      "3 -> 4  return",
    ]);
  });

  test("aggregates are zeroed only where entries leave something out", () => {
    expect(
      lower('void f(int x) { int a[2] = { x, 0 }; int b[3] = { 1, 0, 2 }; int c[4] = { 1, 0 }; char s[] = "a"; }'),
    ).toEqual([
      "0 -> 1  i32[&a] := x",
      "1 -> 2  i32[&a + 4] := 0",
      "2 -> 3  i32[&b] := 1",
      "3 -> 4  i32[&b + 4] := 0",
      "4 -> 5  i32[&b + 8] := 2",
      "5 -> 6  zero 16 bytes at &c",
      "6 -> 7  i32[&c] := 1",
      "7 -> 8  i8[&s] := 97",
      "8 -> 9  i8[&s + 1] := 0",
      "9 -> 10  return",
    ]);
  });

  test("a struct of which a later initialiser says a part is forgotten, as by gcc", () => {
    const source =
      "struct p { int a, b, c; }; void f(struct p q) { struct { struct p x; int y[9]; } v = { .x = q, .x.b = 3 }; }";
    expect(lower(source).slice(1, 3)).toEqual(["1 -> 2  zero 48 bytes at &v", "2 -> 3  i32[&v + 4] := 3"]);
  });

  test("variable-length arrays are allocated when they are reached", () => {
    expect(lower("int f(int n) { int a[n + 1]; return sizeof a; }")).toEqual([
      "0 -> 1  <length 1> := (u64)wrap_i32(n + 1)  {n + 1 in i32}",
      "1 -> 2  allocate a, wrap_u64(<length 1> * 4) bytes",
      "2 -> 3  return (i32)wrap_u64(<length 1> * 4)",
    ]);
  });

  test("compound literals are set each time", () => {
    expect(lower("int f(int x) { int *p = (int[]){ x, 2 }; return p[0]; }").slice(0, 3)).toEqual([
      "0 -> 1  i32[&<literal 1>] := x",
      "1 -> 2  i32[&<literal 1> + 4] := 2",
      "2 -> 3  p := &<literal 1>",
    ]);
  });

  test("statics are set before the program starts", () => {
    const program = programOf(
      "int a = 1, b, c[1000]; static double d; int *p = c + 2; int f(void) { static int n = 7; return n++ + b; } extern int e; int g(void) { return e; }",
    );
    expect(linesOf(program, "$initialise")).toEqual([
      "0 -> 1  a := 1",
      "1 -> 2  b := 0",
      "2 -> 3  zero 4000 bytes at &c",
      "3 -> 4  d := 0.0",
      "4 -> 5  p := &c + 8",
      "5 -> 6  f::n := 7",
      "6 -> 7  return",
    ]);
    expect(program.undefinedObjects.map(({ name }) => name)).toEqual(["e"]);
    expect(linesOf(program, "f")[0]).toBe("0 -> 1  $1 := n");
  });

  test("equal strings are one object", () => {
    const { objects } = programOf('const char *p = "ab"; int f(const char *q) { return q == "ab"; }');
    expect(objects.filter(({ role }) => role === "string")).toHaveLength(1);
  });
});

describe("functions", () => {
  test("main returns 0 at its end, others nothing", () => {
    const program = programOf("int main(void) { } int g(int x) { if (x) return 1; }");
    expect(linesOf(program, "main")).toEqual(["0 -> 1  return 0"]);
    expect(linesOf(program, "g").slice(2)).toEqual(["1 -> 3  return 1", "2 -> 3  return"]);
  });

  test("inline assembly is opaque", () => {
    const program = programOf(
      'void f(int x) { int y, z[2]; __asm__ volatile("" : "=r"(y), "=m"(z[1]) : "r"(x) : "memory"); }',
    );
    expect(linesOf(program, "f").slice(2, 6)).toEqual([
      "2 -> 3  opaque: inline assembly",
      "3 -> 4  y := any i32 (asm)",
      "4 -> 5  $1 := any i32 (asm)",
      "5 -> 6  i32[&z + 4] := $1",
    ]);
    expect(program.overApproximations.map(({ what }) => what)).toEqual(["inline assembly"]);
  });

  test("names are plain until they clash", () => {
    const program = programOf(
      "int x; void f(int y) { int i = y; { int i = 2; x = i; } } void g(int z) { int x = z, i = z; }",
    );
    const names = [...program.globals, ...[...program.functions.values()].flatMap((graph) => graph.variables)].map(
      ({ name }) => name,
    );
    expect(names).toEqual(["x", "y", "f::i", "f::i#2", "z", "g::x", "g::i"]);
    const scope = program.functions.get("f")?.names.map(({ name, scope: { start, end } }) => [name, end > start]);
    expect(scope).toEqual([
      ["y", true],
      ["i", true],
      ["i", true],
    ]);
  });
});

describe("linking", () => {
  test("static functions and objects of one name are kept apart, extern ones are one", () => {
    const program = programOf([
      "static int n = 1; static int h(void) { return n; } extern int shared; int g(void); int f(void) { return h() + g() + shared; }",
      "static int n = 2; static int h(void) { return n; } int shared = 5; int *where(void) { return &shared; } int g(void) { return h(); }",
    ]);
    expect([...program.functions.keys()]).toEqual(["h", "f", "h@file2.c", "where", "g"]);
    expect(linesOf(program, "g")).toEqual(["0 -> 1  $1 := h@file2.c()", "1 -> 2  return $1"]);
    // One unit takes the address of `shared`, so it is in memory for both.
    expect(linesOf(program, "f")).toContain("2 -> 3  $3 := i32[&shared]  {$1 + $2 in i32}");
    expect(program.undefinedObjects).toEqual([]);
  });

  test("two definitions of one name are refused, tentative and inline ones are not", () => {
    expect(refusalOf(["int f(void) { return 1; }", "int f(void) { return 2; }"])).toEqual([
      "multiple definition of 'f'",
    ]);
    expect(refusalOf(["int x = 1;", "int x = 2;"])).toEqual(["multiple definition of 'x'"]);
    expect(
      programOf(["int x; inline int f(void) { return 1; }", "int x = 2; inline int f(void) { return 1; }"]).globals,
    ).toHaveLength(1);
  });
});

describe("depth", () => {
  test("long chains and deep nesting do not meet the stack", () => {
    const sum = Array.from({ length: 10_000 }, (_, i) => `x${i % 10}`).join(" + ");
    const chain = Array.from({ length: 5_000 }, (_, i) => `x${i % 10} == ${i}`).join(" && ");
    const elses = Array.from({ length: 300 }, (_, i) => `if (x0 == ${i}) x1 = ${i}; else `).join("");
    const parameters = Array.from({ length: 10 }, (_, i) => `unsigned x${i}`).join(", ");
    const cases = Array.from({ length: 2_000 }, (_, i) => `case ${i}: `).join("");
    const text = `unsigned f(${parameters}) { if (${chain}) x2 = 1; ${elses} x3 = 2; switch (x4) { ${cases} x5 = 1; } return ${sum}; }`;
    const program = programOf(text);
    const graph = program.functions.get("f");
    expect(graph === undefined ? [] : checkGraph(graph, program)).toEqual([]);
    expect(graph?.edges.length).toBeGreaterThan(12_000);
  });
});
