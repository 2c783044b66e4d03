/**
 * Verdicts of earlier runs. What is kept is the Result with the evidence behind it (`evidence/kept.ts`), by the program's files as they
 * were read; who keeps it, and what else it depends on (options, limits, the build), is the affair of who hands in the memory.
 *
 * No verdict without evidence holds here, too: a counterexample is replayed and a certificate proved again on the program
 * as it was read now, by the same checker as when an engine claims it. What does not stand is as good as nothing, and the
 * program is verified anew. `unknown` needs no evidence.
 */
import type { FrontEndOptions } from "../cfa/build-source.ts";
import type { Program } from "../cfa/cfa.ts";
import { presetsFor } from "../engines/index.ts";
import type { Answer, Portfolio, PortfolioOptions } from "../engines/portfolio.ts";
import { Execution } from "../evidence/execution.ts";
import { claimFrom, plainEvidence } from "../evidence/kept.ts";
import type { Plain } from "../evidence/kept-plain.ts";
import { buildModel } from "../model/build.ts";
import type { Model } from "../model/model.ts";
import { executionOptions } from "../model/options.ts";
import { BudgetExceeded } from "../util/budget.ts";
import { NO_RANGE } from "../util/source.ts";
import type { Asked } from "./build-result.ts";
import { placeOf } from "./places.ts";
import { RESULT_VERSION, type Result } from "./result.ts";

/** Files that were asked for, with their texts; undefined where there was none: one that appears may change the program. */
export type FilesRead = ReadonlyMap<string, string | undefined>;

/** Plain data. */
export interface KeptVerdict {
  readonly result: Result;
  readonly evidence?: Plain;
  /** What it took to find and check. */
  readonly work: number;
}

export interface Memory {
  /** What was kept, or undefined. From a disk: it may be anything. */
  recall(files: FilesRead): unknown;
  keep(files: FilesRead, kept: KeptVerdict): void;
}

/** The same front end, which notes what it reads. */
export function noting(frontEnd: FrontEndOptions): { readonly frontEnd: FrontEndOptions; readonly files: FilesRead } {
  const files = new Map<string, string | undefined>();
  const readFile = (path: string) => {
    const text = frontEnd.readFile(path);
    files.set(path, text);
    return text;
  };
  return { frontEnd: { ...frontEnd, readFile }, files };
}

// Checking again should take no more than finding did; what a model takes to be built anew is little beside this.
const LEAST_WORK = 200_000;
/** What a trial may take to check (see `Rounds`). */
const TRIAL_WORK = 400_000;

/** too-large: there is something, but it takes more than a trial to check. */
export type Recalled = { readonly kind: "result"; readonly result: Result } | { readonly kind: "none" | "too-large" };

export function recalled(
  kept: unknown,
  program: Program,
  options: Asked & PortfolioOptions,
  portfolio: Portfolio,
): Recalled {
  if (!isKept(kept)) return { kind: "none" };
  const { result, evidence, work } = kept;
  if (result.verdict === "unknown") return { kind: "result", result };
  const whole = 2 * work + LEAST_WORK;
  const most = options.rounds === "first" ? Math.min(whole, TRIAL_WORK) : whole;
  try {
    const stands = standsAgain(result, evidence, most, program, options, portfolio);
    return stands ? { kind: "result", result } : { kind: "none" };
  } catch (error) {
    // Whatever else is wrong with it: the program is verified anew, and a bug in the checker shows there.
    return { kind: error instanceof BudgetExceeded && most < whole ? "too-large" : "none" };
  }
}

function isKept(kept: unknown): kept is KeptVerdict {
  const { result, work } = (kept ?? {}) as Partial<KeptVerdict>;
  return result?.version === RESULT_VERSION && typeof work === "number" && work >= 0;
}

function standsAgain(
  result: Result,
  evidence: Plain | undefined,
  work: number,
  program: Program,
  options: Asked & PortfolioOptions,
  portfolio: Portfolio,
): boolean {
  const preset = presetsFor(options.preset, options.domain).find(({ name }) => name === result.engine);
  if (preset === undefined) return false;
  const model = buildModel(program, { ...options.model, ...options.preset?.model });
  const { entry } = options.model;
  let execution: Execution | undefined;
  try {
    const answer = portfolio.checkAgain(model, preset, work, (seen) =>
      claimFrom(evidence, seen, () => {
        const { program: of, properties } = seen;
        execution = new Execution({ program: of, entry, properties, ...executionOptions(options.model) });
        return execution;
      }),
    );
    return answer?.kind === result.verdict && isTold(answer, result, program);
  } finally {
    execution?.close();
  }
}

/** The violation is where the result says. */
function isTold(answer: Answer, { violation }: Result, { sources }: Program): boolean {
  if (answer.kind === "safe") return answer.checked;
  const place = placeOf(answer.edge?.range ?? NO_RANGE, sources);
  return place === undefined || (place.line === violation?.line && place.file === violation.file);
}

/** What an engine found, in the program as it saw it. */
export interface Found {
  readonly model: Model;
  readonly answer: Answer;
}

/** What is worth to be kept; undefined where the evidence is too large, or where there is more to tell than the result. */
export function keptVerdict(result: Result, found: Found | undefined, portfolio: Portfolio): KeptVerdict | undefined {
  if (portfolio.internalErrors.length > 0 || portfolio.notes.size > 0) return undefined;
  // Without an engine's answer: nothing was to be shown, which takes no time to find out.
  if (found === undefined && result.verdict !== "unknown") return undefined;
  // What was proved of some places has evidence that is not kept.
  if (result.checks?.some(({ status }) => status === "proved") === true && result.verdict !== "safe") return undefined;
  if (found === undefined) return { result, work: 0 };
  const evidence = plainEvidence(found.model, found.answer);
  return evidence === undefined ? undefined : { result, evidence, work: portfolio.lastTurn };
}
