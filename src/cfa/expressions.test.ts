import { describe, expect, test } from "vitest";
import { linesOf, lower, programOf } from "../../tests/support/cfa.ts";
import { ILP32 } from "../c/types.ts";

describe("integer arithmetic", () => {
  test("signed operations are wrapped and checked on the exact term", () => {
    expect(lower("int f(int x, int y) { return x + y * 2; }")).toEqual([
      "0 -> 1  return wrap_i32(x + wrap_i32(y * 2))  {y * 2 in i32}  {x + wrap_i32(y * 2) in i32}",
    ]);
  });

  test("unsigned operations wrap without a check", () => {
    expect(lower("unsigned f(unsigned x) { return x - 1 + ~x; }")).toEqual([
      "0 -> 1  return (u32)((u32)(x - 1) + (4294967295 - x))",
    ]);
  });

  test("what provably fits needs neither wrap nor check", () => {
    expect(lower("int f(char c, short s) { return c * s + (c << 3); }")).toEqual(["0 -> 1  return c * s + (c << 3)"]);
    expect(lower("int f(int x) { return (unsigned char)(x & 255); }")).toEqual(["0 -> 1  return x & 255"]);
  });

  test("narrowing conversions wrap, widening ones do not", () => {
    expect(lower("void f(int x) { char c = x; long l = x; unsigned u = x; }")).toEqual([
      "0 -> 1  c := (i8)x",
      "1 -> 2  l := x",
      "2 -> 3  u := (u32)x",
      "3 -> 4  return",
    ]);
    expect(lower("char f(int x) { return (char)(short)(unsigned)x; }")).toEqual(["0 -> 1  return (i8)x"]);
  });

  test("division checks the divisor, and the quotient where it may overflow", () => {
    expect(lower("int f(int x, int y) { return x / y; }")).toEqual([
      "0 -> 1  return wrap_i32(x / y)  {y != 0}  {x / y in i32}",
    ]);
    expect(lower("int f(int x, int y) { return x % y; }")).toEqual(["0 -> 1  return x % y  {y != 0}  {x / y in i32}"]);
    expect(lower("int f(int x) { return x / 3 + x % -1; }")).toEqual([
      "0 -> 1  return x / 3 + x % -1  {x / -1 in i32}",
    ]);
    expect(lower("unsigned f(unsigned x, unsigned y) { return x / y; }")).toEqual(["0 -> 1  return x / y  {y != 0}"]);
  });

  test("shifts check their count, left shifts of signed numbers their result", () => {
    expect(lower("int f(int x, int n) { return x << n; }")).toEqual([
      "0 -> 1  return (i32)(x << n)  {0 <= n < 32}  {x << n in i32}",
    ]);
    expect(lower("unsigned f(unsigned x) { return x << 4 | x >> 28; }")).toEqual([
      "0 -> 1  return (u32)(x << 4) | x >> 28",
    ]);
  });

  test("a constant that overflows keeps its check", () => {
    expect(lower("int f(void) { int x = 2147483647; return x + 1; }")[1]).toBe(
      "1 -> 2  return wrap_i32(x + 1)  {x + 1 in i32}",
    );
    expect(lower("int f(void) { return 3 * 4 - 2; }")).toEqual(["0 -> 1  return 10"]);
  });

  test("_Bool is a comparison with zero", () => {
    expect(lower("_Bool f(int x, double d, char *p) { _Bool b = x; b = d; b = p; b = x < 3; return b; }")).toEqual([
      "0 -> 1  b := x != 0 ? 1 : 0",
      "1 -> 2  b := d != 0.0 ? 1 : 0",
      "2 -> 3  b := p != 0 ? 1 : 0",
      "3 -> 4  b := x < 3 ? 1 : 0",
      "4 -> 5  return b",
    ]);
  });
});

describe("floats", () => {
  test("operations round to their type; conversions to integers are checked", () => {
    expect(lower("int f(float x, int n) { double d = x * n + 0.5; return d; }")).toEqual([
      "0 -> 1  d := (f64)(x * (f32)n) + 0.5",
      "1 -> 2  return (i32)d  {trunc(d) in i32}",
    ]);
  });

  test("a negated comparison is not the opposite one", () => {
    expect(lower("int f(double x) { return !(x < 1); }")).toEqual(["0 -> 1  return !(x < 1.0) ? 1 : 0"]);
  });

  test("long double is computed as double, once recorded a function", () => {
    const program = programOf("long double f(long double x) { return x * 2 + x; }");
    expect(program.overApproximations.map(({ what }) => what)).toEqual(["long double computed as double"]);
  });

  test("math functions are terms unless the program defines them", () => {
    expect(lower("double sqrt(double); double f(double x) { return sqrt(x) + __builtin_fabs(x); }")).toEqual([
      "0 -> 1  return sqrt(x) + fabs(x)",
    ]);
    expect(lower("double sqrt(double x) { return x; } double f(double x) { return sqrt(x); }")).toEqual([
      "0 -> 1  $1 := sqrt(x)",
      "1 -> 2  return $1",
    ]);
  });
});

describe("pointers and memory", () => {
  test("sums of addresses stay flat, inside an object without wrap", () => {
    const source =
      "struct s { int a; int b[4]; } v[3]; int f(int i, struct s *p) { v[1].b[2] = 7; p->b[i] = v[i].b[1]; return 0; }";
    expect(lower(source, ILP32)).toEqual([
      "0 -> 1  i32[&v + 32] := 7",
      "1 -> 2  $1 := i32[wrap_p32(&v + i * 20 + 8)]  {0 <= i < 4}",
      "2 -> 3  i32[wrap_p32(p + i * 4 + 4)] := $1",
      "3 -> 4  return 0",
    ]);
  });

  test("pointer differences are in elements", () => {
    expect(lower("long f(int *p, int *q) { return p - q; }")).toEqual(["0 -> 1  return wrap_i64(p - q) / 4"]);
  });

  test("a scalar whose address is taken lives in memory", () => {
    expect(lower("int f(int x) { int y = x, *p = &y; *p = 3; return y; }")).toEqual([
      "0 -> 1  i32[&y] := x",
      "1 -> 2  p := &y",
      "2 -> 3  i32[p] := 3",
      "3 -> 4  $1 := i32[&y]",
      "4 -> 5  return $1",
    ]);
  });

  test("a parameter whose address is taken is stored first", () => {
    expect(lower("int g(int *); int f(int x) { return g(&x); }")).toEqual([
      "0 -> 1  i32[&x] := x$in",
      "1 -> 2  $1 := g(&x)",
      "2 -> 3  return $1",
    ]);
  });

  test("bit-fields are wrapped to their width, and that is the value of the assignment", () => {
    const source = "struct { unsigned a : 3; int b : 5; } s; int f(int x) { return s.b = x; }";
    expect(lower(source)).toEqual(["0 -> 1  i5@3[&s] := (i5)x", "1 -> 2  return (i5)x"]);
    const step = "struct { unsigned a : 3; } s; void f(void) { s.a++; }";
    expect(lower(step)).toEqual(["0 -> 1  $1 := u3@0[&s]", "1 -> 2  u3@0[&s] := (u3)($1 + 1)", "2 -> 3  return"]);
  });

  test("loads go straight into the variable that takes them", () => {
    expect(lower("int f(int *p) { int x = *p; x = p[1]; return x; }")).toEqual([
      "0 -> 1  x := i32[p]",
      "1 -> 2  x := i32[wrap_p64(p + 4)]",
      "2 -> 3  return x",
    ]);
  });

  test("structs are copied", () => {
    expect(lower("struct s { long a, b; } u, v; void f(struct s *p) { u = v; *p = u; }")).toEqual([
      "0 -> 1  copy 16 bytes to &u from &v",
      "1 -> 2  copy 16 bytes to p from &u",
      "2 -> 3  return",
    ]);
  });

  test("volatile reads are events of their own", () => {
    expect(lower("volatile int v; int f(void) { return v * v; }")).toEqual([
      "0 -> 1  $1 := v",
      "1 -> 2  $2 := v",
      "2 -> 3  return wrap_i32($1 * $2)  {$1 * $2 in i32}",
    ]);
    expect(lower("int f(volatile int *p) { return *p; }")[0]).toBe("0 -> 1  $1 := volatile i32[p]");
  });
});

describe("side effects", () => {
  test("an earlier operand keeps its value when a later one may change it", () => {
    expect(lower("int g; int h(void); int f(int x) { return g + x + h(); }")).toEqual([
      "0 -> 1  $1 := wrap_i32(g + x)  {g + x in i32}",
      "1 -> 2  $2 := h()",
      "2 -> 3  return wrap_i32($1 + $2)  {$1 + $2 in i32}",
    ]);
    expect(lower("int h(void); int f(int x) { return x + h(); }")).toEqual([
      "0 -> 1  $1 := h()",
      "1 -> 2  return wrap_i32(x + $1)  {x + $1 in i32}",
    ]);
  });

  test("postfix keeps the old value where it is used, and only there", () => {
    expect(lower("int f(int x) { x++; return x--; }")).toEqual([
      "0 -> 1  x := wrap_i32(x + 1)  {x + 1 in i32}",
      "1 -> 2  $1 := x",
      "2 -> 3  x := wrap_i32(x - 1)  {x - 1 in i32}",
      "3 -> 4  return $1",
    ]);
  });

  test("compound assignment computes in the common type", () => {
    expect(lower("void f(unsigned char c, int x) { c += x; c <<= 1; }")).toEqual([
      "0 -> 1  c := (u8)wrap_i32(c + x)  {c + x in i32}",
      "1 -> 2  c := (u8)(c << 1)",
      "2 -> 3  return",
    ]);
  });

  test("an unused value is still checked", () => {
    expect(lower("void f(int x) { x / 0; x + 1; }")).toEqual([
      "0 -> 1  skip  {0 != 0}",
      "1 -> 2  skip  {x + 1 in i32}",
      "2 -> 3  return",
    ]);
  });

  test("conditional expressions assign on both ways", () => {
    expect(lower("int f(int x, int *p) { int y = x > 0 ? *p : -1; return y; }")).toEqual([
      "0 -> 1  assume 0 < x",
      "0 -> 2  assume x <= 0",
      "1 -> 3  y := i32[p]",
      "2 -> 3  y := -1",
      "3 -> 4  return y",
    ]);
    expect(lower("int f(int x) { return x ?: 7; }")).toEqual([
      "0 -> 1  $2 := x",
      "1 -> 2  assume $2 != 0",
      "1 -> 3  assume $2 == 0",
      "2 -> 4  $1 := $2",
      "3 -> 4  $1 := 7",
      "4 -> 5  return $1",
    ]);
  });

  test("a conversion of a conditional converts after it", () => {
    expect(lower("char f(int x, int y) { char c = x ? y : 3; return c; }").slice(2)).toEqual([
      "1 -> 3  $1 := y",
      "2 -> 3  $1 := 3",
      "3 -> 4  c := (i8)$1",
      "4 -> 5  return c",
    ]);
  });

  test("statement expressions have the value of their last expression", () => {
    expect(lower("int f(int x) { return ({ int t = x; t & 1; }); }")).toEqual([
      "0 -> 1  t := x",
      "1 -> 2  return t & 1",
    ]);
  });
});

describe("calls", () => {
  test("a known definition decides about its arguments", () => {
    const program = programOf(
      "int g(); int f(void) { return g(1, 2, 3) + g(); } int g(long a, char b) { return a + b; }",
    );
    expect(linesOf(program, "f")).toEqual([
      "0 -> 1  $1 := g(1, 2)",
      "1 -> 2  $2 := any i64 (uninitialised)",
      "2 -> 3  $3 := any i8 (uninitialised)",
      "3 -> 4  $4 := g($2, $3)",
      "4 -> 5  return wrap_i32($1 + $4)  {$1 + $4 in i32}",
    ]);
    expect(program.overApproximations).toHaveLength(2);
  });

  test("structs go by address and are copied by the callee; struct results by a hidden argument", () => {
    const program = programOf(
      "struct s { int a[4]; }; struct s g(struct s x) { return x; } int f(struct s *p) { return g(*p).a[1]; }",
    );
    expect(linesOf(program, "g")).toEqual([
      "0 -> 1  copy 16 bytes to &x from x$in",
      "1 -> 2  copy 16 bytes to $result from &x",
      "2 -> 3  return",
    ]);
    expect(linesOf(program, "f")).toEqual(["0 -> 1  g(&$1, p)", "1 -> 2  $2 := i32[&$1 + 4]", "2 -> 3  return $2"]);
    expect(program.functions.get("g")?.signature.resultByAddress).toEqual({ bytes: 16 });
  });

  test("an unknown function gets a copy of a struct", () => {
    expect(lower("struct s { int a; } v; void g(struct s); void f(void) { g(v); }")).toEqual([
      "0 -> 1  copy 4 bytes to &$1 from &v",
      "1 -> 2  g(&$1)",
      "2 -> 3  return",
    ]);
  });

  test("calls through pointers", () => {
    expect(lower("int f(int (*g)(char), int (**t)(char)) { (*f)(g, t); return g(300) + t[1](2); }")).toEqual([
      "0 -> 1  f(g, t)",
      "1 -> 2  $1 := (*g)(44)",
      "2 -> 3  $2 := p64[wrap_p64(t + 8)]",
      "3 -> 4  $3 := (*$2)(2)",
      "4 -> 5  return wrap_i32($1 + $3)  {$1 + $3 in i32}",
    ]);
  });

  test("nothing follows a call that does not return", () => {
    expect(lower("void abort(void); int f(int x) { if (x) abort(); return x; }")).toEqual([
      "0 -> 1  assume x != 0",
      "0 -> 3  assume x == 0",
      "1 -> 2  abort()",
      "3 -> 4  return x",
    ]);
  });

  test("undefined functions are listed with what is known about them", () => {
    const { externals } = programOf(
      "int nondet(void); void (*p)(int); void h(int); void f(void) { p = h; k(nondet()); }",
    );
    expect([...externals.keys()].sort()).toEqual(["h", "k", "nondet"]);
    expect(externals.get("k")?.signature.unprototyped).toBe(true);
  });

  test("overflow builtins are exact", () => {
    expect(lower("_Bool f(int x, unsigned y, short *p) { return __builtin_add_overflow(x, y, p); }")).toEqual([
      "0 -> 1  $1 := x + y < -32768 || 32767 < x + y ? 1 : 0",
      "1 -> 2  i16[p] := (i16)(x + y)",
      "2 -> 3  return $1",
    ]);
  });

  test("bit builtins are terms", () => {
    expect(lower("int f(int x) { return __builtin_clz(x) + __builtin_popcount(x); }")).toEqual([
      "0 -> 1  return wrap_i32(clz32((u32)x) + popcount((u32)x))  {(u32)x != 0}  {clz32((u32)x) + popcount((u32)x) in i32}",
    ]);
    expect(lower("int abs(int); int f(int x) { return abs(x); }")).toEqual([
      "0 -> 1  return x < 0 ? wrap_i32(-x) : x  {-x in i32}",
    ]);
  });

  test("variadic functions", () => {
    const source =
      "int f(int n, ...) { __builtin_va_list a; __builtin_va_start(a, n); int x = __builtin_va_arg(a, int); __builtin_va_end(a); return x; }";
    expect(lower(source)).toEqual([
      "0 -> 1  uninitialised a",
      "1 -> 2  va_start(&a)",
      "2 -> 3  $1 := va_arg(&a)",
      "3 -> 4  x := $1",
      "4 -> 5  va_end(&a)",
      "5 -> 6  return x",
    ]);
  });
});
