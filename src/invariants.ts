/**
 * Invariants without a question: (program, options) -> an invariant at each loop. The second composition root, beside
 * `verify.ts`: an engine computes, the certificate checker proves what it says, and only then is it told.
 */
import { contextFor, solversOf } from "./engines/context.ts";
import type { Preset, Statistics } from "./engines/engine.ts";
import { checkInvariants, proversOf } from "./evidence/check.ts";
import { buildModel } from "./model/build.ts";
import type { ModelOptions } from "./model/options.ts";
import { readForModel } from "./model/read.ts";
import { invariantReports } from "./report/invariants.ts";
import type { Invariant } from "./report/result.ts";
import { Budget, BudgetExceeded, type Meter } from "./util/budget.ts";
import type { Diagnostic } from "./util/diagnostic.ts";
import type { SourceMap } from "./util/source.ts";
import type { VerifyInput, VerifyOptions } from "./verify.ts";
import type { WitnessContent } from "./witness/format.ts";

export interface InvariantOptions
  extends Pick<VerifyOptions, "domain" | "engineOptions" | "certify" | "z3" | "witness"> {
  readonly model: ModelOptions;
  readonly preset: Preset;
  readonly timeoutSeconds: number;
  readonly meter: Meter;
}

export type InvariantAnswer =
  | {
      readonly kind: "invariants";
      readonly invariants: readonly Invariant[];
      /** The same as C over the program's names, as far as C can say it; undefined where nobody writes it. */
      readonly witness: WitnessContent | undefined;
      /** Who proved them. */
      readonly by: string;
      readonly statistics: Statistics;
      readonly sources: SourceMap;
    }
  | { readonly kind: "none"; readonly reason: string }
  | { readonly kind: "bad-input"; readonly diagnostics: readonly Diagnostic[]; readonly sources: SourceMap };

export function computeInvariants(input: VerifyInput, options: InvariantOptions): InvariantAnswer {
  const { program, diagnostics, sources } = readForModel(input.sources, input.frontEnd, options.model);
  if (program === undefined) return { kind: "bad-input", diagnostics, sources };
  if (!program.functions.has(options.model.entry))
    return { kind: "none", reason: `there is no function "${options.model.entry}" to start from` };
  const { preset, domain } = options;
  if (preset.invariants === undefined)
    return { kind: "none", reason: `the engine "${preset.name}" computes no invariants without a property` };
  const deadline = options.meter.nowMs() + options.timeoutSeconds * 1000;
  const budget = new Budget(() => (options.meter.nowMs() > deadline ? "time limit" : undefined));
  // Nothing is asked, so nothing is beside the point.
  const model = buildModel(program, { ...options.model, slicing: "off", ...preset.model });
  const statistics: Statistics = {};
  try {
    const solvers = solversOf({ z3: options.z3 });
    const parts = { domain, options: options.engineOptions ?? {}, solvers, budget, statistics };
    const certificate = preset.invariants(model, contextFor(preset, { ...parts, entry: options.model.entry }));
    const { check, by } = checkInvariants(model, certificate, budget, () => proversOf(solvers, options.certify));
    if (check.kind !== "proved") return { kind: "none", reason: `the invariants could not be proved: ${check.reason}` };
    const invariants = invariantReports(model, certificate);
    const witness = options.witness?.correctnessContent(
      model,
      certificate,
      new Set(input.sources.map(({ name }) => name)),
    );
    return { kind: "invariants", invariants, witness, by, statistics, sources };
  } catch (error) {
    if (error instanceof BudgetExceeded) return { kind: "none", reason: `${error.limit} reached` };
    throw error;
  }
}
