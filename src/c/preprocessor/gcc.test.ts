/** The same tokens as `gcc -E` on programs that use every operator in combination; skipped where there is no gcc. */
import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { run } from "../../../tests/support/preprocess.ts";
import { Diagnostics } from "../../util/diagnostic.ts";
import { Lexer } from "../lexer.ts";
import { ILP32, LP64 } from "../types.ts";
import { Names } from "./names.ts";

const PROGRAM = String.raw`
#define EMPTY
#define ID(x) x
#define STR(x) #x
#define XSTR(x) STR(x)
#define CAT(a, b) a ## b
#define XCAT(a, b) CAT(a, b)
#define F(a) a * G
#define G(a) F(a)
F(2)(9) F(2) (F)(9) ID(F)(3) ID(F(2))(4)
#define AA BB
#define BB AA
AA BB ID(AA) ID(ID(BB)) CAT(A, A) XCAT(A, A)
#define DEFER(id) id EMPTY
#define OBJ() obj
DEFER(OBJ)() ID(DEFER(OBJ)()) ID(OBJ EMPTY ()) OBJ
()
#define NEST(x) NEST2(x) NEST(x)
#define NEST2(x) [x NEST(x)]
NEST(NEST(1)) ID(ID(ID)(ID)(3))
STR( a   b /* c */ d "q\n" '\'' "\"" ) STR(@ \n) XSTR(CAT(1, e) EMPTY x) STR() XSTR(EMPTY)
#define V(a, ...) a __VA_OPT__(x ## a ## __VA_ARGS__ y) z
V(1) V(1,2) V(1,2,3) V(,) V(1,EMPTY) V(EMPTY,EMPTY 2)
#define W(fmt, args...) w(fmt, ## args) #args
W(1) W(1,) W(1, 2, 3 ) W(1, AA, "s")
CAT(L, 'a') CAT(L, "s") CAT(., 5) CAT(<, <=) CAT(-, >) CAT(1, .5e) CAT(, x) CAT(x, ) [CAT(,)]
__COUNTER__ XCAT(v, __COUNTER__) __LINE__ ID(__LINE__) ID(
__LINE__) STR(__LINE__) XSTR(__LINE__) __INCLUDE_LEVEL__
ID(
#if defined ID && XCAT(1, 0) == 10
taken
#else
not taken
#endif
)
#if -1 > 0u && (2 || 1 / 0) && '\377' < 0 && 1 << 63 < 0
unsigned
#endif
a\
b "c\
d" // comment \
continued
%: define DIGRAPH <: :>
DIGRAPH 0x1e+5 1..2 a...b a+++++b >>=<<=
__SIZE_TYPE__ __LONG_MAX__ __INT64_TYPE__ __WCHAR_TYPE__ __CHAR_BIT__ __FLT_MAX__ __DBL_EPSILON__ __INT64_C(1) __UINT32_C(2)
`;

const flags = { ILP32: "-m32", LP64: "-m64" };
const found = spawnSync("gcc", ["--version"]).status === 0;

function spellings(text: string): string[] {
  const lexer = new Lexer({ name: "gcc", text, base: 1 }, new Names(), new Diagnostics());
  const result: string[] = [];
  for (let token = lexer.next(); token.kind !== "end"; token = lexer.next()) result.push(token.text);
  return result;
}

describe.skipIf(!found)("against gcc", () => {
  it.each([ILP32, LP64])("expands alike for $name", (dataModel) => {
    const options = ["-E", "-P", "-w", "-x", "c", flags[dataModel.name], "-"];
    const expected = spawnSync("gcc", options, { input: PROGRAM, encoding: "utf8" });
    const result = run(PROGRAM, {}, { dataModel });
    expect(result.messages.filter((message) => message.includes("error"))).toEqual([]);
    expect(result.tokens.slice(0, -1).map(({ text }) => text)).toEqual(spellings(expected.stdout));
  });
});
