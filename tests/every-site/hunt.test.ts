import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkSync, parse } from "../../src/api/core.ts";
import { asProperties } from "../../src/api/options.ts";
import { filesOf } from "../../src/api/program.ts";
import { readFor } from "../../src/api/sync.ts";
import { Execution } from "../../src/evidence/execution.ts";
import { listInputs } from "../../src/interpreter/inputs.ts";
import { release } from "../../src/util/release.ts";
import { allInputs, program } from "./programs.ts";

const CHECKS = (process.env.HUNT_CHECKS ?? "assert").split(",");
describe("hunt", () => {
  it("agrees", () => {
    const counts: Record<string, number> = {};
    const many = fc.sample(program, {
      numRuns: Number(process.env.HUNT_N ?? 20),
      seed: Number(process.env.HUNT_SEED ?? 1),
    });
    let k = 0;
    for (const { text, inputs } of many) {
      k++;
      const result = checkSync(text, {
        checks: CHECKS,
        allViolations: process.env.HUNT_ALL !== "0",
        timeout: Number(process.env.HUNT_T ?? 10),
        memory: 4000,
        ...(process.env.HUNT_E ? { engine: process.env.HUNT_E } : {}),
      });
      if (result.diagnostics?.some((d) => d.severity === "error")) {
        counts["bad"] = (counts["bad"] ?? 0) + 1;
        console.log(result.diagnostics, text);
        continue;
      }
      const seen = new Map<string, number[]>();
      const { program: read } = readFor(filesOf(text), {}, CHECKS, {});
      if (read === undefined) throw new Error("?");
      const execution = new Execution({ program: read, entry: "main", properties: asProperties(CHECKS) });
      for (const given of allInputs(inputs)) {
        const { outcome, violation } = execution.run(listInputs(given), 1e6);
        const place = "edge" in outcome && outcome.edge ? read.sources.resolve(outcome.edge.range.start) : undefined;
        if (violation !== undefined && place) seen.set(String(place.line), given);
        if (outcome.kind === "limit") counts["limit"] = (counts["limit"] ?? 0) + 1;
      }
      execution.close();
      release();
      const fail = (what: string, c: unknown) => {
        console.log(
          `MISMATCH program ${k}: ${what}`,
          JSON.stringify(c),
          text
            .split("\n")
            .map((l, i) => `${i + 1}: ${l}`)
            .join("\n"),
          JSON.stringify([...seen]),
          JSON.stringify(result.checks),
        );
        counts["MISMATCH"] = (counts["MISMATCH"] ?? 0) + 1;
      };
      for (const c of result.checks ?? [])
        if (c.status === "proved" || c.status === "unreached") {
          const at = result.checks!.filter((d) => d.line === c.line);
          if (at.every((d) => d.status === "proved" || d.status === "unreached") && seen.has(String(c.line)))
            fail("PROVED but violated", c);
        }
      const violatedLines = new Set(
        (result.violations ?? (result.violation ? [result.violation] : [])).map((v) => String(v.line)),
      );
      for (const line of violatedLines) if (!seen.has(line)) fail("violated but is not", line);
      const open = new Set((result.checks ?? []).filter((c) => c.status === "open").map((c) => String(c.line)));
      for (const line of seen.keys())
        if (!violatedLines.has(line) && !open.has(line)) {
          counts["unlisted"] = (counts["unlisted"] ?? 0) + 1;
          if (result.checks?.some((c) => String(c.line) === line)) fail("violation missed", line);
          else console.log("unlisted", line, text.split("\n")[Number(line) - 1]);
        }
      for (const c of result.checks ?? []) {
        counts[c.status] = (counts[c.status] ?? 0) + 1;
      }
      const key = `${result.verdict}`;
      counts[key] = (counts[key] ?? 0) + 1;
      if (result.verdict === "safe" && seen.size > 0) fail("WRONG SAFE", key);
      counts["questions"] = (counts["questions"] ?? 0) + (result.statistics.questions ?? 0);
      counts["ms"] = (counts["ms"] ?? 0) + (result.statistics["wallMs"] ?? 0);
    }
    console.log(counts);
    expect(counts["MISMATCH"] ?? 0).toBe(0);
  }, 3_000_000);
});
