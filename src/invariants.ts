/**
 * Invariants without a question: (program, options) -> an invariant at each loop. The second composition root, beside
 * `verify.ts`: an engine computes, the certificate checker proves what it says, and only then is it told.
 */
import { domainNamed } from "./domains/index.ts";
import type { EngineContext, Statistics } from "./engines/engine.ts";
import type { Configured } from "./engines/index.ts";
import { checkInvariants } from "./evidence/check.ts";
import { buildModel } from "./model/build.ts";
import type { ModelOptions } from "./model/options.ts";
import { readForModel } from "./model/read.ts";
import { invariantReports } from "./report/invariants.ts";
import type { Invariant } from "./report/result.ts";
import type { Solvers } from "./smt/solver.ts";
import { Budget, BudgetExceeded } from "./util/budget.ts";
import type { Diagnostic } from "./util/diagnostic.ts";
import type { SourceMap } from "./util/source.ts";
import { type Meter, proversOf, solversOf, type VerifyInput, type VerifyOptions } from "./verify.ts";

export interface InvariantOptions extends Pick<VerifyOptions, "domain" | "engineOptions" | "certify" | "z3"> {
  readonly model: ModelOptions;
  readonly preset: Configured;
  readonly timeoutSeconds: number;
  readonly meter: Meter;
}

export type InvariantAnswer =
  | {
      readonly kind: "invariants";
      readonly invariants: readonly Invariant[];
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
  const { engine, preset } = options.preset;
  if (engine.invariants === undefined)
    return { kind: "none", reason: `the engine "${preset.name}" computes no invariants without a property` };
  const deadline = options.meter.nowMs() + options.timeoutSeconds * 1000;
  const budget = new Budget(() => (options.meter.nowMs() > deadline ? "time limit" : undefined));
  // Nothing is asked, so nothing is beside the point.
  const model = buildModel(program, { ...options.model, slicing: "off", ...preset.model });
  const statistics: Statistics = {};
  try {
    const solvers = solversOf(options.z3);
    const certificate = engine.invariants(model, contextOf(options, solvers, budget, statistics));
    const { check, by } = checkInvariants(model, certificate, budget, () => proversOf(solvers, options.certify));
    if (check.kind !== "proved") return { kind: "none", reason: `the invariants could not be proved: ${check.reason}` };
    return { kind: "invariants", invariants: invariantReports(model, certificate), by, statistics, sources };
  } catch (error) {
    if (error instanceof BudgetExceeded) return { kind: "none", reason: `${error.limit} reached` };
    throw error;
  }
}

function contextOf(
  { preset: { preset }, domain, engineOptions, model: { entry } }: InvariantOptions,
  solvers: Solvers,
  budget: Budget,
  statistics: Statistics,
): EngineContext {
  const registered = domainNamed(domain ?? preset.domains?.[0] ?? "");
  return {
    preset: preset.name,
    ...(registered === undefined ? {} : { domain: registered }),
    ...(engineOptions === undefined ? {} : { options: engineOptions }),
    solvers,
    domainNamed,
    budget,
    statistics,
    entry,
    confirm: () => ({ kind: "unconfirmed", reason: "nothing is asked" }),
    progress: () => {},
  };
}
