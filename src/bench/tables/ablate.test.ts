import { describe, expect, it } from "vitest";
import { type BenchRun, classify } from "../task.ts";
import { ablationOf } from "./ablate.ts";
import { type Cell, Cells, type CellTable, type Row } from "./table.ts";

const rows: readonly Row[] = ["a", "b", "c"].map((name) => ({ name, arguments: [], expected: "safe" }));

const table: CellTable = {
  name: "toy",
  title: "A toy",
  rows,
  columns: [],
  ours: ["vinta:boxes"],
  count: { statistic: "refinements", heading: "ref" },
  paper: () => ({ kind: "solved", seconds: 2, count: 3 }),
  notes: [],
  claims: () => [],
};

function ablated(presets?: readonly string[]): CellTable {
  const found = ablationOf(table, presets);
  if (typeof found === "string") throw new Error(found);
  return found;
}

/** Verdicts, refinements and seconds of a, b and c under a preset. */
function cellsOf(column: string, answers: readonly (readonly [BenchRun["verdict"], number, number])[]): Cell[] {
  return rows.map((row, at) => {
    const [verdict, refinements, seconds] = answers[at] as (typeof answers)[number];
    const run: BenchRun = {
      ...{ verdict, outcome: classify(verdict, row.expected), reason: "", statistics: { refinements } },
      ...{ task: { set: "t", ...row }, configuration: column, wallSeconds: 9, cpuSeconds: seconds, peakMemoryMb: 1 },
    };
    return { row, column: { name: column, preset: column }, run, paper: undefined };
  });
}

describe("an ablation", () => {
  it("has a column for each extra, and one without any", () => {
    expect(ablated().columns.map(({ name }) => name)).toEqual([
      ...["vinta:boxes", "vinta:boxes~posts", "vinta:boxes~dead-edges", "vinta:boxes~all"],
    ]);
    expect(ablated(["explicit:full"]).columns.map(({ preset }) => preset)).toEqual([
      ...["explicit:full", "explicit:full~liveness", "explicit:full~all"],
    ]);
  });

  it("is of presets that have extras", () => {
    for (const name of ["dagger:paper", "nothing", "vinta~nothing", "vinta~all"])
      expect(ablationOf(table, [name]), name).toContain(`no engine "${name}" with extras`);
  });

  it("tells what is lost and won, and compares work on what both solve", () => {
    const cells = new Cells([
      ...cellsOf("vinta:boxes", [
        ["safe", 1, 1],
        ["safe", 10, 5],
        ["unknown", 100, 50],
      ]),
      ...cellsOf("vinta:boxes~posts", [
        ["safe", 4, 2],
        ["unknown", 40, 20],
        ["safe", 400, 200],
      ]),
      ...cellsOf("vinta:boxes~dead-edges", [
        ["safe", 1, 1],
        ["unsafe", 10, 5],
        ["unknown", 0, 0],
      ]),
      ...cellsOf("vinta:boxes~all", [
        ["safe", 2, 3],
        ["safe", 20, 30],
        ["unknown", 0, 0],
      ]),
    ]);
    const lines = (ablated().summary?.(cells) ?? "").split("\n").map((line) => line.trim().replace(/ {2,}/g, "|"));
    expect(lines.slice(0, 7)).toEqual([
      "solved|lost|won|refinements with|without|CPU s with|without",
      "vinta:boxes|2 of 3",
      "vinta:boxes~posts|2 of 3|1|1|1|4|1.0|2.0",
      "vinta:boxes~dead-edges|1 of 3|1|0|1|1|1.0|1.0",
      "vinta:boxes~all|2 of 3|0|0|11|22|6.0|33.0",
      "vinta:boxes~posts loses b; wins c",
      "vinta:boxes~dead-edges loses b",
    ]);
    expect(ablated().claims(cells)).toMatchObject([{ kind: "fail" }]);
  });
});
