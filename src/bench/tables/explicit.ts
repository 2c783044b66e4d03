/**
 * Tables 1 to 3 of the explicit-value paper (Beyer and Löwe, FASE 2013) on the programs of its categories that have come down,
 * with the quantile plots of its Figs. 2 to 4 as pictures. The paper gives figures by category only: score, solved, seconds.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { collectTasks } from "../collect.ts";
import { quantilePlot } from "../quantile-plot.ts";
import type { BenchTask } from "../task.ts";
import { solved, sound } from "./claims.ts";
import {
  CATEGORIES,
  type Category,
  type CategoryFigures,
  COLUMNS_OF,
  type Configuration,
  FAMILIES,
  paperFigures,
  scoreOf,
  TABLES_OF_PAPER,
} from "./explicit-paper.ts";
import { runCellTable } from "./run.ts";
import {
  absent,
  type Cell,
  type Cells,
  type CellTable,
  type Claim,
  type Column,
  type Row,
  type Table,
  type TableOptions,
  type TableOutcome,
} from "./table.ts";

export const explicitTable: Table = {
  name: "explicit",
  summary: "Tables 1 to 3 of the explicit-value paper: all values, CEGAR, with predicates, memoisation",
  run: runExplicit,
};

/** The paper's predicate analysis has blocks that end at loop and function heads (ABE-lf). */
const LOOPS_AND_FUNCTIONS = ["--block", "loop+function"];

const COLUMNS: readonly Column[] = Object.values(COLUMNS_OF)
  .flat()
  .map((name) =>
    name === "predicate:lf" ? { name, preset: "predicate", arguments: LOOPS_AND_FUNCTIONS } : { name, preset: name },
  );

async function runExplicit(options: TableOptions): Promise<TableOutcome> {
  const folders = Object.values(FAMILIES)
    .flat()
    .map((family) => join(options.root, family));
  const missing = folders.find((folder) => !existsSync(folder));
  if (missing !== undefined) return absent(missing);
  const tasks = collectTasks(folders, { sample: undefined, properties: "all" });
  if (typeof tasks === "string") return { kind: "absent", message: tasks };
  return runCellTable(tableOf(rowsOf(tasks)), options);
}

function rowsOf(tasks: readonly BenchTask[]): readonly Row[] {
  const families = Object.values(FAMILIES).flat();
  return tasks
    .map(({ name, set, arguments: words, expected }) => ({
      name: name.replace(/\.(c|i|yml)$/, ""),
      group: set,
      arguments: words,
      expected,
    }))
    .sort((a, b) => families.indexOf(a.group) - families.indexOf(b.group) || (a.name < b.name ? -1 : 1));
}

function tableOf(rows: readonly Row[]): CellTable {
  return {
    name: "explicit",
    title: "Tables 1 to 3 of the explicit-value paper (Beyer, Löwe, FASE 2013)",
    rows,
    columns: COLUMNS,
    ours: ["explicit"],
    count: { statistic: "refinements", heading: "ref" },
    // It has no figures of single programs.
    paper: () => undefined,
    notes: [
      "Columns that end in :paper are the paper's configurations, with nothing of ours; predicate:lf is predicate with its blocks (ABE-lf).",
      "The paper's figures are of SV-COMP 2012's programs, which are not all the same, with 900 s and 15 GB each.",
      "Score: a proof 2, a bug 1, a wrong answer minus twice that. Of the categories of device drivers there are no programs here.",
    ],
    claims: explicitClaims,
    summary: tablesText,
    pictures: quantilePlots,
  };
}

// --- The paper's tables -------------------------------------------------------------------------------------------

function cellsOf(cells: Cells, column: string, category?: Category): readonly Cell[] {
  const families = category === undefined ? undefined : FAMILIES[category];
  return cells.all.filter((cell) => cell.column.name === column && (families?.includes(cell.row.group ?? "") ?? true));
}

function figuresOf(cells: readonly Cell[]): CategoryFigures {
  const answered = cells.filter(({ run }) => run.outcome === "correct" || run.outcome === "wrong");
  return {
    score: answered.reduce(
      (sum, { run }) => sum + scoreOf(run.verdict === "safe" ? "safe" : "unsafe", run.outcome === "correct"),
      0,
    ),
    solved: cells.filter(solved).length,
    seconds: cells.filter(solved).reduce((sum, { run }) => sum + run.wallSeconds, 0),
  };
}

function tablesText(cells: Cells): string {
  return TABLES_OF_PAPER.map((configurations, at) => {
    const head = `Table ${at + 1}: score, solved, seconds for the solved ones; ours | the paper's`;
    return [head, ...configurations.flatMap((one) => linesOf(cells, one))].join("\n");
  })
    .join("\n\n")
    .concat("\n");
}

function linesOf(cells: Cells, configuration: Configuration): string[] {
  return COLUMNS_OF[configuration].flatMap((column) =>
    CATEGORIES.flatMap((category) => {
      const run = cellsOf(cells, column, category);
      if (run.length === 0) return [];
      const ours = `${shown(figuresOf(run))} of ${run.length}`;
      const theirs = shown(paperFigures(configuration, category));
      return [`${column.padEnd(24)} ${category.padEnd(15)} ${ours.padEnd(30)} | ${configuration.padEnd(18)} ${theirs}`];
    }),
  );
}

function shown({ score, solved: count, seconds }: CategoryFigures): string {
  return `${String(score).padStart(4)} ${String(count).padStart(4)} ${seconds.toFixed(0).padStart(6)} s`;
}

// --- What it claims -----------------------------------------------------------------------------------------------

function explicitClaims(cells: Cells): readonly Claim[] {
  return [
    sound(cells),
    faster(cells),
    ...["explicit:paper", "predicate:lf"].map((alone) => solvesMore(cells, "explicit+predicate", alone)),
  ];
}

/** Section 4: abstraction, CEGAR and interpolation use less time. Judged on what both configurations solve. */
function faster(cells: Cells): Claim {
  const [few, many] = ["explicit:paper", "explicit:full:paper"] as const;
  const both = cellsOf(cells, few).flatMap((cell) => {
    const other = cells.at(cell.row.name, many);
    return other !== undefined && solved(cell) && solved(other) ? [[cell, other] as const] : [];
  });
  const seconds = (at: 0 | 1) => both.reduce((sum, pair) => sum + pair[at].run.wallSeconds, 0);
  const text = `${few} takes less time than ${many} on the ${both.length} that both solve: ${seconds(0).toFixed(0)} s against ${seconds(1).toFixed(0)} s`;
  if (both.length === 0) return { kind: "open", text: `${few} takes less time than ${many}` };
  return { kind: seconds(0) < seconds(1) ? "pass" : "fail", text };
}

/** Its headline: the combination solves more than either part. */
function solvesMore(cells: Cells, one: string, other: string): Claim {
  const [mine, theirs] = [cellsOf(cells, one), cellsOf(cells, other)];
  if (mine.length === 0 || theirs.length !== mine.length)
    return { kind: "open", text: `${one} solves more than ${other}` };
  const [more, fewer] = [mine.filter(solved).length, theirs.filter(solved).length];
  return { kind: more > fewer ? "pass" : "fail", text: `${one} solves more than ${other}: ${more} against ${fewer}` };
}

// --- Figs. 2 to 4 -------------------------------------------------------------------------------------------------

function quantilePlots(cells: Cells, timeoutSeconds: number): ReadonlyMap<string, string> {
  return new Map(
    TABLES_OF_PAPER.map((configurations, at) => {
      const columns = configurations.flatMap((one) => COLUMNS_OF[one]);
      const runs = columns.flatMap((column) =>
        cellsOf(cells, column).map(({ run }) => ({ ...run, configuration: column })),
      );
      return [`explicit-figure-${at + 2}.svg`, quantilePlot(runs, timeoutSeconds)] as const;
    }),
  );
}
