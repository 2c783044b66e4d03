/**
 * Turns of one program shared by several processes. Each reads the program itself and takes the turns that it is handed; somebody
 * beside them, who has the schedule, is their director. What a turn did is told as plain data, apart from all others, so that
 * whoever tells the result tells of all turns that count, wherever they were taken: those of the schedule up to the answer.
 * What was begun behind the answer is as if it had not been.
 */

import type { SiteName } from "../model/properties.ts";
import type { SourceRange } from "../util/source.ts";
import type { Snapshot, Statistics } from "./engine.ts";
import type { InternalError } from "./internal-error.ts";
import type { SavedPrecision } from "./saved-precision.ts";
import type { Attempt, Turn, TurnEnd } from "./schedule.ts";
import type { Plan } from "./schedule-plan.ts";
import type { Standing } from "./schedule-table.ts";

/** What the schedule goes by, as far as it takes a model to find out. */
export interface ScheduleFacts {
  /** Who takes turns on this program. */
  readonly standings: readonly Standing[];
  readonly plan: Plan;
  /** Work that it took to read the program. */
  readonly reading: number;
}

/** What one turn did, or several together. */
export interface TurnReport {
  readonly work: number;
  /** The work of the last one. */
  readonly lastTurn: number;
  readonly wallMs: Readonly<Record<string, number>>;
  readonly statistics: Readonly<Statistics>;
  readonly notes: readonly string[];
  readonly internalErrors: readonly InternalError[];
  readonly snapshots: readonly Snapshot[];
  /** Places that are proved, and by whom. */
  readonly proved: readonly (readonly [SiteName, string])[];
  /** Places that are open as far as invariants say, with the loop that these are about. */
  readonly open: readonly (readonly [SiteName, SourceRange | undefined])[];
  /** By name of the preset. */
  readonly precisions: readonly (readonly [string, SavedPrecision])[];
}

/** What is to be done next. */
export type Direction = ({ readonly kind: "turn" } & Turn) | Finish;

/** The end of all turns: whoever hears it makes the result. */
interface Finish {
  readonly kind: "finish";
  /** Whose answer it is, of those that were found here; undefined where there is none anywhere. */
  readonly winner: { readonly at: number; readonly engine: string } | undefined;
  /** A limit of the whole; without one all have given up. */
  readonly reason: string | undefined;
  /** So many rounds are over, and it is another question from there on. */
  readonly paused: number | undefined;
  readonly attempts: readonly Attempt[];
  readonly whole: TurnReport;
  /** What the other processes have spent. */
  readonly elsewhere: Elsewhere;
}

export interface Elsewhere {
  readonly cpuMs: number;
  readonly peakMemoryMb: number;
}

/** Hands out turns; where he is another process, he is waited for. */
export interface Director {
  begin(facts: ScheduleFacts): void;
  next(): Direction;
  ended(at: number, end: TurnEnd<undefined>, report: TurnReport): void;
}

/** @param reports of turns, in the order of the schedule. */
export function together(reports: readonly TurnReport[]): TurnReport {
  const snapshots: Snapshot[] = [];
  for (const report of reports) for (const one of report.snapshots) keepSnapshot(snapshots, one);
  return {
    work: reports.reduce((sum, { work }) => sum + work, 0),
    lastTurn: reports.at(-1)?.lastTurn ?? 0,
    wallMs: reports.reduce((sum, { wallMs }) => added(sum, wallMs), {}),
    statistics: reports.reduce((sum, { statistics }) => added(sum, statistics), {}),
    notes: [...new Set(reports.flatMap(({ notes }) => notes))],
    internalErrors: reports.flatMap(({ internalErrors }) => internalErrors),
    snapshots,
    proved: reports.flatMap(({ proved }) => proved),
    open: reports.flatMap(({ open }) => open),
    precisions: [...new Map(reports.flatMap(({ precisions }) => precisions))],
  };
}

export function added(a: Readonly<Statistics>, b: Readonly<Statistics>): Statistics {
  const sum: Statistics = { ...a };
  for (const [name, count] of Object.entries(b)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}

// A page with more pictures would be slow to open; the first and the last ones tell most.
const MOST_SNAPSHOTS = 200;

export function keepSnapshot(snapshots: Snapshot[], newest: Snapshot): void {
  if (snapshots.length >= MOST_SNAPSHOTS) snapshots.splice(MOST_SNAPSHOTS / 2, 1);
  snapshots.push(newest);
}
