/** Runs of a preset on a model, with a limit of work; error paths of the model count as confirmed: there is no interpreter. */
import { contextFor } from "../../src/engines/context.ts";
import type { Statistics } from "../../src/engines/engine.ts";
import { presetNamed } from "../../src/engines/index.ts";
import type { EngineOptions } from "../../src/engines/options.ts";
import type { Verdict } from "../../src/evidence/claim.ts";
import type { Model } from "../../src/model/model.ts";
import { bitsSolver } from "../../src/smt/bits/solver.ts";
import { ownSolver } from "../../src/smt/own/solver.ts";
import { Budget } from "../../src/util/budget.ts";

const MOST_WORK = 600_000;

export function runOn(
  model: Model,
  name: string,
  options: EngineOptions = {},
): { readonly verdict: Verdict; readonly statistics: Statistics } {
  const budget: Budget = new Budget(() => (budget.spent >= MOST_WORK ? "work limit" : undefined));
  const preset = presetNamed(name);
  const context = contextFor(preset, {
    ...{ budget, options, solvers: { own: ownSolver, bits: bitsSolver }, entry: "main" },
    confirm: (path) => ({ kind: "confirmed", counterexample: { inputs: path } }),
  });
  return { verdict: preset.run(model, context), statistics: context.statistics };
}
