/**
 * Table 1 of the DAGGER paper (Gulavani et al., TACAS 2008, section 4) on the programs as they have come down: TABLE1.tsv
 * beside them says which file is which row. Integers are mathematical, as in the paper. The integer models of the three
 * flawed Sendmail routines (p1-bad, p2-bad, p3-bad) have not come down; ours stand in benchmarks/dagger.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { collectTasks } from "../collect.ts";
import { isSolved } from "../task.ts";
import { daggerClaims } from "./dagger-claims.ts";
import { PAPER_ROWS, type PaperRow, paperColumn } from "./dagger-paper.ts";
import { ownProgram } from "./own-programs.ts";
import { runCellTable } from "./run.ts";
import {
  absent,
  type Cell,
  type Cells,
  type CellTable,
  type Column,
  countOf,
  type Figure,
  type Row,
  type Table,
  type TableOptions,
  type TableOutcome,
} from "./table.ts";

export const dagger: Table = {
  name: "dagger",
  summary: "Table 1 of the DAGGER paper: interpolated widening, trees and DAGs, joins",
  run: runDagger,
};

export const DAGGER_COLUMNS: readonly Column[] = [
  { name: "dagger:paper", preset: "dagger:paper" },
  { name: "dagger", preset: "dagger" },
  ...["tree+join", "tree+itp", "dag+join", "dag+itp", "gr06"].map((name) => ({ name, preset: `dagger:${name}` })),
];

async function runDagger(options: TableOptions): Promise<TableOutcome> {
  const folder = join(options.root, "dagger");
  if (!existsSync(indexOf(folder))) return absent(indexOf(folder));
  const rows = daggerRows(folder);
  if (typeof rows === "string") return { kind: "absent", message: rows };
  return runCellTable(daggerTable(rows), options);
}

function daggerTable(rows: readonly Row[]): CellTable {
  const paper = new Map(PAPER_ROWS.map((row) => [row.name, row.figures]));
  return {
    name: "dagger",
    title: "Table 1 of the DAGGER paper (Gulavani, Chakraborty, Nori, Rajamani, TACAS 2008), --integers math",
    rows,
    columns: DAGGER_COLUMNS,
    ours: ["dagger"],
    count: { statistic: "refinements", heading: "ref" },
    paper: (row: Row, column: Column): Figure | undefined => paper.get(row.name)?.get(paperColumn(column.name)),
    notes: [
      "The paper's times are of 2008 on a 3 GHz Xeon with a limit of 2000 s; a column is seconds and refinements, ours | the paper's.",
      "p1-bad, p2-bad, p3-bad: the paper's integer models are not available; these are ours (benchmarks/dagger), so only the verdict compares.",
      "Primed rows: the invariants of an initial widening pass are added as assumptions.",
    ],
    claims: daggerClaims,
    summary: besideText,
  };
}

/** The paper, the paper's configuration here, ours: refinements and seconds of each row, where both columns were run. */
function besideText(cells: Cells): string {
  const shown = (cell: Cell | undefined): string => {
    if (cell === undefined) return "";
    const count = `${countOf(cell, "refinements") ?? "?"}`;
    return isSolved(cell.run)
      ? `${count} (${cell.run.cpuSeconds.toFixed(1)} s of CPU)`
      : `>${count} ${cell.run.verdict}`;
  };
  const lines = PAPER_ROWS.flatMap(({ name, figures }) => {
    const [paper, ours] = [cells.at(name, "dagger:paper"), cells.at(name, "dagger")];
    const figure = figures.get("dagger");
    if (paper === undefined || ours === undefined || figure?.kind !== "solved") return [];
    const printed = `${figure.count} (${figure.seconds} s)`;
    return [`${name.padEnd(10)} ${printed.padEnd(14)} | ${shown(paper).padEnd(26)} | ${shown(ours)}`];
  });
  if (lines.length === 0) return "";
  return [`refinements ${"the paper".padEnd(13)} | ${"its configuration here".padEnd(26)} | ours`, ...lines, ""].join(
    "\n",
  );
}

function indexOf(folder: string): string {
  return join(folder, "TABLE1.tsv");
}

/** All rows in the paper's order, or what is missing. */
export function daggerRows(folder: string): readonly Row[] | string {
  const files = closestFiles(readFileSync(indexOf(folder), "utf8"));
  const tasks = collectTasks([folder], { sample: undefined, properties: "all" });
  if (typeof tasks === "string") return tasks;
  const settings = new Map(tasks.map((task) => [task.name, task.arguments]));
  return PAPER_ROWS.map((row) => {
    const program = row.name.endsWith("-bad")
      ? (ownProgram(`dagger/${row.name}.c`) ?? "")
      : (files.get(row.name.replace("'", "")) ?? "");
    return rowOf(row, settings.get(program) ?? [program]);
  });
}

function rowOf({ name, group, domain, expected }: PaperRow, program: readonly string[]): Row {
  const line = ["--integers", "math", "--domain", domain, ...program];
  // The paper annotated the programs with what an initial widening pass finds.
  const presetSuffix = name.endsWith("'") ? "+invariants" : "";
  return { name, group, arguments: line, presetSuffix, expected };
}

/** TABLE1.tsv: row to the closest file, relative to its folder. */
function closestFiles(text: string): ReadonlyMap<string, string> {
  const [header = "", ...lines] = text.split(/\r?\n/);
  const columns = header.split("\t");
  const [name, file] = [columns.indexOf("program"), columns.indexOf("closest_file")];
  return new Map(lines.map((line) => line.split("\t")).map((cells) => [cells[name] ?? "", cells[file] ?? ""]));
}
