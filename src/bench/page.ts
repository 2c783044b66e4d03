/** The report of a benchmark run as one self-contained HTML page: the plot, the summary and every run. */
import { escapeXml } from "../util/xml.ts";
import { quantilePlot } from "./quantile-plot.ts";
import { summarise } from "./summary.ts";
import type { BenchRun } from "./task.ts";

export function benchPage(runs: readonly BenchRun[], timeoutSeconds: number, title: string): string {
  const summary = summarise(runs).map((row) => [
    row.set,
    row.configuration,
    row.tasks,
    row.safe,
    row.unsafe,
    row.unknown,
    row.wrong,
    row.crashed,
    row.score,
    row.wallSeconds.toFixed(1),
  ]);
  const details = runs.map((run) => [
    run.task.set,
    run.task.name,
    run.configuration,
    run.task.expected ?? "",
    run.verdict,
    run.outcome,
    run.wallSeconds.toFixed(2),
    run.reason,
  ]);
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${escapeXml(title)}</title>
<style>
body { font: 14px/1.4 sans-serif; margin: 2em auto; max-width: 70em; padding: 0 1em; color: #222; }
table { border-collapse: collapse; margin: 1em 0; } th, td { padding: 2px 10px; text-align: left; border-bottom: 1px solid #eee; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; } .wrong, .crashed { background: #fdd; } .correct { color: #060; }
svg { max-width: 100%; height: auto; }
</style>
<h1>${escapeXml(title)}</h1>
<p>Limit ${timeoutSeconds} s a program. Score as in SV-COMP: 2 for a proof, 1 for a bug, -32 and -16 for wrong ones.</p>
${quantilePlot(runs, timeoutSeconds)}
<h2>Summary</h2>
${table(["set", "configuration", "tasks", "safe", "unsafe", "unknown", "wrong", "crashed", "score", "wall s"], summary)}
<h2>Runs</h2>
${table(["set", "task", "configuration", "expected", "verdict", "outcome", "wall s", "reason"], details)}
</html>
`;
}

function table(headings: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const head = headings.map((heading) => `<th>${escapeXml(heading)}</th>`).join("");
  const body = rows.map((cells) => `<tr>${cells.map(cell).join("")}</tr>`).join("\n");
  return `<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}

function cell(content: string | number): string {
  const text = String(content);
  const kind = /^-?[\d.]+$/.test(text) ? "number" : ["wrong", "crashed", "correct"].includes(text) ? text : "";
  return `<td${kind === "" ? "" : ` class="${kind}"`}>${escapeXml(text)}</td>`;
}
