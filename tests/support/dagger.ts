/** Runs a preset on a model with real confirmation, as `verify` does: for tests. */
import { contextFor } from "../../src/engines/context.ts";
import type { Snapshot, Statistics } from "../../src/engines/engine.ts";
import { presetNamed } from "../../src/engines/index.ts";
import type { Confirmation, Verdict } from "../../src/evidence/claim.ts";
import { showFormula } from "../../src/logic/print.ts";
import type { Model } from "../../src/model/model.ts";
import { ownSolver } from "../../src/smt/own/solver.ts";
import { Budget } from "../../src/util/budget.ts";

export interface Run {
  /** Work units after which it gives up. */
  readonly work?: number;
  readonly domain?: string;
  readonly confirm?: (length: number) => Confirmation;
  readonly record?: (snapshot: Snapshot) => void;
}

export interface Outcome {
  readonly verdict: Verdict;
  readonly statistics: Statistics;
}

export function runPreset(model: Model, preset: string, run: Run = {}): Outcome {
  const limit = run.work ?? 20_000_000;
  const budget: Budget = new Budget(() => (budget.spent >= limit ? "work limit" : undefined), 4096);
  const statistics: Statistics = {};
  const found = presetNamed(preset);
  const context = contextFor(found, {
    ...{ budget, statistics, domain: run.domain, solvers: { own: ownSolver }, entry: "main" },
    ...(run.record === undefined ? {} : { record: run.record }),
    confirm: (path) => run.confirm?.(path.length) ?? { kind: "confirmed", counterexample: { inputs: [] } },
  });
  const verdict = found.run(model, context);
  return { verdict, statistics };
}

/** The invariants of a proof, as text. */
export function invariantsOf(verdict: Verdict): string[] {
  if (verdict.kind !== "safe") return [];
  const { certificate } = verdict;
  return certificate.locations.flatMap((location) =>
    [...certificate.labelsAt(location)].map((label) => (label.kind === "formula" ? showFormula(label.formula) : "")),
  );
}
