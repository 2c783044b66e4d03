/** Runs of the engine on small programs, for its tests. */
import type { Domain } from "../../domains/domain.ts";
import { domainNamed } from "../../domains/index.ts";
import type { Model } from "../../model/model.ts";
import { createInterpolator } from "../../smt/interpolate/index.ts";
import type { Interpolator } from "../../smt/interpolator.ts";
import { ownSolver } from "../../smt/own/solver.ts";
import { Budget } from "../../util/budget.ts";
import type { EngineContext, Statistics, Verdict } from "../engine.ts";
import { vinta } from "./index.ts";
import { type Outcome, type VintaSettings, vintaMain } from "./vinta.ts";

const MOST_WORK = 20_000_000;

/** Error paths of the model count as confirmed: these tests have no interpreter. */
export function contextFor(preset: string, widenEvery = 3): EngineContext & { statistics: Statistics } {
  const budget: Budget = new Budget(() => (budget.spent >= MOST_WORK ? "work limit" : undefined));
  const [name] = vinta.presets.find((one) => one.name === preset)?.domains ?? [];
  const domain = name === undefined ? undefined : domainNamed(name);
  return {
    preset,
    budget,
    statistics: {},
    options: { widenEvery },
    solvers: { own: ownSolver },
    ...(domain === undefined ? {} : { domain }),
    confirm: (path) => ({ kind: "confirmed", counterexample: { inputs: path } }),
    progress: () => {},
  };
}

export function runPreset(model: Model, preset: string, widenEvery = 3): { verdict: Verdict; statistics: Statistics } {
  const context = contextFor(preset, widenEvery);
  return { verdict: vinta.run(model, context), statistics: context.statistics };
}

/** With plain boxes and an interpolator of the test's choice. */
export function runBoxWith(
  model: Model,
  refinement: "vinta" | "ufo",
  interpolator: Interpolator = createInterpolator({ solver: ownSolver }),
): { outcome: Outcome; statistics: Statistics } {
  const context = contextFor("vinta");
  const settings: VintaSettings<unknown> = {
    domain: context.domain?.domain as Domain<unknown>,
    widening: "join",
    refinement,
    abstraction: "bounds",
    widenEvery: 3,
    solver: ownSolver,
    interpolator,
  };
  return { outcome: vintaMain(model, context, settings), statistics: context.statistics };
}
