import { describe, expect, it } from "vitest";
import { checkArg } from "../../../tests/support/check-arg.ts";
import { assume, type EdgeSpec, havoc, makeModel, makeVariable, set } from "../../../tests/support/model-builder.ts";
import { checkCertificate } from "../../evidence/certificate.ts";
import type { Verdict } from "../../evidence/claim.ts";
import { add, eq, integer, lt, ne, variable } from "../../logic/term.ts";
import type { Model } from "../../model/model.ts";
import { ownSolver } from "../../smt/own/solver.ts";
import { Budget, BudgetExceeded } from "../../util/budget.ts";
import { contextFor } from "../context.ts";
import type { EngineContext } from "../engine.ts";
import { presetNamed } from "../index.ts";
import { cegar } from "./cegar.ts";
import { ExplicitCpa } from "./cpa.ts";
import { edgesOf } from "./path-formula.ts";
import { LazyPrecision } from "./precision.ts";
import { refine } from "./refine.ts";

function contextOf(work = 1_000_000): EngineContext {
  const budget: Budget = new Budget(() => (budget.spent >= work ? "work limit" : undefined), 64);
  return contextFor(presetNamed("explicit"), { budget, solvers: { own: ownSolver }, entry: "main" });
}

function runExplicit(model: Model): Verdict {
  return presetNamed("explicit").run(model, contextOf());
}

const flag = makeVariable("flag");
const ticks = makeVariable("ticks");
const result = makeVariable("result");
const limit = makeVariable("x");

/** The paper's Listing 1.1: an unbounded loop that counts, and a flag that decides. */
const listing: readonly EdgeSpec[] = [
  ["start", [havoc(limit), set(flag, integer(0)), set(ticks, integer(0))], "loop"],
  ["loop", [set(ticks, add(variable(ticks), integer(1))), havoc(result)], "test"],
  ["test", [assume(eq(variable(result), integer(0)))], "exit"],
  ["test", [assume(ne(variable(result), integer(0)))], "test2"],
  ["test2", [assume(lt(variable(limit), variable(ticks)))], "exit"],
  ["test2", [assume(lt(variable(ticks), add(variable(limit), integer(1))))], "loop"],
  ["exit", [assume(lt(integer(0), variable(flag)))], "error"],
  ["exit", [assume(lt(variable(flag), integer(1)))], "end"],
];

describe("Listing 1.1 of the paper", () => {
  it("is safe with only flag in the precision", () => {
    const model = makeModel("start", listing);
    const cpa = new ExplicitCpa(model, contextOf(), new LazyPrecision());
    expect(cegar(cpa).kind).toBe("safe");
    const tracked = [...cpa.precision.tracked()].map((slot) => cpa.slots.describe(slot).variable.name);
    expect(tracked).toEqual(["flag"]);
    checkArg(cpa.arg);
  });

  it("has a certificate that the checker accepts, and a damaged one that it refuses", () => {
    const model = makeModel("start", listing);
    const verdict = runExplicit(model) as Extract<Verdict, { kind: "safe" }>;
    expect(verdict.kind).toBe("safe");
    const { certificate } = verdict;
    const budget = new Budget();
    expect(checkCertificate(model, certificate, budget).kind).toBe("proved");
    const loop = model.at("loop");
    const forgotten = {
      locations: certificate.locations,
      labelsAt: (location: typeof loop) => (location === loop ? [] : certificate.labelsAt(location)),
    };
    expect(checkCertificate(model, forgotten, budget).kind).toBe("refuted");
    const weakened = {
      locations: certificate.locations,
      labelsAt: (location: typeof loop) =>
        location === loop ? [{ kind: "values" as const, values: [] }] : certificate.labelsAt(location),
    };
    expect(checkCertificate(model, weakened, budget).kind).toBe("refuted");
  });

  it("is not finished by explicit:full, which counts the ticks", () => {
    expect(() => presetNamed("explicit:full").run(makeModel("start", listing), contextOf(20_000))).toThrow(
      BudgetExceeded,
    );
  });
});

describe("refinement as in Fig. 1 of the paper", () => {
  const x = makeVariable("x");
  const y = makeVariable("y");
  const z = makeVariable("z");

  it("keeps only what contradicts the rest of the path", () => {
    const specs: readonly EdgeSpec[] = [
      ["a", [set(x, integer(5))], "b"],
      ["b", [set(y, integer(7))], "c"],
      ["c", [set(z, add(variable(x), integer(1)))], "d"],
      ["d", [assume(eq(variable(z), integer(0)))], "error"],
    ];
    const model = makeModel("a", specs);
    const cpa = new ExplicitCpa(model, contextOf(), new LazyPrecision());
    const target = cpa.explore();
    expect(target).toBeDefined();
    const interpolants = refine(cpa, cpa.arg.pathTo(target as number).flatMap(edgesOf));
    const names = interpolants?.map((interpolant) =>
      [...interpolant.keys()].map((slot) => cpa.slots.describe(slot).variable.name),
    );
    expect(names).toEqual([["x"], ["x"], ["z"], []]);
    // Inductive: each interpolant has the value that the path gives.
    const codes = interpolants?.map((interpolant) => [...interpolant.values()].map((code) => cpa.values.decode(code)));
    expect(codes).toEqual([[5], [5], [6], []]);
  });

  it("prefers a reason that needs no counter", () => {
    const specs: readonly EdgeSpec[] = [
      ["a", [set(x, integer(0)), set(y, integer(1))], "b"],
      ["b", [set(x, add(variable(x), integer(1)))], "c"],
      ["c", [assume(eq(variable(x), integer(9)))], "d"],
      ["d", [assume(eq(variable(y), integer(0)))], "error"],
    ];
    const model = makeModel("a", specs);
    const cpa = new ExplicitCpa(model, contextOf(), new LazyPrecision());
    const target = cpa.explore() as number;
    const interpolants = refine(cpa, cpa.arg.pathTo(target).flatMap(edgesOf)) ?? [];
    const names = new Set(
      interpolants.flatMap((interpolant) =>
        [...interpolant.keys()].map((slot) => cpa.slots.describe(slot).variable.name),
      ),
    );
    expect([...names]).toEqual(["y"]);
  });

  it("learns from an assume that pins a variable", () => {
    const specs: readonly EdgeSpec[] = [
      ["a", [havoc(x)], "b"],
      ["b", [assume(eq(variable(x), integer(3)))], "c"],
      ["c", [assume(eq(variable(x), integer(4)))], "error"],
    ];
    expect(runExplicit(makeModel("a", specs)).kind).toBe("safe");
  });
});

describe("what explicit values cannot decide", () => {
  it("is unknown, not safe, when an error path can be neither refuted nor replayed", () => {
    const x = makeVariable("x");
    const specs: readonly EdgeSpec[] = [
      ["a", [havoc(x)], "b"],
      ["b", [assume(lt(variable(x), integer(0)))], "c"],
      ["c", [assume(lt(integer(0), variable(x)))], "error"],
    ];
    expect(runExplicit(makeModel("a", specs)).kind).toBe("unknown");
  });
});
