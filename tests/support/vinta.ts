/** Runs of the engine on small programs, for its tests. */
import { contextFor } from "../../src/engines/context.ts";
import { chosenDomain, type EngineContext, type Preset, type Statistics } from "../../src/engines/engine.ts";
import { presetNamed } from "../../src/engines/index.ts";
import type { EngineOptions } from "../../src/engines/options.ts";
import { type Outcome, type VintaSettings, vintaMain } from "../../src/engines/vinta/vinta.ts";
import type { Verdict } from "../../src/evidence/claim.ts";
import type { Model } from "../../src/model/model.ts";
import { createInterpolator } from "../../src/smt/interpolate/index.ts";
import type { Interpolator } from "../../src/smt/interpolator.ts";
import { ownSolver } from "../../src/smt/own/solver.ts";
import { Budget } from "../../src/util/budget.ts";

const MOST_WORK = 20_000_000;

/** Error paths of the model count as confirmed: these tests have no interpreter. */
function contextOf(preset: Preset, widenEvery = 3, more: EngineOptions = {}): EngineContext {
  const budget: Budget = new Budget(() => (budget.spent >= MOST_WORK ? "work limit" : undefined));
  return contextFor(preset, {
    ...{ budget, options: { widenEvery, ...more }, solvers: { own: ownSolver }, entry: "main" },
    confirm: (path) => ({ kind: "confirmed", counterexample: { inputs: path } }),
  });
}

export function runPreset(
  model: Model,
  name: string,
  widenEvery = 3,
  more: EngineOptions = {},
): { verdict: Verdict; statistics: Statistics } {
  const preset = presetNamed(name);
  const context = contextOf(preset, widenEvery, more);
  return { verdict: preset.run(model, context), statistics: context.statistics };
}

/** With plain boxes and an interpolator of the test's choice. */
export function runBoxWith(
  model: Model,
  refinement: "vinta" | "ufo",
  interpolator: Interpolator = createInterpolator({ solver: ownSolver }),
  deadEdges: VintaSettings<unknown>["deadEdges"] = "inside blocks",
): { outcome: Outcome; statistics: Statistics } {
  const context = contextOf(presetNamed("vinta"));
  const settings: VintaSettings<unknown> = {
    domain: chosenDomain(context),
    widening: "join",
    refinement,
    tightening: "before interpolants",
    deadEdges,
    abstraction: "bounds",
    widenEvery: 3,
    solver: ownSolver,
    interpolator,
  };
  return { outcome: vintaMain(model, context, settings), statistics: context.statistics };
}
