/** Running path focusing on small C programs, for tests: the claim is checked as `verify` would check it. */

import { contextFor } from "../../src/engines/context.ts";
import type { EngineContext, Preset, Statistics } from "../../src/engines/engine.ts";
import { presetNamed } from "../../src/engines/index.ts";
import type { EngineOptions } from "../../src/engines/options.ts";
import { checkVerdict } from "../../src/evidence/check.ts";
import { confirmPath } from "../../src/evidence/confirm.ts";
import { Execution } from "../../src/evidence/execution.ts";
import { showFormula } from "../../src/logic/print.ts";
import type { Model } from "../../src/model/model.ts";
import { DEFAULT_MODEL_OPTIONS, type ModelOptions } from "../../src/model/options.ts";
import { ownSolver } from "../../src/smt/own/solver.ts";
import { Budget, BudgetExceeded } from "../../src/util/budget.ts";
import { modelOf } from "./model.ts";

export interface Setting {
  readonly preset?: string;
  readonly domain?: string;
  readonly model?: Partial<ModelOptions>;
  readonly engine?: EngineOptions;
}

// Enough for every proof of the tests; a search that finds nothing ends here.
const WORK = 400_000;

function presetOf({ preset = "path-focusing" }: Setting): Preset {
  return presetNamed(preset);
}

function contextOf(model: Model, setting: Setting): EngineContext {
  const budget: Budget = new Budget(() => (budget.spent >= WORK ? "work limit" : undefined), 1024);
  const { program, properties } = model;
  const { domain, engine = {} } = setting;
  return contextFor(presetOf(setting), {
    ...{ budget, domain, options: engine, solvers: { own: ownSolver }, entry: "main" },
    confirm: (path) =>
      confirmPath(new Execution({ program, entry: "main", properties }), path, budget, { own: ownSolver }),
  });
}

/** The verdict after its evidence was checked. */
export function verdictOf(
  source: string,
  setting: Setting = {},
): { readonly kind: string; readonly statistics: Statistics } {
  const base = modelOf(source, setting.model);
  const context = contextOf(base, setting);
  const model = presetOf(setting).view?.(base, context) ?? base;
  const provers = () => ({ mode: "first" as const, solvers: [ownSolver] });
  const { statistics } = context;
  try {
    const { kind } = checkVerdict(
      model,
      DEFAULT_MODEL_OPTIONS,
      presetOf(setting).run(model, context),
      context.budget,
      provers,
    );
    return { kind, statistics };
  } catch (error) {
    if (error instanceof BudgetExceeded) return { kind: "unknown", statistics };
    throw error;
  }
}

/** What is known at the loops, in the order of the program, with the property off. */
export function invariantsOf(source: string, setting: Setting = {}): string[] {
  const model = modelOf(source, { ...setting.model, properties: [], slicing: "off" });
  const certificate = presetOf(setting).invariants?.(model, contextOf(model, setting));
  if (certificate === undefined) throw new Error("path focusing should compute invariants");
  return certificate.locations
    .filter((location) => location.cutPoint)
    .map((location) =>
      [...certificate.labelsAt(location)]
        .map((label) => (label.kind === "formula" ? showFormula(label.formula) : ""))
        .join(" || "),
    );
}
