/** What loopiter and acceleration promise: X within X', and X' closed under the path; exactness where it is promised. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assume, makeModel, makeVariable, set } from "../../../tests/support/model-builder.ts";
import { type Domain, domainNamed } from "../../domains/index.ts";
import { add, and, eq, type Formula, integer, le, multiply, type Variable, variable } from "../../logic/term.ts";
import { MATH_INTEGER } from "../../logic/types.ts";
import type { ModelLiveness } from "../../model/live.ts";
import type { ModelOp } from "../../model/model.ts";
import { Budget } from "../../util/budget.ts";
import { accelerate } from "../accelerate.ts";
import { withoutLargeFacets } from "../large-facets.ts";
import { loopiter } from "./loopiter.ts";
import { opsOf, type Path, reducedGraph } from "./reduced-graph.ts";
import { afterPath } from "./transformer.ts";

const x = makeVariable("x", MATH_INTEGER);
const y = makeVariable("y", MATH_INTEGER);

interface Loop {
  readonly path: Path;
  readonly live: ModelLiveness;
}

/** A loop of one path; both variables are read after it. */
function loopOf(ops: readonly ModelOp[]): Loop {
  const model = makeModel("start", [
    ["start", [], "loop"],
    ["loop", ops, "loop"],
    ["loop", [assume(eq(variable(x), variable(y)))], "error"],
  ]);
  const head = model.at("loop");
  const graph = reducedGraph(model, new Map());
  if (graph === undefined) throw new Error("the model should be small");
  return { path: model.edgesFrom(head).slice(0, 1), live: graph.live };
}

function closedBy<S>(domain: Domain<S>, loop: Loop, start: S): S | undefined {
  const { path, live } = loop;
  const round = { ops: opsOf(path), matters: (of: Variable) => live.isLive(of, path[0]!.source) };
  return accelerate(domain, round, transformerOf(domain, loop), start);
}

function transformerOf<S>(domain: Domain<S>, { path, live }: Loop): (state: S) => S {
  const abstraction = { domain, live, budget: new Budget() };
  return (state) => afterPath(abstraction, state, path);
}

const small = fc.integer({ min: -6, max: 6 });

/** x := x + a or a, the same for y, under bounds on each and on a sum. */
const loops = fc
  .record({
    a: small,
    b: small,
    reset: fc.boolean(),
    high: fc.integer({ min: -5, max: 40 }),
    low: fc.integer({ min: -40, max: 5 }),
  })
  .map(({ a, b, reset, high, low }) => [
    assume(le(variable(x), integer(high))),
    assume(le(integer(low), add(variable(y), multiply(integer(2), variable(x))))),
    set(x, add(variable(x), integer(a))),
    set(y, reset ? integer(b) : add(variable(y), integer(b))),
  ]);

const starts = fc
  .record({ x: fc.integer({ min: -9, max: 9 }), wide: fc.nat(4), y: fc.integer({ min: -9, max: 9 }) })
  .map(({ x: at, wide, y: other }) =>
    and([le(integer(at), variable(x)), le(variable(x), integer(at + wide)), eq(variable(y), integer(other))]),
  );

function domainOf(name: string): Domain<unknown> {
  return domainNamed(name)?.domain as Domain<unknown>;
}

for (const name of ["polyhedra", "octagon", "box"]) {
  const domain = domainOf(name);
  describe(`closing a path in ${name}`, () => {
    for (const how of ["loopiter", "accelerate"] as const)
      it(`${how} contains the start and is inductive`, () => {
        let closed = 0;
        fc.assert(
          fc.property(loops, starts, (ops, formula) => {
            const loop = loopOf(ops);
            const transform = transformerOf(domain, loop);
            const start = domain.assume(domain.top, formula);
            const result = how === "loopiter" ? loopiter(domain, transform, start) : closedBy(domain, loop, start);
            if (result === undefined) return;
            closed += 1;
            expect(domain.leq(start, result)).toBe(true);
            expect(domain.leq(transform(result), result)).toBe(true);
          }),
          { numRuns: 25 },
        );
        // A property that nothing reached could not fail.
        expect(closed).toBeGreaterThan(8);
      });
  });
}

describe("acceleration is exact", () => {
  const domain = domainOf("polyhedra");
  const close = (ops: readonly ModelOp[], start: Formula): unknown => {
    const loop = loopOf(ops);
    return closedBy(domain, loop, domain.assume(domain.top, start));
  };
  const same = (found: unknown, expected: Formula) => {
    const state = domain.assume(domain.top, expected);
    expect(domain.show(found)).toBe(domain.show(state));
  };
  const plus = (of: Variable, by: number): ModelOp => set(of, add(variable(of), integer(by)));
  const at = (a: number, b: number) => and([eq(variable(x), integer(a)), eq(variable(y), integer(b))]);

  it("for a counter below a bound", () => {
    const found = close([plus(x, 1), assume(le(variable(x), integer(99)))], at(0, 5));
    same(found, and([le(integer(0), variable(x)), le(variable(x), integer(99)), eq(variable(y), integer(5))]));
  });

  it("for two counters in step", () => {
    const found = close([assume(le(variable(x), integer(9))), plus(x, 1), plus(y, 3)], at(0, 0));
    const bounds = [le(integer(0), variable(x)), le(variable(x), integer(10))];
    same(found, and([...bounds, eq(variable(y), multiply(integer(3), variable(x)))]));
  });

  it("for a counter with a reset", () => {
    const found = close([assume(le(variable(x), integer(9))), plus(x, 1), set(y, integer(4))], at(0, 4));
    same(found, and([le(integer(0), variable(x)), le(variable(x), integer(10)), eq(variable(y), integer(4))]));
  });

  it("and refuses what is no translation", () => {
    expect(close([set(x, multiply(integer(2), variable(x)))], at(1, 0))).toBeUndefined();
  });
});

it("facets with very large coefficients are dropped, the others stay", () => {
  const domain = domainOf("polyhedra");
  const small = [le(variable(x), integer(9)), le(multiply(integer(2 ** 32), variable(y)), variable(x))];
  const large = le(multiply(integer(2 ** 34 + 1), variable(y)), multiply(integer(3), variable(x)));
  const whole = domain.assume(domain.top, and([...small, large]));
  const expected = domain.assume(domain.top, and(small));
  expect(domain.show(withoutLargeFacets(domain, whole))).toBe(domain.show(expected));
  expect(domain.leq(whole, withoutLargeFacets(domain, whole))).toBe(true);
  expect(domain.leq(expected, whole)).toBe(false);
});
