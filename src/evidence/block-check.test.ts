import { describe, expect, it } from "vitest";
import { modelOf, reachable } from "../../tests/support/model.ts";
import { add, and, eq, FALSE, type Formula, integer, le, or, type Term, TRUE, variable } from "../logic/term.ts";
import { intType } from "../logic/types.ts";
import type { Model, ModelLocation } from "../model/model.ts";
import { FreshVariables } from "../smt/fresh.ts";
import { ownSolver } from "../smt/own/solver.ts";
import type { SolverFactory } from "../smt/solver.ts";
import { Budget } from "../util/budget.ts";
import { checkBlocks } from "./block-check.ts";
import type { Certificate } from "./claim.ts";

const COUNTER = `
  extern int __VERIFIER_nondet_int(void);
  void reach_error(void);
  int main(void) {
    int x = 0;
    int y = 0;
    while (__VERIFIER_nondet_int() && x < 100) {
      if (__VERIFIER_nondet_int()) y = y + 1;
      x = x + 1;
    }
    if (y > x) reach_error();
    return 0;
  }`;

function loopHead(model: Model): ModelLocation {
  const head = reachable(model).find((location) => location.cutPoint);
  if (head === undefined) throw new Error("the program should have a loop");
  return head;
}

function named(model: Model, name: string): Term {
  const found = model.variables.find((one) => one.name === name || one.name.endsWith(`::${name}`));
  if (found === undefined) throw new Error(`the model should have a variable ${name}`);
  return variable(found);
}

/** Claims one formula at the loop head, and perhaps one at the entry. */
function claim(model: Model, atLoop: readonly Formula[], atEntry: readonly Formula[] = []): Certificate {
  const head = loopHead(model);
  return {
    granularity: "cut-points",
    locations: [model.entry, head],
    labelsAt: (location) =>
      (location === head ? atLoop : location === model.entry ? atEntry : []).map((formula) => ({
        kind: "formula",
        formula,
      })),
  };
}

function check(model: Model, certificate: Certificate, factory: SolverFactory = ownSolver) {
  return checkBlocks(model, certificate, factory, new Budget());
}

describe("checking invariants block by block", () => {
  const model = modelOf(COUNTER);
  const x = named(model, "x");
  const y = named(model, "y");
  const counted = and([le(integer(0), y), le(y, x), le(x, integer(100))]);

  it("proves an inductive invariant that excludes the error", () => {
    expect(check(model, claim(model, [counted]))).toMatchObject({ kind: "proved", labels: 1 });
  });

  it("takes labels of one location as a disjunction", () => {
    const small = and([counted, le(x, integer(7))]);
    const large = and([counted, le(integer(8), x)]);
    expect(check(model, claim(model, [small, large]))).toMatchObject({ kind: "proved", labels: 2 });
    expect(check(model, claim(model, [small]))).toMatchObject({ kind: "refuted" });
  });

  it("refuses what is not inductive, too weak, or not true at first", () => {
    expect(check(model, claim(model, [and([counted, le(x, integer(99))])]))).toMatchObject({ kind: "refuted" });
    expect(check(model, claim(model, [TRUE]))).toMatchObject({ kind: "refuted" });
    expect(check(model, claim(model, [and([counted, le(integer(1), x)])]))).toMatchObject({ kind: "refuted" });
  });

  it("refuses to leave out a reachable cut point or an initial state", () => {
    expect(check(model, claim(model, []))).toMatchObject({ kind: "refuted" });
    expect(check(model, claim(model, [FALSE]))).toMatchObject({ kind: "refuted" });
    expect(check(model, claim(model, [counted], [eq(x, integer(3))]))).toMatchObject({ kind: "refuted" });
    expect(check(model, claim(model, [counted], [or([eq(x, integer(3)), TRUE])]))).toMatchObject({ kind: "proved" });
  });

  it("follows labels at every location edge by edge", () => {
    const locations = reachable(model).filter(({ kind }) => kind === "ordinary");
    const everywhere: Certificate = {
      locations,
      labelsAt: (location) => (locations.includes(location) ? [{ kind: "formula", formula: TRUE }] : []),
    };
    expect(check(model, everywhere)).toMatchObject({ kind: "refuted" });
  });

  it("asks about each part of what a solver cannot tell as a whole", () => {
    let gaveUp = 0;
    const isLong = (one: Formula): boolean =>
      one.kind === "and" || (one.kind === "or" && one.operands.some((operand) => operand.kind === "and"));
    /** Knows nothing of claims of more than one constraint, or choice between constraints. */
    const simple: SolverFactory = {
      ...ownSolver,
      create: (options) => {
        const solver = ownSolver.create(options);
        const check = solver.check.bind(solver);
        solver.check = (assumptions = []) => {
          const parts = assumptions.flatMap((one) => (one.kind === "and" ? one.operands : [one]));
          if (!parts.some((one) => one.kind === "not" && isLong(one.operand))) return check(assumptions);
          gaveUp += 1;
          return "unknown";
        };
        return solver;
      },
    };
    const least = le(integer(0), x);
    const most = le(x, integer(100));
    const ordered = le(y, x);
    const cells = [and([le(x, integer(50)), least, most, ordered]), and([le(integer(51), x), least, most, ordered])];
    expect(check(model, claim(model, [and([least, most, ordered])]), simple)).toMatchObject({ kind: "proved" });
    expect(check(model, claim(model, cells), simple)).toMatchObject({ kind: "proved" });
    expect(check(model, claim(model, [cells[0] as Formula, FALSE]), simple).kind).toBe("refuted");
    expect(gaveUp).toBeGreaterThan(0);
  });

  it("proves nothing with a solver that gives up", () => {
    const idle: SolverFactory = {
      name: "idle",
      create: () => ({
        ...{ name: "idle", assert: () => {}, push: () => {}, pop: () => {}, dispose: () => {} },
        ...{ check: () => "unknown", reason: () => "idle", core: () => [] },
        model: () => {
          throw new Error("there should be no model");
        },
        statistics: { queries: 0, conflicts: 0, decisions: 0, pivots: 0 },
      }),
    };
    expect(check(model, claim(model, [counted]), idle)).toMatchObject({ kind: "undecided" });
  });
});

describe("labels that speak of what is not in the model", () => {
  it("are refused: their variables could be taken for those of a block", () => {
    const model = modelOf(COUNTER);
    const x = named(model, "x");
    const y = named(model, "y");
    const counted = and([le(integer(0), y), le(y, x), le(x, integer(100))]);
    const fresh = new FreshVariables();
    for (let i = 0; i < 20; i += 1) {
      const strange = variable(fresh.make("strange", intType(32, "signed")));
      const label = and([counted, le(x, add(strange, integer(100))), le(y, strange)]);
      expect(check(model, claim(model, [label])).kind, `${i}`).toBe("undecided");
    }
  });
});
