/** What the paper proves of its operators and of refinement: section 2's widening and Lemma 2, section 3's Lemma 3 and Hint DAG. */
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
import type { Arrival, Node } from "./reached.ts";
import { ApplyRefinement, RefineDAG, RefineTREE } from "./refine.ts";
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
/** Counterexamples of a DAG that are looked at one by one. */
const MOST_WAYS = 300;

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

describe("Lemma 3 and the Hint DAG", () => {
  const ANY = "__VERIFIER_nondet_int()";
  const step = fc.tuple(
    fc.integer({ min: -2, max: 2 }),
    fc.integer({ min: -2, max: 2 }),
    fc.integer({ min: 0, max: 4 }),
  );
  type Step = readonly [number, number, number];
  const text = (steps: readonly Step[], claim: Step, first = "") => `
    extern int __VERIFIER_nondet_int(void); void reach_error(void);
    int main(void) { int x = 0, y = 0; ${first} while (${ANY}) {
      ${steps.map(([dx, dy, least]) => `if (${ANY}) { if (x + y >= ${least}) { x = x + ${dx}; y = y + ${dy}; } } else`).join(" ")} ;
      } if (${claim[0]} * x + ${claim[1]} * y > ${claim[2] + 2}) reach_error(); return 0; }`;

  function explorationOf(name: string, text: string) {
    const { settings } = CONFIGURATIONS.find((one) => one.name === name)!;
    const preset = dagger.presets.find((one) => one.name === name)!;
    const model = modelOf(text, { integers: "math" });
    const budget = new Budget();
    const confirm = () => ({ kind: "unconfirmed", reason: "not asked" }) as const;
    const context = contextFor(preset, {
      ...{ budget, statistics: {}, domain: undefined, solvers: { own: ownSolver }, entry: "main", confirm },
    });
    const own = new Space(chosenDomain(context), context.statistics, budget, settings.arithmetic);
    return new Exploration(buildControlGraph(model, budget, settings), own, settings, context);
  }

  function pathTo<S>(failure: Arrival<S>): string {
    const edges = [failure.edge.id];
    for (let [arrival] = failure.parent.arrivals; arrival !== undefined; [arrival] = arrival.parent.arrivals)
      edges.push(arrival.edge.id);
    return edges.reverse().join();
  }

  /** All ways from the root to a failure: the nodes on it, the newest first, and its edges. */
  function waysTo<S>(failure: Arrival<S>): { readonly nodes: readonly Node<S>[]; readonly edges: string }[] {
    const found: { nodes: readonly Node<S>[]; edges: string }[] = [];
    const back = (arrival: Arrival<S>, nodes: readonly Node<S>[], edges: readonly number[]): void => {
      if (found.length >= MOST_WAYS) return;
      const here = [...nodes, arrival.parent];
      const before = [arrival.edge.id, ...edges];
      if (arrival.parent.arrivals.length === 0) found.push({ nodes: here, edges: before.join() });
      for (const earlier of arrival.parent.arrivals) back(earlier, here, before);
    };
    back(failure, [], []);
    return found;
  }

  it("Lemma 3: a refinement is at a node of each spurious counterexample of the DAG, which takes at most its imprecise operations", () => {
    let several = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 3 }), step, step, step, (steps, claim, left, right) => {
        // Two merges of which none comes before the other.
        const choice = ([a, b]: Step) =>
          `{ if (${ANY}) x = x - ${1 + Math.abs(a)}; else x = x + ${1 + Math.abs(b)}; y = y + x; }`;
        const first = `if (${ANY}) ${choice(left)} else ${choice(right)} if (x == 0) reach_error();`;
        const exploration = explorationOf("dagger:dag+itp", text(steps, claim, first));
        const times = new Map<string, number>();
        for (let round = 0; round < 12; round++) {
          while (!exploration.atCheckpoint()) if (!exploration.step()) return;
          const ways = exploration.failures.flatMap(waysTo);
          if (ways.length >= MOST_WAYS) return;
          const { refinementNodes, atRoot } = RefineDAG(exploration);
          if (atRoot.length > 0) return;
          const refined = new Set(refinementNodes.map(({ node }) => node));
          for (const { nodes, edges } of ways) {
            expect(nodes.some((node) => refined.has(node))).toBe(true);
            const imprecise = nodes.filter((node) => node.selected !== undefined || node.arrivals.length > 1).length;
            times.set(edges, (times.get(edges) ?? 0) + 1);
            expect(times.get(edges)).toBeLessThanOrEqual(Math.max(1, imprecise));
          }
          // One refinement node would not do.
          if (![...refined].some((node) => ways.every(({ nodes }) => nodes.includes(node)))) several += 1;
          for (const refinement of refinementNodes)
            if (!refinement.node.deleted && ApplyRefinement(exploration, refinement).kind === "stuck") return;
        }
      }),
      { numRuns: 30, seed: 11 },
    );
    expect(several).toBeGreaterThan(5);
  });

  it("what is eliminated stays eliminated, and k imprecise operations take at most k refinements", () => {
    let refinements = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 3 }), step, (steps, claim) => {
        const exploration = explorationOf("dagger:tree+itp", text(steps, claim));
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
