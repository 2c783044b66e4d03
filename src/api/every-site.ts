/**
 * Every place where the property could be violated, one verdict each (`--all-violations`): the same program is asked about again and
 * again. A place that is violated is settled: executions end where they violate it, and the next question is about the others. Where
 * a question about all of them stays open, each is asked about alone, the others settled. Questions have a limit of work, which
 * grows from round to round, so that a hard one takes no other its answer; the clock ends the whole.
 *
 * What is put together stands. A run that violates a place was replayed, and is the first violation of its execution. A proof says
 * that no execution violates its places before it violates a settled one; so of all places that are proved, by whichever question,
 * none is the first that an execution violates. Where nothing is violated, that is all there is to `safe`.
 *
 * Questions are handed out one by one, to be answered here or in other processes: it is a generator of them.
 */
import type { SiteName } from "../model/properties.ts";
import { withoutOpen } from "../model/property.ts";
import type { CheckReport, Place, Result, ViolationReport } from "../report/result.ts";
import { checkReports, type Site, type SiteTable } from "../report/sites.ts";
import { WORK_LIMIT } from "../util/budget.ts";
import { counted } from "../util/counted.ts";
import type { Verification } from "../verify.ts";
import type { VerifyRequest } from "./request.ts";

/** What goes on around the questions. */
export interface Course {
  readonly nowMs: () => number;
  /** Nobody waits any more. */
  readonly isOver: () => boolean;
}

// A question that has less is not worth starting a process for.
const LEAST_MS = 20;

/**
 * Questions about the program of the request, each of which is to be answered before the next one; in the end what they found out
 * together.
 */
export function* everySite<R extends VerifyRequest>(
  request: R,
  { nowMs, isOver }: Course,
): Generator<R, Verification, Verification> {
  const startMs = nowMs();
  const findings = new Findings();
  const leftMs = () => request.timeoutSeconds * 1000 - (nowMs() - startMs);
  function* ask(settled: readonly SiteName[], about: "all" | "one", lastRound: number) {
    const timeoutSeconds = Math.max(LEAST_MS, leftMs()) / 1000;
    const model = settled.length === 0 ? request.model : { ...request.model, settled };
    const answer: Verification = yield { ...request, model, lastRound, timeoutSeconds };
    findings.add(answer, about);
    return answer;
  }
  const goesOn = () => !isOver() && leftMs() > LEAST_MS && !findings.isBroken;
  for (let round = 0; ; round += 1) {
    const before = findings.closed.length;
    const whole = yield* allAtOnce(findings, (settled) => ask(settled, "all", round), goesOn);
    if (whole === undefined || whole.result.verdict === "safe" || !goesOn()) break;
    // Some start late.
    let isCut = round === 0 || isCutOff(whole);
    const open = findings.open;
    for (const site of open.length > 1 ? open : []) {
      if (!goesOn()) break;
      if (findings.isClosed(site)) continue;
      const others = [...findings.closed, ...findings.open.filter((other) => other !== site)];
      const one = yield* ask(others, "one", round);
      isCut ||= isCutOff(one);
    }
    // More work would change nothing, and nothing has changed for a question about all that are left.
    if (!goesOn() || (!isCut && findings.closed.length === before)) break;
  }
  return findings.conclude(request.timeoutSeconds, nowMs() - startMs);
}

/** Asks about all that are open until there is no violation; undefined where time is up before. */
function* allAtOnce<R>(
  findings: Findings,
  ask: (settled: readonly SiteName[]) => Generator<R, Verification, Verification>,
  goesOn: () => boolean,
): Generator<R, Verification | undefined, Verification> {
  for (;;) {
    const before = findings.closed.length;
    const answer = yield* ask(findings.closed);
    if (answer.result.verdict !== "unsafe") return answer;
    // A violation at a place that has no name, or one that should have been settled: the same would be found again.
    if (!goesOn() || findings.closed.length === before) return undefined;
  }
}

/** Whether more work might have decided it. */
function isCutOff({ result: { attempts = [] } }: Verification): boolean {
  return attempts.some(({ reason }) => reason.startsWith(WORK_LIMIT));
}

/** What the questions have found out so far. */
class Findings {
  readonly #answers: Verification[] = [];
  /** The last one about all places that were open. */
  #whole: Verification | undefined;
  readonly #sites = new Map<SiteName, Site>();
  readonly #violated = new Set<SiteName>();
  readonly #proved = new Set<SiteName>();
  readonly #violations: ViolationReport[] = [];
  readonly #proofs: Verification[] = [];
  /** A bug, or no program: there is nothing more to ask. */
  isBroken = false;

  add(answer: Verification, about: "all" | "one"): void {
    const { kind, result, sites: table } = answer;
    this.#answers.push(answer);
    if (kind !== "verified" || table === undefined) {
      // The first one says what there is to say; a later one that came to nothing adds nothing.
      this.isBroken ||= this.#answers.length === 1;
      return;
    }
    if (about === "all") this.#whole = answer;
    for (const site of table.sites) if (!this.#sites.has(site.name)) this.#sites.set(site.name, site);
    for (const name of table.violated) this.#violated.add(name);
    const proved = table.proved === "all" ? table.sites.map(({ name }) => name) : table.proved;
    const isNews = proved.some((name) => !this.isClosed(name));
    for (const name of proved) this.#proved.add(name);
    if (isNews || result.verdict === "safe") this.#proofs.push(answer);
    const { violation, counterexample, engine } = result;
    if (violation !== undefined && counterexample !== undefined)
      this.#violations.push({ ...violation, engine, counterexample });
  }

  /** Not asked about any more. */
  get closed(): readonly SiteName[] {
    return [...this.#violated, ...this.#proved];
  }

  get open(): readonly SiteName[] {
    const open = [...this.#sites.values()].filter(({ name, reached }) => reached !== "no" && !this.isClosed(name));
    return open.map(({ name }) => name);
  }

  isClosed(name: SiteName): boolean {
    return this.#violated.has(name) || this.#proved.has(name);
  }

  conclude(timeoutSeconds: number, wallMs: number): Verification {
    const violating = this.#answers.find(({ result }) => result.verdict === "unsafe");
    const base = violating ?? this.#whole ?? (this.#answers[0] as Verification);
    const { result } = base;
    const table = this.#table();
    const checks = base.sites === undefined ? {} : checkReports(table);
    const whole: Result = {
      ...result,
      configuration: { ...result.configuration, timeoutSeconds, allViolations: true },
      ...checks,
      ...helpFor(result.help, checks.checks ?? [], timeoutSeconds),
      ...(this.#violations.length === 0 ? {} : { violations: this.#violations }),
      assumptions: [...new Set([result, ...this.#proofs.map((one) => one.result)].flatMap((one) => one.assumptions))],
      evidence: result.verdict === "safe" ? this.#evidence(base) : result.evidence,
      statistics: this.#statistics(result, wallMs),
    };
    const internalErrors = this.#answers.flatMap((one) => one.internalErrors);
    return { ...base, result: whole, ...(base.sites === undefined ? {} : { sites: table }), internalErrors };
  }

  #table(): SiteTable {
    const violated = [...this.#violated];
    const told = new Set(withoutOpen([...this.#sites.keys()], violated));
    const proved = [...this.#proved].filter((name) => told.has(name));
    return { sites: [...this.#sites.values()], violated, proved };
  }

  /** Of a proof that relies on others: each is as good as the worst of them. */
  #evidence({ result }: Verification): Result["evidence"] {
    const others = this.#proofs.filter((one) => one.result !== result);
    if (others.length === 0) return result.evidence;
    const { kind, by } = result.evidence;
    const checked = this.#proofs.every((one) => one.result.verdict !== "safe" || one.result.evidence.checked);
    return { kind, checked, by: `${by}; other places by ${counted(others.length, "proof")} before` };
  }

  #statistics({ statistics }: Result, wallMs: number): Result["statistics"] {
    const of = (name: string) => this.#answers.map(({ result }) => result.statistics[name] ?? 0);
    const sum = (name: string) => Math.round(10 * of(name).reduce((so, one) => so + one, 0)) / 10;
    const whole = { wallMs: Math.round(10 * wallMs) / 10, cpuMs: sum("cpuMs"), work: sum("work") };
    const peakMemoryMb = Math.max(...of("peakMemoryMb"));
    return { ...statistics, ...whole, peakMemoryMb, questions: this.#answers.length };
  }
}

/** What the last question leaves open, of all that are. */
function helpFor(help: Result["help"], checks: readonly CheckReport[], seconds: number): Pick<Result, "help"> {
  if (help === undefined) return {};
  const { omittedOpen: _, ...rest } = help;
  const isLeft = (of: Place) =>
    checks.some(
      ({ status, ...one }) =>
        status === "open" && one.file === of.file && one.line === of.line && one.column === of.column,
    );
  const open = help.open.filter(isLeft);
  const proved = checks.filter(({ status }) => status === "proved").length;
  const all = checks.filter(({ status }) => status === "open").length;
  const more = all > open.length ? { omittedOpen: all - open.length } : {};
  const isCut = help.next.includes("--timeout");
  return {
    help: { ...rest, proved, open, ...more, ...(isCut ? { next: `the same with --timeout ${5 * seconds}` } : {}) },
  };
}
