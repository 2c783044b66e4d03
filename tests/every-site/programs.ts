/**
 * Small random programs with many checks, each in a line of its own: asserts and arithmetic that may go wrong, in loops, in functions that
 * are called from several places or from nowhere, behind other checks and behind returns. They read at most eight bits, so that all
 * their executions can be run.
 */
import fc from "fast-check";

export interface Program {
  readonly text: string;
  /** What it reads: one value of each list. */
  readonly inputs: readonly (readonly number[])[];
}

const VARIABLES = ["a", "b", "x", "y"] as const;

const constant = fc.integer({ min: -2, max: 12 }).map(String);
const atom = fc.oneof(fc.constantFrom<string>(...VARIABLES), constant);
const sum = fc
  .tuple(atom, fc.constantFrom("+", "-", "*", "/", "%"), atom)
  .map(([left, operator, right]) => `(${left} ${operator} ${right})`);
const expression = fc.oneof({ weight: 2, arbitrary: atom }, { weight: 3, arbitrary: sum });
const comparison = fc
  .tuple(expression, fc.constantFrom("<", "<=", "==", "!=", ">"), expression)
  .map(([left, operator, right]) => `${left} ${operator} ${right}`);

/** Lines; a check has one of its own. */
type Lines = readonly string[];

const check: fc.Arbitrary<Lines> = comparison.map((condition) => [`assert(${condition});`]);
const assign: fc.Arbitrary<Lines> = fc
  .tuple(fc.constantFrom("x", "y"), expression)
  .map(([target, value]) => [`${target} = ${value};`]);
const bounded: fc.Arbitrary<Lines> = fc
  .tuple(fc.constantFrom("x", "y"), fc.integer({ min: 2, max: 9 }))
  .map(([target, most]) => [`${target} = ${target} & ${most};`]);
const element: fc.Arbitrary<Lines> = fc.constantFrom(["t[x & 7] = y;"], ["y = t[a & 3];"], ["y = t[x];"]);
const memory: fc.Arbitrary<Lines> = fc.constantFrom(
  ["p = &t[x & 7];"],
  ["p = 0;"],
  ["*p = y;"],
  ["y = *p;"],
  ["q = malloc(4);"],
  ["*q = x;"],
  ["x = *q;"],
  ["free(q);"],
  ["p = q;"],
  ["q = p;"],
);
const call: fc.Arbitrary<Lines> = fc
  .tuple(fc.constantFrom("f", "g"), atom)
  .map(([name, given]) => [`${name}(${given});`]);
const leave: fc.Arbitrary<Lines> = comparison.map((condition) => [`if (${condition}) return 0;`]);

const statement: fc.Arbitrary<Lines> = fc.letrec<{ statement: Lines }>((tie) => ({
  statement: fc.oneof(
    { maxDepth: 2, depthSize: "small" },
    { weight: 4, arbitrary: check },
    { weight: 3, arbitrary: assign },
    { weight: 1, arbitrary: bounded },
    { weight: 1, arbitrary: element },
    { weight: 2, arbitrary: memory },
    { weight: 2, arbitrary: call },
    { weight: 1, arbitrary: leave },
    {
      weight: 2,
      arbitrary: fc
        .tuple(comparison, fc.array(tie("statement"), { minLength: 1, maxLength: 3 }))
        .map(([condition, body]) => [`if (${condition}) {`, ...body.flat(), "}"]),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.integer({ min: 1, max: 5 }), fc.array(tie("statement"), { minLength: 1, maxLength: 2 }))
        .map(([times, body]) => [`for (int i = 0; i < ${times}; i++) {`, ...body.flat(), "}"]),
    },
  ),
})).statement;

const blocks = fc.array(statement, { minLength: 1, maxLength: 3 }).map((all) => all.flat());
/** Nobody calls h. */
const functions = fc.tuple(blocks, blocks, blocks);

const WIDTHS = [[8], [4, 4], [1, 3]] as const;

export const program: fc.Arbitrary<Program> = fc
  .tuple(fc.constantFrom(...WIDTHS), functions, fc.array(statement, { minLength: 2, maxLength: 6 }))
  .map(([widths, bodies, main]) => {
    const read = ["a", "b"].map((name, i) => {
      const bits = widths[i];
      return bits === undefined ? `${name} = 3;` : `${name} = __VERIFIER_nondet_uchar() & ${2 ** bits - 1};`;
    });
    const defined = ["f", "g", "h"].flatMap((name, i) => [
      `static int ${name}(int x) {`,
      "int y = x;",
      // One that calls itself, or each other, does not end.
      ...(bodies[i] ?? []).map((line) => line.replace(/^[fg]\(.*/, "y++;")),
      "return y;",
      "}",
    ]);
    const lines = [
      "#include <assert.h>",
      "#include <stdlib.h>",
      "extern unsigned char __VERIFIER_nondet_uchar(void);",
      "static int a, b, t[8], *p, *q;",
      ...defined,
      "int main(void) {",
      "int x = 1, y = 2;",
      ...read,
      ...main.flat(),
      "return 0;",
      "}",
    ];
    const inputs = widths.map((bits) => Array.from({ length: 2 ** bits }, (_, value) => value));
    return { text: `${lines.join("\n")}\n`, inputs };
  });

/** All that it can read. */
export function allInputs(lists: Program["inputs"]): number[][] {
  return lists.reduce<number[][]>((so, list) => so.flatMap((before) => list.map((value) => [...before, value])), [[]]);
}
