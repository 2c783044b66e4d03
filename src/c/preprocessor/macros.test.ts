import { describe, expect, it } from "vitest";
import { expand, run } from "../../../tests/support/preprocess.ts";

describe("macro expansion", () => {
  it("rescans as in the standard's example (C11 6.10.3.5)", () => {
    const text = `
#define x 3
#define f(a) f(x * (a))
#undef x
#define x 2
#define g f
#define z z[0]
#define h g(~
#define m(a) a(w)
#define w 0,1
#define t(a) a
#define p() int
#define q(x) x
#define r(x,y) x ## y
f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);
g(x+(3,4)-w) | h 5) & m
(f)^m(m);
p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };`;
    expect(expand(text)).toBe(
      "f ( 2 * ( y + 1 ) ) + f ( 2 * ( f ( 2 * ( z [ 0 ] ) ) ) ) % f ( 2 * ( 0 ) ) + t ( 1 ) ; " +
        "f ( 2 * ( 2 + ( 3 , 4 ) - 0 , 1 ) ) | f ( 2 * ( ~ 5 ) ) & f ( 2 * ( 0 , 1 ) ) ^ m ( 0 , 1 ) ; " +
        "int i [ ] = { 1 , 23 , 4 , 5 , } ;",
    );
  });

  it("quotes and pastes", () => {
    const text = `
#define str(s) # s
#define xstr(s) str(s)
#define glue(a, b) a ## b
#define xglue(a, b) glue(a, b)
#define HIGHLOW "hello"
#define LOW LOW ", world"
str(strncmp("abc\\0d", "abc", '\\4') /* gone */ == 0) xstr(LOW) glue(HIGH, LOW) xglue(HIGH, LOW) str( a   b ) str()`;
    expect(expand(text)).toBe(
      String.raw`"strncmp(\"abc\\0d\", \"abc\", '\\4') == 0" "LOW \", world\"" "hello" "hello" ", world" "a b" ""`,
    );
  });

  it("pastes placemarkers, operators and prefixes", () => {
    const text = `
#define t(x,y,z) x ## y ## z
#define hash_hash # ## #
#define c(a,b) a##b
t(1,2,3) t(,4,5) t(6,,7) t(8,9,) t(10,,) t(,11,) t(,,12) [t(,,)] hash_hash c(L,'a') c(-,>) c(.,5) c(<,<=)`;
    expect(expand(text)).toBe("123 45 67 89 10 11 12 [ ] ## L'a' -> .5 <<=");
  });

  it("reports tokens that do not paste", () => {
    const result = run("#define c(a,b) a##b\nc(+,x) c(/,/) d");
    expect(result.messages).toEqual([
      "2: error: pasting '+' and 'x' does not give a valid token",
      "2: error: pasting '/' and '/' does not give a valid token",
    ]);
    expect(result.text).toBe("+ x / / d");
  });

  it("takes variable arguments, standard and GNU", () => {
    const text = `
#define a(f, args...) p(f, ## args)
#define b(f, ...) p(f, ## __VA_ARGS__)
#define c(...) p(0, ## __VA_ARGS__)
#define d(f, ...) p(f __VA_OPT__(,) __VA_ARGS__)
#define e(f, ...) p(f, __VA_ARGS__)
#define EMPTY
a(1) a(1,) a(1,2) a(1,2,3) b(1) b(1,x,y) c() c(1) c(1,2) d(1) d(1,) d(1,EMPTY) d(1,2) e(1) e(1,2,3)`;
    expect(expand(text)).toBe(
      "p ( 1 ) p ( 1 , ) p ( 1 , 2 ) p ( 1 , 2 , 3 ) p ( 1 ) p ( 1 , x , y ) p ( 0 ) p ( 0 , 1 ) p ( 0 , 1 , 2 ) " +
        "p ( 1 ) p ( 1 ) p ( 1 ) p ( 1 , 2 ) p ( 1 , ) p ( 1 , 2 , 3 )",
    );
  });

  it("paints names inside their own expansion", () => {
    const text = `
#define foo foo a bar
#define bar foo b
#define NIL(x) x
#define G_0(arg) NIL(G_1)(arg)
#define G_1(arg) NIL(arg)
foo bar G_0(42)`;
    expect(expand(text)).toBe("foo a foo b foo a bar b 42");
  });

  it("leaves a function-like name without parenthesis alone, and finds it across lines", () => {
    expect(expand("#define f() 1\nf f() f\n(\n) f\n#define x\nf")).toBe("f 1 1 f f");
    expect(expand("#define f(a) a\nf")).toBe("f");
  });

  it("carries out directives inside arguments", () => {
    expect(expand("#define f(a) [a]\nf(\n#ifdef f\nyes\n#else\nno\n#endif\n#define y 2\ny)")).toBe("[ yes 2 ]");
  });

  it("knows where it is", () => {
    expect(expand('__LINE__\n__LINE__ __FILE__ __COUNTER__ __COUNTER__\n#line 50 "b.h"\n__LINE__ __FILE__')).toBe(
      '1 2 "main.c" 0 1 50 "b.h"',
    );
    expect(expand("#define L __LINE__\n#define f(a) a L\nf(L)")).toBe("3 3");
  });

  it("reports wrong calls and definitions", () => {
    const result = run(
      "#define f(a,b) a\nf(1)\n#define 3\n#define\n#define g(a,a)\n#define h(a) #b\n#define i ## a\n#define defined\nf(1",
    );
    expect(result.messages).toEqual([
      "2: error: macro 'f' takes 2 arguments but is given 1",
      "3: error: '3' is not a macro name",
      "4: error: #define needs a macro name",
      "5: error: duplicate macro parameter 'a'",
      "6: error: '#' is not followed by a macro parameter",
      "7: error: '##' cannot stand at either end of a macro's replacement",
      "8: error: 'defined' cannot be defined as a macro",
      "9: error: unterminated argument list of macro 'f'",
    ]);
  });

  it("warns of a different second definition, with the place of the first", () => {
    const result = run("#define a 1\n#define a  1\n#define a 2\na");
    expect(result.messages).toEqual(["3: warning: macro 'a' is redefined"]);
    expect(result.diagnostics.list[0]?.notes?.[0]?.message).toBe("previous definition is here");
    expect(result.text).toBe("2");
  });

  it("puts tokens of a replacement at the use, and arguments where they are written", () => {
    const text = "#define ADD(a) (a + 1)\n#define TWICE(a) ADD(a)\nx = TWICE(yy);";
    const { tokens, sources } = run(text);
    const base = sources.files[0]?.base ?? 0;
    const written = tokens.map(({ start, end }) => text.slice(start - base, end - base));
    expect(written).toEqual(["x", "=", "TWICE(yy)", "yy", "TWICE(yy)", "TWICE(yy)", "TWICE(yy)", ";", ""]);
  });
});

describe("limits of expansion", () => {
  it("stops macros that double", () => {
    const lines = Array.from({ length: 60 }, (_, index) => `#define a${index + 1} a${index} a${index}`);
    const result = run(`#define a0 x x\n${lines.join("\n")}\na60`);
    expect(result.messages).toEqual(["62: error: macro expansion makes too many tokens"]);
  });

  it("stops arguments that double, and tokens that grow by pasting or quoting", () => {
    const doubling = Array.from({ length: 40 }, (_, index) => `#define f${index + 1}(x) f${index}(x x)`);
    expect(run(`#define f0(x) x\n${doubling.join("\n")}\nf40(1)`).diagnostics.errors).toBeGreaterThan(0);
    const pasting = Array.from({ length: 40 }, (_, index) => `#define p${index + 1}(x) p${index}(x##x)`);
    expect(run(`#define p0(x) x\n${pasting.join("\n")}\np40(abcd)`).diagnostics.errors).toBeGreaterThan(0);
    const quoting = Array.from({ length: 60 }, (_, index) => `#define q${index + 1}(x) q${index}(#x)`);
    expect(run(`#define q0(x) x\n${quoting.join("\n")}\nq60("a")`).diagnostics.errors).toBeGreaterThan(0);
  });

  it("reports calls nested without end instead of overflowing the stack", () => {
    const deep = `#define f(x) x\n${"f(".repeat(20_000)}1${")".repeat(20_000)}`;
    expect(run(deep).messages).toContain("2: error: macro calls are nested too deeply");
    expect(run(`#define f(x) x\n${"f(".repeat(20_000)}`).messages).toContain(
      "2: error: unterminated argument list of macro 'f'",
    );
    expect(expand(`#define f(x) x\n${"f(".repeat(150)}1${")".repeat(150)}`)).toBe("1");
  });

  it("expands long chains", () => {
    const chain = Array.from({ length: 20_000 }, (_, index) => `#define c${index + 1} c${index}`);
    expect(expand(`#define c0 done\n${chain.join("\n")}\nc20000`)).toBe("done");
  });
});
