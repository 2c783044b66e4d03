/**
 * What an `unknown` tells who has to go on from it: which places are proved all the same, which are open and what is at fault, who was
 * still at work, and what to try next. Reads what is there; nothing is computed for it.
 */
import type { Attempt } from "../engines/schedule.ts";
import type { Model } from "../model/model.ts";
import { checkName, type SiteName } from "../model/properties.ts";
import type { SourceRange } from "../util/source.ts";
import { placeOf } from "./places.ts";
import type { HelpReport, OpenReport } from "./result.ts";
import type { Site, SiteTable } from "./sites.ts";

/** Loops whose invariants do not exclude an error, by the error's place; undefined: it is no loop's. */
export type OpenPlaces = ReadonlyMap<SiteName, SourceRange | undefined>;

interface Known {
  readonly model: Model;
  readonly table: SiteTable;
  readonly open: OpenPlaces;
  readonly attempts: readonly Attempt[];
  /** A limit of the whole, where one was reached. */
  readonly reason: string | undefined;
  readonly asked: {
    readonly timeoutSeconds: number;
    readonly memoryMb: number;
    readonly properties: readonly string[];
    /** Undefined where nobody was chosen. */
    readonly engine: string | undefined;
    /** The program, as the user calls it. */
    readonly file: string;
  };
}

// What a person looks at; the table has all of them.
const MOST_OPEN = 20;
/** More time is worth asking for where it is much more. */
const MORE = 5;

export function helpOf(known: Known): HelpReport {
  const { table } = known;
  const proved = new Set(table.proved === "all" ? table.sites.map(({ name }) => name) : table.proved);
  const live = table.sites.filter(({ reached }) => reached !== "no");
  const open = live.filter(({ name }) => !proved.has(name));
  const atWork = workerOf(known.attempts);
  return {
    proved: live.length - open.length,
    open: open.slice(0, MOST_OPEN).map((site) => openReport(site, known)),
    ...(open.length > MOST_OPEN ? { omittedOpen: open.length - MOST_OPEN } : {}),
    ...(atWork === undefined ? {} : { atWork }),
    next: nextStep(known, open, atWork?.engine),
  };
}

function openReport({ file, line, column, property, text, name }: Site, { model, open }: Known): OpenReport {
  const { sources } = model.program;
  const loop = open.get(name);
  const at = loop === undefined ? undefined : placeOf(loop, sources);
  const report = { file, line, column, property, text };
  if (at !== undefined) return { ...report, why: "the invariants that were found for the loop do not exclude it", at };
  const { program, overApproximations } = model;
  // What is lost in the same function, else the first.
  const graph = [...program.functions.values()].find(({ range }) => {
    const start = placeOf(range, sources);
    return start !== undefined && start.file === file && isWithin(range, name);
  });
  const lost = overApproximations.find(({ range }) => graph !== undefined && contains(graph.range, range));
  const where = lost === undefined ? undefined : placeOf(lost.range, sources);
  return lost === undefined || where === undefined
    ? report
    : { ...report, why: `not modelled exactly: ${lost.what}`, at: where };
}

/** Names end with where the place begins and ends. */
function isWithin({ start, end }: SourceRange, name: SiteName): boolean {
  const at = Number(/@(\d+)-\d+$/.exec(name)?.[1] ?? Number.NaN);
  return start <= at && at < end;
}

function contains(outer: SourceRange, inner: SourceRange): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

const CUT_OFF = /^(?:work|time) limit reached \((.*)\)$/s;

/** Who was interrupted, the one at whom the time ended before all others; nobody who had only begun. */
function workerOf(attempts: readonly Attempt[]): HelpReport["atWork"] {
  const cut = attempts.flatMap(({ engine, reason }) => {
    const reached = CUT_OFF.exec(reason)?.[1];
    return reached === undefined || reached === "started" ? [] : [{ engine, reached, reason }];
  });
  const found = cut.find(({ reason }) => reason.startsWith("time")) ?? cut.at(-1);
  return found && { engine: found.engine, reached: found.reached };
}

const DEEPER = /recursion of \S+ deeper/;

/** A command, or options for the same one. */
function nextStep({ attempts, asked, reason }: Known, open: readonly Site[], atWork: string | undefined): string {
  const { timeoutSeconds, memoryMb, engine, file } = asked;
  const said = [reason ?? "", ...attempts.map((one) => one.reason)];
  const time = `--timeout ${Math.ceil(MORE * timeoutSeconds)}`;
  if (said.some((one) => one.startsWith("memory limit"))) return `the same with --memory ${MORE * memoryMb}`;
  if (said.some((one) => DEEPER.test(one))) return "the same with --calls summaries";
  const properties = new Set(open.map(({ property }) => property));
  const [only] = properties;
  if (properties.size === 1 && only !== undefined && asked.properties.length > 1)
    return `the same with --check ${checkName(only)}`;
  const isCut = said.some((one) => CUT_OFF.test(one) || one.startsWith("time limit"));
  if (!isCut && engine !== undefined) return "the same without --engine: others may know";
  if (!isCut)
    return `hone invariants ${file}: what is known of its loops; what you know besides may be an assertion there`;
  if (open.length > 1) return `the same with --all-violations ${time}`;
  return atWork === undefined || atWork === engine
    ? `the same with ${time}`
    : `the same with --engine ${atWork} ${time}`;
}
