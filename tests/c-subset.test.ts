/**
 * docs/c-subset.md against tests/c-subset: every row has a program, every program a row, and every program does what its
 * header expects:
 *   // options: --32                 arguments of `hone run`
 *   // inputs: 7,-3                  what it reads
 *   // expect: exit N                it ends with this status; the `output` lines are all it prints
 *   // expect: output TEXT
 *   // expect: ends "WHY"            it ends early without an error (assume, abort)
 *   // expect: error "TEXT"          it stops at an error whose message contains TEXT
 *   // expect: unsupported "TEXT"    it stops since hone does not model something
 *   // expect: diagnostic "TEXT"     it is refused with a located error that contains TEXT
 */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { hone } from "./support/command.ts";

const FOLDER = "tests/c-subset";

const rows = [...readFileSync("docs/c-subset.md", "utf8").matchAll(/^\| ([a-z0-9-]+) \|/gm)]
  .map((match) => match[1] as string)
  .filter((id) => id !== "id");
const programs = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".c"))
  .map((name) => name.slice(0, -2));

interface Expectation {
  readonly arguments: readonly string[];
  readonly kind: "exit" | "ends" | "error" | "unsupported" | "diagnostic";
  readonly text: string;
  readonly output: string;
}

function expectationOf(source: string): Expectation {
  const values = (pattern: RegExp) => [...source.matchAll(pattern)].map((match) => match[1] as string);
  const options = values(/^\/\/ options: (.*)$/gm).flatMap((text) => text.split(" "));
  const inputs = values(/^\/\/ inputs: (.*)$/gm).flatMap((text) => ["--inputs", text]);
  const [found, ...more] = source.matchAll(/^\/\/ expect: (exit|ends|error|unsupported|diagnostic) "?([^"\n]*)"?$/gm);
  if (found === undefined || more.length > 0) throw new Error("a program should have exactly one expectation");
  return {
    arguments: [...options, ...inputs],
    kind: found[1] as Expectation["kind"],
    text: found[2] as string,
    output: values(/^\/\/ expect: output ?(.*)$/gm)
      .map((line) => `${line}\n`)
      .join(""),
  };
}

describe("docs/c-subset.md", () => {
  it("has a program for each row and a row for each program", () => {
    expect([...rows].sort()).toEqual([...programs].sort());
    expect(rows.length).toBeGreaterThanOrEqual(80);
  });
});

describe("the C subset", () => {
  it.each(programs)("%s", async (id) => {
    const file = `${FOLDER}/${id}.c`;
    const expected = expectationOf(readFileSync(file, "utf8"));
    const run = await hone("run", ...expected.arguments, file);
    switch (expected.kind) {
      case "exit":
        expect(run).toMatchObject({ code: 0, stdout: expected.output });
        expect(run.stderr).toContain(`status ${expected.text}`);
        return;
      case "ends":
        expect(run).toMatchObject({ code: 0, stdout: expected.output });
        expect(run.stderr).toContain(expected.text);
        return;
      case "error":
        expect(run.stderr).toContain(expected.text);
        expect(run.code).toBe(1);
        return;
      case "unsupported":
        expect(run.stderr).toContain(expected.text);
        expect(run.code).toBe(3);
        return;
      case "diagnostic":
        expect(run.stderr).toContain(expected.text);
        expect(run.stderr).toMatch(new RegExp(`${file}:\\d+:\\d+: error: `));
        expect(run.code).toBe(2);
    }
  });
});
