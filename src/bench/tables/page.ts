/** A table as one self-contained page: ours beside the paper's, the claims, and how many rows each column solves in time. */
import { escapeXml } from "../../util/xml.ts";
import { quantilePlot } from "../quantile-plot.ts";
import { isSolved } from "../task.ts";
import { LEGEND, markOf, ours, theirs } from "./print.ts";
import type { Cells, CellTable, Claim, Column, Row } from "./table.ts";

export function tablePage(
  table: CellTable,
  cells: Cells,
  rows: readonly Row[],
  claims: readonly Claim[],
  timeoutSeconds: number,
): string {
  const columns = table.columns.filter((column) => cells.all.some((cell) => cell.column === column));
  const runs = cells.all.map((cell) => ({ ...cell.run, configuration: cell.column.name }));
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeXml(table.title)}</title>
<style>${STYLE}</style>
<h1>${escapeXml(table.title)}</h1>
<ul class="claims">${claims.map(claimItem).join("\n")}</ul>
<div class="wide"><table>
<thead><tr><th rowspan="2">program</th><th rowspan="2">paper</th>${columns.map(headGroup).join("")}</tr>
<tr>${columns.map(() => `<th class="first">s</th><th>${escapeXml(table.count.heading)}</th><th class="paper">s</th><th class="paper">${escapeXml(table.count.heading)}</th><th class="by">by</th>`).join("")}</tr></thead>
<tbody>${bodyRows(table, cells, rows, columns)}</tbody></table></div>
<p>Limit ${timeoutSeconds} s a run; the paper's figures in grey. ${escapeXml(LEGEND)}</p>
${table.notes.map((note) => `<p>${escapeXml(note)}</p>`).join("\n")}
<h2>Rows solved over time</h2>
${quantilePlot(runs, timeoutSeconds)}
</html>
`;
}

const STYLE = `
:root { color-scheme: light dark; }
body { font: 14px/1.4 system-ui, sans-serif; margin: 2em auto; max-width: 80em; padding: 0 1em; }
.wide { overflow-x: auto; } table { border-collapse: collapse; }
th, td { padding: 2px 7px; text-align: right; border-bottom: 1px solid #8883; font-variant-numeric: tabular-nums; }
th[rowspan], td:first-child, td.verdict, th.group { text-align: left; } .first { border-left: 2px solid #8886; }
.paper { color: #8a8a8a; } .by { color: #8a8a8a; text-align: left; font-size: 85%; max-width: 16em; } .bad { background: #e003; font-weight: 600; } .missed { color: #c60; }
.group-row td { padding-top: 10px; font-weight: 600; text-align: left; }
.claims { list-style: none; padding: 0; } .claims li::before { display: inline-block; width: 3.2em; font-weight: 700; }
.pass::before { content: "PASS"; color: #0a7; } .fail::before { content: "FAIL"; color: #d22; } .open::before { content: "----"; color: #888; }
svg { max-width: min(100%, 760px); height: auto; background: #fff; }
`;

function claimItem({ kind, text }: Claim): string {
  return `<li class="${kind}">${escapeXml(text)}</li>`;
}

function headGroup(column: Column): string {
  return `<th class="group first" colspan="5">${escapeXml(column.name)}</th>`;
}

function bodyRows(table: CellTable, cells: Cells, rows: readonly Row[], columns: readonly Column[]): string {
  const lines: string[] = [];
  let group: string | undefined;
  for (const row of rows) {
    if (row.group !== undefined && row.group !== group)
      lines.push(`<tr class="group-row"><td colspan="${2 + 5 * columns.length}">${escapeXml(row.group)}</td></tr>`);
    group = row.group;
    const figures = columns.map((column) => cellGroup(table, cells, row, column)).join("");
    lines.push(`<tr><td>${escapeXml(row.name)}</td><td class="verdict">${row.expected ?? ""}</td>${figures}</tr>`);
  }
  return lines.join("\n");
}

function cellGroup(table: CellTable, cells: Cells, row: Row, column: Column): string {
  const cell = cells.at(row.name, column.name);
  const [seconds, count] = ours(cell, table.count.statistic);
  const [paperSeconds, paperCount] = theirs(table.paper(row, column));
  const kind = cell === undefined || isSolved(cell.run) ? "" : markOf(cell).length > 1 ? " bad" : " missed";
  const title = cell === undefined || cell.run.reason === "" ? "" : ` title="${escapeXml(cell.run.reason)}"`;
  return `<td class="first${kind}"${title}>${seconds}</td><td class="${kind.trim()}">${escapeXml(count)}</td><td class="paper">${escapeXml(paperSeconds)}</td><td class="paper">${paperCount}</td><td class="by">${escapeXml(cell?.run.by ?? "")}</td>`;
}
