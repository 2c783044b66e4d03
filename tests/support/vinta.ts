/** Runs of the engine on small programs, for its tests. */
import type { Domain } from "../../src/domains/domain.ts";
import { domainNamed } from "../../src/domains/index.ts";
import type { EngineContext, Statistics } from "../../src/engines/engine.ts";
import { vinta } from "../../src/engines/vinta/index.ts";
import { type Outcome, type VintaSettings, vintaMain } from "../../src/engines/vinta/vinta.ts";
import type { Verdict } from "../../src/evidence/claim.ts";
import type { Model } from "../../src/model/model.ts";
import { createInterpolator } from "../../src/smt/interpolate/index.ts";
import type { Interpolator } from "../../src/smt/interpolator.ts";
import { ownSolver } from "../../src/smt/own/solver.ts";
import { Budget } from "../../src/util/budget.ts";

const MOST_WORK = 20_000_000;

/** Error paths of the model count as confirmed: these tests have no interpreter. */
function contextFor(preset: string, widenEvery = 3): EngineContext & { statistics: Statistics } {
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
