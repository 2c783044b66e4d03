import { describe, expect, it } from "vitest";
import { invariantsOf, type Run, runPreset } from "../../../tests/support/dagger.ts";
import { modelOf } from "../../../tests/support/model.ts";
import { checkBlocks } from "../../evidence/block-check.ts";
import type { Model } from "../../model/model.ts";
import { ownSolver } from "../../smt/own/solver.ts";
import { Budget, BudgetExceeded } from "../../util/budget.ts";
import type { Snapshot } from "../engine.ts";
import { dagger } from "./index.ts";
import { CONFIGURATIONS, type Settings } from "./settings.ts";

const PROLOGUE = "extern int __VERIFIER_nondet_int(void); void reach_error(void);";
const program = (body: string, integers: "math" | "machine" = "math") =>
  modelOf(`${PROLOGUE} int main(void) { ${body} return 0; }`, { integers });
const ANY = "__VERIFIER_nondet_int()";

/** Fig. 1 of the paper; the boxed lines are lines 7 to 9 there. */
const figure1 = (boxed: "with" | "without", limit: number) =>
  program(`
    int x = 0, y = 0, z = 0, w = 0;
    while (${ANY}) {
      if (${ANY}) { x = x + 1; y = y + 100; }
      else if (${ANY}) { if (x >= 4) { x = x + 1; y = y + 1; } }
      ${boxed === "with" ? "else if (y > 10 * w && z >= 100 * x) { y = -y; }" : ""}
      ${boxed === "with" ? "w = w + 1; z = z + 10;" : ""}
    }
    if (x >= 4 && y <= ${limit}) reach_error();`);

/** Two speeds in two phases, like the paper's seesaw. */
const seesaw = (bound: string) =>
  program(`
    int x = 0, y = 0;
    while (${ANY}) {
      if (x >= 6) { x = x + 2; y = y + 1; }
      else if (x <= 3) { x = x + 1; y = y + 2; }
      else { x = x + 2; y = y + 1; }
    }
    if (!(${bound})) reach_error();`);

const interpolating = ["dagger", "dagger:paper", "dagger:tree+itp", "dagger:dag+itp"];
const presets = dagger.presets.map((preset) => preset.name);

function proved(model: Model, preset: string, run: Run = {}) {
  const { verdict, statistics } = runPreset(model, preset, run);
  expect(verdict.kind, preset).toBe("safe");
  if (verdict.kind !== "safe") throw new Error("the verdict should be safe");
  expect(checkBlocks(model, verdict.certificate, ownSolver, new Budget()).kind, preset).toBe("proved");
  return { statistics, invariants: invariantsOf(verdict) };
}

describe("Fig. 1 of the paper", () => {
  it.each(["with", "without"] as const)("%s the boxed code is proved with x <= y <= 100x", (boxed) => {
    const { invariants } = proved(figure1(boxed, 2), "dagger");
    expect(invariants.join()).toContain("x <= y");
    expect(invariants.join()).toContain("y <= 100 * x");
  });

  it("has an unsafe twin", () => {
    expect(runPreset(figure1("without", 400), "dagger").verdict.kind).toBe("unsafe");
  });

  it("does not end by refining to joins", () => {
    expect(() => runPreset(figure1("without", 2), "dagger:dag+join", { work: 500_000 })).toThrow(BudgetExceeded);
  });
});

describe("two speeds", () => {
  it.each(interpolating)("are proved by %s", (preset) => {
    const { statistics } = proved(seesaw("x <= 2 * y"), preset);
    expect(statistics["refinements"]).toBeLessThanOrEqual(3);
  });

  it.each(presets)("have an unsafe twin that %s finds", (preset) => {
    expect(runPreset(seesaw("2 * x <= y"), preset).verdict.kind).toBe("unsafe");
  });
});

describe("trees and DAGs", () => {
  const conditionals = (count: number) =>
    program(
      `int s = 0, i = 0; ${`if (${ANY}) s = s + 1; else s = s + 2; i = i + 2;`.repeat(count)} if (s > i) reach_error();`,
    );
  const states = (preset: string, count: number) => proved(conditionals(count), preset).statistics["states"] as number;

  it("conditionals in a row cost a tree a factor each, a DAG a summand", () => {
    expect(states("dagger:tree+itp", 8)).toBeGreaterThan(states("dagger:tree+itp", 4) * 3);
    expect(states("dagger:dag+itp", 8)).toBeLessThan(states("dagger:dag+itp", 4) * 3);
  });

  it("a merge that loses a disjunction is split, and stays split", () => {
    const body = (guard: string) => `int a = ${ANY}, b = 0, c = 0;
      if (a > 0) { b = 1; c = 5; } else { b = -1; c = 9; }
      while (${ANY}) a = a + 1;
      if (b > 0 ${guard} c > 5) reach_error();`;
    proved(program(body("&&")), "dagger");
    expect(runPreset(program(body("||")), "dagger").verdict.kind).toBe("unsafe");
  });
});

describe("array bounds by counting", () => {
  const filling = (size: number) =>
    program(`int i = 0;
      while (${ANY}) { if (i == ${size}) i = 0; i = i + 1; if (i > ${size}) reach_error(); }`);
  const refinements = (preset: string, size: number) =>
    proved(filling(size), preset, { domain: "octagon" }).statistics["refinements"] as number;

  it("the size does not matter to interpolants", () => {
    expect(refinements("dagger:dag+itp", 40)).toBe(refinements("dagger:dag+itp", 10));
  });

  it("joins unroll the loop", () => {
    expect(refinements("dagger:dag+join", 20)).toBeGreaterThan(refinements("dagger:dag+join", 5));
  });
});

describe("machine integers", () => {
  const counted = (limit: string) =>
    program(
      `unsigned i = 0; int n = ${ANY}; if (n < 0) return 0; while (i < n) i = i + 1; if (${limit}) reach_error();`,
      "machine",
    );

  it.each(["polyhedra", "octagon", "box"])("ranges of types are known (%s)", (domain) => {
    proved(counted("i > 2147483647"), "dagger", { domain });
  });

  it("a wrap is not the identity", () => {
    const wrapped = (test: string) => program(`unsigned x = 0; x = x - 1; if (${test}) reach_error();`, "machine");
    expect(runPreset(wrapped("x > 0"), "dagger").verdict.kind).toBe("unsafe");
    proved(wrapped("x != 4294967295u"), "dagger");
  });
});

describe("what cannot be decided", () => {
  it("a counterexample that does not run is no verdict", () => {
    const { verdict } = runPreset(seesaw("2 * x <= y"), "dagger", {
      confirm: () => ({ kind: "unconfirmed", reason: "not today" }),
    });
    expect(verdict.kind).toBe("unknown");
  });
});

describe("pictures", () => {
  it("show the refined node and what was added", () => {
    const snapshots: Snapshot[] = [];
    runPreset(figure1("without", 2), "dagger", { record: (snapshot) => snapshots.push(snapshot) });
    expect(snapshots[0]?.nodes.some(({ kind }) => kind === "refined")).toBe(true);
    expect(snapshots[0]?.notes.join()).toMatch(/added:.*y/);
  });
});

/** An error after many rounds: every way there counts `id` up to the limit. */
const deepError = (limit: number) =>
  program(`
    int id = 0, escaped = 0;
    while (${ANY}) {
      if (escaped > 0) { escaped = 0; id = id + 1; }
      else if (${ANY}) { escaped = 1; }
      else if (id < ${limit / 4}) { id = id + 1; }
      if (id > ${limit}) reach_error();
    }`);

describe("what bears the paper's name", () => {
  const settings = new Map(CONFIGURATIONS.map((one) => [one.name, one.settings]));
  const differing = (one: string, other: string) => {
    const [a, b] = [settings.get(one)!, settings.get(other)!];
    return (Object.keys(a) as (keyof Settings)[]).filter((key) => a[key] !== b[key]).sort();
  };

  it("differs from its neighbours in the table by what the paper says, and in nothing else", () => {
    expect(differing("dagger:paper", "dagger:dag+itp")).toEqual(["cache"]);
    expect(differing("dagger:dag+itp", "dagger:tree+itp")).toEqual(["exploration"]);
    expect(differing("dagger:dag+itp", "dagger:dag+join")).toEqual(["refinement"]);
    expect(differing("dagger:tree+itp", "dagger:tree+join")).toEqual(["refinement"]);
  });

  it("has none of our extras", () => {
    for (const preset of dagger.presets.filter(({ name }) => name !== "dagger"))
      expect(preset.model, preset.name).toEqual({ slicing: "off" });
    for (const [name, one] of settings)
      if (name !== "dagger")
        expect(one, name).toMatchObject({
          ...{ splitting: "eager", arithmetic: "rationals", interpolants: "paper", cases: "conditions" },
          ...{ loops: "unrolled", forgetting: "temporaries" },
        });
    expect(settings.get("dagger:paper")?.widening).toBe("simple");
  });

  it("with the cache, images and preimages are linear in the length of a counterexample, without it quadratic", () => {
    const work = (preset: string, length: number) => {
      const { verdict, statistics } = runPreset(deepError(length), preset, { domain: "octagon" });
      expect(verdict.kind).toBe("unsafe");
      return statistics["images"]! + statistics["preimages"]!;
    };
    const factor = (preset: string) => work(preset, 16) / work(preset, 8);
    expect(factor("dagger:paper")).toBeLessThan(2.5);
    expect(factor("dagger:dag+join")).toBeLessThan(2.5);
    expect(factor("dagger:dag+itp")).toBeGreaterThan(3);
  });

  it("a way into a merge is spurious where no error is left at its start, by whatever way on (section 3)", () => {
    const late = "dagger~slicing~liveness~widening~bounding~integers~farkas~cases~path-programs";
    const counters = (preset: string, model: () => Model) => proved(model(), preset).statistics;
    const meeting = (second: string) => () =>
      program(`int x = 0, y = 0, c, z = ${ANY}; if (z < 7 || z > 9) return 0; while (${ANY}) { x++; y++; }
        if (${ANY}) c = y - x; else { ${second} c = z; } if (c == 5) reach_error();`);
    // Where the second way starts the error is left, by the first one; at a merge on that way it is not.
    expect(counters("dagger:paper", meeting(""))).toEqual(counters(late, meeting("")));
    const later = meeting(`if (${ANY}) z = z + 1;`);
    expect(counters("dagger:paper", later)).not.toEqual(counters(late, later));
  });

  it("the cache bounds widenings in dagger:paper, and nothing but dagger closes loops", () => {
    const hits = (preset: string) => runPreset(figure1("without", 2), preset).statistics["cacheHits"];
    expect(hits("dagger:paper")).toBeGreaterThan(0);
    expect(hits("dagger:dag+itp")).toBe(0);
    const closed = (preset: string) => runPreset(deepError(8), preset, { domain: "octagon" }).statistics["closedLoops"];
    expect(closed("dagger:paper")).toBe(0);
    expect(closed("dagger")).toBeGreaterThan(0);
  });

  it("variables that a program declares are kept in the paper's presets, even where nobody reads them again", () => {
    const once = program(
      `int n = ${ANY}; if (n < 0) return 0; int i = n; while (${ANY}) i = i + 1; if (i < 0) reach_error();`,
    );
    expect(proved(once, "dagger:paper").invariants.join()).toContain("n");
    expect(proved(once, "dagger").invariants.join()).not.toContain("n");
  });
});

describe("GR06", () => {
  const flip = (value: number) =>
    program(`int x = 0; while (${ANY}) { if (x == 0) x = 10; else x = 0; } if (x == ${value}) reach_error();`);

  it("refines a widening to the hull, the hull to a set", () => {
    const { statistics, invariants } = proved(flip(5), "dagger:gr06");
    expect(statistics).toMatchObject({ refinements: 2, interpolants: 0 });
    expect(statistics["iterations"]).toBeGreaterThan(2);
    expect(invariants).toEqual(["x == 0", "x == 10"]);
  });

  it("finds the error where there is one", () => {
    expect(runPreset(flip(10), "dagger:gr06").verdict.kind).toBe("unsafe");
  });

  it("is not the tree with joins", () => {
    const counters = (preset: string) => proved(flip(5), preset).statistics;
    expect(counters("dagger:tree+join")["iterations"]).toBeUndefined();
    expect(counters("dagger:gr06")["images"]).not.toBe(counters("dagger:tree+join")["images"]);
  });

  it("does not end on Fig. 1, as the paper says: each hull is lost in the next widening", () => {
    expect(() => runPreset(figure1("without", 2), "dagger:gr06", { work: 60_000 })).toThrow(BudgetExceeded);
  });
});

describe("deep counterexamples", () => {
  const deep = deepError(40);

  it("take fewer refinements than iterations", () => {
    const { verdict, statistics } = runPreset(deep, "dagger", { domain: "octagon" });
    expect(verdict.kind).toBe("unsafe");
    expect(statistics["refinements"]).toBeLessThan(10);
  });

  it("count only if they can be run", () => {
    const confirm = () => ({ kind: "unconfirmed", reason: "not now" }) as const;
    const run = () => runPreset(deep, "dagger", { domain: "octagon", confirm, work: 1_000_000 }).verdict.kind;
    let kind = "out of work";
    try {
      kind = run();
    } catch (error) {
      expect(error).toBeInstanceOf(BudgetExceeded);
    }
    expect(["unknown", "out of work"]).toContain(kind);
  });
});
