/** Every way on the same problems, every result checked against the defining property. */
import { describe, expect, it } from "vitest";
import { copies, figureTwo, figureTwoLabels, parities } from "../../../tests/support/interpolate.ts";
import { randomDag, randomSequence, randomSource } from "../../../tests/support/interpolation-problems.ts";
import { unrolledMachine } from "../../../tests/support/state-machines.ts";
import {
  add,
  and,
  eq,
  FALSE,
  type Formula,
  integer,
  le,
  multiply,
  not,
  or,
  TRUE,
  variable,
  wrap,
} from "../../logic/term.ts";
import { intType, REAL } from "../../logic/types.ts";
import { variablesOf } from "../../logic/visit.ts";
import { chainOf, checkDagInterpolants } from "../check-interpolants.ts";
import type { DagProblem } from "../interpolator.ts";
import { ownSolver } from "../own/solver.ts";
import { loadNativeZ3 } from "../z3/index.ts";
import { createInterpolator, postPreInterpolator, proofInterpolator } from "./index.ts";

const z3 = loadNativeZ3();
const options = { solver: ownSolver, limit: 20_000, queries: 2_000 };
const ways = [postPreInterpolator(options), proofInterpolator(options), createInterpolator(options)];

function interpolantsOf(way: (typeof ways)[number], problem: DagProblem): readonly Formula[] {
  const result = way.dag(problem);
  if (result.kind !== "interpolants") throw new Error(`${result.kind}: ${"reason" in result ? result.reason : ""}`);
  expect(checkDagInterpolants(problem, result.interpolants, ownSolver.create())).toEqual({ kind: "valid" });
  return result.interpolants;
}

function implies(premise: Formula, conclusion: Formula): boolean {
  const solver = ownSolver.create();
  solver.assert(and([premise, not(conclusion)]));
  return solver.check() === "unsat";
}

describe.each(ways)("$name", (way) => {
  it("gives the nodes of Fig. 2 of the VINTA paper labels over x that are no stronger than x <= 0, x < 2, x < 4", () => {
    const { problem, x } = figureTwo();
    const interpolants = interpolantsOf(way, problem);
    figureTwoLabels(x).forEach((label, i) => {
      const own = interpolants[i + 1]!;
      expect([...variablesOf(own)].map((of) => of.name)).toEqual([`x${i}`]);
      expect(implies(label, own)).toBe(true);
    });
  });

  it("may use a restriction instead of finding it out", () => {
    const [x, y] = [copies("x", 2), copies("y", 2)];
    const problem: DagProblem = {
      nodes: 4,
      edges: [
        { source: 0, target: 1, label: and([eq(x[0]!, integer(0)), eq(y[0]!, integer(0))]) },
        { source: 1, target: 2, label: and([eq(x[1]!, add(x[0]!, integer(1))), eq(y[1]!, add(y[0]!, x[0]!))]) },
        { source: 2, target: 3, label: or([le(integer(5), x[1]!), le(integer(1), y[1]!)]) },
      ],
      restriction: [undefined, and([le(x[0]!, integer(3)), eq(y[0]!, integer(0))]), le(x[1]!, integer(4))],
    };
    const interpolants = interpolantsOf(way, problem);
    // x <= 4 is known: only y is left to say something about.
    expect([...variablesOf(interpolants[2]!)].map((of) => of.name)).toEqual(["y1"]);
  });

  it("keeps together what only a restriction connects", () => {
    // v is two variables, one a branch; what is left of the second branch speaks of it in the restriction and behind that.
    const [v] = copies("v", 1);
    const problem: DagProblem = {
      nodes: 4,
      edges: [
        { source: 0, target: 1, label: eq(v!, integer(1)) },
        { source: 1, target: 3, label: le(integer(5), v!) },
        { source: 0, target: 2, label: eq(v!, integer(2)) },
        { source: 2, target: 3, label: le(v!, integer(1)) },
      ],
      restriction: [undefined, undefined, le(integer(2), v!)],
    };
    interpolantsOf(way, problem);
  });

  it("does not lean on what restrictions say of variables that are gone", () => {
    const [x, y, w] = ["x", "y", "w"].map((name) => copies(name, 1)[0]!);
    const problem: DagProblem = {
      nodes: 4,
      edges: [
        { source: 0, target: 1, label: and([le(w!, integer(1)), le(x!, w!)]) },
        { source: 1, target: 2, label: eq(y!, x!) },
        { source: 2, target: 3, label: le(integer(5), y!) },
      ],
      // True, and by way of w, which no edge behind the first one mentions.
      restriction: [undefined, le(x!, w!), le(y!, w!)],
    };
    interpolantsOf(way, problem);
  });

  it("copes with large coefficients", () => {
    const [x] = copies("x", 1);
    const [y] = copies("y", 1);
    const large = integer(2n ** 70n);
    const parts = [
      le(multiply(large, x!), integer(2n ** 69n)),
      eq(y!, multiply(integer(2n ** 60n), x!)),
      le(integer(1), y!),
    ];
    const interpolants = interpolantsOf(way, chainOf(parts));
    expect(interpolants.slice(1, -1).every((formula) => formula.kind === "le" || formula.kind === "lt")).toBe(true);
  });

  it("copes with machine integers and real numbers", () => {
    const byte = intType(8, "unsigned");
    const [a, b] = ["a", "b"].map((name, id) => variable({ id, name, type: byte, role: "local" }));
    const wrapped = [
      le(integer(250), a!),
      eq(b!, wrap(add(a!, integer(10)), byte, "arithmetic")),
      and([le(integer(4), b!), le(b!, integer(9))]),
      le(integer(10), b!),
    ];
    interpolantsOf(way, chainOf(wrapped));
    const [r, s] = ["r", "s"].map((name, id) => variable({ id: 9 + id, name, type: REAL, role: "local" }));
    interpolantsOf(way, chainOf([le(add(r!, r!), integer(1)), eq(s!, r!), le(integer(2), multiply(integer(3), s!))]));
  });

  it("answers TRUE and FALSE where a side is infeasible by itself", () => {
    const [x] = copies("x", 1);
    const impossible = and([le(x!, integer(0)), le(integer(1), x!)]);
    expect(interpolantsOf(way, chainOf([impossible, le(x!, integer(5))]))[1]).toBe(FALSE);
    expect(interpolantsOf(way, chainOf([le(x!, integer(5)), impossible]))[1]).toBe(TRUE);
  });

  it("finds the feasible path", () => {
    const { problem } = figureTwo();
    const last = problem.edges.length - 1;
    const edges = problem.edges.map((edge, i) => (i === last ? { ...edge, label: TRUE } : edge));
    const result = way.dag({ ...problem, edges });
    if (result.kind !== "feasible") throw new Error(result.kind);
    expect(result.path).toEqual([0, 1, 2, last]);
    for (const edge of result.path) expect(result.model.holds(edges[edge]!.label)).toBe(true);
  });

  it("tells the states of a machine apart", () => {
    interpolantsOf(way, unrolledMachine({ levels: 3, branches: 8, edges: "disjunctive", property: "flag" }));
    interpolantsOf(way, unrolledMachine({ levels: 3, branches: 8, edges: "single", property: "counter" }));
  });

  it("is right about random chains and DAGs", () => {
    let found = 0;
    for (let seed = 1; seed <= 30; seed++) {
      const random = randomSource(seed);
      const problem = seed % 2 === 0 ? randomDag(random) : chainOf(randomSequence(random));
      const result = way.dag(problem);
      if (result.kind !== "interpolants") continue;
      found += 1;
      const checked = checkDagInterpolants(problem, result.interpolants, ownSolver.create({ limit: 50_000 }));
      expect(checked, `seed ${seed}`).not.toMatchObject({ kind: "invalid" });
    }
    expect(found).toBeGreaterThan(8);
  });
});

describe("the way that was asked for", () => {
  const parity = chainOf(parities());

  it("is the only one that is gone: nothing stands in for it", () => {
    for (const kind of ["blocking", "proof"] as const) {
      const result = createInterpolator({ ...options, queries: 0, limit: 1 }, kind).dag(parity);
      if (result.kind !== "unknown") throw new Error(result.kind);
      expect(result.reason).not.toContain(kind === "proof" ? "post-pre" : "proof:");
    }
    const both = createInterpolator({ ...options, queries: 0, limit: 1 }).dag(parity);
    expect(both).toMatchObject({ kind: "unknown", reason: expect.stringMatching(/post-pre: .*; proof: /) });
  });
});

describe.runIf(z3 !== undefined)("with Z3", () => {
  it("interpolates parities, for which there is no rational reason", () => {
    const problem = chainOf(parities());
    const result = postPreInterpolator({ solver: z3!.factory }).dag(problem);
    if (result.kind !== "interpolants") throw new Error(result.kind);
    expect(checkDagInterpolants(problem, result.interpolants, z3!.factory.create())).toEqual({ kind: "valid" });
  });
});
