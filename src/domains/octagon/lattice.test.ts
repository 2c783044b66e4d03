import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type LinearConstraint, linearConstraint, linearExpression } from "../../logic/linear.ts";
import type { Variable } from "../../logic/term.ts";
import { MATH_INTEGER, REAL } from "../../logic/types.ts";
import type { Rational } from "../../numbers/rational.ts";
import { entry, indexIn } from "./block.ts";
import { less } from "./exact.ts";
import { type Blocks, blockOf, boundBetween, closedOf, type Octagon } from "./lattice.ts";
import type { Arithmetic } from "./matrix.ts";
import { fromConstraints, octagons } from "./octagon.ts";
import { workspace } from "./workspace.ts";

const COUNT = 34;

function namesOf(arithmetic: Arithmetic): Variable[] {
  const type = arithmetic === "integer" ? MATH_INTEGER : REAL;
  return Array.from({ length: COUNT }, (_, id): Variable => ({ id, name: `x${id}`, type, role: "local" }));
}

/** Enough relations for a block of more than a thousand entries, and some variables beside it; all contain the origin. */
const someEntries = fc.array(
  fc.record({
    k: fc.nat(COUNT - 1),
    l: fc.nat(COUNT - 1),
    signs: fc.nat(3),
    bound: fc.integer({ min: 0, max: 50 }),
  }),
  { minLength: COUNT, maxLength: 5 * COUNT },
);
type Entries = typeof someEntries extends fc.Arbitrary<infer T> ? T : never;

function octagonOf(entries: Entries, names: readonly Variable[], arithmetic: Arithmetic): Blocks {
  const constraints = entries.flatMap(({ k, l, signs, bound }): LinearConstraint[] => {
    const terms: [Variable, number][] = [[names[k]!, signs & 1 ? 1 : -1]];
    if (k !== l) terms.push([names[l]!, signs & 2 ? 1 : -1]);
    const constraint = linearConstraint("le", linearExpression(terms, -bound));
    return typeof constraint === "object" ? [constraint] : [];
  });
  return blocksOf(closedOf(fromConstraints(constraints, arithmetic) ?? "bottom", arithmetic));
}

function blocksOf(state: Octagon): Blocks {
  if (state === "bottom") throw new Error("the octagon should contain the origin");
  return state;
}

function differ(a: Rational, b: Rational): boolean {
  return less(a, b) || less(b, a);
}

/** Do the variables share a block? */
function isOwn(state: Blocks, x: Variable, y: Variable): boolean {
  const block = blockOf(state, x);
  return block !== undefined && block === blockOf(state, y);
}

/** Calls for every pair of different signed variables. */
function forPairs(names: readonly Variable[], check: (x: Variable, i: 0 | 1, y: Variable, j: 0 | 1) => void): void {
  for (const from of names)
    for (const to of names)
      for (const i of [0, 1] as const)
        for (const j of [0, 1] as const) if (from !== to || i !== j) check(from, i, to, j);
}

describe.each(["integer", "rational"] as const)("large octagons, %s", (arithmetic) => {
  const names = namesOf(arithmetic);
  const domain = octagons(arithmetic);

  test("every bound of a join is the greater one of its operands", () => {
    fc.assert(
      fc.property(someEntries, someEntries, (left, right) => {
        const [a, b] = [left, right].map((entries) => octagonOf(entries, names, arithmetic)) as [Blocks, Blocks];
        const joined = blocksOf(closedOf(domain.join(a, b), arithmetic));
        let wrong = 0;
        forPairs(names, (x, i, y, j) => {
          const [first, second] = [boundBetween(a, x, i, y, j), boundBetween(b, x, i, y, j)];
          if (differ(boundBetween(joined, x, i, y, j), less(first, second) ? second : first)) wrong += 1;
        });
        expect(wrong).toBe(0);
      }),
      { numRuns: 8 },
    );
  });

  test("every entry of a widening is the older one or absent, and stable ones stay", () => {
    fc.assert(
      fc.property(someEntries, someEntries, (left, right) => {
        const [a, b] = [left, right].map((entries) => octagonOf(entries, names, arithmetic)) as [Blocks, Blocks];
        const widened = blocksOf(domain.widen(a, b));
        let wrong = 0;
        forPairs(names, (x, i, y, j) => {
          const older = boundBetween(a, x, i, y, j);
          const stable = less(older, boundBetween(b, x, i, y, j)) ? Infinity : older;
          const block = blockOf(widened, x);
          const [k, l] = [block, block].map((one, at) => (one ? indexIn(one.variables, at === 0 ? x : y) : -1));
          const together = block !== undefined && k! >= 0 && l! >= 0;
          // Apart only what shared no entry, or what implied bounds related before.
          if (together ? differ(entry(block, 2 * k! + i, 2 * l! + j), stable) : isOwn(a, x, y) && stable !== Infinity)
            wrong += 1;
        });
        expect(wrong).toBe(0);
        expect(domain.leq(a, widened) && domain.leq(b, widened)).toBe(true);
      }),
      { numRuns: 8 },
    );
  });
});

test("a block that both operands share is in the join once", () => {
  const names = namesOf("integer");
  const state = octagonOf([{ k: 0, l: 1, signs: 1, bound: 3 }], names, "integer");
  const joined = blocksOf(octagons("integer").join(state, { ...state, closed: undefined }));
  expect(joined.blocks).toEqual(state.blocks);
});

test("the kernel chooses as plain loops do, and its memory grows", () => {
  for (const length of [1024, 6000, 30_000, 2000]) {
    const a = Float64Array.from({ length }, (_, at) => (at % 7 === 0 ? Infinity : (at * 37) % 101));
    const b = Float64Array.from({ length }, (_, at) => (at % 5 === 0 ? Infinity : ((at * 53) % 103) - 1));
    for (const choice of ["greater", "stable"] as const) {
      const room = workspace(length)!;
      room.first.set(a);
      room.second.set(b);
      const expected = a.map((x, at) => (b[at]! > x ? (choice === "greater" ? b[at]! : Infinity) : x));
      expect(room.choose(choice).every((x, at) => x === expected[at])).toBe(true);
    }
  }
  expect(workspace(60)).toBeUndefined();
});
