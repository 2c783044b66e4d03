/** Tables of runs: a row per set and configuration, and CSV of everything. Pure text from pure data. */
import { memoised } from "../util/memo.ts";
import { type BenchRun, isSolved, scoreOf } from "./task.ts";

export interface SummaryRow {
  readonly set: string;
  readonly configuration: string;
  readonly tasks: number;
  readonly safe: number;
  readonly unsafe: number;
  readonly unknown: number;
  readonly wrong: number;
  readonly crashed: number;
  readonly score: number;
  readonly wallSeconds: number;
  readonly solvedSeconds: number;
}

/** Rows in order of first appearance, with a total per configuration when there are several sets. */
export function summarise(runs: readonly BenchRun[]): SummaryRow[] {
  const groups = new Map<string, BenchRun[]>();
  const put = (set: string, run: BenchRun): void => {
    const key = JSON.stringify([set, run.configuration]);
    memoised(groups, key, () => []).push(run);
  };
  for (const run of runs) put(run.task.set, run);
  if (new Set(runs.map((run) => run.task.set)).size > 1) for (const run of runs) put("total", run);
  return [...groups].map(([key, group]) => {
    const [set, configuration] = JSON.parse(key) as [string, string];
    return row(set, configuration, group);
  });
}

function row(set: string, configuration: string, runs: readonly BenchRun[]): SummaryRow {
  const count = (holds: (run: BenchRun) => boolean): number => runs.filter(holds).length;
  const seconds = (of: readonly BenchRun[]): number => of.reduce((sum, run) => sum + run.wallSeconds, 0);
  return {
    set,
    configuration,
    tasks: runs.length,
    safe: count((run) => isSolved(run) && run.verdict === "safe"),
    unsafe: count((run) => isSolved(run) && run.verdict === "unsafe"),
    unknown: count((run) => run.outcome === "unknown"),
    wrong: count((run) => run.outcome === "wrong"),
    crashed: count((run) => run.outcome === "crashed"),
    score: runs.reduce((sum, run) => sum + scoreOf(run), 0),
    wallSeconds: seconds(runs),
    solvedSeconds: seconds(runs.filter(isSolved)),
  };
}

const HEADINGS = [
  "set",
  "configuration",
  "tasks",
  "safe",
  "unsafe",
  "unknown",
  "wrong",
  "crashed",
  "score",
  "wall s",
  "solved s",
];

function cells(of: SummaryRow): string[] {
  const numbers = [of.tasks, of.safe, of.unsafe, of.unknown, of.wrong, of.crashed, of.score].map(String);
  return [of.set, of.configuration, ...numbers, of.wallSeconds.toFixed(1), of.solvedSeconds.toFixed(1)];
}

/** The first two columns left, numbers right. */
export function renderTable(rows: readonly SummaryRow[]): string {
  const lines = [HEADINGS, ...rows.map(cells)];
  const widths = HEADINGS.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? "").length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

export function toCsv(runs: readonly BenchRun[]): string {
  const lines = runs.map(({ task, configuration, verdict, outcome, wallSeconds, cpuSeconds, peakMemoryMb, reason }) => [
    ...[task.set, task.name, configuration, task.expected, verdict, outcome],
    ...[wallSeconds.toFixed(3), cpuSeconds.toFixed(3), peakMemoryMb.toFixed(0), reason],
  ]);
  return csv("set,task,configuration,expected,verdict,outcome,wall_s,cpu_s,peak_memory_mb,reason", lines);
}

/** A header line and rows, whose cells are quoted where they have to be. */
export function csv(header: string, rows: readonly (readonly (string | number | undefined)[])[]): string {
  const lines = rows.map((row) => row.map((cell) => quote(String(cell ?? ""))).join(","));
  return `${[header, ...lines].join("\n")}\n`;
}

function quote(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""').replace(/[\r\n]+/g, " ")}"` : cell;
}
