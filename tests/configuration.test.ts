/** hone.config.json: where it is looked for, what it does there, and who writes one. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { configSchema } from "../src/cli/config-schema.ts";
import { findConfig } from "../src/tasks/config-file.ts";
import { hone, ROOT } from "./support/command.ts";
import { violations } from "./support/json-schema.ts";

let folder: string;
let here: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hone-configuration-"));
  here = join(folder, "a/b");
  mkdirSync(here, { recursive: true });
  process.chdir(here);
});

afterEach(() => {
  // Where the process is belongs to all test files.
  process.chdir(ROOT);
  rmSync(folder, { recursive: true });
});

describe("hone.config.json", () => {
  it("is that of the nearest folder above", async () => {
    expect(findConfig()).toEqual({ kind: "none" });
    writeFileSync(join(folder, "hone.config.json"), '{ "timeout": 1 }');
    expect(findConfig()).toMatchObject({ path: "../../hone.config.json", folder: "../..", value: { timeout: 1 } });
    writeFileSync(join(folder, "a/hone.config.json"), "{}");
    expect(findConfig()).toMatchObject({ path: "../hone.config.json", folder: "..", value: {} });
    writeFileSync(join(folder, "a/hone.config.json"), "{");
    expect((await hone("x.c")).stderr).toMatch(/^hone: \.\.\/hone\.config\.json: it is not JSON/);
  });

  it("holds in the folders below, with its paths meant from where it stands", async () => {
    writeFileSync(join(folder, "hone.config.json"), '{ "I": "include", "timout": 1 }');
    writeFileSync(join(here, "x.c"), '#include "x.h"\nint main(void) { return X; }\n');
    mkdirSync(join(folder, "include"));
    writeFileSync(join(folder, "include/x.h"), "#define X 0\n");
    expect(await hone("x.c")).toMatchObject({
      ...{ code: 2, stderr: 'hone: ../../hone.config.json: there is no option "timout"; did you mean "timeout"?\n' },
    });
    writeFileSync(join(folder, "hone.config.json"), '{ "I": "include" }');
    expect((await hone("x.c")).code).toBe(0);
  });

  it("is written by `hone init`, once, and then read", async () => {
    expect(await hone("init")).toMatchObject({ code: 0, stderr: "hone: wrote hone.config.json\n" });
    const written = readFileSync("hone.config.json", "utf8");
    expect(violations(JSON.parse(written), configSchema() as Record<string, unknown>)).toEqual([]);
    writeFileSync("x.c", "int main(void) { return 0; }\n");
    expect((await hone("x.c")).code).toBe(0);
    expect((await hone("init")).code).toBe(2);
    expect(readFileSync("hone.config.json", "utf8")).toBe(written);
  });
});

describe("its schema", () => {
  const schema = configSchema() as Record<string, unknown>;

  it("takes what hone takes", () => {
    const config = { $schema: "x", timeout: 5, check: ["assert", "overflow"], 32: true, I: "include", D: ["A=1"] };
    expect(violations(config, schema)).toEqual([]);
    expect(violations({ timout: 5 }, schema)).toEqual(["$ should not have timout"]);
    expect(violations({ link: "yes" }, schema)).toEqual(["$.link should be of type boolean"]);
    expect(violations({ output: "x" }, schema)).toHaveLength(1);
  });
});

describe("completions", () => {
  it.each(["bash", "zsh", "fish"])("for %s know commands, options and engines", async (shell) => {
    const { code, stdout } = await hone("completions", shell);
    expect(code).toBe(0);
    for (const word of ["verify", "completions", "timeout", "path-focusing", "octagon"]) expect(stdout).toContain(word);
  });

  it("are for these shells", async () => {
    expect(await hone("completions", "tcsh")).toMatchObject({
      ...{ code: 2, stderr: "hone: `hone completions` takes one shell: bash, zsh or fish\n" },
    });
    expect((await hone("completions")).stderr).toContain("needs a shell");
  });
});
