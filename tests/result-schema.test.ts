/** Real results follow schemas/result-v2.schema.json, which describes all of them; SARIF follows the schema of OASIS. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import type { ResultDocument } from "../src/report/result.ts";
import { hone } from "./support/command.ts";
import { closed, violations } from "./support/json-schema.ts";

const read = (path: string) => JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
const schema = read("schemas/result-v2.schema.json");
const sarif = read(createRequire(import.meta.url).resolve("schemastore/schemas/json/sarif-2.1.0.json"));

const CASES = [
  { argv: ["examples/bank-transfer.c"], verdicts: ["unsafe"], code: 1 },
  { argv: ["tests/golden/programs/safe.c"], verdicts: ["safe"], code: 0 },
  { argv: ["tests/c-subset/syntax-error.c"], verdicts: ["unknown"], code: 2 },
  { argv: ["--check", "none", "tests/c-subset/exit-status.c"], verdicts: ["unknown"], code: 3 },
  { argv: ["missing.c", "tests/c-subset/exit-status.c"], verdicts: ["unknown", "safe"], code: 2 },
  { argv: ["--all-violations", "tests/golden/programs/several.c"], verdicts: ["unsafe"], code: 1 },
  { argv: ["--engine", "path-focusing:classical", "tests/golden/programs/open.c"], verdicts: ["unknown"], code: 3 },
  { argv: ["--engine", "dager", "examples/bank-transfer.c"], verdicts: [], code: 2 },
];

describe("result version 2", () => {
  it.each(CASES)("$argv", async ({ argv, verdicts, code }) => {
    const run = await hone("verify", "--format", "json", "--timeout", "5", ...argv);
    const document = JSON.parse(run.stdout) as ResultDocument;
    expect(document.results.map(({ verdict }) => verdict)).toEqual(verdicts);
    expect(run.code).toBe(code);
    expect(violations(document, closed(schema))).toEqual([]);
  });

  it("allows more than it describes, as it promises, and nothing else", async () => {
    const run = await hone("verify", "--format", "json", "tests/golden/programs/unsafe.c");
    const document = JSON.parse(run.stdout) as ResultDocument;
    const [result] = document.results;
    const like = (other: object) => violations({ ...document, results: [{ ...result, ...other }] }, schema);
    expect(like({ surprise: 1 })).toEqual([]);
    expect(violations({ ...document, results: [{ ...result, surprise: 1 }] }, closed(schema))).toHaveLength(1);
    expect(like({ verdict: "maybe" })).toHaveLength(1);
    expect(like({ properties: "unreach-call" })).toEqual(["$.results[0].properties should be of type array"]);
    expect(like({ evidence: undefined })).not.toEqual([]);
    expect(violations({ ...document, version: 1 }, schema)).toEqual(["$.version should be 2"]);
  });

  it("has a schema for the version before, which was a result or a list of them", () => {
    const before = read("schemas/result-v1.schema.json");
    expect(violations({ version: 1 }, before)).toContain("$ should have verdict");
    expect(violations({ version: 2 }, before)).toContain("$.version should be 1");
  });
});

describe("SARIF", () => {
  it.each(CASES)("$argv", async ({ argv }) => {
    const { stdout } = await hone("verify", "--format", "sarif", "--timeout", "5", ...argv);
    expect(violations(JSON.parse(stdout), sarif)).toEqual([]);
  });

  it("would be found out", async () => {
    const { stdout } = await hone("verify", "--format", "sarif", "tests/golden/programs/unsafe.c");
    const log = JSON.parse(stdout) as { runs: [{ results: [Record<string, unknown>] }] };
    const [run] = log.runs;
    const like = (other: object) =>
      violations({ ...log, runs: [{ ...run, results: [{ ...run.results[0], ...other }] }] }, sarif);
    expect(like({ level: "fatal" })).toHaveLength(1);
    expect(like({ codeFlows: [{ threadFlows: [{ locations: [] }] }] })).toHaveLength(1);
    expect(like({ surprise: 1 })).toHaveLength(1);
    expect(like({ message: undefined })).not.toEqual([]);
  });
});
