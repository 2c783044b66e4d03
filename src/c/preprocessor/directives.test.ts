import { describe, expect, it } from "vitest";
import { expand, run } from "../../../tests/support/preprocess.ts";
import { ILP32 } from "../types.ts";

function holds(condition: string): boolean {
  return expand(`#define one 1\n#define D defined(one)\n#if ${condition}\nyes\n#endif`) === "yes";
}

describe("conditions", () => {
  it.each([
    ["1 + 2 * 3 == 7 && (1 + 2) * 3 == 9"],
    ["-1 > 0u"],
    ["(2 || 1 / 0) && !(0 && 1 % 0)"],
    ["1 ? 2 : (1 / 0)"],
    ["0x7fffffffffffffff + 1 < 0"],
    ["18446744073709551615u == -1"],
    ["(-7) / 2 == -3 && -7 % 3 == -1"],
    ["-1 >> 1 == -1 && (1 << 63) < 0 && 1u << 63 > 0"],
    ["'a' == 97 && '\\377' < 0 && '\\n' == 10 && 'ab' == 24930 && L'\\xff' == 255 && '\\\\' == 92"],
    ["010 == 8 && 0b11 == 3 && 0xFFull == 255 && 1L == 1"],
    ["defined one && !defined(two) && D"],
    ["undefined_name == 0 && !undefined_name"],
    ["one == 1, 1"],
    ["~0 == -1 && ~0u == 0xffffffffffffffff"],
    ["(0 ? 1u : -1) > 0"],
    ['__has_include(<stdio.h>) && !__has_include("none.h") && defined __has_include'],
    ["__has_attribute(noreturn) && __has_attribute(__packed__) && !__has_attribute(strange)"],
    ["__GNUC__ >= 4 && __STDC_VERSION__ >= 201112L && __INT_MAX__ == 2147483647 && defined __hone__"],
    ["__SIZEOF_POINTER__ == 8 && defined __x86_64__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__"],
  ])("%s", (condition) => {
    expect(holds(condition)).toBe(true);
    expect(holds(`!(${condition})`)).toBe(false);
  });

  it.each([
    ["", "#if without an expression"],
    ["1 / 0", "division by zero in preprocessor expression"],
    ["1 +", "preprocessor expression ends too early"],
    ["(1", "expected ')' in preprocessor expression"],
    ["1 2", "unexpected '2' in preprocessor expression"],
    ["1.5", "'1.5' is not an integer"],
    ['"a"', 'unexpected "a" in preprocessor expression'],
    ["1 ? 2", "expected ':' in preprocessor expression"],
    ["= 1", "unexpected '=' in preprocessor expression"],
    ["defined", "'defined' needs a macro name"],
    [`${"(".repeat(50_000)}`, "preprocessor expression is nested too deeply"],
    [`${"!".repeat(50_000)}1`, "preprocessor expression is nested too deeply"],
    [`${"1?".repeat(50_000)}1`, "preprocessor expression is nested too deeply"],
  ])("reports a wrong condition: %.20s", (condition, message) => {
    const result = run(`#if ${condition}\nbad\n#endif\nend`);
    expect(result.messages[0]).toBe(`1: error: ${message}`);
    expect(result.text).toBe("end");
  });

  it("follows the data model", () => {
    const text = "#ifdef __i386__\nlong32 __SIZE_TYPE__ __LONG_MAX__\n#endif";
    expect(run(text, {}, { dataModel: ILP32 }).text).toBe("long32 unsigned int 0x7fffffffL");
    expect(run(text).text).toBe("");
  });
});

describe("conditional groups", () => {
  it("chooses one branch", () => {
    const text = (a: number, b: number): string => `#if ${a}\nA\n#elif ${b}\nB\n#else\nC\n#endif\nD`;
    expect([expand(text(1, 1)), expand(text(0, 1)), expand(text(0, 0))]).toEqual(["A D", "B D", "C D"]);
    expect(expand("#define a\n#ifdef b\n1\n#elifdef a\n2\n#endif\n#ifndef b\n3\n#elifndef c\n4\n#endif")).toBe("2 3");
  });

  it("skips nested groups, wrong conditions, comments and stray quotes", () => {
    const text = `#if 0
#if 1/0 garbage (
#else
#elif
#endif
don't "/* " /* #endif */ // #endif
#define a b
#unknown
'
/*
#endif
*/
#else
a
#endif`;
    expect(expand(text)).toBe("a");
  });

  it("does not evaluate conditions behind a taken branch", () => {
    expect(expand("#if 1\na\n#elif 1/0\nb\n#endif")).toBe("a");
  });

  it("reports groups that do not match", () => {
    expect(run("#endif\n#else\n#elif 1\n#if 1\n#else\n#else\n#elif 1\n#endif\n#ifdef\n#endif\n#if 0").messages).toEqual(
      [
        "1: error: #endif without #if",
        "2: error: #else without #if",
        "3: error: #elif without #if",
        "6: error: #else after #else",
        "7: error: #elif after #else",
        "9: error: #ifdef needs a macro name",
        "11: error: unterminated conditional directive",
      ],
    );
  });
});

describe("other directives", () => {
  it("reports #error and #warning with their text", () => {
    const result = run("#error don't /* do */ this\n#warning careful\nx");
    expect(result.messages).toEqual(["1: error: #error don't /* do */ this", "2: warning: #warning careful"]);
    expect(result.text).toBe("x");
  });

  it("accepts line markers, the null directive and #ident; refuses unknown ones", () => {
    const result = run('# 1 "a.c" 1 3\n#\n# /* */\n#ident "x"\n#frobnicate\n#line x\n  %: define y z\ny');
    expect(result.messages).toEqual([
      "4: error: unknown preprocessor directive '#frobnicate'",
      "5: error: #line needs a line number",
    ]);
    expect(result.text).toBe("z");
  });

  it("passes on pack pragmas, in place, and drops others", () => {
    const text = `#define N 2
a;
#pragma pack(push, N)
b; _Pragma("pack(pop)") c;
#pragma GCC diagnostic ignored "-Wall"
#pragma STDC FP_CONTRACT ON
_Pragma("omp parallel") d`;
    expect(expand(text)).toBe("a ; #pragma pack(push, 2) b ; #pragma pack(pop) c ; d");
    expect(run("#pragma pack(1)\nx").tokens.map(({ kind }) => kind)).toEqual(["pragma", "identifier", "end"]);
    expect(run("x\n#pragma pack()").tokens.map(({ kind }) => kind)).toEqual(["identifier", "pragma", "end"]);
    expect(run("#pragma scalar_storage_order big-endian").messages).toEqual([
      "1: error: #pragma scalar_storage_order is not supported",
    ]);
  });

  it("puts macros aside and takes them back", () => {
    const text = '#define a 1\n#pragma push_macro("a")\n#undef a\n#define a 2\na\n#pragma pop_macro("a")\na';
    expect(expand(text)).toBe("2 1");
  });

  it("defines and undefines from the options", () => {
    const macros = [
      { kind: "define", name: "A", value: "1" },
      { kind: "define", name: "F(x)", value: "x+A" },
      { kind: "undefine", name: "__GNUC__" },
    ] as const;
    expect(run("A F(2) __GNUC__", {}, { macros }).text).toBe("1 2 + 1 __GNUC__");
  });
});

describe("includes", () => {
  it("looks next to the including file first, then in the folders, then in the bundled headers", () => {
    const files = {
      "sub/a.h": '#include "b.h"\n#include <b.h>',
      "sub/b.h": "near",
      "inc/b.h": "far",
      "inc/stdbool.h": "own",
    };
    const text = '#include "sub/a.h"\n#include <stdbool.h>\n#include <limits.h>\nINT_MAX';
    expect(run(text, files, { includePaths: ["inc"] }).text).toBe("near far own 0x7fffffff");
  });

  it("computes names, continues with include_next, and reads -include first", () => {
    const files = { "one/a.h": "1 \n#include_next <a.h>", "two/a.h": "2\n#include_next <a.h>", "pre.h": "#define P 0" };
    const includePaths = ["one", "two"];
    const result = run("P\n#define NAME <a.h>\n#include NAME", files, { includePaths, includeFiles: ["pre.h"] });
    expect(result.text).toBe("0 1 2");
    expect(result.messages).toEqual(["2: error: header 'a.h' is not found"]);
  });

  it("honours guards, #pragma once and #import", () => {
    const files = {
      "guard.h": "#ifndef G\n#define G\ng\n#endif\n",
      "defined.h": "#if !defined(H)\n#define H\nh\n#endif // x\n",
      "once.h": "#pragma once\no",
      "else.h": "#ifndef E\n#define E\ne\n#else\nf\n#endif",
      "tail.h": "#ifndef T\n#define T\nt\n#endif\ntail",
      "plain.h": "p",
    };
    const names = Object.keys(files);
    const text = [...names, ...names, "./once.h"].map((name) => `#include "${name}"\n`).join("");
    expect(expand(text, files)).toBe("g h o e t tail p f tail p");
    expect(expand('#import "plain.h"\n#import "plain.h"\n#include "plain.h"', files)).toBe("p");
  });

  it("reports missing and wrong names", () => {
    expect(run('#include "none.h"\n#include\n#include x\n#include <unclosed\ny').messages).toEqual([
      "1: error: header 'none.h' is not found",
      '2: error: #include expects "file" or <file>',
      '3: error: #include expects "file" or <file>',
      '4: error: #include expects "file" or <file>',
    ]);
  });

  it("ends cycles, also those that branch", () => {
    expect(run('#include "a.h"\nx', { "a.h": '#include "a.h"\n' }).messages).toEqual([
      "1: error: #include is nested too deeply",
    ]);
    expect(run('#include "a.h"\nx', { "a.h": '#include "a.h"\n#include "a.h"\n' }).messages).toHaveLength(1);
  });

  it("looks in the folders for quotes before the others, for quotes only", () => {
    const files = { "quoted/a.h": "quoted", "inc/a.h": "plain" };
    const options = { quotePaths: ["quoted"], includePaths: ["inc"] };
    expect(run('#include "a.h"\n#include <a.h>\n#include_next "a.h"', files, options).text).toBe("quoted plain quoted");
  });

  it("takes from a compiler's folders what is nowhere else, with the foundation of its headers, and says so", () => {
    const files = {
      "/cc/poll.h": "#include <limits.h>\n#include <features.h>\nTYPE INT_MAX",
      "/cc/limits.h": "#define INT_MAX wrong",
      "/cc/features.h": "#ifndef F\n#define F\nfeatures\n#endif",
      "/cc/bits/types.h": "#define TYPE type",
    };
    const options = { compilerFolders: () => ["/none", "/cc"] };
    const result = run("#include <poll.h>\n#include <limits.h>\n", files, options);
    expect(result.text).toBe("features type 0x7fffffff");
    expect(result.messages).toEqual(["1: note: 'poll.h' is the compiler's: /cc/poll.h"]);
    const hint = run("#include <poll.h>\n#include <gone.h>", files, { ...options, compilerHeaders: "hint" });
    expect(hint.diagnostics.list.map(({ notes }) => notes?.[0]?.message)).toEqual([
      "the compiler has it: -I /cc",
      "-I DIR says where headers are",
    ]);
    expect(run("#if __has_include(<poll.h>)\nyes\n#endif", files, options).text).toBe("yes");
  });

  it("resolves positions in headers", () => {
    const { tokens, sources } = run('#include "a.h"\nx', { "a.h": "\n y" });
    expect(tokens.map(({ start }) => sources.resolve(start))).toEqual([
      { file: "a.h", line: 2, column: 2 },
      { file: "main.c", line: 2, column: 1 },
      { file: "main.c", line: 2, column: 2 },
    ]);
  });
});

describe("line markers", () => {
  const text = '# 1 "src/a.c"\n# 7 "src/a.h" 1\ny\n# 3 "src/a.c" 2\n\n  z __LINE__ __FILE__\n#line 40\nu';

  it("give positions in the original", () => {
    const { tokens, sources } = run(text);
    expect(tokens.slice(0, -1).map(({ start }) => sources.resolve(start))).toEqual([
      { file: "src/a.h", line: 7, column: 1 },
      ...[3, 5, 14].map((column) => ({ file: "src/a.c", line: 4, column })),
      { file: "src/a.c", line: 40, column: 1 },
    ]);
    expect(tokens.slice(2, 4).map((token) => token.text)).toEqual(["4", '"src/a.c"']);
    expect(sources.written(tokens[0]?.start ?? 0)).toEqual({ file: "main.c", line: 3, column: 1 });
  });

  it("lead back to the text that was read", () => {
    const { sources } = run(text);
    const lineOf = (file: string, line: number) => sources.writtenLine(file, line)?.line;
    expect([lineOf("src/a.h", 7), lineOf("src/a.c", 4), lineOf("src/a.c", 40)]).toEqual([3, 6, 8]);
    expect([lineOf("src/a.h", 8), lineOf("src/a.c", 6), lineOf("main.c", 2)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("count in a file that is read twice, and not where they are skipped", () => {
    const files = { "a.h": '#ifndef ONCE\n#line 9 "gen.y"\n#endif\nx' };
    const { tokens, sources } = run('#include "a.h"\n#include "a.h"\n#if 0\n#line 70\n#endif\nz', files);
    expect(tokens.slice(0, -1).map(({ start }) => sources.resolve(start)?.line)).toEqual([10, 10, 6]);
  });
});

describe("bad input", () => {
  it("reads lines that end in carriage return and line feed, or in carriage return alone", () => {
    const lines = ["#define a 1 // one", "#define b a\\", "+2", "b"];
    expect(expand(lines.join("\r\n"))).toBe("1 + 2");
    expect(expand(lines.join("\r"))).toBe("1 + 2");
    expect(run("\r\r@").messages).toEqual(["3: error: stray '@' in program"]);
  });

  it("says once that a binary file is no text", () => {
    expect(run("\u007fELF\u0002\u0001\0\0").messages).toEqual(["1: error: 'main.c' is not a text file"]);
    expect(run("\ufffd\ufffd\u0001\u0002abc").messages).toEqual(["1: error: 'main.c' is not a text file"]);
    expect(run('#include "a.h"\nx', { "a.h": "\0" }).messages).toEqual(["1: error: 'a.h' is not a text file"]);
    expect(run("").messages).toEqual([]);
  });

  it("reports stray characters and unclosed literals that reach the program", () => {
    expect(run("a @ \u00a0 'b\n\"c\nd").messages).toEqual([
      "1: error: stray '@' in program",
      "1: error: stray U+00A0 in program",
      "1: error: unterminated character constant",
      "2: error: unterminated string literal",
    ]);
  });
});
