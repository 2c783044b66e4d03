/** What the paper proves of its operators and of refinement: section 2's widening and Lemma 2, section 3's Hint DAG. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { modelOf } from "../../../tests/support/model.ts";
import { makeVariable } from "../../../tests/support/model-builder.ts";
import { plainPolyhedra } from "../../domains/index.ts";
import { constraintFormula, type LinearConstraint, linearConstraint, linearExpression } from "../../logic/linear.ts";
import { and } from "../../logic/term.ts";
import { MATH_INTEGER } from "../../logic/types.ts";
import { ownSolver } from "../../smt/own/solver.ts";
import { Budget } from "../../util/budget.ts";
import { contextFor } from "../context.ts";
import { chosenDomain } from "../engine.ts";
import { buildControlGraph } from "./control-graph.ts";
import { Exploration } from "./exploration.ts";
import { dagger } from "./index.ts";
import { interpolatedWiden } from "./interpolated-widen.ts";
import type { Arrival } from "./reached.ts";
import { ApplyRefinement, RefineTREE } from "./refine.ts";
import { CONFIGURATIONS } from "./settings.ts";
import { Space } from "./space.ts";

const variables = ["x", "y"].map((name) => makeVariable(name, MATH_INTEGER));
const space = new Space(plainPolyhedra(), {}, new Budget(), "rationals");
type State = typeof space.domain.top;

/** form + constant <= 0 over the two variables. */
const bound = (a: number, b: number, constant: number) =>
  linearConstraint("le", linearExpression([[variables[0]!, a] as const, [variables[1]!, b] as const], constant));
const small = fc.integer({ min: -3, max: 3 });
const constraint = fc
  .tuple(small, small, fc.integer({ min: -8, max: 8 }))
  .map(([a, b, constant]) => bound(a, b, constant))
  .filter((made): made is LinearConstraint => typeof made === "object");
/** A box that walks away for ever: no union of finitely many is the limit. */
const walking = (dx: number, dy: number, step: number): State => {
  const limits = [
    bound(1, 0, -dx * step - 1),
    bound(-1, 0, dx * step),
    bound(0, 1, -dy * step - 1),
    bound(0, -1, dy * step),
  ];
  return stateOf(limits.filter((one) => typeof one === "object"));
};
const stateOf = (list: readonly LinearConstraint[]): State =>
  space.domain.assume(space.domain.top, and(list.map(constraintFormula)));
const direction = fc.tuple(small, small);
const thresholds = fc.array(constraint, { maxLength: 5 });
/** An operand loses a constraint or stops; a box in the plane has four, a threshold is one more. */
const MOST_CHANGES = 16;

describe.each(["simple", "domain"] as const)("interpolated widening (%s)", (widening) => {
  it("is a widening: every increasing chain becomes stationary (section 2)", () => {
    let changed = 0;
    fc.assert(
      fc.property(direction, thresholds, ([dx, dy], limits) => {
        let widened = walking(dx, dy, 0);
        let changes = 0;
        for (let step = 1; step <= 40; step++) {
          const newer = space.join(widened, walking(dx, dy, step));
          if (space.leq(newer, widened)) continue;
          const next = interpolatedWiden(space, widened, newer, limits, widening);
          expect(space.leq(newer, next)).toBe(true);
          widened = next;
          changes += 1;
        }
        expect(changes).toBeLessThanOrEqual(MOST_CHANGES);
        changed = Math.max(changed, changes);
      }),
      { numRuns: 40, seed: 3 },
    );
    expect(changed).toBeGreaterThan(1);
  });

  it("Lemma 2: so does every sequence of sets, whichever member is selected", () => {
    let changed = 0;
    const walks = fc.array(direction, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(walks, walks, thresholds, fc.nat(), (starts, ways, limits, choice) => {
        let set: readonly State[] = starts.map(([x, y]) => walking(5 * x, 5 * y, 1));
        let changes = 0;
        for (let step = 0; step < 60; step++) {
          const [dx, dy] = ways[step % ways.length]!;
          const state = walking(dx, dy, step);
          if (set.some((member) => space.leq(state, member))) continue;
          const selected = set[choice % set.length]!;
          const joined = space.join(selected, state);
          const added = interpolatedWiden(space, selected, joined, limits, widening);
          set = [...set.filter((member) => !space.leq(member, added)), added];
          changes += 1;
        }
        expect(changes).toBeLessThanOrEqual(MOST_CHANGES * starts.length);
        changed = Math.max(changed, changes);
      }),
      { numRuns: 40, seed: 3 },
    );
    expect(changed).toBeGreaterThan(1);
  });
});

describe("Hint DAG", () => {
  const ANY = "__VERIFIER_nondet_int()";
  const step = fc.tuple(
    fc.integer({ min: -2, max: 2 }),
    fc.integer({ min: -2, max: 2 }),
    fc.integer({ min: 0, max: 4 }),
  );
  const text = (steps: readonly (readonly [number, number, number])[], claim: readonly [number, number, number]) => `
    extern int __VERIFIER_nondet_int(void); void reach_error(void);
    int main(void) { int x = 0, y = 0; while (${ANY}) {
      ${steps.map(([dx, dy, least]) => `if (${ANY}) { if (x + y >= ${least}) { x = x + ${dx}; y = y + ${dy}; } } else`).join(" ")} ;
      } if (${claim[0]} * x + ${claim[1]} * y > ${claim[2] + 2}) reach_error(); return 0; }`;
  const settings = CONFIGURATIONS.find(({ name }) => name === "dagger:tree+itp")!.settings;
  const preset = dagger.presets.find(({ name }) => name === "dagger:tree+itp")!;

  function pathTo<S>(failure: Arrival<S>): string {
    const edges = [failure.edge.id];
    for (let [arrival] = failure.parent.arrivals; arrival !== undefined; [arrival] = arrival.parent.arrivals)
      edges.push(arrival.edge.id);
    return edges.reverse().join();
  }

  it("what is eliminated stays eliminated, and k imprecise operations take at most k refinements", () => {
    let refinements = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 3 }), step, (steps, claim) => {
        const model = modelOf(text(steps, claim), { integers: "math" });
        const budget = new Budget();
        const confirm = () => ({ kind: "unconfirmed", reason: "not asked" }) as const;
        const context = contextFor(preset, {
          ...{ budget, statistics: {}, domain: undefined, solvers: { own: ownSolver }, entry: "main", confirm },
        });
        const own = new Space(chosenDomain(context), context.statistics, budget, settings.arithmetic);
        const exploration = new Exploration(buildControlGraph(model, budget, settings), own, settings, context);
        const times = new Map<string, number>();
        const gone = new Set<string>();
        let last = "";
        for (let round = 0; round < 12; round++) {
          while (!exploration.atCheckpoint()) if (!exploration.step()) return;
          const failure = exploration.failures[0]!;
          const path = pathTo(failure);
          // The tree is explored by depth: at a longer path the shorter ones have been explored again, and did not fail.
          expect(gone.has(path)).toBe(false);
          if (last !== "" && last !== path && path.split(",").length > last.split(",").length)
            for (const known of times.keys()) gone.add(known);
          times.set(path, (times.get(path) ?? 0) + 1);
          let imprecise = 0;
          for (let [arrival] = failure.parent.arrivals; arrival !== undefined; [arrival] = arrival.parent.arrivals)
            if (arrival.edge.back) imprecise += 1;
          expect(times.get(path)).toBeLessThanOrEqual(Math.max(1, imprecise));
          last = path;
          const { refinementNodes, atRoot } = RefineTREE(exploration);
          if (atRoot.length > 0) return;
          for (const refinement of refinementNodes)
            if (!refinement.node.deleted && ApplyRefinement(exploration, refinement).kind === "stuck") return;
          refinements += 1;
        }
      }),
      { numRuns: 60, seed: 11 },
    );
    expect(refinements).toBeGreaterThan(10);
  });
});
