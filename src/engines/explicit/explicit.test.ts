import { describe, expect, it } from "vitest";
import { checkArg } from "../../../tests/support/check-arg.ts";
import { assume, type EdgeSpec, havoc, makeModel, makeVariable, set } from "../../../tests/support/model-builder.ts";
import { checkCertificate } from "../../evidence/certificate.ts";
import type { Verdict } from "../../evidence/claim.ts";
import { add, eq, integer, lt, ne, type Variable, variable } from "../../logic/term.ts";
import type { Model } from "../../model/model.ts";
import { ownSolver } from "../../smt/own/solver.ts";
import { Budget, BudgetExceeded } from "../../util/budget.ts";
import { contextFor } from "../context.ts";
import type { EngineContext } from "../engine.ts";
import { presetNamed } from "../index.ts";
import { cegar } from "./cegar.ts";
import { ExplicitCpa, type ExplicitSettings, OURS } from "./cpa.ts";
import { edgesOf } from "./path-formula.ts";
import { FullPrecision, LazyPrecision, SubtreePrecision } from "./precision.ts";
import { refine } from "./refine.ts";
import { TOP } from "./values.ts";

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

const PAPER = { parts: "values", deadValues: "kept", refinement: "first contradiction" } as const;

describe("as in the paper", () => {
  const [d, x, y] = ["d", "x", "y"].map((name) => makeVariable(name)) as [Variable, Variable, Variable];
  const both = (value: number) => [set(d, integer(value)), set(x, integer(0)), set(y, integer(0))];
  /** Of what is known in the middle, one way there needs x and the other y. */
  const forked: readonly EdgeSpec[] = [
    ["start", [assume(eq(variable(limit), integer(0)))], "left"],
    ["start", [assume(ne(variable(limit), integer(0)))], "right"],
    ["left", both(1), "middle"],
    ["right", both(2), "middle"],
    ["middle", [assume(eq(variable(d), integer(1))), assume(eq(variable(x), integer(1)))], "error"],
    ["middle", [assume(eq(variable(d), integer(2))), assume(eq(variable(y), integer(1)))], "error"],
    ["middle", [], "end"],
  ];

  function knownInTheMiddle(precision: LazyPrecision | SubtreePrecision): string[] {
    const model = makeModel("start", forked);
    const cpa = new ExplicitCpa(model, contextOf(), precision, PAPER);
    expect(cegar(cpa).kind).toBe("safe");
    checkArg(cpa.arg);
    const codes = new Int32Array(cpa.states.capacity);
    const middle = [...cpa.arg.nodes()].filter((node) => model.edgesFrom(cpa.arg.location(node)).length === 3);
    return middle.map((node) => {
      cpa.states.load(cpa.arg.label(node), codes, cpa.slots.count);
      const names = Array.from({ length: cpa.slots.count }, (_, slot) => cpa.slots.describe(slot).variable.name);
      return names
        .filter((_, slot) => codes[slot] !== TOP)
        .sort()
        .join();
    });
  }

  it("a refinement changes the precision of one subtree, ours that of the whole tree", () => {
    expect(knownInTheMiddle(new SubtreePrecision()).sort()).toEqual(["d,x", "d,y"]);
    expect(knownInTheMiddle(new LazyPrecision())).toContain("d,x,y");
  });

  it("Listing 1.1 is safe with flag alone", () => {
    const context = contextOf();
    const cpa = new ExplicitCpa(makeModel("start", listing), context, new SubtreePrecision(), PAPER);
    expect(cegar(cpa).kind).toBe("safe");
    // The second for a point that the first path does not pass.
    expect(context.statistics["refinements"]).toBe(2);
    expect([...cpa.precision.tracked()].map((slot) => cpa.slots.describe(slot).variable.name)).toEqual(["flag"]);
  });

  it("the first contradiction is the reason, not the cheapest one, and all before it is looked at", () => {
    // What counts is contradicted first; a flag behind it would be cheaper.
    const path: readonly EdgeSpec[] = [
      ["start", [set(ticks, integer(0)), set(flag, integer(0))], "loop"],
      ["loop", [set(ticks, add(variable(ticks), integer(1)))], "test"],
      ["test", [assume(eq(variable(ticks), integer(5)))], "exit"],
      ["exit", [assume(eq(variable(flag), integer(1)))], "error"],
    ];
    const slotsWith = (settings: ExplicitSettings) => {
      const cpa = new ExplicitCpa(makeModel("start", path), contextOf(), new SubtreePrecision(), settings);
      cpa.explore();
      const [error] = [...cpa.arg.nodes()].slice(-1) as [number];
      const interpolants = refine(cpa, cpa.arg.pathTo(error).flatMap(edgesOf)) ?? [];
      const slots = new Set(interpolants.flatMap((one) => [...one.keys()]));
      return [...slots].map((slot) => cpa.slots.describe(slot).variable.name);
    };
    expect(slotsWith(PAPER)).toEqual(["ticks"]);
    expect(slotsWith(OURS)).toEqual(["flag"]);
  });

  it("values that nobody will read are kept", () => {
    const dead: readonly EdgeSpec[] = [
      ["start", [set(ticks, integer(3)), set(flag, integer(0))], "test"],
      ["test", [assume(eq(variable(flag), integer(1)))], "error"],
      ["test", [assume(eq(variable(flag), integer(0)))], "end"],
    ];
    const knows = (deadValues: ExplicitSettings["deadValues"]) => {
      const settings = { ...OURS, deadValues };
      const cpa = new ExplicitCpa(makeModel("start", dead), contextOf(), new FullPrecision(), settings);
      cegar(cpa);
      const codes = new Int32Array(cpa.states.capacity);
      cpa.states.load(cpa.arg.label(1), codes, cpa.slots.count);
      return codes.filter((code) => code !== TOP).length;
    };
    expect([knows("kept"), knows("forgotten")]).toEqual([2, 1]);
  });
});

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
