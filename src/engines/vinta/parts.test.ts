/** The parts by themselves: orders as in section 3, widening as in 4.2, the abstraction function of 5.1. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { modelOf } from "../../../tests/support/model.ts";
import type { Domain } from "../../domains/domain.ts";
import { box, boxes } from "../../domains/index.ts";
import * as t from "../../logic/term.ts";
import { MATH_INTEGER } from "../../logic/types.ts";
import { type CutPointGraph, cutPointGraph } from "../cutpoint-graph.ts";
import { boundsOnly } from "./abstraction.ts";
import { RecursiveOrder } from "./recursive-order.ts";
import { widenWithJoin, widenWithOr } from "./widen.ts";

const PROLOGUE = "extern int __VERIFIER_nondet_int(void); void reach_error(void);";
const variable = (id: number, name: string): t.Variable => ({ id, name, type: MATH_INTEGER, role: "local" });
const [x, y] = [variable(1, "x"), variable(2, "y")].map(t.variable) as [t.Term, t.Term];
const n = t.integer;

function graphOf(body: string): CutPointGraph {
  const graph = cutPointGraph(modelOf(`${PROLOGUE} int main(void) { ${body} return 0; }`), () => {});
  if (typeof graph === "string") throw new Error("the program should have an error to reach");
  return graph;
}

describe("the recursive order", () => {
  it("leads around a loop and out of it, to the error at last (the paper's l1 (l2) l3)", () => {
    const graph = graphOf("int x = 0; while (__VERIFIER_nondet_int()) x++; if (x == 3) reach_error();");
    const order = new RecursiveOrder(graph);
    const [entry, loop] = graph.cutPoints;
    expect(graph.cutPoints).toHaveLength(3);
    expect(order.wtoNext(entry!)).toBe(loop);
    expect(order.wtoNext(loop!)).toBe(loop);
    expect(order.wtoExit(loop!)).toBe(graph.error);
    expect(order.wtoNext(graph.error)).toBeUndefined();
  });

  it("leads from an inner loop back to the head of the outer one", () => {
    const graph = graphOf(
      "int x = 0; while (__VERIFIER_nondet_int()) { while (__VERIFIER_nondet_int()) x++; if (x == 3) reach_error(); }",
    );
    const order = new RecursiveOrder(graph);
    const [, outer, inner] = graph.cutPoints;
    expect(order.wtoNext(outer!)).toBe(inner);
    expect(order.wtoExit(inner!)).toBe(outer);
    expect(order.inComponent(outer!)).toEqual([inner]);
  });

  it("leaves out what leads to no error", () => {
    const graph = graphOf("int x = __VERIFIER_nondet_int(); if (x == 3) reach_error(); while (x) x--;");
    expect(graph.cutPoints).toHaveLength(2);
  });
});

describe("WidenWith", () => {
  const is = (value: number) => boxes.assume(boxes.top, t.eq(x, n(value)));

  it("by union and difference returns the post and what widening adds, not what is known", () => {
    const widened = widenWithOr(boxes, [is(0), is(1)], boxes.join(is(1), is(2)));
    expect(boxes.show(widened)).toBe("x in [1, oo)");
    expect(boxes.leq(is(1), widened)).toBe(true);
  });

  it("by join returns an element above both", () => {
    expect(boxes.show(widenWithJoin(boxes, is(0), is(1)))).toBe("x in [0, oo)");
  });
});

describe("Definition 3: what WidenWith has to be", () => {
  type Corner = readonly [x: number, y: number];
  const corner = fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 3 }));
  const walks = fc.array(corner, { minLength: 1, maxLength: 3 });
  const STEPS = 24;

  /** A unit square that is further away at each step, so that no finite union holds them all. */
  function square<S>(domain: Domain<S>, [dx, dy]: Corner, step: number): S {
    const within = (of: t.Term, least: number) => [t.le(n(least), of), t.le(of, n(least + 1))];
    return domain.assume(domain.top, t.and([...within(x, dx * step * step), ...within(y, dy * step * step)]));
  }

  /** Z_0 = X, Z_i = Z_(i-1) and one more: how often the union grows. Each y lies in what is known and what is added. */
  function growths<S>(
    domain: Domain<S>,
    starts: readonly Corner[],
    ways: readonly Corner[],
    widened: (set: readonly S[], y: S) => S,
  ): number {
    // In a domain with exact unions.
    const exact = (state: S) => boxes.assume(boxes.top, domain.toFormula(state));
    const set = starts.map((at) => square(domain, at, 2));
    let known = set.map(exact).reduce((a, b) => boxes.join(a, b));
    let growing = 0;
    for (let step = 0; step < STEPS; step += 1) {
      const arrived = square(domain, ways[step % ways.length]!, step);
      const added = widened(set, arrived);
      if (!boxes.leq(exact(added), known)) {
        growing += 1;
        known = boxes.join(known, exact(added));
      }
      expect(boxes.leq(exact(arrived), known)).toBe(true);
      set.push(added);
    }
    return growing;
  }

  const most = (count: (starts: readonly Corner[], ways: readonly Corner[], choice: number) => number) => {
    let found = 0;
    const property = fc.property(walks, walks, fc.nat(), (...given) => {
      found = Math.max(found, count(...given));
    });
    fc.assert(property, { numRuns: 8, seed: 5 });
    return found;
  };

  it("by union and difference: sound, and every sequence converges", () => {
    const changes = most((starts, ways) =>
      growths(boxes, starts, ways, (set, arrived) => widenWithOr(boxes, set, arrived)),
    );
    expect(changes).toBeGreaterThan(1);
    expect(changes).toBeLessThan(STEPS / 2);
  });

  it("by join: sound, and every sequence converges, whichever element is picked", () => {
    const changes = most((starts, ways, choice) =>
      growths(box, starts, ways, (set, arrived) => widenWithJoin(box, set[choice % set.length]!, arrived)),
    );
    expect(changes).toBeGreaterThan(1);
    expect(changes).toBeLessThan(STEPS / 2);
  });

  it("a join in the place of the widening does not converge", () => {
    const joining = { ...boxes, widen: boxes.join };
    const changes = most((starts, ways) =>
      growths(boxes, starts, ways, (set, arrived) => widenWithOr(joining, set, arrived)),
    );
    expect(changes).toBeGreaterThan(STEPS / 2);
  });
});

describe("the abstraction to bounds", () => {
  it("drops literals about several variables, under negations too", () => {
    const bound = t.le(x, n(10));
    const relation = t.le(x, y);
    expect(boundsOnly(t.and([bound, relation]))).toBe(bound);
    expect(boundsOnly(t.or([bound, relation]))).toBe(t.TRUE);
    expect(boundsOnly(t.not(t.or([bound, relation])))).toBe(t.not(bound));
    expect(boundsOnly(t.not(t.and([bound, relation])))).toBe(t.TRUE);
  });
});
