/** Path programs: closed loops are exact, and they alone make deep errors and what excludes them independent of the number of rounds. */
import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { modelOf } from "../../../tests/support/model.ts";
import { assume, makeVariable, set } from "../../../tests/support/model-builder.ts";
import { runOn } from "../../../tests/support/run-preset.ts";
import { inputFor, NONDET, optionsFor } from "../../../tests/support/witness.ts";
import { pathConstraints } from "../../evidence/path-constraints.ts";
import { solveInputs } from "../../evidence/solve-inputs.ts";
import { comparisonConstraint, holds as holdsConstraint, type LinearConstraint } from "../../logic/linear.ts";
import { add, type Formula, integer, le, multiply, type Variable, variable } from "../../logic/term.ts";
import { MATH_INTEGER } from "../../logic/types.ts";
import type { ModelEdge } from "../../model/model.ts";
import { ownSolver } from "../../smt/own/solver.ts";
import { Budget, BudgetExceeded } from "../../util/budget.ts";
import { verify } from "../../verify.ts";
import { translationOf } from "../accelerate.ts";
import { presetNamed } from "../index.ts";
import { type Cube, EVERYTHING } from "./cube.ts";
import { beforeRounds } from "./path-program.ts";
import { Preimage } from "./preimage.ts";

const ANY = "__VERIFIER_nondet_int()";
const program = (body: string) =>
  modelOf(`extern int __VERIFIER_nondet_int(void); void reach_error(void); int main(void) { ${body} return 0; }`, {
    integers: "math",
  });

describe("states before rounds", () => {
  const [x, y, z, rounds] = ["x", "y", "z", "rounds"].map((name) => makeVariable(name, MATH_INTEGER)) as [
    Variable,
    Variable,
    Variable,
    Variable,
  ];
  const small = fc.integer({ min: -3, max: 3 });
  const limit = fc.integer({ min: -8, max: 8 });
  /** a*x + b*y + c*z <= d */
  const condition = fc
    .tuple(small, small, fc.integer({ min: -1, max: 1 }), limit)
    .map(([a, b, c, d]) =>
      le(
        add(
          add(multiply(integer(a), variable(x)), multiply(integer(b), variable(y))),
          multiply(integer(c), variable(z)),
        ),
        integer(d),
      ),
    );

  it("are exactly those from which so many rounds lead into the cube", () => {
    const seen = { inside: 0, outside: 0, reset: 0 };
    fc.assert(
      fc.property(condition, condition, small, small, fc.option(small), (guard, error, dx, dy, reset) => {
        const ops = [
          assume(guard),
          set(x, add(variable(x), integer(dx))),
          set(y, add(variable(y), integer(dy))),
          ...(reset === null ? [] : [set(z, integer(reset))]),
        ];
        const constraint = comparisonConstraint(error);
        const translation = translationOf({ ops, matters: () => true }, () => undefined);
        if (typeof constraint !== "object" || translation === undefined) return;
        const never = () => () => ({ low: -Infinity, high: Infinity });
        const [last] = Preimage([constraint], ops, never);
        const [guards] = Preimage(EVERYTHING, ops, never);
        if (last === undefined || guards === undefined) return;
        const closed = beforeRounds(translation, guards, last, rounds);
        const least = reset !== null && guards.some(({ expression }) => expression.variables.includes(z)) ? 2 : 1;
        if (least === 2) seen.reset += 1;
        for (let count = least; count < 5; count++)
          for (let at = -6; at <= 6; at += 3) {
            const point = { x: at, y: 2 - at, z: at % 2 };
            const goes = roundsLead(point, count, guard, { dx, dy, reset }, constraint);
            const values = new Map([
              [x, point.x],
              [y, point.y],
              [z, point.z],
              [rounds, count],
            ]);
            const isIn = closed !== undefined && isInside(closed, values);
            expect(isIn).toBe(goes);
            seen[goes ? "inside" : "outside"] += 1;
          }
      }),
      { numRuns: 150, seed: 7 },
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(10);
  });

  /** Runs the rounds, and the one that leads into the cube. */
  function roundsLead(
    { x: first, y: second, z: third }: { readonly x: number; readonly y: number; readonly z: number },
    count: number,
    guard: Formula,
    { dx, dy, reset }: { readonly dx: number; readonly dy: number; readonly reset: number | null },
    error: LinearConstraint,
  ): boolean {
    const asked = comparisonConstraint(guard);
    const state = new Map([
      [x, first],
      [y, second],
      [z, third],
    ]);
    for (let round = 0; round <= count; round++) {
      if (asked === "false" || (typeof asked === "object" && !isInside([asked], state))) return false;
      state.set(x, state.get(x)! + dx);
      state.set(y, state.get(y)! + dy);
      if (reset !== null) state.set(z, reset);
    }
    return isInside([error], state);
  }

  function isInside(cube: Cube, values: ReadonlyMap<Variable, number>): boolean {
    return cube.every((one) => holdsConstraint(one, (of) => values.get(of)!));
  }
});

/** Programs whose errors lie as deep as the size says. */
const DEEP: readonly (readonly [string, (size: number) => string])[] = [
  ["one loop", (size) => `int i = 0; while (${ANY}) { i = i + 2; } if (i >= ${size}) reach_error();`],
  [
    "a way that takes two rounds in turn",
    (size) => `int i = 0, half = 0;
      while (${ANY}) { if (half) { half = 0; i = i + 1; } else { if (i < 5 && ${ANY}) i = i + 1; half = 1; } if (i > ${size}) reach_error(); }`,
  ],
  [
    "two loops, one after the other",
    (size) =>
      `int i = 0, j = 0; while (${ANY}) i = i + 1; while (${ANY}) j = j + 1; if (i >= ${size} && j >= ${size + 9}) reach_error();`,
  ],
  [
    "one loop in another",
    (size) => `int i = 0, j = 0;
      while (${ANY}) { j = 0; while (${ANY}) j = j + 1; i = i + 1; if (i >= ${size} && j >= ${size + 9}) reach_error(); }`,
  ],
];

describe("deep errors", () => {
  it.each(DEEP)("%s: the size does not matter, and the path that is run is feasible", (_, text) => {
    const found = [12, 100].map((size) => {
      const { verdict, statistics } = runOn(program(text(size)), "dagger");
      if (verdict.kind !== "unsafe") throw new Error(`the error at size ${size} should be found`);
      const path = verdict.counterexample.inputs as unknown as readonly ModelEdge[];
      expect(path.length).toBeGreaterThan(size);
      expect(solveInputs(pathConstraints(path), new Budget(), { own: ownSolver }).kind).toBe("solved");
      return statistics;
    });
    expect(found[0]!["closedLoops"]).toBeGreaterThan(0);
    expect(found[1]!["refinements"]).toBe(found[0]!["refinements"]);
    expect(found[1]!["states"]).toBe(found[0]!["states"]);
  });

  it.each(DEEP)("%s: without path programs it takes refinements, or states, for every round", (_, text) => {
    const states = (size: number) => {
      try {
        return runOn(program(text(size)), "dagger~path-programs").statistics["states"]!;
      } catch (error) {
        expect(error).toBeInstanceOf(BudgetExceeded);
        return undefined;
      }
    };
    const few = states(6);
    expect(few === undefined || (states(48) ?? Number.POSITIVE_INFINITY) > 2 * few).toBe(true);
  });
});

/** Safe, and excluded only where an earlier loop is bounded: the error of the second loop is as many rounds away as the size says. */
const bounded = (size: number) =>
  program(`int x = 0, y = 0, z = 0;
  while (x < ${size}) { x = x + 1; y = y + 2; } while (z < y) { z = z + 1; } if (z > ${2 * size}) reach_error();`);

describe("refutations", () => {
  const refinements = (preset: string, size: number) => {
    const { verdict, statistics } = runOn(bounded(size), preset);
    expect(verdict.kind).toBe("safe");
    return statistics["refinements"]!;
  };

  it("exclude all rounds of a loop at once", () => {
    expect(refinements("dagger", 200)).toBe(refinements("dagger", 10));
    expect(refinements("dagger", 10)).toBeLessThan(4);
  });

  it("take a refinement for each round in the paper's configuration", () => {
    expect(refinements("dagger:paper", 10)).toBeGreaterThan(20);
  });

  it("are not made by the paper's presets", () => {
    for (const preset of ["dagger:paper", "dagger:dag+itp", "dagger~path-programs"])
      expect(runOn(program(DEEP[0]![1](6)), preset).statistics["closedLoops"], preset).toBe(0);
  });
});

it("p3-bad of the DAGGER table takes the same work at every size", () => {
  const text = readFileSync(new URL("../../../benchmarks/dagger/p3-bad.c", import.meta.url), "utf8");
  const [small, large] = [10, 40].map((size) => {
    const { verdict, statistics } = runOn(modelOf(`#define SIZE ${size}\n${text}`), "dagger");
    expect(verdict.kind).toBe("unsafe");
    return statistics;
  });
  expect(large!["images"]).toBe(small!["images"]);
  expect(large!["refinements"]).toBeLessThan(6);
});

it("leaves a counterexample that is too long to be solved as a whole, and ends within its limit", () => {
  const text = `${NONDET}int main(void) { int a[100000], b[100000], i;
  for (i = 0; i < 100000; i += 2) { a[i] = nondet(); if (a[i] == 3) b[i] = 4; }
  for (i = 0; i < 100000; i += 2) if (a[i] == 3 && b[i] != 4) reach_error();
  return 0; }`;
  const { result } = verify(inputFor(text), { ...optionsFor(), preset: presetNamed("dagger"), timeoutSeconds: 2 });
  expect(result.verdict).not.toBe("safe");
});
