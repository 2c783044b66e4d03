/** Running presets of path focusing on C text without a process each: for the benchmark and the comparison. */
import { ILP32, LP64, readProgram } from "../../src/cfa/build-source.ts";
import type { RegisteredDomain } from "../../src/domains/index.ts";
import { contextFor } from "../../src/engines/context.ts";
import type { EngineContext, Statistics } from "../../src/engines/engine.ts";
import { presetNamed } from "../../src/engines/index.ts";
import { analyse, certificateOf } from "../../src/engines/path-focusing/analysis.ts";
import type { Strategy } from "../../src/engines/path-focusing/iteration.ts";
import type { Certificate } from "../../src/evidence/claim.ts";
import { buildModel } from "../../src/model/build.ts";
import type { Model } from "../../src/model/model.ts";
import { DEFAULT_MODEL_OPTIONS, type ModelOptions } from "../../src/model/options.ts";
import { ownSolver } from "../../src/smt/own/solver.ts";
import { Budget, BudgetExceeded, within } from "../../src/util/budget.ts";

export interface Source {
  readonly name: string;
  readonly text: string;
  readonly dataModel: "ILP32" | "LP64";
  readonly readFile: (path: string) => string | undefined;
  readonly includePaths: readonly string[];
}

/** With the property off and nothing sliced away; undefined where it is no C program. */
export function modelWithoutProperty(source: Source, options: Partial<ModelOptions> = {}): Model | undefined {
  const { program } = readProgram([source], {
    dataModel: source.dataModel === "ILP32" ? ILP32 : LP64,
    includePaths: source.includePaths,
    includeFiles: [],
    macros: [],
    readFile: source.readFile,
  });
  // Examples of papers are often a single function of any name.
  const entry = program?.functions.has("main") ? "main" : program?.functions.keys().next().value;
  if (program === undefined || entry === undefined) return undefined;
  return buildModel(program, { ...DEFAULT_MODEL_OPTIONS, ...options, entry, properties: [], slicing: "off" });
}

export interface Run {
  /** Undefined: out of time. */
  readonly certificate: Certificate | undefined;
  readonly statistics: Statistics;
  readonly seconds: number;
}

/**
 * @param limit seconds, or units of work, with which the outcome is the same on any machine.
 * @param strategy instead of the preset's own.
 */
export function invariantsBy(
  presetName: string,
  domain: RegisteredDomain,
  model: Model,
  limit: number | { readonly work: number },
  strategy?: Strategy,
): Run {
  const start = performance.now();
  const elapsed = () => (performance.now() - start) / 1000;
  const statistics: Statistics = {};
  const preset = presetNamed(presetName);
  const budget =
    typeof limit === "number"
      ? new Budget(() => (elapsed() > limit ? "time limit" : undefined))
      : new Budget(undefined, undefined, limit.work);
  const parts = { budget, statistics, domain: domain.domain.name, solvers: { own: ownSolver }, entry: "main" };
  const context = contextFor(preset, parts);
  try {
    const certificate = within(budget, () =>
      strategy === undefined ? preset.invariants?.(model, context) : withStrategy(strategy, model, context),
    );
    return { certificate, statistics, seconds: elapsed() };
  } catch (error) {
    if (error instanceof BudgetExceeded) return { certificate: undefined, statistics, seconds: elapsed() };
    throw error;
  }
}

function withStrategy(strategy: Strategy, model: Model, context: EngineContext): Certificate | undefined {
  const analysis = analyse(model, context, { kind: "focus", strategy }, new Map());
  return analysis === undefined ? undefined : certificateOf(analysis);
}
