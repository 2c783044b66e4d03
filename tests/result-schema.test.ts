/** Real results follow schemas/result-v1.schema.json, and the schema notices what is wrong. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { hone } from "./support/command.ts";
import { violations } from "./support/json-schema.ts";

const schema = JSON.parse(readFileSync("schemas/result-v1.schema.json", "utf8")) as Record<string, unknown>;

describe("result version 1", () => {
  it.each([
    ["examples/bank-transfer.c", "unsafe", 1],
    ["examples/saturating-counter.c", undefined, undefined],
    ["tests/c-subset/syntax-error.c", "unknown", 2],
    ["tests/c-subset/exit-status.c", "safe", 0],
  ])("%s", async (file, verdict, code) => {
    const run = await hone("verify", "--format", "json", "--timeout", "5", file);
    const result = JSON.parse(run.stdout) as Record<string, unknown>;
    expect(violations(result, schema)).toEqual([]);
    if (verdict !== undefined) expect(result["verdict"]).toBe(verdict);
    if (code !== undefined) expect(run.code).toBe(code);
    expect(violations({ ...result, verdict: "maybe" }, schema)).toHaveLength(1);
    expect(violations({ ...result, surprise: 1 }, schema)).toHaveLength(1);
    const { evidence: _, ...without } = result;
    expect(violations(without, schema)).toEqual(["$ should have evidence"]);
  });

  it("prints a list for several files", async () => {
    const run = await hone(
      "verify",
      "--format=json",
      "--timeout=5",
      "examples/bank-transfer.c",
      "tests/c-subset/exit-status.c",
    );
    const results = JSON.parse(run.stdout) as unknown[];
    expect(results).toHaveLength(2);
    expect(results.flatMap((result) => violations(result, schema))).toEqual([]);
    expect(run.code).toBe(1);
  });
});
