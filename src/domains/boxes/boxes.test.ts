import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ALL,
  between,
  difference,
  EMPTY,
  forEachTest,
  intersection,
  isSubset,
  project,
  union,
} from "../../logic/diagram.ts";
import * as t from "../../logic/term.ts";
import { intType, MATH_INTEGER } from "../../logic/types.ts";
import { type Boxes, boxes, boxesOf } from "./boxes.ts";

const x: t.Variable = { id: 1, name: "x", type: intType(4, "unsigned"), role: "local" };
const y: t.Variable = { id: 2, name: "y", type: intType(4, "unsigned"), role: "local" };
const m: t.Variable = { id: 3, name: "m", type: MATH_INTEGER, role: "local" };
const [X, Y, M] = [x, y, m].map(t.variable) as [t.Term, t.Term, t.Term];
const n = t.integer;

const piece = fc.tuple(fc.nat(15), fc.nat(15), fc.nat(6), fc.nat(6));
const pieces = fc.array(piece, { maxLength: 5 });

/** The set as a diagram and as a table of 16 x 16 truth values. */
function both(list: [number, number, number, number][]): { diagram: Boxes; table: boolean[] } {
  let diagram: Boxes = EMPTY;
  const table = new Array<boolean>(256).fill(false);
  for (const [a, b, width, height] of list) {
    diagram = union(diagram, intersection(between(x, a, a + width), between(y, b, b + height)));
    for (let i = a; i <= Math.min(15, a + width); i++)
      for (let j = b; j <= Math.min(15, b + height); j++) table[16 * i + j] = true;
  }
  return { diagram, table };
}

function fromTable(table: readonly boolean[]): Boxes {
  let diagram: Boxes = EMPTY;
  table.forEach((inside, at) => {
    if (inside) diagram = union(diagram, intersection(between(x, at >> 4, at >> 4), between(y, at & 15, at & 15)));
  });
  return diagram;
}

describe("diagrams", () => {
  test("are canonical: equal sets are one object", () => {
    fc.assert(
      fc.property(pieces, (list) => {
        const { diagram, table } = both(list);
        expect(fromTable(table)).toBe(diagram);
        forEachTest(diagram, (node) => {
          expect(node.low).not.toBe(node.high);
          if (node.high.kind === "test" && node.high.variable === node.variable)
            expect(node.high.bound > node.bound).toBe(true);
          if (node.low.kind === "test") expect(node.low.variable.id).toBeGreaterThan(node.variable.id);
        });
      }),
      { numRuns: 40 },
    );
  });

  test("set operations agree with tables", () => {
    fc.assert(
      fc.property(pieces, pieces, (first, second) => {
        const [a, b] = [both(first), both(second)];
        const table = (choose: (x: boolean, y: boolean) => boolean) =>
          fromTable(a.table.map((x, at) => choose(x, b.table[at]!)));
        expect(union(a.diagram, b.diagram)).toBe(table((p, q) => p || q));
        expect(intersection(a.diagram, b.diagram)).toBe(table((p, q) => p && q));
        expect(difference(a.diagram, b.diagram)).toBe(table((p, q) => p && !q));
        expect(isSubset(a.diagram, b.diagram)).toBe(a.table.every((p, at) => !p || b.table[at]));
        const shadow = a.table.map((_, at) => a.table.some((inside, other) => inside && (other & 15) === (at & 15)));
        expect(project(a.diagram, x)).toBe(fromTable(shadow));
      }),
      { numRuns: 40 },
    );
  });

  test("the whole type is no constraint", () => {
    expect(between(x, 0, 15)).toBe(ALL);
    expect(union(between(x, 0, 7), between(x, 8, 15))).toBe(ALL);
    expect(between(x, 9, 4)).toBe(EMPTY);
  });
});

describe("the domain", () => {
  const assume = (formula: t.Formula) => boxes.assume(boxes.top, formula);

  test("keeps cases apart, through assignments too", () => {
    const state = assume(t.or([t.eq(M, n(1)), t.and([t.le(n(5), M), t.le(M, n(6))])]));
    expect(boxes.show(boxes.assign(state, m, t.multiply(n(2), M)))).toBe("m = 2 or m in [10, 12]");
    expect(boxes.show(boxes.assume(state, t.ne(M, n(5))))).toBe("m = 1 or m = 6");
    expect(boxes.show(boxes.assign(state, x, M))).toBe("x = 1, m = 1 or x in [5, 6], m in [5, 6]");
    expect(boxes.show(boxes.preimage(state, m, t.add(M, n(1))))).toBe("m = 0 or m in [4, 5]");
  });

  test("x = 4 implies y > 9, which no box can say", () => {
    const state = assume(t.or([t.ne(X, n(4)), t.lt(n(9), Y)]));
    expect(boxes.isBottom(boxes.assume(state, t.and([t.eq(X, n(4)), t.le(Y, n(9))])))).toBe(true);
    expect(boxes.difference(boxes.top, state)).toBe(assume(t.and([t.eq(X, n(4)), t.le(Y, n(9))])));
  });

  test("widening uses only bounds of the older state", () => {
    const zero = assume(t.eq(M, n(0)));
    const grown = boxes.join(zero, assume(t.eq(M, n(1))));
    expect(boxes.show(boxes.widen(zero, grown))).toBe("m in [0, oo)");
    const gap = assume(t.or([t.eq(M, n(0)), t.lt(n(100), M)]));
    const filled = boxes.join(gap, assume(t.eq(M, n(1))));
    expect(boxes.show(boxes.widen(gap, filled))).toBe("m in [0, oo)");
    const below = boxes.join(gap, assume(t.eq(M, n(-5))));
    expect(boxes.show(boxes.widen(gap, below))).toBe("m in (-oo, 0] or m in [101, oo)");
    expect(boxesOf(gap, 1)).toBeUndefined();
  });

  test("takes the hull where a diagram would grow too large", () => {
    const bit = (id: number): t.Variable => ({ id, name: `b${id}`, type: intType(1, "unsigned"), role: "local" });
    const n17 = Array.from({ length: 17 }, (_, i) => i);
    // In this order of variables the diagram has a path for each choice of the first halves.
    const pairs = n17.map((i) =>
      assume(t.and([t.eq(t.variable(bit(10 + i)), n(1)), t.eq(t.variable(bit(30 + i)), n(1))])),
    );
    const all = pairs.reduce((sum, pair) => boxes.join(sum, pair), boxes.bottom);
    for (const pair of pairs) expect(boxes.leq(pair, all)).toBe(true);
    expect(
      boxes.leq(
        all,
        pairs.slice(0, 5).reduce((sum, pair) => boxes.join(sum, pair), boxes.bottom),
      ),
    ).toBe(false);
    let tests = 0;
    forEachTest(all, () => {
      tests += 1;
    });
    expect(tests).toBeLessThan(100_000);
  });
});
