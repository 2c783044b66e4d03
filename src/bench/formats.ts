/** How the runs of `hone bench` are written, to standard output (`--format`) and into the folder of `-o`. */
import { toJunit } from "./junit.ts";
import { benchPage } from "./page.ts";
import { renderTable, summarise, toCsv } from "./summary.ts";
import type { BenchRun } from "./task.ts";

export interface Report {
  readonly tool: { readonly name: string; readonly version: string };
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
  readonly jobs: number;
  readonly runs: readonly BenchRun[];
}

export interface BenchFormat {
  readonly name: string;
  /** The file that holds it in the folder of -o; the table is for people, who have seen it. */
  readonly file?: string;
  readonly render: (report: Report) => string;
}

export const TABLE: BenchFormat = {
  name: "text",
  render: ({ runs }) => `${renderTable(summarise(runs))}\n${totals(runs)}\n`,
};

export const BENCH_FORMATS: readonly BenchFormat[] = [
  TABLE,
  {
    name: "json",
    file: "bench.json",
    render: (report) => `${JSON.stringify({ version: 1, ...report }, undefined, 1)}\n`,
  },
  { name: "csv", file: "bench.csv", render: ({ runs }) => toCsv(runs) },
  {
    name: "html",
    file: "index.html",
    render: ({ runs, timeoutSeconds }) =>
      benchPage(runs, timeoutSeconds, `hone bench: ${[...new Set(runs.map((run) => run.task.set))].join(", ")}`),
  },
  { name: "junit", file: "junit.xml", render: ({ runs }) => toJunit(runs) },
];

function totals(runs: readonly BenchRun[]): string {
  const count = (...outcomes: readonly BenchRun["outcome"][]) =>
    runs.filter((run) => outcomes.includes(run.outcome)).length;
  const solved = `solved ${count("correct", "unchecked")}/${runs.length}`;
  return `${solved}  unknown ${count("unknown")}  wrong ${count("wrong")}  crashed ${count("crashed")}`;
}
