import { describe, expect, it } from "vitest";
import { copies } from "../../../tests/support/interpolate.ts";
import { randomSource } from "../../../tests/support/interpolation-problems.ts";
import { and, eq, FALSE, type Formula, integer, le, lt, not, or, type Term, TRUE } from "../../logic/term.ts";
import { ownSolver } from "../own/solver.ts";
import { Session } from "./session.ts";
import { literalCount, simplify, simplifyStructure } from "./simplify.ts";

const [x, y] = [copies("x", 1)[0]!, copies("y", 1)[0]!];
const atMost = (term: Term, bound: number): Formula => le(term, integer(bound));
const atLeast = (term: Term, bound: number): Formula => le(integer(bound), term);
const session = new Session({ solver: ownSolver });

describe("simplifyStructure", () => {
  it("merges bounds", () => {
    expect(simplifyStructure(and([atMost(x, 3), atMost(x, 1), atMost(y, 2)]))).toBe(and([atMost(x, 1), atMost(y, 2)]));
    expect(simplifyStructure(or([atMost(x, 3), atMost(x, 1)]))).toBe(atMost(x, 3));
    expect(simplifyStructure(and([atMost(x, 3), atLeast(x, 3)]))).toBe(eq(x, integer(3)));
    expect(simplifyStructure(and([atMost(x, 3), atLeast(x, 4)]))).toBe(FALSE);
    expect(simplifyStructure(or([atMost(x, 3), atLeast(x, 4)]))).toBe(TRUE);
    expect(simplifyStructure(or([atMost(x, 3), atLeast(x, 5)]))).toBe(not(eq(x, integer(4))));
  });

  it("lets literals decide junctions beside them", () => {
    expect(simplifyStructure(and([atMost(x, 1), or([atMost(x, 1), atMost(y, 1)])]))).toBe(atMost(x, 1));
    const decided = and([atMost(x, 1), or([lt(integer(1), x), atMost(y, 1)])]);
    expect(simplifyStructure(decided)).toBe(and([atMost(x, 1), atMost(y, 1)]));
  });
});

describe("simplify", () => {
  it("drops what the context implies", () => {
    expect(simplify(and([le(x, y), atMost(y, 3), atMost(x, 5)]), session)).toBe(and([le(x, y), atMost(y, 3)]));
    expect(simplify(or([and([le(x, y), atMost(y, 3), atLeast(x, 4)]), atMost(x, 2)]), session)).toBe(atMost(x, 2));
  });

  it("keeps the meaning of random formulas and never grows them", () => {
    const random = randomSource(11);
    const build = (depth: number): Formula => {
      if (depth === 0) {
        const atom = (random.chance(0.5) ? atMost : atLeast)(random.pick([x, y]), random.between(-3, 3));
        return random.chance(0.3) ? le(x, y) : random.chance(0.2) ? not(eq(x, integer(random.between(-2, 2)))) : atom;
      }
      const parts = Array.from({ length: random.between(2, 3) }, () => build(depth - 1));
      return random.chance(0.3) ? not(and(parts)) : random.chance(0.5) ? and(parts) : or(parts);
    };
    for (let round = 0; round < 40; round++) {
      const formula = build(random.between(1, 3));
      const simple = simplify(formula, session);
      expect(literalCount(simple)).toBeLessThanOrEqual(literalCount(formula));
      const solver = ownSolver.create();
      solver.assert(or([and([formula, not(simple)]), and([simple, not(formula)])]));
      expect(solver.check(), `round ${round}`).toBe("unsat");
    }
  });
});
