import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseText } from "../../tests/support/c.ts";
import { gccAccepts, hasGcc } from "../../tests/support/gcc.ts";
import { runs } from "../../tests/support/thorough.ts";
import { ILP32, LP64 } from "./types.ts";

/** What gcc accepts, if only with a warning. */
const ACCEPTED: readonly string[] = [
  "int f(a, b) int a; char b; { return a + b; }",
  "int f(a, b) { return a + b; }",
  "main() { return 0; }",
  "x; *p; f() { x = 1; return x; }",
  "void main() { }",
  "int f(void) { return; }",
  "void g(void); void f(void) { return g(); }",
  "void f(void) { return 1; }",
  "int f(void) { return g(1, 2.0f, 'c'); }",
  "int *p; int f(int x) { p = x; x = p; return p == x; }",
  "char *p; int *q; void f(void) { p = q; q = p; }",
  "const char *c; char *p; void f(void) { p = c; }",
  "int f(); int g(void) { return f(1, 2) + f(); }",
  "void f(int n) { int a[n]; int b[n][n]; (void)sizeof a; (void)sizeof b[0]; typedef int t[n]; t c; c[0] = 1; }",
  "void f(int n, int a[n][n]) { a[1][2] = 3; }",
  "void f(int n, int m[*][*]);",
  "struct s { int a : 3; unsigned : 0; int b; struct { int c; union { int d; float e; }; }; } x = { 1, 2, { 3, { 4 } } };",
  "struct s { int n; int data[]; } x = { 2, { 1, 2 } };",
  "struct e { }; struct e x; int a[0];",
  "int a[] = { [5] = 1, 2, [1] = 3, [2 ... 4] = 7 };",
  "struct p { int x, y; } a = { y: 1, x: 2 }, b = { .y = 3 }, c[2] = { [1].x = 4, 5 };",
  'char s[] = "abc", t[2] = "ab", u[] = { "xyz" }; int n = sizeof s;',
  '__typeof__(L""[0]) w[] = L"wide"; char *p = "a" "b"; unsigned short h[] = u"h"; char v[] = u8"é";',
  "union u { int i; float f; } x = { .f = 1.0f }; union u g(int i) { return (union u)i; }",
  "typedef int t; void f(void) { t t = 1; t = 2; } t x;",
  "typedef int t; struct s { t t; }; void f(t);",
  "enum e { A, B = 5, C, D = -1 } x = C; int y = B + sizeof(enum e); enum late; enum late { L };",
  "enum big { X = 0x100000000LL, Y = -1 }; long long v = X;",
  "int f(int x) { switch (x) { case 1: case 2 ... 5: return 1; default: ; } return 0; }",
  "int f(int n) { switch (n % 4) { case 0: do { n--; case 3: n--; case 2: n--; case 1: n--; } while (n > 0); } return n; }",
  "int f(int x) { void *p = &&a; goto *p; a: return x ?: 3; }",
  "int f(int x) { return ({ int y = x; y++; y; }); }",
  "void f(void) { { __label__ l; goto l; l: ; } { __label__ l; goto l; l: ; } }",
  "int f(int x) { l: int y = x; return y; }",
  "int f(int x) { if (x) goto e; return 1; e: }",
  "int (*g(int x))(float); int (*(*h)[3])(void); int f(int (*p)(int), int q(int)) { return p(1) + (*q)(2) + (***p)(3); }",
  "void f(void) { extern int g; g = 1; { extern int g; g = 2; } } int g;",
  "extern int a[]; int a[3]; int n = sizeof a; int b[]; static int c[2]; static int c[];",
  "struct s *p; struct s { int x; }; int f(void) { return p->x; }",
  "int f(struct s *p); struct t { struct t *next; } x = { &x };",
  "__extension__ typedef long long ll; extern __inline __attribute__((__gnu_inline__)) int f(int x) { return x; } int f(int x) { return x + 1; }",
  '_Static_assert(sizeof(int) == 4, "int"); struct s { _Static_assert(1, "x"); int a; };',
  "int f(void) { return _Generic(1.0, int: 1, double: 2, default: 3) + _Alignof(int) + __alignof__(double); }",
  '_Noreturn void die(void); void die2(void) __attribute__((noreturn)); int x __attribute__((aligned(16))), y asm("z");',
  "int f(int n, ...) { __builtin_va_list ap; __builtin_va_start(ap, n); n = __builtin_va_arg(ap, int); __builtin_va_end(ap); return n; }",
  'int f(void) { int a = 1, b; asm volatile("nop" : "=r"(b) : "r"(a) : "memory"); asm(""); return b; }',
  "struct s { char c; int i; }; int a[__builtin_offsetof(struct s, i)]; int b[(unsigned long)&((struct s *)0)->i];",
  "int x; int *p = &x + 1, *q = (int *)((char *)&x + 4); int a[3], *r = &a[1], *s = a + 2; unsigned long z = (unsigned long)&x;",
  "int f(void); int (*p)(void) = f, (*q)(void) = &f; int (*t[])(void) = { f, 0 };",
  "int f(int c, int *p, void *v) { p = c ? p : 0; v = c ? p : v; c = *(c ? p : &c); return c ? 1 : 2.0; }",
  "void f(void *p) { p++; p = p + 1; (void)(p - p); (void)sizeof(void); (void)sizeof(f); }",
  "struct s { int a[2]; }; struct s g(void); int f(void) { return g().a[1]; }",
  "int f(void) { struct s { int x; } *p = &(struct s){ 3 }; int *q = (int[]){ 1, 2 }; return p->x + q[1]; }",
  "static const int n = 3; int a = n; const double d = 1.5; static double e = d * 2;",
  "__auto_type x = 3.0; int f(void) { __auto_type y = &x; return *y > 1; }",
  "int f(void) { return __builtin_expect(1, 0) + __builtin_constant_p(3) + __builtin_types_compatible_p(int, long); }",
  'void *f(void) { return malloc(10); } int g(void) { return strlen("abc") + printf("%d", 1); }',
  "const char *f(void) { return __func__; } int n(void) { return sizeof __FUNCTION__; }",
  "int f(int x) { int y = (x++, x); return y, x; }",
  "int f(unsigned char c) { c += 1.5; c <<= 2; c = -c; return !c + ~c; }",
  "double f(double x) { return 0x1.8p3 + 1e10 + .5 + 1.f + 2.0L + x; } int o = 0777 + 0b101 + 0xFFu + 1ULL + 'a' + '\\x41' + L'x';",
  "typedef float _Float32x2; _Float64 g; extern _Float128 q(_Float128); extern float _Complex c(float _Complex);",
  "typedef int v4 __attribute__((vector_size(16))); extern v4 g(v4);",
  "int f(int a[static 3], int b[const]) { return a[0] + b[0]; }",
  "int x = 1 ? 2 : 1 / 0; int f(void) { return 1 / 0; }",
  "struct a { int x; }; void f(void) { struct a; struct a { char y; } v; v.y = 1; }",
  "int f(long l) { switch (l) { case 5000000000: return 1; } return 0; }",
  "int g; void f(void) { for (int i = 0, j = 1; i < j; i++) ; for (;;) break; while (1) { continue; } do ; while (0); }",
  "typedef struct { int x; } T; T f(T a) { T b = a; return b; } int g(T *p) { return f(*p).x + (*p).x + p->x; }",
  "int f(void) { int f = 3; return f; }",
  "volatile int v; const volatile int *p = &v; int *const q; int *restrict r; char signed unsigned_; long unsigned int long z;",
  "int a[2][3] = { 1, 2, 3, 4 }, b[][2] = { { 1 }, 2, 3 }, c[2][2] = { { 1, 2 }, { 3, 4 } };",
  "struct { struct { int a, b; } s[2]; int c; } x = { { 1, 2, 3, 4 }, 5 }, y = { 1, 2, 3, 4, 5 }, z = { .s[1].b = 3, 4 };",
  "int x = sizeof(struct { int a; }); struct t { enum { P, Q } e; } u = { Q };",
  "typedef void F(int); F g; void h(F *p) { p = g; p(1); }",
  "int f(b) _Bool b; { return b; } int g(void) { return f(1); }",
  'int printf(const char *, ...); int f(char c, float x) { return printf("%c %f", c, x); }',
  "unsigned x = -1; int y = 4294967295; char c = 300; float f = 1; int i = 2.5;",
  ";;; int x;;",
  "int f(int x) { return x ? 1 : x ? 2 : 3; } int g(int *p, int *q) { return p - q; }",
  "int x[3] = {}; struct s { int a; } y = {}; int z = { 3 };",
  "int f(void) { int x, *p = &x; return &*p == p && *&x == x && &p[1] == p + 1; }",
  "long f(void) { static int s = 3; static int *p = &s; register int r = 1; auto int q = 2; return s + *p + r + q; }",
];

/** What gcc refuses. */
const REFUSED: readonly string[] = [
  "int f(void) { return x; }",
  "int f(void) { struct s v; return 0; }",
  "struct s { int a; } v; int f(void) { return v.b; }",
  "int f(int x) { return *x; }",
  "int f(int x) { return x->y; }",
  "int f(int x) { 3 = x; return 0; }",
  "int f(int x) { (char)x = 1; return 0; }",
  "int f(void) { int a[3], b[3]; a = b; return 0; }",
  "int f(void) { const int x = 1; x = 2; return 0; }",
  "struct s { int a; } v; int f(void) { return v; }",
  "struct s { int a; } v; int f(int x) { if (v) return 1; return 0; }",
  "struct s { int a; } v; struct t { int a; } w; void f(void) { v = w; }",
  "void g(void); int f(void) { return g(); }",
  "void g(void); int f(void) { int x = g(); return x; }",
  "int f(int a) { return f(); }",
  "int f(int a) { return f(1, 2); }",
  "int f(void) { break; }",
  "int f(void) { continue; }",
  "int f(void) { case 1: return 0; }",
  "int f(int x) { switch (x) { case 1: case 1: return 0; } return 1; }",
  "int f(int x) { switch (x) { default: default: return 0; } return 1; }",
  "int f(int x) { switch (x) { case x: return 0; } return 1; }",
  "int f(double x) { switch (x) { case 1: return 0; } return 1; }",
  "void f(void) { goto l; }",
  "void f(void) { l: ; l: ; }",
  "int f(void) { int x; int x; return 0; }",
  "int f(int a) { int a; return 0; }",
  "int x; float x;",
  "int f(int); float f(int);",
  "int f(void) { return 0; } int f(void) { return 1; }",
  "int x = 1; int x = 2;",
  "int y; int x = y;",
  "int f(void); int x = f();",
  "int n; int a[n];",
  "int a[-1];",
  "int a[2.5];",
  "int f(void)[3];",
  "int f(void)(void);",
  "int a[3](void);",
  "void f(void) { void x; }",
  "void a[3];",
  "struct s { int a; int a; };",
  "struct s { int a : 40; };",
  "struct s { float a : 3; };",
  "struct s { int a : -1; };",
  "struct s { int x : 0; };",
  "struct s { struct s t; };",
  "struct s { int f(void); };",
  "struct s { int a; }; struct s { int b; };",
  "struct s { int a; }; union s x;",
  "enum e { A, A };",
  "int A; enum e { A };",
  '_Static_assert(0, "no");',
  "struct s { int a : 3; } v; int *p = &v.a;",
  "struct s { int a : 3; } v; int n = sizeof v.a;",
  "int *p = &3;",
  "int f(double x) { return x % 2; }",
  "int f(double x) { return ~x; }",
  "int f(double x) { return x << 1; }",
  "int f(int *p, int *q) { return p + q; }",
  "int f(int *p, double d) { p = d; return 0; }",
  "int f(int *p, double d) { return p == d; }",
  "int f(int *p) { return (double)p; }",
  "int f(int x) { return x(1); }",
  "int f(int x) { return x[x]; }",
  "int f(void) { return sizeof(struct nope); }",
  "typedef int t; t f(void) { return t; }",
  "int f(void) { unknown_t x; return 0; }",
  "unknown_t f(void) { return 0; }",
  "int f(unknown_t x) { return 0; }",
  "long char x;",
  "short double x;",
  "unsigned float x;",
  "int int x;",
  "int f(void) { return 1 +; }",
  "int f(void) { return (1; }",
  "int f(void) { if 1 return 0; }",
  "int f(void) { int x = { }; }",
  "int f(void) { else return 0; }",
  "int f(void) { return 09; }",
  "int f(void) { return 1x; }",
  "int x = ; int y;",
  "int a[2] = 3;",
  'char *a[] = "abc";',
  "struct s { int a; } x = { .b = 1 };",
  "int a[2] = { [2] = 1 };",
  "int a[2] = { .x = 1 };",
  "extern int x = 1; static int x;  int f(void) { extern int y = 2; }",
  "int f(void) { int x = 1; { return _Generic(x, char: 1); } }",
  "typedef int t; typedef float t;",
  "static typedef int t;",
  "int f(int x, int x) { return 0; }",
  "int f(void, int);",
  "int f(int x) { void *p = (void)x; return 0; }",
  "struct s; struct s f(void) { }",
  "struct s; int f(struct s x) { }",
  "int f(void) { int n = 3; static int a[n]; return 0; }",
  "int f(int n) { int a[n] = { 1 }; return a[0]; }",
  "int f(int *p) { return -p; }",
  'int f(void) { return "abc" * 2; }',
  "int f(int x) { x++ = 1; return 0; }",
  "int f(void) { f = 0; return 0; }",
  "int f(void) { f++; return 0; }",
];

describe.skipIf(!hasGcc(64))("acceptance as gcc's (skipped without gcc)", () => {
  it("the expectations are gcc's own", () => {
    // One run for everything that is accepted: each text in a file of its own would take half a minute.
    for (const text of REFUSED.filter((_, index) => index % 10 === 0)) expect(gccAccepts(text, 64), text).toBe(false);
    for (const text of ACCEPTED.filter((_, index) => index % 10 === 0)) expect(gccAccepts(text, 64), text).toBe(true);
  });
});

describe("what gcc accepts", () => {
  it.each(ACCEPTED)("%s", (text) => {
    expect(parseText(text, LP64).errors).toEqual([]);
    if (!/5000000000/.test(text)) expect(parseText(text, ILP32).errors).toEqual([]);
  });
});

describe("what gcc refuses", () => {
  it.each(REFUSED)("%s", (text) => {
    expect(parseText(text, LP64).errors).not.toEqual([]);
  });
});

describe("recovery", () => {
  it("reports one error a statement and goes on", () => {
    const { errors, lines } = parseText(`int f(int x) {
      x = undeclared;
      if (x) { y.z = 1; } else x = 2;
      for (int i = 0; i < missing; i++) { x++; }
      x = 3 + ;
      return "text" * 2;
    }
    int g(void) { return also_missing; }
    struct s { int a; unknown b; };
    int h(void) { return 0; }`);
    expect(lines).toEqual([2, 3, 4, 5, 6, 8, 9]);
    expect(errors[0]).toBe("'undeclared' is not declared");
  });
  it("names an undeclared identifier once a function", () => {
    expect(parseText("int f(void) { a = 1; a = 2; return a; } int g(void) { return a; }").errors).toHaveLength(2);
  });
  it("keeps what follows a broken declaration", () => {
    const { unit, errors } = parseText("int a = ; int b; struct { int } c; int d(void) { return b; }");
    expect(errors.length).toBeGreaterThan(0);
    expect(unit.functions.map(({ name }) => name)).toEqual(["d"]);
    expect(unit.objects.map(({ name }) => name)).toContain("b");
  });
});

describe("what is refused by name", () => {
  const refused: readonly (readonly [string, string])[] = [
    ["float _Complex z; float f(void) { return 0; }", "_Complex"],
    ["__float128 q; void f(void) { q = 1; }", "__float128"],
    ["typedef int v __attribute__((vector_size(8))); v x;", "vector_size"],
    ["int f(void) { int g(void) { return 1; } return g(); }", "nested functions"],
    ['void f(void) { asm goto("" : : : : l); l: ; }', "asm goto"],
    ['asm("nop");', "assembly outside of a function"],
    ["void g(int *); void f(void) { int x __attribute__((cleanup(g))); }", "cleanup"],
    ['struct __attribute__((scalar_storage_order("big-endian"))) s { int a; };', "scalar_storage_order"],
    ["struct __attribute__((ms_struct)) s { int a : 3; char c; };", "ms_struct"],
    ["void f(int n) { struct { int a[n]; } s; }", "variable-length array"],
    ["struct __attribute__((packed)) { int a : 3; long long b : 64; } x; void f(void) { x.b = 1; }", "nine bytes"],
    ["int f(void) { return __builtin_setjmp(0); }", "__builtin_setjmp"],
    ["double f(void) { return 1.0i; }", "complex"],
    ["int f(void) { return __builtin_no_such_thing(1); }", "__builtin_no_such_thing"],
  ];
  it.each(refused)("%s", (text, name) => {
    const { errors } = parseText(text);
    expect(
      errors.some((message) => message.includes(name)),
      errors.join("; "),
    ).toBe(true);
  });
});

describe("bit-fields wider than int", () => {
  const head = "struct { unsigned long long u : 40; long long s : 40; } x; int i; unsigned n; long long l;";
  it.each([
    "x.u + 1",
    "x.s + 1",
    "-x.s",
    "~x.u",
    "-x.u",
    "x.u << 1",
    "x.u == i",
    "x.u & i",
    "i / x.u",
    "x.u /= i",
    "x.u * x.u",
  ])("%s would come out in gcc's own type: refused", (text) =>
    expect(parseText(`${head} void f(void) { ${text}; }`).errors).toHaveLength(1),
  );
  it.each([
    "x.u + l",
    "x.u + 1ull",
    "x.u == 3",
    "x.u & n",
    "x.u >> 3",
    "x.u / 3",
    "x.u += i",
    "x.u++",
    "~x.s",
    "x.s == -1",
    "x.u < x.u",
    "i = x.u",
  ])("%s is the same in any type", (text) => expect(parseText(`${head} void f(void) { ${text}; }`).errors).toEqual([]));
});

describe("depth and length", () => {
  const repeat = (text: string, count: number): string => text.repeat(count);
  it.each([
    ["parentheses", `int x = ${repeat("(", 500)}1${repeat(")", 500)};`],
    ["blocks", `void f(void) ${repeat("{", 500)}${repeat("}", 500)}`],
    ["loops", `void f(int x) { ${repeat("while (x) ", 500)}; }`],
    ["else if", `int f(int x) { ${repeat("if (x) x = 1; else ", 20_000)} x = 2; return x; }`],
    [
      "cases",
      `int f(int x) { switch (x) { ${Array.from({ length: 20_000 }, (_, i) => `case ${i}:`).join(" ")} return 1; } return 0; }`,
    ],
    ["sums", `int f(int x) { return ${repeat("x + ", 50_000)}x; }`],
    ["commas", `int f(int x) { return ${repeat("x, ", 50_000)}x; }`],
    ["logic", `int f(int x) { return ${repeat("x == 1 && x || ", 20_000)}x; }`],
    ["elements", `int x[] = { ${repeat("1, ", 50_000)} };`],
  ])("accepts %s", (_, text) => {
    expect(parseText(text).errors).toEqual([]);
  });
  it.each([
    ["parentheses", `int x = ${repeat("(", 30_000)}1${repeat(")", 30_000)};`],
    ["open parentheses", `int x = ${repeat("(", 30_000)}`],
    ["blocks", `void f(void) ${repeat("{", 30_000)}${repeat("}", 30_000)}`],
    ["unary", `int f(int x) { return ${repeat("- ", 30_000)}x; }`],
    ["casts", `int f(int x) { return ${repeat("(int)", 30_000)}x; }`],
    ["stars", `int ${repeat("*", 30_000)}x;`],
    ["declarators", `int ${repeat("(", 30_000)}x${repeat(")", 30_000)};`],
    ["functions", `int f${repeat("(int (*)", 30_000)};`],
    ["braces", `int x = ${repeat("{", 30_000)}1${repeat("}", 30_000)};`],
    ["structs", `${repeat("struct {", 30_000)} int x; ${repeat("} x;", 30_000)}`],
    ["arrays", `int x${repeat("[1]", 30_000)};`],
    ["sizeof", `int x = ${repeat("sizeof ", 30_000)}x;`],
    ["statement expressions", `int f(void) { return ${repeat("({", 30_000)} }`],
    ["conditionals", `int f(int x) { return ${repeat("x ? ", 30_000)} x`],
    ["assignments", `int f(int x) { return ${repeat("x = ", 30_000)} x; }`],
    ["ifs", `int f(int x) { ${repeat("if (x) ", 30_000)} ; }`],
    ["typeof", `${repeat("__typeof__(", 30_000)} int`],
    ["attributes", `int x ${repeat("__attribute__((aligned(", 30_000)}`],
  ])("refuses too deep %s", (_, text) => {
    expect(parseText(text).errors.length).toBeGreaterThan(0);
  });
});

describe("garbage", () => {
  const words =
    "int char struct union enum typedef static extern if else for while do switch case default return goto break sizeof " +
    "( ) { } [ ] ; , = + - * / % & | ! ~ ? : . -> ... ++ -- << == += x y z f T 1 2.5 'a' \"s\" const void unsigned " +
    "__attribute__ __typeof__ _Generic __builtin_offsetof __builtin_va_arg asm __label__ && || << _Static_assert __extension__ " +
    "_Alignas __auto_type inline float double long _Bool # \n";
  it("gives diagnostics, never an exception", () => {
    const soup = fc.array(fc.constantFrom(...words.split(" ")), { maxLength: 60 });
    const check = (list: readonly string[]): void => {
      const text = `typedef int T; struct s { int a, b; } z; int x, *y; int f(int n) { ${list.join(" ")}`;
      parseText(text);
      parseText(list.join(" "));
    };
    fc.assert(fc.property(soup, check), { numRuns: runs(1000), seed: 5 });
  });
  it("survives any cut in a program", () => {
    const program = ACCEPTED.slice(0, 40).join("\n");
    for (let at = 0; at < program.length; at += 37) parseText(program.slice(0, at) + program.slice(at + 5));
  });
});
