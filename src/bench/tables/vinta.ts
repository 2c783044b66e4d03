/**
 * Tables 1 and 2 of the VINTA paper (Albarghouthi, Gurfinkel, Chechik, SAS 2012, section 5.2) on the programs of its three
 * families that have come down, with the quantile plots of its Fig. 7 as pictures. The paper counts 93 programs; which
 * ones is not said, and some files have since been split into a safe and an unsafe one.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { collectTasks } from "../collect.ts";
import { quantilePlot } from "../quantile-plot.ts";
import type { BenchTask } from "../task.ts";
import { runCellTable } from "./run.ts";
import {
  absent,
  type Cells,
  type CellTable,
  type Column,
  type Row,
  type Table,
  type TableOptions,
  type TableOutcome,
} from "./table.ts";
import { vintaClaims } from "./vinta-claims.ts";
import { PAPER_COLUMNS, PAPER_PROGRAMS, PAPER_TOTALS, paperFigure, type Totals } from "./vinta-paper.ts";

export const vintaTable: Table = {
  name: "vinta",
  summary: "Tables 1 and 2 of the VINTA paper: box and boxes, guided and unguided refinement",
  run: runVinta,
};

const FAMILIES = ["ssh-simplified", "ntdrivers-simplified", "systemc"];

const COLUMNS: readonly Column[] = [...PAPER_COLUMNS.keys()].map((preset) => ({ name: preset, preset }));

async function runVinta(options: TableOptions): Promise<TableOutcome> {
  const folders = FAMILIES.map((family) => join(options.root, family));
  const missing = folders.find((folder) => !existsSync(folder));
  if (missing !== undefined) return absent(missing);
  const tasks = collectTasks(folders, { sample: undefined, properties: "all" });
  if (typeof tasks === "string") return { kind: "absent", message: tasks };
  return runCellTable(tableOf(vintaRows(tasks)), options);
}

/** By family and name, the twins of a program together. */
function vintaRows(tasks: readonly BenchTask[]): readonly Row[] {
  return tasks
    .map((task) => ({
      name: task.name.replace(/\.(c|i|yml)$/, ""),
      group: task.set,
      arguments: task.arguments,
      expected: task.expected,
    }))
    .sort((a, b) => FAMILIES.indexOf(a.group) - FAMILIES.indexOf(b.group) || (a.name < b.name ? -1 : 1));
}

/** The paper's name of a program: `token_ring.01.cil-1` is its token_ring.01. */
function paperName(row: Row): string {
  return row.name.replace(/\.cil(-\d+)?$/, "");
}

function tableOf(rows: readonly Row[]): CellTable {
  return {
    name: "vinta",
    title: "Tables 1 and 2 of the VINTA paper (Albarghouthi, Gurfinkel, Chechik, SAS 2012)",
    rows,
    columns: COLUMNS,
    ours: ["vinta", "vinta:boxes"],
    count: { statistic: "refinements", heading: "ref" },
    paper: (row, column) =>
      row.expected === "safe" ? paperFigure(paperName(row), PAPER_COLUMNS.get(column.name) ?? "") : undefined,
    notes: [
      "The paper's times are of a 3.4 GHz Core i7 with a limit of 500 s. It gives times for 21 safe programs only.",
      "ref: refinements by interpolants; labels that posts alone can strengthen count as tightenings, not as refinements.",
      "s3_clnt_3 has come down in two safe versions; both stand beside the paper's one.",
    ],
    claims: vintaClaims,
    summary: totalsText,
    pictures: quantilePlots,
  };
}

// --- Table 1 ------------------------------------------------------------------------------------------------------

function totalsOf(cells: Cells, column: string): Totals & { readonly programs: number } {
  const mine = cells.all.filter((cell) => cell.column.name === column);
  const solved = mine.filter(({ run }) => run.outcome === "correct");
  const of = (verdict: string) => solved.filter(({ run }) => run.verdict === verdict);
  const seconds = (verdict: string) => of(verdict).reduce((sum, { run }) => sum + run.wallSeconds, 0);
  return {
    programs: mine.length,
    solved: solved.length,
    safe: of("safe").length,
    unsafe: of("unsafe").length,
    safeSeconds: seconds("safe"),
    unsafeSeconds: seconds("unsafe"),
  };
}

function totalsText(cells: Cells): string {
  const lines = [`Table 1: solved (safe + unsafe), seconds for the solved ones (safe / unsafe); ours | the paper's`];
  for (const { name } of COLUMNS) {
    const ours = totalsOf(cells, name);
    const paper = PAPER_COLUMNS.get(name) ?? "";
    const theirs = PAPER_TOTALS.get(paper);
    if (ours.programs === 0 || theirs === undefined) continue;
    const left = totalsCell(ours, ours.programs);
    lines.push(`${name.padEnd(12)} ${left.padEnd(44)} | ${paper.padEnd(7)} ${totalsCell(theirs, PAPER_PROGRAMS)}`);
  }
  return `${lines.join("\n")}\n`;
}

function totalsCell({ solved, safe, unsafe, safeSeconds, unsafeSeconds }: Totals, programs: number): string {
  const all = (safeSeconds + unsafeSeconds).toFixed(0);
  return `${solved} of ${programs} (${safe} + ${unsafe}), ${all} s (${safeSeconds.toFixed(0)} / ${unsafeSeconds.toFixed(0)})`;
}

// --- Fig. 7 -------------------------------------------------------------------------------------------------------

function quantilePlots(cells: Cells, timeoutSeconds: number): ReadonlyMap<string, string> {
  const plot = (expected: "safe" | "unsafe") =>
    quantilePlot(
      cells.all
        .filter(({ row }) => row.expected === expected)
        .map(({ column, run }) => ({ ...run, configuration: column.name })),
      timeoutSeconds,
    );
  return new Map([
    ["vinta-safe.svg", plot("safe")],
    ["vinta-unsafe.svg", plot("unsafe")],
  ]);
}
