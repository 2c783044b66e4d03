/** Runs a table's cells in processes of their own, prints the table and the claims, and writes files for other tools. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findPreset } from "../../engines/index.ts";
import { makeFolder } from "../../tasks/files.ts";
import { localExecutor } from "../local.ts";
import { runTasks } from "../runner.ts";
import type { BenchRun, BenchTask } from "../task.ts";
import { ablationOf } from "./ablate.ts";
import { tablePage } from "./page.ts";
import { claimText, LEGEND, tableCsv, tableText, unsolvedText, workText } from "./print.ts";
import {
  type Cell,
  Cells,
  type CellTable,
  type Claim,
  type Column,
  type Row,
  select,
  type TableOptions,
  type TableOutcome,
} from "./table.ts";

// As `hone verify` has it.
const MEMORY_MB = 2000;

export async function runCellTable(given: CellTable, options: TableOptions): Promise<TableOutcome> {
  const table = options.mode === "ablation" ? ablationOf(given, options.columns) : given;
  if (typeof table === "string") return { kind: "problem", message: table };
  const rows = select(table.rows, options.rows, "row");
  if (typeof rows === "string") return { kind: "problem", message: rows };
  const columns = select(table.columns, options.mode === "ablation" ? undefined : options.columns, "column");
  if (typeof columns === "string") return { kind: "problem", message: columns };
  const strange = columns.find((column) => findPreset(column.preset) === undefined);
  if (strange !== undefined) return { kind: "problem", message: `there is no engine "${strange.preset}"` };
  const problem = options.output === undefined ? undefined : makeFolder(options.output);
  if (problem !== undefined) return { kind: "problem", message: `${options.output}: ${problem}` };
  const cells = new Cells(await runCells(table, rows, columns, options));
  const claims = table.claims(cells);
  options.write(report(table, cells, rows, claims, options.timeoutSeconds));
  if (options.output !== undefined) writeFiles(table, cells, rows, claims, options.output, options.timeoutSeconds);
  return { kind: claims.some((claim) => claim.kind === "fail") ? "failed" : "shown" };
}

async function runCells(
  table: CellTable,
  rows: readonly Row[],
  columns: readonly Column[],
  options: TableOptions,
): Promise<Cell[]> {
  const places = new Map<BenchTask, { readonly row: Row; readonly column: Column }>();
  for (const row of rows) for (const column of columns) places.set(taskOf(table, row, column), { row, column });
  const executor = localExecutor({
    command: options.hone,
    jobs: options.jobs,
    nowMs: () => performance.now(),
    interrupted: options.interrupted ?? new AbortController().signal,
  });
  const { runs } = await runTasks([...places.keys()], [{ name: table.name, arguments: [] }], {
    executor,
    timeoutSeconds: options.timeoutSeconds,
    memoryMb: options.memoryMb ?? MEMORY_MB,
    onRun: (run, done, total, origin) =>
      options.log(`${done}/${total} ${progressOf(run, table)}${origin === "kept" ? ", kept" : ""}\n`),
    store: options.store,
  });
  return runs.map((run) => {
    const { row, column } = places.get(run.task) as { readonly row: Row; readonly column: Column };
    return { row, column, run, paper: table.paper(row, column) };
  });
}

function taskOf(table: CellTable, row: Row, column: Column): BenchTask {
  const line = ["--engine", `${column.preset}${row.presetSuffix ?? ""}`, ...(column.arguments ?? []), ...row.arguments];
  return { set: table.name, name: `${row.name} [${column.name}]`, arguments: line, expected: row.expected };
}

function progressOf(run: BenchRun, table: CellTable): string {
  const count = run.statistics[table.count.statistic];
  const counted = count === undefined ? "" : `, ${count} ${table.count.statistic}`;
  return `${run.task.name}: ${run.verdict}${counted} (${run.wallSeconds.toFixed(1)} s)`;
}

function report(
  table: CellTable,
  cells: Cells,
  rows: readonly Row[],
  claims: readonly Claim[],
  timeoutSeconds: number,
): string {
  const notes = [`Limit ${timeoutSeconds} s a run. ${LEGEND}`, ...table.notes];
  const summary = table.summary === undefined ? "" : `${table.summary(cells)}\n`;
  return `${table.title}\n\n${tableText(table, cells, rows)}\n${summary}${notes.join("\n")}\n${workText(cells)}${unsolvedText(cells)}${claims.map((claim) => `${claimText(claim)}\n`).join("")}`;
}

function writeFiles(
  table: CellTable,
  cells: Cells,
  rows: readonly Row[],
  claims: readonly Claim[],
  folder: string,
  timeoutSeconds: number,
): void {
  const data = {
    version: 1,
    table: table.name,
    timeoutSeconds,
    claims,
    cells: cells.all.map(({ row, column, run, paper }) => ({
      row: row.name,
      column: column.name,
      preset: column.preset,
      expected: row.expected,
      verdict: run.verdict,
      outcome: run.outcome,
      seconds: run.wallSeconds,
      reason: run.reason,
      by: run.by,
      statistics: run.statistics,
      paper,
    })),
  };
  writeFileSync(join(folder, `${table.name}.json`), `${JSON.stringify(data, undefined, 1)}\n`);
  writeFileSync(join(folder, `${table.name}.csv`), tableCsv(table, cells));
  for (const [name, picture] of table.pictures?.(cells, timeoutSeconds) ?? [])
    writeFileSync(join(folder, name), picture);
  writeFileSync(join(folder, `${table.name}.html`), tablePage(table, cells, rows, claims, timeoutSeconds));
}
