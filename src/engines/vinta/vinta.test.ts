import { describe, expect, it } from "vitest";
import { modelOf } from "../../../tests/support/model.ts";
import { runBoxWith, runPreset } from "../../../tests/support/vinta.ts";
import { checkBlocks } from "../../evidence/block-check.ts";
import { showFormula } from "../../logic/print.ts";
import { subterms } from "../../logic/visit.ts";
import type { Model } from "../../model/model.ts";
import { checkDagInterpolants } from "../../smt/check-interpolants.ts";
import { createInterpolator } from "../../smt/interpolate/index.ts";
import type { Interpolator } from "../../smt/interpolator.ts";
import { ownSolver } from "../../smt/own/solver.ts";
import { Budget } from "../../util/budget.ts";
import { vinta } from "./index.ts";

const PROLOGUE = "extern int __VERIFIER_nondet_int(void); void reach_error(void);";
const program = (body: string) => modelOf(`${PROLOGUE} int main(void) { ${body} return 0; }`, { integers: "math" });

/** Fig. 2 of the paper, from its formulas: the branches of the loop and the assertion. */
const runningExample = (limit: number) =>
  program(`
    int x = 0, y = 0;
    while (__VERIFIER_nondet_int()) {
      if (__VERIFIER_nondet_int()) { x = x + 1; y = y + 100; }
      else if (__VERIFIER_nondet_int()) { if (x >= 4) { x = x + 1; y = y + 1; } }
    }
    if (x >= 4 && y <= ${limit}) reach_error();`);

const presets = vinta.presets.map((preset) => preset.name);

function proved(model: Model, preset: string, widenEvery = 3) {
  const { verdict, statistics } = runPreset(model, preset, widenEvery);
  expect(verdict.kind, preset).toBe("safe");
  if (verdict.kind !== "safe") throw new Error("the verdict should be safe");
  expect(checkBlocks(model, verdict.certificate, ownSolver, new Budget()).kind, preset).toBe("proved");
  return statistics;
}

describe("the running example (Fig. 2)", () => {
  it("is proved with boxes in no more than the paper's six phases, and in fewer than by interpolation alone", () => {
    const guided = proved(runningExample(2), "vinta", 1);
    const alone = proved(runningExample(2), "ufo:interp", 1);
    expect(guided["aiPhases"]).toBeLessThanOrEqual(6);
    expect(guided["aiPhases"]).toBeLessThan(alone["aiPhases"] as number);
  });

  it.each(["vinta", "vinta:boxes", "ufo:box"])("has an unsafe twin that %s finds", (preset) => {
    expect(runPreset(runningExample(400), preset).verdict.kind).toBe("unsafe");
  });
});

describe("the trap of WidenWith-or", () => {
  const counter = (limit: string) =>
    program(`int x = 0; while (__VERIFIER_nondet_int()) x = x + 1; if (!(${limit})) reach_error();`);

  // What the frontier leaves out is lost when refinement strengthens the labels that held it.
  it.each(presets)("x = 0; while (*) x++; assert(x < 2) is not safe (%s)", (preset) => {
    expect(runPreset(counter("x < 2"), preset).verdict.kind).toBe("unsafe");
    expect(runPreset(counter("x < 2"), preset, 1).verdict.kind).toBe("unsafe");
  });

  it.each(presets)("assert(x >= 0) is (%s)", (preset) => {
    proved(counter("x >= 0"), preset);
  });
});

describe("a state machine", () => {
  const machine = (last: number) =>
    program(`
      int state = 1, flag = 0;
      while (__VERIFIER_nondet_int()) {
        if (state == 1) { state = 2; }
        else if (state == 2) { if (flag == 3) reach_error(); flag = 1; state = 4; }
        else if (state == 4) { if (__VERIFIER_nondet_int()) { flag = 2; state = 8; } }
        else if (state == 8) { if (flag == 2) flag = 3; state = ${last}; }
      }`);

  it("needs no refinement with unions of boxes", () => {
    const statistics = proved(machine(8), "vinta:boxes");
    expect(statistics["refinements"]).toBe(0);
  });

  it.each(["vinta", "vinta:boxes", "vinta:auto", "ufo:interp"])("has an unsafe twin that %s finds", (preset) => {
    expect(runPreset(machine(2), preset).verdict.kind).toBe("unsafe");
  });
});

describe("what bears the paper's name", () => {
  it("is refined by interpolants alone: posts do not take their place", () => {
    const widened = program("int x = 0; while (x < 10) x = x + 1; if (x > 10) reach_error();");
    const ours = proved(widened, "vinta:boxes");
    const paper = proved(widened, "vinta:boxes:paper");
    expect(ours["tightenings"]).toBeGreaterThan(0);
    expect(paper["tightenings"]).toBe(0);
    expect(paper["refinements"]).toBeGreaterThan(0);
  });

  it("follows boxes as boxes: what branches of a block say together is lost, and interpolated", () => {
    const branches = program(`
      int x = 0, c = __VERIFIER_nondet_int();
      if (c) x = 1; else x = 3;
      if (x == 2) reach_error();`);
    expect(proved(branches, "vinta")["interpolations"]).toBe(0);
    expect(proved(branches, "vinta:paper")["interpolations"]).toBeGreaterThan(0);
    expect(proved(branches, "ufo:box:paper")["interpolations"]).toBeGreaterThan(0);
  });

  it("puts whole actions into its formulas: edges that are dead inside of a block as well", () => {
    const dead = program(`
      int s = __VERIFIER_nondet_int(), x = 0;
      if (s < 0 || s > 3) return 0;
      while (__VERIFIER_nondet_int()) {
        if (s > 5) { x = x * 7 + 3; x = x - 11 * s; }
        x = x + 2;
      }
      if (x == 7) reach_error();`);
    const asked = (deadEdges: "actions" | "inside blocks") => {
      const sizes: number[] = [];
      const plain = createInterpolator({ solver: ownSolver });
      const watched: Interpolator = {
        ...plain,
        dag: (problem) => {
          sizes.push(problem.edges.reduce((sum, { label }) => sum + [...subterms(label)].length, 0));
          return plain.dag(problem);
        },
      };
      runBoxWith(dead, "vinta", watched, deadEdges);
      return sizes[0] as number;
    };
    expect(asked("actions")).toBeGreaterThan(asked("inside blocks"));
  });
});

describe("where interpolants come from", () => {
  const kinds = ["blocking", "proof"] as const;
  const counts = (preset: string, interpolation: "blocking" | "proof") => {
    const { verdict, statistics } = runPreset(runningExample(2), preset, 1, { interpolation });
    expect(verdict.kind, `${preset}, ${interpolation}`).toBe("safe");
    return [statistics["interpolantsByBlocking"] ?? 0, statistics["interpolantsFromProofs"] ?? 0];
  };

  it.each(["vinta:paper", "ufo:box:paper", "ufo:interp", "ufo:boolean"])("is what was asked for, in %s", (preset) => {
    const [blocked, proved] = kinds.map((kind) => counts(preset, kind));
    expect(blocked![0]).toBeGreaterThan(0);
    expect(blocked![1]).toBe(0);
    expect(proved![0]).toBe(0);
    expect(proved![1]).toBeGreaterThan(0);
  });

  it("is blocking where nobody asked", () => {
    const { statistics } = runPreset(runningExample(2), "vinta:paper", 1);
    expect(statistics["interpolantsByBlocking"]).toBe(statistics["interpolations"]);
    expect(statistics["interpolantsFromProofs"]).toBeUndefined();
  });

  it.each(kinds)("all that an unrolling asks of %s satisfies the defining property, and they differ", (kind) => {
    const labels = kinds.map((one) => {
      const found: string[] = [];
      const way = createInterpolator({ solver: ownSolver }, one);
      const watched: Interpolator = {
        name: way.name,
        dag: (problem) => {
          const result = way.dag(problem);
          if (result.kind !== "interpolants") return result;
          if (one === kind)
            expect(checkDagInterpolants(problem, result.interpolants, ownSolver.create())).toEqual({ kind: "valid" });
          found.push(result.interpolants.map((one) => showFormula(one)).join("; "));
          return result;
        },
      };
      for (const refinement of ["vinta", "ufo"] as const) runBoxWith(runningExample(2), refinement, watched, "actions");
      return found;
    });
    for (const found of labels) expect(found.length).toBeGreaterThan(1);
    expect(labels[0]).not.toEqual(labels[1]);
  });
});

describe("loops in loops", () => {
  const nested = (bound: number) =>
    program(`
      int i = 0, j = 0;
      while (__VERIFIER_nondet_int() && i < 10) {
        j = 0;
        while (__VERIFIER_nondet_int() && j < 5) j = j + 1;
        if (j > ${bound}) reach_error();
        i = i + 1;
      }
      if (i > 10) reach_error();`);

  it.each(["vinta", "vinta:boxes", "ufo:box", "vinta:octagon", "vinta:polyhedra"])("are proved by %s", (preset) => {
    proved(nested(5), preset);
  });

  it.each(["vinta", "vinta:boxes"])("have an unsafe twin that %s finds", (preset) => {
    expect(runPreset(nested(4), preset).verdict.kind).toBe("unsafe");
  });
});

it("does not take the end of the model for safe", () => {
  const model = modelOf(
    `${PROLOGUE} int f(int n) { return n <= 0 ? 0 : f(n - 1); }
     int main(void) { int n = __VERIFIER_nondet_int(); if (f(n) == 7) reach_error(); return 0; }`,
    { recursionDepth: 3 },
  );
  expect(runPreset(model, "vinta").verdict.kind).toBe("unknown");
});

describe("an unrolling that leads to no error", () => {
  // Everything is covered where the second sum would overflow.
  const text = `${PROLOGUE}
static void probe(int v) { if (v != 12345) reach_error(); }
static int twice(int a) { int s = 0; for (int i = 0; i < 2; i++) s += a; return s; }
int main(void) {
  int x = 2147483646, y = 2147483646, z = 32;
  if (z > 1) for (int i = 0; i < 1; i++) { if (z != 1) for (;;) {} }
  if (z == x) z = y;
  for (int i = 0; i < 1; i++) z = z << 2;
  x = twice(y);
  probe(y);
  return 0;
}`;

  it("leaves it with nothing that reaches it", () => {
    proved(modelOf(text), "ufo:boxes");
  });
});
