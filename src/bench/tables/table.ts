/**
 * A paper's table as data: rows are programs, columns are configurations of ours, a cell is a run of one under the other,
 * and beside each cell stands what the paper says. `runTable` (index.ts) runs the cells and prints; what is particular to
 * a paper (which file is which row, what it claims) stands in a file of its own.
 */
import type { Store } from "../../tasks/store.ts";
import type { BenchRun } from "../task.ts";

/** What `hone table NAME` hands over. */
export interface TableOptions {
  /** The folder with the benchmark sets. */
  readonly root: string;
  readonly timeoutSeconds: number;
  /** Names of the rows to run; all of them where it is left out. */
  readonly rows?: readonly string[];
  /** With an ablation: the presets that are looked at. */
  readonly columns?: readonly string[];
  /** ablation: instead of its columns ours, with each extra switched off (ablate.ts). */
  readonly mode?: "ablation";
  readonly jobs: number;
  readonly memoryMb?: number;
  /** A folder for JSON, CSV and a page. */
  readonly output?: string;
  /** Where finished runs are kept. */
  readonly store?: Store | undefined;
  /** The command that verifies: program and leading arguments, before `verify`. */
  readonly hone: readonly string[];
  readonly interrupted?: AbortSignal;
  /** What was asked for. */
  write(text: string): void;
  /** Progress and complaints. */
  log(text: string): void;
}

/** What a table without its programs says. */
export function absent(path: string | undefined): TableOutcome {
  const where = path === undefined ? "" : ` (${path})`;
  return { kind: "absent", message: `the programs are not here${where}; ${WHERE_TO_FIND}` };
}

/** The benchmark programs are other people's, and no part of the package. */
export const WHERE_TO_FIND =
  "docs/tables.md says where they come from; give their folder by --root DIR or HONE_BENCHMARKS";

/**
 * shown: every cell that was asked for is there, and no claim failed. failed: a claim does not hold. absent: the programs
 * are not here. problem: the question makes no sense (an unknown row, a folder that cannot be written).
 */
export interface TableOutcome {
  readonly kind: "shown" | "failed" | "absent" | "problem";
  /** For `absent` and `problem`: what to tell the user. */
  readonly message?: string;
}

/** An entry of the registry. */
export interface Table {
  readonly name: string;
  /** One line for `hone table --help`. */
  readonly summary: string;
  run(options: TableOptions): Promise<TableOutcome>;
}

export interface Row {
  readonly name: string;
  /** Rows of one group stand together under its name. */
  readonly group?: string;
  /** Arguments of `hone verify` that belong to the program: settings and the file. */
  readonly arguments: readonly string[];
  /** Added to the name of each column's preset: `+invariants`. */
  readonly presetSuffix?: string;
  readonly expected: "safe" | "unsafe" | undefined;
}

export interface Column {
  /** As in `--columns`. */
  readonly name: string;
  readonly preset: string;
  /** More arguments of `hone verify`. */
  readonly arguments?: readonly string[];
}

/** What a paper says in a cell. */
export type Figure =
  | { readonly kind: "solved"; readonly seconds: number; readonly count: number | undefined }
  /** The paper's own mark for a tool that did not answer: `*`, `!`, `-`. */
  | { readonly kind: "unsolved"; readonly mark: string };

export interface Cell {
  readonly row: Row;
  readonly column: Column;
  readonly run: BenchRun;
  readonly paper: Figure | undefined;
}

/** A table whose cells are runs of `hone verify`. */
export interface CellTable {
  readonly name: string;
  readonly title: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  /** Presets of ours, whose extras an ablation switches off. */
  readonly ours: readonly string[];
  /** The statistic beside the time, and how it is headed: what the paper counts. */
  readonly count: { readonly statistic: string; readonly heading: string };
  readonly paper: (row: Row, column: Column) => Figure | undefined;
  /** Printed below the table: what marks mean, which programs are ours. */
  readonly notes: readonly string[];
  /** Judged on the cells that were run. */
  readonly claims: (cells: Cells) => readonly Claim[];
  /** More to print below the cells: another table over the same runs. */
  readonly summary?: (cells: Cells) => string;
  /** Pictures by file name, for the folder of results. */
  readonly pictures?: (cells: Cells, timeoutSeconds: number) => ReadonlyMap<string, string>;
}

/** open: some of the cells that it speaks of were not run. */
export interface Claim {
  readonly kind: "pass" | "fail" | "open";
  readonly text: string;
}

/** The cells of a run by row and column. */
export class Cells {
  readonly all: readonly Cell[];
  readonly #byName = new Map<string, Cell>();

  constructor(all: readonly Cell[]) {
    this.all = all;
    for (const cell of all) this.#byName.set(`${cell.row.name} ${cell.column.name}`, cell);
  }

  at(row: string, column: string): Cell | undefined {
    return this.#byName.get(`${row} ${column}`);
  }
}

export function countOf(cell: Cell, statistic: string): number | undefined {
  return cell.run.statistics[statistic];
}

/** Those of the list that were asked for, or the name that is not among them. */
export function select<T extends { readonly name: string }>(
  all: readonly T[],
  names: readonly string[] | undefined,
  what: string,
): readonly T[] | string {
  if (names === undefined) return all;
  const strange = names.find((name) => !all.some((one) => one.name === name));
  if (strange !== undefined)
    return `there is no ${what} "${strange}"; there are ${all.map((one) => one.name).join(", ")}`;
  return all.filter((one) => names.includes(one.name));
}
