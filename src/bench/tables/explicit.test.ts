import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findPreset } from "../../engines/index.ts";
import { CATEGORIES, COLUMNS_OF, type Configuration, paperFigures, scoreOf } from "./explicit-paper.ts";

/** The paper's tables as text, where they stand beside the benchmark programs. */
const TABLES = join(process.env["HONE_BENCHMARKS"] ?? "nowhere", "../tables/explicit-tables.tsv");

describe("the tables of the explicit-value paper", () => {
  it("have scores as in the competition: a wrong answer costs twice what a right one gets", () => {
    expect([scoreOf("safe", true), scoreOf("unsafe", true)]).toEqual([2, 1]);
    expect([scoreOf("safe", false), scoreOf("unsafe", false)]).toEqual([-4, -2]);
  });

  it("have columns that are presets, but for the block that the paper's predicate analysis has", () => {
    const columns = Object.values(COLUMNS_OF).flat();
    const missing = columns.filter((name) => findPreset(name) === undefined);
    expect(missing).toEqual(["predicate:lf"]);
  });

  it.skipIf(!existsSync(TABLES))("have the paper's figures", () => {
    const [names = [], ...rows] = readFileSync(TABLES, "utf8")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => line.split("\t"));
    for (const configuration of Object.keys(COLUMNS_OF) as Configuration[]) {
      const at = names.indexOf(
        `${configuration.replace("itp", "Itp").replace("CPA", "Cpa").replaceAll("-", "")}_score`,
      );
      expect(at, configuration).toBeGreaterThan(0);
      for (const category of CATEGORIES) {
        const [score, solved, seconds] = (rows.find(([name]) => name === category) ?? []).slice(at, at + 3).map(Number);
        expect(paperFigures(configuration, category), `${configuration}, ${category}`).toEqual({
          score,
          solved,
          seconds,
        });
      }
    }
  });
});
