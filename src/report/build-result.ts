/**
 * From what was found out about a program to its Result. The parts that take work of their own (which assumptions are facts,
 * whether the verdict is vacuous, printing invariants) are made within the limits of the call.
 */
import type { FixedRegion, FrontEndOptions, SourceText } from "../cfa/build-source.ts";
import { invariantClaimant, safetyClaimants } from "../engines/ask.ts";
import { domainFor } from "../engines/context.ts";
import type { Preset, Statistics } from "../engines/engine.ts";
import { type ExcludedPlaces, type Exclusions, excludedPlaces } from "../engines/exclusions.ts";
import { presetsFor } from "../engines/index.ts";
import type { Answer } from "../engines/portfolio.ts";
import type { Attempt } from "../engines/schedule.ts";
import type { Certificate } from "../evidence/claim.ts";
import type { Execution } from "../evidence/execution.ts";
import type { Possibility } from "../evidence/no-site.ts";
import { type Proof, provedAssumptions } from "../evidence/proved-assumptions.ts";
import { shrink, sizeOf, type Violating } from "../evidence/shrink.ts";
import { hasLostCheck, vacuityOf } from "../evidence/vacuity.ts";
import { listInputs } from "../interpreter/inputs.ts";
import type { Model } from "../model/model.ts";
import type { ModelOptions } from "../model/options.ts";
import { checkName, type SiteName } from "../model/properties.ts";
import { type BudgetOf, type Limits, whileItLasts } from "../util/budget.ts";
import { counted } from "../util/counted.ts";
import { NO_RANGE } from "../util/source.ts";
import { assumptionReports, enteredIn, executionReports, vacuityReport } from "./assumptions.ts";
import { counterexampleReport, inputReports } from "./counterexample.ts";
import { explain } from "./explain/index.ts";
import type { Reason } from "./explain/why.ts";
import { helpOf, type OpenPlaces } from "./help.ts";
import { invariantReports } from "./invariants.ts";
import { overApproximationReports, placeOf } from "./places.ts";
import { type Configuration, RESULT_VERSION, type Result } from "./result.ts";
import { checkReports, type SiteTable, sitesIn } from "./sites.ts";

export interface Subject {
  /** What the user calls the program. */
  readonly name: string;
  readonly sources: readonly SourceText[];
  readonly frontEnd: FrontEndOptions;
}

/** What was asked, as far as results tell. */
export interface Asked extends Limits {
  readonly toolVersion: string;
  readonly model: ModelOptions;
  /** Undefined: the default presets take turns. */
  readonly preset: Preset | undefined;
  readonly domain?: string | undefined;
  /** When the work on this program began, by the meter: before now where another process has tried it already. */
  readonly startMs?: number;
}

/** What engines have spent and counted. */
export interface Spent {
  readonly work: number;
  readonly statistics: Readonly<Statistics>;
  /** Why engines had their turns in the order that they had. */
  readonly schedule?: readonly string[];
  /** What other processes have spent on the same program. */
  readonly elsewhere?: { readonly cpuMs: number; readonly peakMemoryMb: number };
}

/** Who did the work, as results tell it. */
function workOf(excluded: readonly ExcludedPlaces[]): Pick<Result, "by" | "excluded"> {
  return { by: excluded.map(({ by }) => by), excluded };
}

/** Who answered, and what it tells of its proof. */
interface Answerer {
  readonly preset: Preset;
  readonly exclusions: Exclusions | undefined;
  /** Who proved places that are not in its proof: a name for each of them. */
  readonly earlier: readonly string[];
}

type Unsafe = Extract<Answer, { kind: "unsafe" }>;

// In units of work, after the verdict: what looking for smaller inputs and telling a run may take. A person waits for it.
const SHRINK_WORK = 1_000_000;
const EXPLAIN_WORK = 1_000_000;
/** A step takes at least three units to tell: of a longer run the telling would not come to its end. */
const TOLD_STEPS = EXPLAIN_WORK / 3;

/** Makes the results of one call. */
export class ResultBuilder {
  readonly #subject: Subject;
  readonly #asked: Asked;
  readonly #startMs: number;
  readonly #startCpuMs: number;
  readonly #spent: () => Spent;
  readonly #budgetOf: BudgetOf;

  constructor(subject: Subject, asked: Asked, startMs: number, spent: () => Spent, budgetOf: BudgetOf) {
    this.#subject = subject;
    this.#asked = asked;
    this.#startMs = startMs;
    this.#startCpuMs = asked.meter.cpuMs();
    this.#spent = spent;
    this.#budgetOf = budgetOf;
  }

  answered(
    model: Model,
    { preset, exclusions, earlier }: Answerer,
    verdict: Answer,
    table: SiteTable,
    execution: () => Execution,
  ): Result {
    const domain = domainFor(preset, this.#asked.domain);
    const named = this.#base(model, preset.name, { verdict: verdict.kind }, table);
    const base = domain === undefined ? named : { ...named, domain };
    switch (verdict.kind) {
      case "safe":
        return {
          ...base,
          invariants: verdict.certificate === undefined ? [] : this.#invariantsOf(model, verdict.certificate),
          ...workOf(excludedPlaces(model.propertySites, exclusions, verdict.certificate)),
          assumptions: this.#assumed(model, verdict.certificate ?? "execution"),
          ...(verdict.certificate === undefined ? {} : this.#vacuous(model, execution())),
          evidence: {
            kind: verdict.certificate === undefined ? "execution" : "certificate",
            checked: verdict.checked,
            by: [verdict.by, ...earlierBy(earlier)].join("; "),
          },
        };
      case "unsafe": {
        const { violation, failed, why, entered, inputs, counterexample } = this.#explained(
          model,
          verdict,
          execution(),
        );
        const range = failed ?? verdict.edge?.range ?? NO_RANGE;
        const place = placeOf(range, model.program.sources);
        const where = { ...violation, ...(place ?? { file: this.#subject.name, line: 1, column: 1 }) };
        return {
          ...base,
          violation: { ...where, ...why },
          assumptions: [
            ...new Set([
              ...(this.#asked.model.environment ?? []),
              ...executionReports(model, entered, inputs),
              ...this.#assumedOfPlaces(model, table),
            ]),
          ],
          counterexample,
          evidence: { kind: "replay", checked: true, by: verdict.by },
        };
      }
    }
  }

  /** No engine is needed where there is nothing to violate; what was assumed of the program stands all the same. */
  nothingToViolate(model: Model, table: SiteTable, execution: () => Execution): Result {
    const names = model.properties.map((property) => `--check ${checkName(property)}`);
    const by = `no property site: nothing in the program can violate ${names.join(", ")}`;
    return {
      ...this.#base(model, "none", { verdict: "safe" }, table),
      assumptions: this.#assumed(model, "no-site"),
      // A check that is written where nothing can get is none of the program's, but somebody meant it.
      ...(hasLostCheck(model.program) ? this.#vacuous(model, execution()) : {}),
      evidence: { kind: "no-site", checked: true, by },
    };
  }

  /** No site is known, but there is something that no engine would see. */
  unseen(model: Model, { what, range }: Possibility, table: SiteTable): Result {
    const place = placeOf(range, model.program.sources);
    const where = place === undefined ? "" : ` in line ${place.line}`;
    return this.unknown(`no property site is known, but ${what}${where} may violate it`, undefined, table);
  }

  /** @param reason undefined where all engines have given up. */
  gaveUp(
    model: Model,
    reason: string | undefined,
    tried: readonly Attempt[],
    wallMs: ReadonlyMap<string, number>,
    table: SiteTable,
    open: OpenPlaces,
  ): Result {
    const why = reason ?? (tried.length === 1 ? (tried[0] as Attempt).reason : "no engine could decide");
    const attempts = tried.map((one) => ({ ...one, wallMs: round(wallMs.get(one.engine) ?? 0) }));
    const {
      timeoutSeconds,
      memoryMb,
      model: { properties },
    } = this.#asked;
    const { preset } = this.#asked;
    const asked = { timeoutSeconds, memoryMb, properties, engine: preset?.name, file: this.#subject.name };
    const help = helpOf({ model, table, open, attempts: tried, reason, asked });
    return { ...this.unknown(why, model, table), assumptions: this.#assumedOfPlaces(model, table), attempts, help };
  }

  unknown(reason: string, model?: Model, table?: SiteTable): Result {
    return this.#base(model, this.#asked.preset?.name ?? "none", { verdict: "unknown", reason }, table);
  }

  /** The result of an earlier run, told of this one: its limits, and what it has spent. */
  recalled(result: Result): Result {
    const { configuration, statistics } = this.#base(undefined, result.engine, { verdict: result.verdict });
    return { ...result, configuration, cached: true, statistics };
  }

  /** What is known of each place; of settled ones nothing, since nobody asked. */
  siteTable(model: Model, proved: SiteTable["proved"], violated: readonly SiteName[] = []): SiteTable {
    const sites = sitesIn(model, this.#asked.model.entry);
    const { settled = [] } = this.#asked.model;
    if (settled.length === 0 || proved !== "all") return { sites, proved, violated };
    const others = new Set(settled);
    return { sites, proved: sites.flatMap(({ name }) => (others.has(name) ? [] : [name])), violated };
  }

  /** Printing what was proved may take longer than proving it: a verdict is not lost for want of its text. */
  #invariantsOf(model: Model, certificate: Certificate): Result["invariants"] {
    const budget = this.#budgetOf(Number.POSITIVE_INFINITY);
    return whileItLasts(budget, () => invariantReports(model, certificate)) ?? [];
  }

  /** A counterexample with smaller inputs, told by the program's names; as it was found where that takes too long. */
  #explained(model: Model, verdict: Unsafe, execution: Execution) {
    const { trace } = verdict;
    const found: Violating = { violation: verdict.violation, outcome: trace.outcome, inputs: verdict.inputs };
    const shrunk = whileItLasts(this.#budgetOf(SHRINK_WORK), () => shrink(execution, found)) ?? found;
    const isLong = shrunk.outcome.steps > TOLD_STEPS;
    const told = isLong
      ? undefined
      : whileItLasts(this.#budgetOf(EXPLAIN_WORK), () =>
          explain(model.program, (onEdge) => {
            const values = shrunk.inputs.map(({ value }) => value);
            return execution.watch(listInputs(values), Number.POSITIVE_INFINITY, onEdge).outcome;
          }),
        );
    if (told === undefined) {
      const counterexample = counterexampleReport(trace, found.inputs, model.program);
      return { ...found, failed: undefined, why: {}, entered: enteredIn(trace), counterexample };
    }
    const { reason, entered, steps, stack, memory } = told;
    return {
      ...shrunk,
      failed: reason?.failed,
      why: reason === undefined ? {} : whyReport(reason),
      entered,
      counterexample: {
        inputs: inputReports(shrunk.inputs, model.program),
        steps,
        stack,
        memory,
        ...(found.inputs.length === 0 ? {} : { found: sizeOf(found.inputs) }),
      },
    };
  }

  #vacuous(model: Model, execution: Execution): Pick<Result, "vacuous"> {
    const { settled: _, ...options } = this.#asked.model;
    const claimants = safetyClaimants(options.entry);
    const losses = vacuityOf(model.program, options, execution, claimants, this.#budgetOf);
    return losses === undefined ? {} : { vacuous: vacuityReport(losses, model.program.sources) };
  }

  /** What the proofs of some places rest on, where the verdict rests on something else. */
  #assumedOfPlaces(model: Model, { proved }: SiteTable): string[] {
    return proved.length === 0 ? [] : this.#assumed(model, "no-site");
  }

  #assumed(model: Model, proof: Proof): string[] {
    const { model: options } = this.#asked;
    const isFact = provedAssumptions(model, options, proof, invariantClaimant(options.entry), this.#budgetOf);
    return assumptionReports(model, options, isFact);
  }

  #base(
    model: Model | undefined,
    engine: string,
    verdict: Pick<Result, "verdict" | "reason">,
    table?: SiteTable,
  ): Result {
    const { meter, toolVersion, model: options } = this.#asked;
    const [first, ...others] = this.#subject.sources.map((source) => source.name);
    const { work, statistics, schedule = [], elsewhere } = this.#spent();
    return {
      version: RESULT_VERSION,
      tool: { name: "hone", version: toolVersion },
      file: this.#subject.name,
      ...(others.length > 0 ? { files: [first as string, ...others] } : {}),
      properties: options.properties,
      ...verdict,
      engine,
      configuration: this.#configuration(),
      invariants: [],
      ...(table === undefined ? {} : checkReports(table)),
      assumptions: [],
      overApproximations: model === undefined ? [] : overApproximationReports(model),
      evidence: { kind: "none", checked: false, by: "none" },
      ...(schedule.length === 0 ? {} : { schedule }),
      statistics: {
        wallMs: round(meter.nowMs() - this.#startMs),
        cpuMs: round(meter.cpuMs() - this.#startCpuMs + (elsewhere?.cpuMs ?? 0)),
        // Not at the same time, perhaps: a bound.
        peakMemoryMb: round(meter.peakMemoryMb() + (elsewhere?.peakMemoryMb ?? 0)),
        work: Math.round(work),
        ...statistics,
      },
    };
  }

  #configuration(): Configuration {
    const { model, preset, domain, timeoutSeconds, memoryMb } = this.#asked;
    const { properties: _, settled: __, ...rest } = model;
    const { regions = [] } = this.#subject.frontEnd;
    return {
      ...rest,
      ...(regions.length === 0 ? {} : { regions: regions.map(showRegion) }),
      engines: presetsFor(preset, domain).map(({ name }) => name),
      dataModel: this.#subject.frontEnd.dataModel.name,
      timeoutSeconds,
      memoryMb,
    };
  }
}

/** As `--region` takes it. */
function showRegion({ address, size, holds }: FixedRegion): string {
  return `0x${address.toString(16)}:0x${size.toString(16)}${holds === "memory" ? ":memory" : ""}`;
}

function earlierBy(earlier: readonly string[]): readonly string[] {
  if (earlier.length === 0) return [];
  return [`${counted(earlier.length, "other place")} by ${[...new Set(earlier)].join(" and ")}, checked before`];
}

/** Without what there is none of. */
function whyReport({
  why,
  operands,
  related,
}: Reason): Pick<NonNullable<Result["violation"]>, "why" | "operands" | "related"> {
  return { why, ...(operands.length > 0 ? { operands } : {}), ...(related.length > 0 ? { related } : {}) };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
