/** Tables of cells as text and CSV: ours beside the paper's. Pure text from pure data. */
import { counted } from "../../util/counted.ts";
import { memoised } from "../../util/memo.ts";
import { csv } from "../summary.ts";
import { isSolved } from "../task.ts";
import { type Cell, type Cells, type CellTable, type Claim, countOf, type Figure, type Row } from "./table.ts";

/** A mark for a cell without the expected verdict; the legend says what they mean. */
export function markOf(cell: Cell): string {
  switch (cell.run.outcome) {
    case "correct":
    case "unchecked":
      return "";
    case "unknown":
      return isTimeout(cell) ? "*" : "?";
    case "wrong":
      return "WRONG";
    case "crashed":
      return "CRASH";
  }
}

export const LEGEND = "* not within the limit   ? gave up before it   WRONG, CRASH: what they say";

function isTimeout(cell: Cell): boolean {
  return /time limit/.test(cell.run.reason);
}

export function ours(cell: Cell | undefined, statistic: string): readonly [seconds: string, count: string] {
  if (cell === undefined) return ["", ""];
  if (isSolved(cell.run)) return [secondsText(cell.run.wallSeconds), String(countOf(cell, statistic) ?? "")];
  const count = countOf(cell, statistic);
  // How far it came says something, too.
  return [markOf(cell), count === undefined ? "" : `>${count}`];
}

export function theirs(figure: Figure | undefined): readonly [seconds: string, count: string] {
  if (figure === undefined) return ["", ""];
  if (figure.kind === "unsolved") return [figure.mark, ""];
  return [secondsText(figure.seconds), figure.count === undefined ? "" : String(figure.count)];
}

function secondsText(seconds: number): string {
  return seconds < 10 ? seconds.toFixed(2) : seconds < 100 ? seconds.toFixed(1) : seconds.toFixed(0);
}

/** Two lines of headings, then the rows, groups under their names. */
export function tableText(table: CellTable, cells: Cells, rows: readonly Row[]): string {
  const columns = table.columns.filter((column) => cells.all.some((cell) => cell.column === column));
  const [first] = columns;
  if (first === undefined) return "no cell was run\n";
  const lines: string[][] = [
    ["program", "paper", "ours", ...columns.flatMap(() => ["s", table.count.heading, "s", table.count.heading])],
  ];
  const groups: (string | undefined)[] = [undefined];
  for (const row of rows) {
    const figures = columns.flatMap((column) => [
      ...ours(cells.at(row.name, column.name), table.count.statistic),
      ...theirs(table.paper(row, column)),
    ]);
    const verdict = cells.at(row.name, first.name)?.run.verdict ?? "";
    lines.push([row.name, row.expected ?? "", verdict === "none" ? "" : verdict, ...figures]);
    groups.push(row.group);
  }
  const widths = (lines[0] as string[]).map((_, at) => Math.max(...lines.map((line) => (line[at] ?? "").length)));
  const text = lines.map((line) => lineText(line, widths));
  const body = text.flatMap((line, at) =>
    groups[at] !== undefined && groups[at] !== groups[at - 1] ? [`-- ${groups[at]}`, line] : [line],
  );
  return `${[
    banner(
      columns.map((column) => column.name),
      widths,
    ),
    ...body,
  ].join("\n")}\n`;
}

const LEADING = 3;

/** Ours and the paper's figures of a column stand together, columns apart. */
function lineText(line: readonly string[], widths: readonly number[]): string {
  const cells = line.map((cell, at) => (at < LEADING ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)));
  const lead = cells.slice(0, LEADING).join("  ");
  const groups: string[] = [];
  for (let at = LEADING; at < cells.length; at += 4)
    groups.push(`${cells[at]} ${cells[at + 1]} | ${cells[at + 2]} ${cells[at + 3]}`);
  return [lead, ...groups].join("    ").trimEnd();
}

function banner(names: readonly string[], widths: readonly number[]): string {
  const lead = " ".repeat(widths.slice(0, LEADING).reduce((sum, width) => sum + width, 2 * (LEADING - 1)));
  const groups = names.map((name, at) => {
    const of = widths.slice(LEADING + 4 * at, LEADING + 4 * at + 4);
    const width = of.reduce((sum, one) => sum + one, 5);
    return `${name} | paper`.padStart(Math.ceil((width + name.length + 8) / 2)).padEnd(width);
  });
  return [lead, ...groups].join("    ").trimEnd();
}

/** Which cells have no verdict, and why: what somebody who works on an engine looks at first. */
export function unsolvedText(cells: Cells): string {
  const lines = cells.all
    .filter((cell) => !isSolved(cell.run))
    .map(
      ({ row, column, run }) =>
        `  ${row.name} [${column.name}]: ${run.verdict === "none" ? run.outcome : run.verdict}, ${run.reason}`,
    );
  return lines.length === 0 ? "" : `Not solved:\n${lines.join("\n")}\n`;
}

/** Who did the work: for each column how many of its proofs rest on what. */
export function workText(cells: Cells): string {
  const columns = new Map<string, Map<string, number>>();
  for (const { column, run } of cells.all) {
    if (run.by === undefined || !isSolved(run)) continue;
    const counts = memoised(columns, column.name, () => new Map<string, number>());
    counts.set(run.by, (counts.get(run.by) ?? 0) + 1);
  }
  const lines = [...columns].flatMap(([column, counts]) =>
    [...counts].sort(([, a], [, b]) => b - a).map(([by, rows]) => `  ${column}: ${counted(rows, "row")} by ${by}`),
  );
  return lines.length === 0 ? "" : `Who did the work (mechanism and number of places):\n${lines.join("\n")}\n`;
}

export function claimText({ kind, text }: Claim): string {
  return `${{ pass: "PASS", fail: "FAIL", open: "----" }[kind]} ${text}`;
}

export function tableCsv(table: CellTable, cells: Cells): string {
  const { statistic } = table.count;
  const header = `row,column,preset,expected,verdict,outcome,wall_s,${statistic},paper_s,paper_${statistic},reason,by`;
  const lines = cells.all.map((cell) => {
    const { row, column, run, paper } = cell;
    const [seconds, count] = paper?.kind === "solved" ? [paper.seconds, paper.count] : [paper?.mark, paper?.mark];
    return [
      ...[row.name, column.name, column.preset, row.expected, run.verdict, run.outcome, run.wallSeconds.toFixed(3)],
      ...[countOf(cell, statistic), seconds, count, run.reason, run.by ?? ""],
    ];
  });
  return csv(header, lines);
}
