/** Contracts of functions (format 2.1): hone checks what they say, and writes those that its proofs of recursive functions rest on. */
import { describe, expect, it } from "vitest";
import { judge, witness } from "../../tests/support/hand-witness.ts";
import { inputFor, NONDET, optionsFor } from "../../tests/support/witness.ts";
import { presetNamed } from "../engines/index.ts";
import { verify } from "../verify.ts";
import { annotatedText } from "./annotate.ts";
import type { WitnessContract } from "./format.ts";
import { formatVersion } from "./write.ts";

const IN_2_1 = { metadata: { format_version: "2.1" } };

interface Contract {
  readonly requires?: string;
  readonly ensures?: string;
}

function contract(said: Contract, place: object) {
  return {
    contract: {
      type: "function_contract",
      location: { file_name: "x.c", ...place },
      format: "ext_c_expression",
      ...said,
    },
  };
}

/** The program is behind one line of declarations. */
function judged(program: string, said: Contract, place: object): string {
  const text = NONDET + program;
  const verdict = judge(witness([contract(said, place)], text, IN_2_1), text);
  return verdict.kind === "bad-witness" ? verdict.problems.map(({ message }) => message).join() : verdict.kind;
}

const TWICE = `int calls;
static int twice(int n) {
  calls++;
  if (n > 100) return 200;
  return 2 * n;
}
int main(void) {
  int x = nondet_byte();
  int y = twice(x);
  if (y > 200) reach_error();
  return 0;
}`;

describe("a contract", () => {
  it.each<[string, Contract, string]>([
    ["what it requires holds at every call", { requires: "0 <= n && n <= 255" }, "confirmed"],
    ["what it requires fails at one", { requires: "n < 255" }, "refuted"],
    ["of a global", { requires: "calls == 0", ensures: "calls == 1" }, "confirmed"],
    ["what it ensures of the result", { ensures: "\\result <= 200" }, "confirmed"],
    ["what it does not ensure", { ensures: "\\result < 200" }, "refuted"],
    ["of one way only", { ensures: "\\result == 2 * n" }, "refuted"],
    ["of both ways", { ensures: "n <= 100 ? \\result == 2 * n : \\result == 200" }, "confirmed"],
    ["of the value at entry", { ensures: "calls == \\at(calls, Old) + 1" }, "confirmed"],
    [
      "of the value at entry, by other words",
      { ensures: "calls == \\at(calls, Pre) + 1 && calls == \\old(calls) + 1" },
      "confirmed",
    ],
    ["of a computed value at entry", { ensures: "\\at(calls + n, Old) + 1 == calls + n" }, "confirmed"],
    ["a wrong one of the value at entry", { ensures: "calls == \\at(calls, Old)" }, "refuted"],
    ["that is not defined everywhere", { requires: "10 / n >= 0" }, "refuted"],
  ])("%s", (_, said, expected) => {
    expect(judged(TWICE, said, { line: 3, column: 1, function: "twice" })).toBe(expected);
  });

  it("stands where the definition begins, or at its name, with or without a column", () => {
    const said = { ensures: "\\result <= 200" };
    for (const place of [{ line: 3 }, { line: 3, column: 1 }, { line: 3, column: 12 }, { line: 3, function: "twice" }])
      expect(judged(TWICE, said, place)).toBe("confirmed");
    expect(judged(TWICE, said, { line: 3, column: 8 })).toMatch(/no function is defined here/);
    expect(judged(TWICE, said, { line: 4, column: 3 })).toMatch(/no function is defined here/);
    expect(judged(TWICE, said, { line: 3, function: "main" })).toMatch(/this is the function twice, not main/);
    expect(judged(TWICE, said, { line: 99 })).toMatch(/no line 99/);
  });

  it.each<[string, Contract, RegExp]>([
    ["a result where it is entered", { requires: "\\result > 0" }, /no meaning there/],
    ["other words", { ensures: "\\valid(n)" }, /only \\result/],
    ["the value at another place", { ensures: "\\at(n, Here) == n" }, /only values at entry/],
    ["a value at entry of a result", { ensures: "\\old(\\result) == n" }, /value at entry/],
    ["a local variable", { ensures: "y == 1" }, /"y == 1".*y/],
    ["a call", { ensures: "twice(1) == 2" }, /calls/],
    ["a side effect", { ensures: "\\at(calls++, Old) == 0" }, /side effects/],
    ["what is no expression", { ensures: "\\result ==" }, /"\\result =="/],
    ["a parenthesis that is not closed", { ensures: "\\at(n, Old == 1" }, /not closed/],
  ])("with %s is rejected", (_, said, message) => {
    expect(judged(TWICE, said, { line: 3, column: 1 })).toMatch(message);
  });

  it("of a function without result says nothing of one", () => {
    const program =
      "int g; void set(int n) { g = n; }\nint main(void) { set(nondet_byte()); if (g < 0) reach_error(); return 0; }";
    expect(judged(program, { ensures: "\\result == 0" }, { line: 2 })).toMatch(/no function|set has no result/);
    expect(judged(program, { ensures: "g == n" }, { line: 2, column: 8 })).toBe("confirmed");
    expect(judged(program, { ensures: "g > n" }, { line: 2, column: 8 })).toBe("refuted");
  });

  it("with a value that is not defined at each entry is not refuted, since nobody may ask for it there", () => {
    const program = `int t[4]; int f(int n) { if (n < 4) t[n] = 1; return n; }
int main(void) { f(nondet_byte()); return 0; }`;
    expect(judged(program, { ensures: "n > 3 || t[n] == \\old(t[n]) || t[n] == 1" }, { line: 2, column: 11 })).toBe(
      "unknown",
    );
  });

  // Tools differ: in ACSL a parameter is what was passed, in C what it is by then.
  it("of a parameter that the function changes is confirmed where both readings hold, and never refuted by one", () => {
    const program = `int down(int n) { while (n > 0) n--; return n; }
int main(void) { int x = nondet_byte(); if (down(x) != 0) reach_error(); return 0; }`;
    const place = { line: 2, column: 1 };
    expect(judged(program, { ensures: "\\result == n" }, place)).toBe("unknown");
    expect(judged(program, { ensures: "\\result <= n" }, place)).toBe("confirmed");
    expect(judged(program, { ensures: "n > 0" }, place)).toBe("unknown");
    expect(judged(program, { ensures: "\\at(n, Old) >= \\result" }, place)).toBe("confirmed");
    expect(judged(program, { ensures: "\\at(n, Old) == \\result" }, place)).toBe("refuted");
  });

  it("is checked behind the last statement, too, and of main as if it returned 0", () => {
    const program = `int g; void f(int n) { if (n < 3) { g = 1; return; } { int g = 7; if (n == 5) return; } g = 2; }
int main(void) { f(nondet_byte()); if (g > 2) reach_error(); }`;
    expect(judged(program, { ensures: "g == 1 || g == 2" }, { line: 2, column: 8 })).toBe("refuted");
    expect(judged(program, { ensures: "g >= 0 && g < 3 && (n >= 3 || g == 1)" }, { line: 2, column: 8 })).toBe(
      "confirmed",
    );
    expect(judged(program, { ensures: "\\result == 0" }, { line: 3, column: 1 })).toBe("confirmed");
    expect(judged(program, { ensures: "\\result == 1" }, { line: 3, column: 1 })).toBe("refuted");
  });

  // In C the parameters and what the body declares outermost are one scope.
  it("speaks of what is in scope where the function begins, whatever its body calls the same", () => {
    const program = `enum { K = 3 }; struct T { char a; }; int g = 1;
int f(int n) { int g = n, own = n; enum { K = 4 }; struct T { char a[9]; }; return g + K + (int)sizeof(struct T); }
int main(void) { return f(5) + g; }`;
    const place = { line: 3, column: 1 };
    expect(judged(program, { ensures: "g == 1 && K == 3 && sizeof(struct T) == 1" }, place)).toBe("confirmed");
    for (const ensures of ["g == n", "K == 4", "sizeof(struct T) == 9"])
      expect(judged(program, { ensures }, place)).toBe("refuted");
    expect(judged(program, { ensures: "own == n" }, place)).toMatch(/own/);
  });

  it("of a function that may be left without a result ensures it of any", () => {
    const program = `int g; int f(int n) { if (n > 3) return 1; g = 1; }
int main(void) { f(nondet_byte()); if (g > 2) reach_error(); return 0; }`;
    expect(judged(program, { ensures: "\\result == 1" }, { line: 2, column: 8 })).not.toBe("confirmed");
    expect(judged(program, { ensures: "g == 0 || g == 1" }, { line: 2, column: 8 })).toBe("confirmed");
  });

  it("does not hide the property", () => {
    const program =
      "int f(int n) { return n; }\nint main(void) { if (f(nondet_byte()) == 7) reach_error(); return 0; }";
    expect(judged(program, { ensures: "\\result == n" }, { line: 2 })).toBe("refuted");
  });

  it("of a recursive function is one of each of its calls", () => {
    const program = `int sum(int n) { if (n <= 0) return 0; return sum(n - 1) + n; }
int main(void) { int x = nondet_byte(); if (sum(x % 4) < 0) reach_error(); return 0; }`;
    expect(judged(program, { requires: "n <= 3", ensures: "\\result >= n" }, { line: 2 })).toBe("confirmed");
    expect(judged(program, { requires: "n >= 1" }, { line: 2 })).toBe("refuted");
  });

  it("of a structure speaks of its members", () => {
    const program = `struct pair { int a, b; };
struct pair make(int n) { struct pair p = { n, n + 1 }; return p; }
int main(void) { struct pair p = make(nondet_byte()); if (p.b <= p.a) reach_error(); return 0; }`;
    expect(judged(program, { ensures: "\\result.b == \\result.a + 1 && \\result.a == n" }, { line: 3 })).toBe(
      "confirmed",
    );
    expect(judged(program, { ensures: "\\result.b == \\result.a" }, { line: 3 })).toBe("refuted");
  });
});

describe("a proof of a recursive function is written as its contract", () => {
  const THRICE = `#define LESS(n) \\
  ((n) - 1) /* no end of a declaration */
struct { int all; } seen;
/* with a name; */ static int
thrice(int n) { if (n <= 0) return 0; return thrice(LESS(n)) + 3; }
int main(void) {
  int n = nondet_byte();
  if (thrice(n) > 765) reach_error();
  return 0;
}`;
  const text = NONDET + THRICE;

  const preset = presetNamed("path-focusing");

  function contractsOf(program: string): readonly WitnessContract[] {
    const { result, witness: content } = verify(inputFor(program), { ...optionsFor(), preset });
    expect(result.verdict).toBe("safe");
    return content?.kind === "correctness" ? content.contracts : [];
  }

  it("over parameters, globals, values at entry and the result, where its definition begins", () => {
    const [found, ...others] = contractsOf(text);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ type: "function_contract", location: { line: 5, column: 20, function: "thrice" } });
    expect(found?.requires).toMatch(/n/);
    expect(found?.ensures).toContain("\\result");
    expect(found?.ensures).toContain("\\at(n, Old)");
    expect(found?.ensures).not.toMatch(/::/);
    const yaml = witness([{ contract: found }], text, IN_2_1);
    expect(judge(yaml, text, preset).kind).toBe("confirmed");
  });

  it("over what it writes", () => {
    const program = `${NONDET}int calls;
void visit(int depth) { calls++; if (calls > 100) calls = 100; if (depth > 0) visit(depth - 1); }
int main(void) { calls = 0; visit(nondet()); if (calls < 1) reach_error(); return 0; }`;
    const [found] = contractsOf(program);
    expect(found?.ensures).toMatch(/\bcalls\b/);
    const yaml = witness([{ contract: found }], program, IN_2_1);
    expect(judge(yaml, program, preset).kind).toBe("confirmed");
  });

  it("makes the witness one of format 2.1, and a contract in ACSL", () => {
    const contracts = contractsOf(text);
    expect(formatVersion({ kind: "correctness", invariants: [], contracts })).toBe("2.1");
    expect(formatVersion({ kind: "correctness", invariants: [], contracts: [] })).toBe("2.0");
    expect(annotatedText(text, [], contracts, "acsl")).toMatch(
      /; \*\/ \/\*@ (requires .*; )?ensures .*; \*\/ static int\nthrice/,
    );
  });

  it("unless the function is also called where nothing can go wrong any more", () => {
    // There n may be negative, and no engine has looked.
    expect(contractsOf(text.replace("  return 0;\n}", "  thrice(-5);\n  return 0;\n}"))).toEqual([]);
  });
});
