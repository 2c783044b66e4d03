/**
 * What users and scripts see, word for word. Each case is a command; its output stands in <name>.txt. If a change is meant,
 * `npm run accept` writes the files anew, and the diff is part of the review.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { CONFIG_SCHEMA_PATH, configSchema } from "../../src/cli/config-schema.ts";
import { markdownChecks, markdownHelp } from "../../src/cli/help.ts";
import { apiPage } from "../support/api-page.ts";
import { hone, ROOT } from "../support/command.ts";
import { manPage } from "../support/man-page.ts";
import { schedulePage } from "../support/schedule-page.ts";

const FOLDER = join(ROOT, "tests/golden");
const ACCEPT = process.env["HONE_ACCEPT"] === "1";

const CASES: Readonly<Record<string, readonly string[]>> = {
  help: ["--help"],
  ...Object.fromEntries(COMMANDS.map(({ name }) => [`help-${name}`, ["help", name]])),
  "verify-unsafe-text": ["examples/bank-transfer.c"],
  "verify-unsafe-json": ["--format", "json", "tests/golden/programs/unsafe.c"],
  "verify-unsafe-sarif": ["--format", "sarif", "tests/golden/programs/unsafe.c"],
  "verify-safe-text": ["examples/saturating-counter.c"],
  "verify-safe-json": ["--format", "json", "tests/golden/programs/safe.c"],
  "verify-all-text": ["--all-violations", "tests/golden/programs/several.c"],
  "verify-all-junit": ["--all-violations", "--format", "junit", "tests/golden/programs/several.c"],
  "verify-open-text": ["--engine", "path-focusing:classical", "--domain", "octagon", "tests/golden/programs/open.c"],
  "verify-no-property": ["tests/c-subset/exit-status.c"],
  "verify-quiet": ["--quiet", "tests/golden/programs/unsafe.c"],
  "verify-diagnostic": ["tests/golden/programs/broken.c"],
  "verify-diagnostic-json": ["--format", "json", "tests/golden/programs/broken.c"],
  "verify-several": ["tests/golden/programs/unsafe.c", "tests/golden/programs/safe.c", "missing.c"],
  "run-output": ["run", "tests/c-subset/structs.c"],
  "run-error": ["run", "tests/golden/programs/unsafe.c", "--inputs", "7"],
  "cfa-text": ["cfa", "tests/golden/programs/unsafe.c"],
  "cfa-dot": ["cfa", "--format", "dot", "--function", "main", "tests/golden/programs/unsafe.c"],
  "cfa-json": ["cfa", "--format", "json", "--function", "main", "tests/golden/programs/unsafe.c"],
  "cfa-model": ["cfa", "--model", "tests/golden/programs/unsafe.c"],
  "cfa-status": ["cfa", "tests/golden/programs"],
  engines: ["engines"],
};

/** Numbers that differ from run to run, and counts of engines that may get better. */
function normalise(text: string): string {
  return text
    .replace(/("statistics": )\{[^}]*\}/g, "$1{}")
    .replace(/("name": "hone",\s*"version": )"[^"]*"/g, '$1"0.0.0"')
    .replace(/\d+ labels, \d+ obligations/g, "N labels, N obligations")
    .replace(/\d+\.\d+ ms\)/g, "0.0 ms)")
    .replace(/, \d+\.\d+ s$/gm, ", 0.0 s")
    .replace(/ time="[\d.]+"/g, ' time="0.000"');
}

function compare(file: string, actual: string): void {
  if (ACCEPT) writeFileSync(file, actual);
  expect(actual).toBe(readFileSync(file, "utf8"));
}

describe("golden output", () => {
  it.each(Object.keys(CASES))("%s", async (name) => {
    const argv = CASES[name] as readonly string[];
    const { code, stdout, stderr } = await hone(...argv);
    const parts = [`$ hone ${argv.join(" ")}`, stdout, "--- stderr", stderr, `--- exit ${code}`, ""];
    compare(join(FOLDER, `${name}.txt`), normalise(parts.join("\n")));
  });

  it("has no file without a case", () => {
    const files = readdirSync(FOLDER).filter((name) => name.endsWith(".txt"));
    expect(files.map((name) => name.slice(0, -4)).filter((name) => !(name in CASES))).toEqual([]);
  });

  it("has docs/cli.md", () => {
    compare(join(ROOT, "docs/cli.md"), markdownHelp());
  });

  it("has man/hone.1", () => {
    compare(join(ROOT, "man/hone.1"), manPage());
  });

  it("has the schema of hone.config.json", () => {
    compare(join(ROOT, CONFIG_SCHEMA_PATH), `${JSON.stringify(configSchema(), undefined, 2)}\n`);
  });

  it("has docs/api.md", () => {
    compare(join(ROOT, "docs/api.md"), apiPage());
  });

  it("has docs/schedule.md", () => {
    compare(join(ROOT, "docs/schedule.md"), schedulePage());
  });

  it("has docs/checks.md", () => {
    compare(join(ROOT, "docs/checks.md"), markdownChecks());
  });
});
