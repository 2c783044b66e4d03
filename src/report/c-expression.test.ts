/** What is written holds wherever the formula does, as C evaluates it, without undefined behaviour; and it says something. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { execute } from "../../tests/support/c-program.ts";
import { runs } from "../../tests/support/thorough.ts";
import { holds as isTrue } from "../logic/evaluate.ts";
import {
  add,
  and,
  eq,
  type Formula,
  integer,
  le,
  lt,
  multiply,
  not,
  or,
  type Term,
  type Variable,
  variable,
  wrap,
} from "../logic/term.ts";
import { intType, pointerType, typeRange } from "../logic/types.ts";
import { type Int, toBig } from "../numbers/int.ts";
import { cExpression, type Words } from "./c-expression.ts";

let id = 1;
const declared = (name: string, type: Variable["type"]): Variable => ({ id: id++, name, type, role: "local" });

const TYPES = [
  ["signed char", 8, true],
  ["unsigned short", 16, false],
  ["int", 32, true],
  ["unsigned int", 32, false],
  ["long long", 64, true],
  ["unsigned long long", 64, false],
] as const;
const VARIABLES = TYPES.map(([type, bits, signed], i) => ({
  type,
  of: declared("abcdef"[i] as string, intType(bits, signed ? "signed" : "unsigned")),
}));
const [A, B, C, D, E, F] = VARIABLES.map(({ of }) => of) as [
  Variable,
  Variable,
  Variable,
  Variable,
  Variable,
  Variable,
];
const named: Words = { nameOf: (of) => of.name, arithmetic: "machine" };

describe("formulas as C", () => {
  it.each<[string, Formula, string | undefined]>([
    ["bounds, without those of the type", and([le(integer(0), variable(D)), le(variable(C), integer(9))]), "c <= 9"],
    ["equations", and([le(variable(C), integer(5)), le(integer(5), variable(C))]), "c == 5"],
    ["sums that may not fit", le(add(variable(C), integer(1)), variable(A)), "(long long)c + 1 <= a"],
    ["products that may not fit", eq(variable(D), multiply(integer(2), variable(C))), "d == 2LL * c"],
    [
      "sums that fit by the bounds before them",
      and([le(integer(0), variable(C)), le(variable(C), integer(9)), le(add(variable(C), integer(1)), variable(A))]),
      "0 <= c && c <= 9 && c + 1 <= a",
    ],
    ["signed against unsigned", le(variable(C), variable(D)), "(long long)c <= d"],
    ["what no type of C holds", le(add(variable(E), integer(1)), variable(C)), undefined],
    ["signed against the largest unsigned type", le(variable(E), variable(F)), undefined],
    [
      "what all cases share",
      or([
        and([eq(variable(A), integer(0)), eq(variable(C), integer(1))]),
        and([eq(variable(A), integer(0)), eq(variable(C), integer(2))]),
      ]),
      "a == 0 && 1 <= c && c <= 2",
    ],
    [
      "cases that others include",
      or([eq(variable(A), integer(0)), and([eq(variable(A), integer(0)), eq(variable(C), integer(2))])]),
      "a == 0",
    ],
    ["what is not", not(eq(variable(C), integer(-5))), "c != -5"],
    ["several variables against a constant", le(add(variable(A), variable(B)), integer(-5)), "a + b <= -5"],
    ["least values", eq(variable(C), integer(-2147483648)), "c == (-2147483647 - 1)"],
  ])("%s", (_, formula, text) => {
    expect(cExpression(formula, named)).toBe(text);
  });

  it("of pointers tell whether they are null", () => {
    const p = declared("p", pointerType(64));
    expect(cExpression(eq(variable(p), integer(0)), named)).toBe("p == 0");
    expect(cExpression(eq(variable(p), integer(4096)), named)).toBe("p != 0");
    expect(cExpression(le(integer(4096), variable(p)), named)).toBe("p != 0");
    expect(cExpression(not(eq(variable(p), integer(4096))), named)).toBeUndefined();
    expect(cExpression(le(variable(p), integer(4096)), named)).toBeUndefined();
  });

  it("leave out what has no name: conjuncts, and disjunctions as a whole", () => {
    const hidden: Words = { ...named, nameOf: (of) => (of === A ? undefined : of.name) };
    const [a, c] = [eq(variable(A), integer(1)), eq(variable(C), integer(2))];
    expect(cExpression(and([a, c]), hidden)).toBe("c == 2");
    expect(cExpression(or([a, c]), hidden)).toBeUndefined();
    expect(cExpression(not(and([a, c])), hidden)).toBeUndefined();
    expect(cExpression(not(or([a, c])), hidden)).toBe("c != 2");
  });

  const constants = fc.oneof(
    fc.integer({ min: -3, max: 3 }),
    fc.constantFrom<Int>(
      127,
      255,
      65535,
      2147483647,
      -2147483648,
      4294967295,
      9223372036854775807n,
      -9223372036854775808n,
    ),
  );
  const variables = fc.constantFrom(...VARIABLES.map(({ of }) => of));
  const { formula } = fc.letrec<{ term: Term; formula: Formula }>((tie) => ({
    term: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      constants.map(integer),
      variables.map(variable),
      fc.tuple(tie("term"), tie("term")).map(([a, b]) => add(a, b)),
      fc.tuple(tie("term"), tie("term")).map(([a, b]) => multiply(a, b)),
      fc
        .tuple(tie("term"), fc.constantFrom(intType(8, "unsigned"), intType(32, "unsigned"), intType(16, "signed")))
        .map(([a, type]) => wrap(a, type, "conversion")),
    ),
    formula: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.tuple(tie("term"), tie("term")).map(([a, b]) => le(a, b)),
      fc.tuple(tie("term"), tie("term")).map(([a, b]) => lt(a, b)),
      fc.tuple(tie("term"), tie("term")).map(([a, b]) => eq(a, b)),
      fc.tuple(tie("formula"), tie("formula")).map(([a, b]) => and([a, b])),
      fc.tuple(tie("formula"), tie("formula")).map(([a, b]) => or([a, b])),
      tie("formula").map(not),
    ),
  }));

  it("hold in C wherever the formula holds", () => {
    const values = fc.tuple(...VARIABLES.map(({ of }) => valuesOf(of)));
    let [written, false_] = [0, 0];
    const checks: string[] = [];
    const cases = fc.sample(fc.tuple(formula, values), { numRuns: runs(3000), seed: 7 });
    for (const [of, given] of cases) {
      const text = cExpression(of, named);
      if (text === undefined) continue;
      written += 1;
      const holds = isTrue(of, { valueOf: (one) => given[VARIABLES.findIndex(({ of: known }) => known === one)] ?? 0 });
      const declarations = VARIABLES.map(
        ({ type, of: { name } }, i) => `${type} ${name} = ${constant(given[i] as Int)};`,
      );
      // What does not hold may be said to be true, for something was left out; but not always.
      checks.push(
        `{ ${declarations.join(" ")} if (${text}) ${holds ? "{}" : "{ lies++; }"} else ${holds ? "fail(__LINE__)" : "{ false_++; }"}; }`,
      );
      if (holds === false) false_ += 1;
    }
    const result = execute(
      `int printf(const char *, ...); void exit(int); int lies, false_;\nvoid fail(int line) { printf("%d", line); exit(1); }
int main(void) {\n${checks.join("\n")}\nprintf("%d %d", lies, false_); return 0; }`,
      { signedOverflow: "stop" },
    );
    expect(result.outcome, checks[Number(result.stdout) - 4]).toMatchObject({ kind: "exit", status: 0 });
    const [lies = 0, told = 0] = result.stdout.split(" ").map(Number);
    expect(written).toBeGreaterThan(cases.length / 4);
    expect(told).toBeGreaterThan(false_ / 2);
    expect(lies + told).toBe(false_);
  });
});

function valuesOf({ type }: Variable): fc.Arbitrary<Int> {
  const { low, high } = typeRange(type);
  const near = [low, high, 0, 1, 2, 3].map(toBig).flatMap((one) => [one - 1n, one, one + 1n]);
  const inside = near.filter((one) => one >= toBig(low) && one <= toBig(high));
  return fc
    .constantFrom(...inside)
    .map((one) => (one >= -9007199254740991n && one <= 9007199254740991n ? Number(one) : one));
}

function constant(value: Int): string {
  if (toBig(value) === -9223372036854775808n) return "(-9223372036854775807LL - 1)";
  return toBig(value) > 9223372036854775807n ? `${value}ULL` : `${value}LL`;
}
