import { describe, expect, it } from "vitest";
import { modelOf } from "../../tests/support/model.ts";
import { THOROUGH } from "../../tests/support/thorough.ts";
import { bitsSolver } from "../smt/bits/solver.ts";
import { ownSolver } from "../smt/own/solver.ts";
import { Budget, BudgetExceeded } from "../util/budget.ts";
import { memoised } from "../util/memo.ts";
import { contextFor } from "./context.ts";
import type { Preset } from "./engine.ts";
import { ALL_EXTRAS, withoutExtra } from "./extras.ts";
import { ENGINES, findPreset, presetNamed } from "./index.ts";

const PROLOGUE = "extern int any(void); void reach_error(void);";

type Program = readonly [name: string, text: string, work?: number];

/** With mathematical integers. */
const PROGRAMS: readonly Program[] = [
  [
    "a counter beside another one, and one that does not matter",
    `int x = 0, y = 0, z = 0; while (any()) { x++; y += 2; z += any(); } if (x > 3 && y < 8) reach_error();`,
  ],
  [
    "a lock, and a value that is overwritten",
    `int lock = 0, old = 0, t;
     while (any()) { t = any(); if (lock) reach_error(); lock = 1; old = t; if (any()) { t = old; } lock = 0; t = 0; }`,
  ],
  [
    "a flag behind a loop that counts",
    `int flag = 0, ticks = 0; while (any()) { ticks++; if (ticks > 100) break; } if (flag) reach_error();`,
  ],
  ["an error that is deep", `int i = 0; while (any()) { if (i >= 14) reach_error(); i++; }`, 40_000],
  [
    "branches before the check",
    `int a = any(), b, c; if (a != 3) b = 1; else b = 2; if (any()) c = b; else c = 2 * b;
     while (any()) { if (c > 3) c--; else c++; } if (b + c > 7) reach_error();`,
  ],
  [
    "nested loops",
    `int i = 0, j = 0, n = 0; while (i < 20) { j = 0; while (j < i) { j += 2; n++; } i++; } if (j > 40 || i > 20) reach_error();`,
  ],
  [
    "a disequality, and parity",
    `int i = 0, k = any(); while (i != 10) { i += 2; k = k % 8; } if (i != 10 || k > 7) reach_error();`,
  ],
  [
    "a triangle without a whole point",
    `int x = any(), y = any(); if (x < 0) return 0; while (any()) { if (x < 5) x++; }
     if (3 * x - y >= 1 && 3 * y - x >= 1 && x + 2 * y <= 2) reach_error();`,
  ],
  [
    "halves",
    `int x = any(), y; if (x < 0 || x > 9) return 0; y = 2 * x; if (2 * y == 4 * x + 2) reach_error();
     while (any()) { if (y < 50) y += 3; } if (y > 60) reach_error();`,
  ],
  [
    "Fig. 2 of the paper on VINTA",
    `int x = 0, y = 0; while (any()) { if (any()) { x = x + 1; y = y + 100; } else if (any()) { if (x >= 4) { x = x + 1; y = y + 1; } } }
     if (x >= 4 && y <= 2) reach_error();`,
  ],
  [
    "ways that meet twice",
    `int k = any(), b, c; if (any()) { if (any()) b = k; else b = k + 2; c = b; } else { if (any()) b = k + 5; else b = k + 7; c = b + 1; }
     if (c == k + 1) reach_error();`,
  ],
  [
    "a value that many ask for and nobody at the loop's head",
    `int t; while (any()) { if (any()) t = 1; else t = 2; ${[3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((k) => `if (t == ${k}) reach_error();`).join(" ")}
     int s; if (any()) s = 1; else s = 2; if (s == 3) reach_error(); }`,
  ],
  [
    "a large block",
    `int n = 0, m = 0; while (n < 5) { m = 0; ${"if (any()) m = 1; ".repeat(30)} n++; } if (n + m > 6) reach_error();`,
    80_000,
  ],
];

const SOME = THOROUGH ? PROGRAMS : PROGRAMS.slice(0, 5);

/** Enough for most of them; what is not through by then has counters, too. */
const MOST_WORK = 15_000;

/** Verdict, work and counters under a preset. */
function runOf(preset: Preset, text: string, work = MOST_WORK): string {
  const model = modelOf(`${PROLOGUE} int main(void) { ${text} return 0; }`, { integers: "math", ...preset.model });
  const budget: Budget = new Budget(() => (budget.spent >= work ? "work limit" : undefined));
  const context = contextFor(preset, {
    ...{ budget, solvers: { own: ownSolver, bits: bitsSolver }, entry: "main" },
    confirm: (path) => ({ kind: "confirmed", counterexample: { inputs: path } }),
  });
  const kind = (() => {
    try {
      return preset.run(model, context).kind;
    } catch (error) {
      if (!(error instanceof BudgetExceeded)) throw error;
      return "out of work";
    }
  })();
  return JSON.stringify([kind, budget.spent, context.statistics]);
}

const made = new Map<string, string>();

function runOn(name: string, [program, text, work]: Program): string {
  return memoised(made, `${name} ${program}`, () => runOf(presetNamed(name), text, work));
}

function runsOf(name: string, programs = SOME): readonly string[] {
  return programs.map((program) => runOn(name, program));
}

const WITH_EXTRAS = ENGINES.flatMap(({ presets }) => presets).filter(({ extras }) => extras !== undefined);

describe("extras", () => {
  it.each(WITH_EXTRAS.map((preset) => [preset.name, preset] as const))("each of %s does something", (name, preset) => {
    for (const { name: extra } of preset.extras ?? [])
      expect(
        PROGRAMS.some((program) => runOn(withoutExtra(name, extra), program) !== runOn(name, program)),
        extra,
      ).toBe(true);
  });

  it.each([
    ["dagger~all", "dagger:paper"],
    ["explicit~all", "explicit:paper"],
    ["explicit:full~all", "explicit:full:paper"],
    ["vinta~all", "vinta:paper"],
    ["vinta:boxes~all", "vinta:boxes:paper"],
    ["ufo:box~all", "ufo:box:paper"],
    ["path-focusing~all", "path-focusing:alg3"],
    ["path-focusing~inner-loops~inside-widening~strides~partitioning", "path-focusing:alg3+acceleration"],
  ])("%s is %s", (ours, papers) => {
    expect(presetNamed(ours).model).toEqual(presetNamed(papers).model);
    expect(runsOf(ours)).toEqual(runsOf(papers));
  });

  it("are switched off in any order, once", () => {
    const programs = SOME.slice(0, 3);
    expect(runsOf("vinta~posts~dead-edges", programs)).toEqual(runsOf("vinta~dead-edges~posts", programs));
    expect(presetNamed("vinta~posts").extras?.map(({ name }) => name)).toEqual(["dead-edges", "unions-in-blocks"]);
    for (const extras of ["posts~posts", "nothing", `${ALL_EXTRAS}~posts`, ""])
      expect(findPreset(withoutExtra("vinta", extras)), extras).toBeUndefined();
    for (const name of ["nothing~posts", "bmc~all"]) expect(findPreset(name), name).toBeUndefined();
  });

  it("are switched off before what stands behind the name", () => {
    expect(findPreset("dagger~slicing+invariants")).toMatchObject({ model: { slicing: "off" } });
    expect(findPreset("dagger~slicing+cell")).toMatchObject({ memory: "symbolic-cell", model: { slicing: "off" } });
    // It would be the preset without what `+cell` adds.
    for (const name of ["dagger+cell~slicing", "dagger+invariants~slicing"]) expect(findPreset(name)).toBeUndefined();
  });
});
