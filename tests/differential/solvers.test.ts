import { afterEach, expect, it } from "vitest";
import { ownSolver } from "../../src/smt/own/solver.ts";
import { loadNativeZ3 } from "../../src/smt/z3/index.ts";
import { release } from "../../src/util/release.ts";
import { compare, emptyTally, showSession, shrink } from "../support/smt/differential.ts";
import { randomSession, SHAPE_NAMES } from "../support/smt/sessions.ts";
import { runs } from "../support/thorough.ts";

// The bounded part of `npm run test:solver`.
const SESSIONS = SHAPE_NAMES.length * runs(10);
const LIMIT = 1000;

afterEach(release);

it("own solver and Z3 agree on random sessions of all shapes", { timeout: 120_000 }, (context) => {
  const z3 = loadNativeZ3();
  if (z3 === undefined) return context.skip("there is no native libz3, or koffi is not installed");
  const tally = emptyTally();
  for (let seed = 0; seed < SESSIONS; seed += 1) {
    const session = randomSession(seed);
    const problem = compare(session, ownSolver, z3.factory, LIMIT, tally);
    if (problem !== undefined) expect.fail(`seed ${seed}: ${problem}\n${showSession(session)}`);
  }
  expect(tally.checks).toBeGreaterThan(SESSIONS);
  expect(Math.min(tally.sat, tally.unsat)).toBeGreaterThan(SESSIONS / 6);
  expect(tally.unknown[0]).toBeLessThan(tally.checks / 10);
});

it("a wrong answer is seen and made small", (context) => {
  const z3 = loadNativeZ3();
  if (z3 === undefined) return context.skip("there is no native libz3, or koffi is not installed");
  const liar = {
    name: "liar",
    create: () => {
      const solver = ownSolver.create();
      return new Proxy(solver, {
        get: (of, key) => {
          if (key === "check") return () => "unsat";
          const value = Reflect.get(of, key, of) as unknown;
          return typeof value === "function" ? value.bind(of) : value;
        },
      });
    },
  };
  const fails = (session: ReturnType<typeof randomSession>) =>
    compare(session, liar, z3.factory, LIMIT, emptyTally()) !== undefined;
  const seeds = Array.from({ length: 20 }, (_, seed) => seed).filter((seed) => fails(randomSession(seed)));
  expect(seeds.length).toBeGreaterThan(5);
  expect(shrink(randomSession(seeds[0] as number), fails).steps.length).toBe(1);
});
