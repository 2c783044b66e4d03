import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type BenchRun, classify } from "../task.ts";
import { atLeast, forAll, sound } from "./claims.ts";
import { DAGGER_COLUMNS, daggerRows } from "./dagger.ts";
import { daggerClaims } from "./dagger-claims.ts";
import { PAPER_ROWS, paperColumn } from "./dagger-paper.ts";
import { runTable, TABLES } from "./index.ts";
import { tablePage } from "./page.ts";
import { tableCsv, tableText, unsolvedText, workText } from "./print.ts";
import { type Cell, Cells, type CellTable, type Row, select } from "./table.ts";

/** The paper's table as text, where it stands beside the benchmark programs. */
const TABLE1 = join(process.env["HONE_BENCHMARKS"] ?? "nowhere", "../tables/dagger-table1.tsv");
const COLUMN = { name: "own", preset: "explicit" };

function cell(row: Row, verdict: BenchRun["verdict"], refinements: number, seconds = 1): Cell {
  const task = { set: "t", name: row.name, arguments: row.arguments, expected: row.expected };
  const run: BenchRun = {
    task,
    configuration: "t",
    outcome: classify(verdict, row.expected),
    verdict,
    reason: verdict === "unknown" ? 'time limit, "reached"' : "",
    wallSeconds: seconds,
    cpuSeconds: seconds,
    peakMemoryMb: 1,
    statistics: { refinements },
  };
  return { row, column: COLUMN, run, paper: { kind: "solved", seconds: 2, count: 3 } };
}

const rows: readonly Row[] = [
  { name: "a<b", group: "first", arguments: [], expected: "safe" },
  { name: "b", group: "first", arguments: [], expected: "safe" },
  { name: "c", group: "second", arguments: [], expected: "unsafe" },
];
const [first, second, third] = rows as [Row, Row, Row];
const cells = new Cells([cell(first, "safe", 2), cell(second, "unknown", 7, 20), cell(third, "safe", 0)]);
const table: CellTable = {
  name: "toy",
  title: "A toy & its table",
  rows,
  columns: [COLUMN],
  ours: ["explicit"],
  count: { statistic: "refinements", heading: "ref" },
  paper: () => ({ kind: "solved", seconds: 2, count: 3 }),
  notes: ["A note."],
  claims: () => [],
};

describe("a table", () => {
  it("stands beside the paper's figures", () => {
    expect(tableText(table, cells, rows)).toBe(
      [
        "                                 own | paper",
        "program  paper   ours           s ref |    s ref",
        "-- first",
        "a<b      safe    safe        1.00   2 | 2.00   3",
        "b        safe    unknown        *  >7 | 2.00   3",
        "-- second",
        "c        unsafe  safe       WRONG  >0 | 2.00   3",
        "",
      ].join("\n"),
    );
    expect(unsolvedText(cells)).toContain('b [own]: unknown, time limit, "reached"');
  });

  it("becomes CSV and a page without anything from elsewhere", () => {
    expect(tableCsv(table, cells).split("\n")[2]).toBe(
      'b,own,explicit,safe,unknown,unknown,20.000,7,2,3,"time limit, ""reached""",',
    );
    const page = tablePage(table, cells, rows, [{ kind: "fail", text: "1 < 2" }], 20);
    expect(page).toContain("a&lt;b");
    expect(page).toContain("1 &lt; 2");
    expect(page.replaceAll('xmlns="http://www.w3.org/2000/svg"', "")).not.toMatch(/https?:|\bsrc=|href=/);
  });

  it("tells who did the work, of what was solved", () => {
    const by = (one: Cell, text: string): Cell => ({ ...one, run: { ...one.run, by: text } });
    const told = new Cells([
      by(cell(first, "safe", 2), "interpolants 2, posts 1"),
      by(cell(second, "safe", 2), "interpolants 2, posts 1"),
      by(cell(third, "safe", 0), "nobody, since it is wrong 1"),
    ]);
    expect(workText(told)).toContain("  own: 2 rows by interpolants 2, posts 1\n");
    expect(workText(told)).not.toContain("nobody");
    expect(workText(cells)).toBe("");
    expect(tablePage(table, told, rows, [], 20)).toContain('<td class="by">interpolants 2, posts 1</td>');
    expect(tableCsv(table, told).split("\n")[1]).toContain(',"interpolants 2, posts 1"');
  });

  it("is made of the rows that were asked for", () => {
    expect(select(rows, ["c"], "row")).toEqual([third]);
    expect(select(rows, ["d"], "row")).toContain('no row "d"');
  });
});

describe("claims", () => {
  const good = (one: Cell) => one.run.outcome === "correct";
  it("pass, fail, or stay open while cells are missing", () => {
    expect(forAll(cells, [["a<b", "own"]], good, "x").kind).toBe("pass");
    expect(forAll(cells, [["b", "own"]], good, "x")).toEqual({ kind: "fail", text: "x: 0 of 1; not b" });
    const three = [
      ["a<b", "own"],
      ["b", "own"],
      ["missing", "own"],
    ] as const;
    expect(atLeast(cells, three, 1, good, "x").kind).toBe("pass");
    expect(atLeast(cells, three, 2, good, "x").kind).toBe("open");
    expect(atLeast(cells, three, 3, good, "x").kind).toBe("fail");
  });

  it("do not hold where a verdict is wrong", () => {
    expect(sound(cells)).toMatchObject({ kind: "fail" });
    expect(sound(new Cells([cell(first, "safe", 2)])).kind).toBe("pass");
  });
});

describe("DAGGER's Table 1", () => {
  const solvedBy = (column: string) => PAPER_ROWS.filter((row) => row.figures.get(column)?.kind === "solved").length;

  it("has the paper's figures", () => {
    expect(PAPER_ROWS).toHaveLength(31);
    expect(DAGGER_COLUMNS.map((column) => solvedBy(paperColumn(column.name)))).toEqual([31, 31, 18, 31, 18, 31, 18]);
  });

  it.skipIf(!existsSync(TABLE1))("agrees with the list that came with it", () => {
    const [head = "", ...lines] = readFileSync(TABLE1, "utf8").trim().split("\n");
    const names = head.split("\t");
    for (const line of lines) {
      const at = (name: string) => line.split("\t")[names.indexOf(name)] as string;
      const row = PAPER_ROWS.find((one) => one.name === at("program"));
      expect(row).toMatchObject({ domain: at("domain"), expected: at("expected") });
      for (const column of DAGGER_COLUMNS) {
        const key = paperColumn(column.name).replace("+", "_");
        const figure = row?.figures.get(paperColumn(column.name));
        if (at(`${key}_s`) === "*") expect(figure).toEqual({ kind: "unsolved", mark: "*" });
        else
          expect(figure).toEqual({ kind: "solved", seconds: Number(at(`${key}_s`)), count: Number(at(`${key}_ref`)) });
      }
    }
  });

  it("finds its programs by TABLE1.tsv and INDEX.tsv, ours in the repository", () => {
    const folder = mkdtempSync(join(tmpdir(), "hone-table-"));
    writeFileSync(join(folder, "a.c"), "int main(void) { return 0; }\n");
    const named = PAPER_ROWS.map((row) => `${row.name}\ttrue\tfound\ta.c`);
    writeFileSync(join(folder, "TABLE1.tsv"), `program\tpaper_verdict\tstatus\tclosest_file\n${named.join("\n")}\n`);
    writeFileSync(join(folder, "INDEX.tsv"), "file\texpected\tproperty\tdata_model\na.c\ttrue\tassert; -DVVT\tILP32\n");
    const found = daggerRows(folder) as readonly Row[];
    rmSync(folder, { recursive: true });
    const seesaw = found.find((row) => row.name === "seesaw");
    const settings = ["--integers", "math", "--domain", "polyhedra", "--32", "-DVVT"];
    expect(seesaw?.arguments).toEqual([...settings, join(folder, "a.c")]);
    expect(found.find((row) => row.name === "p1-bad")?.arguments.at(-1)).toMatch(/benchmarks\/dagger\/p1-bad\.c$/);
    expect(found.filter((row) => row.presetSuffix === "+invariants")).toHaveLength(6);
  });

  it("counts refinements only where the program was solved", () => {
    const claimed = (refinements: number, verdict: BenchRun["verdict"]) =>
      daggerClaims(
        new Cells(
          PAPER_ROWS.map((row) => {
            const plain = { name: row.name, arguments: [], expected: row.expected };
            const paper = row.figures.get("dagger");
            const own = cell(plain, verdict === "safe" ? row.expected : verdict, refinements);
            return { ...own, column: { name: "dagger", preset: "dagger" }, paper };
          }),
        ),
      ).map((claim) => claim.kind);
    expect(claimed(0, "safe")).toEqual(["pass", "pass", "pass"]);
    expect(claimed(100, "safe")).toEqual(["pass", "pass", "fail"]);
    expect(claimed(0, "unknown")).toEqual(["pass", "fail", "fail"]);
  });

  it("says so when the programs are not there", async () => {
    const options = { root: "/nowhere", timeoutSeconds: 1, jobs: 1, hone: [], write: () => {}, log: () => {} };
    expect(await runTable("dagger", options)).toMatchObject({ kind: "absent" });
    expect(await runTable("dagge", options)).toMatchObject({ kind: "problem" });
    expect(new Set(TABLES.map((one) => one.name)).size).toBe(TABLES.length);
  });
});
