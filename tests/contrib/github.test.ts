/** The action and the hook as their users meet them: a repository with a base and a change, and what is left behind. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { ROOT } from "../support/command.ts";
import { THOROUGH } from "../support/thorough.ts";

const isBuilt = existsSync(join(ROOT, "dist/cli.js"));
const folder = mkdtempSync(join(tmpdir(), "hone-action-"));
const FILES = {
  "old.c": "#include <assert.h>\nint sensor(void);\nint main(void) { assert(sensor() != 77777); return 0; }\n",
  "new folder/good.c": "#include <assert.h>\nint main(void) { int x = 2; assert(x == 2); return 0; }\n",
  "bad.c": "#include <assert.h>\nint sensor(void);\nint main(void) {\n  assert(sensor() <= 5);\n  return 0;\n}\n",
  "unread.c": "int main(void) { return 0 }\n",
};

function git(...words: string[]): string {
  const author = ["-c", "user.name=a", "-c", "user.email=a@b"];
  const { status, stdout, stderr } = spawnSync("git", [...author, ...words], { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${words.join(" ")}: ${stderr}`);
  return stdout.trim();
}

function add(name: keyof typeof FILES): void {
  writeFileSync(join(folder, name), FILES[name]);
  git("add", name);
  git("commit", "-qm", name);
}

interface Left {
  readonly code: number | null;
  readonly stdout: string;
  readonly summary: string;
  readonly output: Readonly<Record<string, string>>;
}

function act(environment: Readonly<Record<string, string>>): Left {
  const left = mkdtempSync(join(folder, ".git", "left-"));
  const [summary, output] = [join(left, "summary"), join(left, "output")];
  const env = { ...process.env, GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: output, RUNNER_TEMP: left, TIMEOUT: "20" };
  const { status, stdout } = spawnSync(process.execPath, [join(ROOT, "contrib/github/verify.mjs"), ROOT], {
    ...{ cwd: folder, encoding: "utf8", env: { ...env, ...environment } },
  });
  const read = (file: string) => (existsSync(file) ? readFileSync(file, "utf8") : "");
  const lines = read(output).split("\n").filter(Boolean);
  return {
    code: status,
    stdout,
    summary: read(summary),
    output: Object.fromEntries(lines.map((line) => line.split("=") as [string, string])),
  };
}

describe.skipIf(!isBuilt)("the action", { timeout: 60_000 }, () => {
  let base = "";

  beforeAll(() => {
    git("init", "-q");
    add("old.c");
    base = git("rev-parse", "HEAD");
    mkdirSync(join(folder, "new folder"));
    add("new folder/good.c");
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("verifies what a pull request changes, and nothing else", () => {
    const { code, summary, output } = act({ BASE: base });
    expect(code).toBe(0);
    expect(summary).toContain("| new folder/good.c | safe |");
    expect(summary).not.toContain("old.c");
    expect(output["verdict"]).toBe("safe");
    expect(JSON.parse(readFileSync(output["sarif"] as string, "utf8"))).toMatchObject({ version: "2.1.0" });
  });

  it("fails by a violation, with its line, unless nothing should fail", () => {
    add("bad.c");
    const { code, stdout, summary, output } = act({ BASE: base });
    expect(code).toBe(1);
    expect(stdout).toContain("::error file=bad.c,line=4,title=hone::assertion fails");
    expect(summary).toContain("| bad.c | unsafe | line 4: assertion fails |");
    expect(output["verdict"]).toBe("unsafe");
    const log = JSON.parse(readFileSync(output["sarif"] as string, "utf8"));
    expect(log.runs[0].results).toHaveLength(1);
    expect(act({ BASE: base, FAIL_ON: "nothing" }).code).toBe(0);
  });

  it("takes patterns and options, and a file that cannot be read fails", () => {
    add("unread.c");
    const { code, stdout } = act({ FILES: "un*.c\nnothing/*.c", ARGUMENTS: "--64" });
    expect(code).toBe(1);
    expect(stdout).toMatch(/::error file=unread\.c,title=hone::.*';'/);
    expect(act({ FILES: "nothing/*.c" })).toMatchObject({ code: 0, output: { verdict: "safe" } });
  });

  it("says what is wrong with its inputs", () => {
    expect(act({ FAIL_ON: "always" })).toMatchObject({ code: 2, stdout: expect.stringContaining("fail-on should be") });
    const wrong = act({ FILES: "bad.c", CHECKS: "nonsense" });
    expect(wrong.code).toBe(2);
    expect(wrong.stdout).toContain("nonsense");
  });
});

describe("files by the thousand", () => {
  const HONE = `import { appendFileSync, writeFileSync } from "node:fs";
const words = process.argv.slice(2);
const files = words.slice(words.indexOf("--") + 1);
appendFileSync(new URL("../asked", import.meta.url), words.join(" ").length + "\\n");
const results = files.map((file) => ({ file, verdict: file.endsWith("7.c") ? "unknown" : "safe", reason: "a limit" }));
writeFileSync(words[words.indexOf("-o") + 1], JSON.stringify({ results, tool: { version: "1" } }));`;
  const place = mkdtempSync(join(tmpdir(), "hone-many-"));
  const home = join(place, "home");
  const inRepository = (words: string[], input = "") =>
    spawnSync("git", words, { cwd: place, encoding: "utf8", input }).stdout.trim();

  function actOnAll(environment: Readonly<Record<string, string>>) {
    const left = mkdtempSync(join(place, "left-"));
    const [summary, output] = [join(left, "summary"), join(left, "output")];
    const env = { ...process.env, GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: output, RUNNER_TEMP: left };
    const script = join(ROOT, "contrib/github/verify.mjs");
    const { status } = spawnSync(process.execPath, [script, home], { cwd: place, env: { ...env, ...environment } });
    return { status, summary: readFileSync(summary, "utf8"), output: readFileSync(output, "utf8") };
  }

  beforeAll(() => {
    for (const part of ["bin", "dist"]) mkdirSync(join(home, part), { recursive: true });
    writeFileSync(join(home, "package.json"), '{ "type": "module" }');
    writeFileSync(join(home, "bin/hone"), HONE);
    writeFileSync(join(home, "dist/core.js"), "export const sarifReport = (results) => JSON.stringify(results);");
    inRepository(["init", "-q"]);
    const blob = inRepository(["hash-object", "-w", "--stdin"]);
    const names = Array.from({ length: 20_000 }, (_, at) => `${"a long name ".repeat(10)}${at}.c`);
    inRepository(["update-index", "--index-info"], names.map((name) => `100644 ${blob}\t${name}\n`).join(""));
  });
  afterAll(() => rmSync(place, { recursive: true }));

  it.runIf(THOROUGH)("are verified by several commands, and told together", () => {
    const { status, summary, output } = actOnAll({});
    expect(status).toBe(0);
    expect(summary.match(/ \| safe \| /g)).toHaveLength(18_000);
    expect(output).toContain("verdict=unknown\n");
    const lengths = readFileSync(join(home, "asked"), "utf8").trim().split("\n").map(Number);
    expect(lengths.length).toBeGreaterThan(1);
    expect(Math.max(...lengths)).toBeLessThan(300_000);
  });

  it("can be named, and left out, by patterns of git", () => {
    const { summary } = actOnAll({ FILES: "*1234.c *1237.c\n:!*11237.c" });
    expect(summary.match(/\d+\.c \| \w+/g)?.sort()).toEqual([
      ...["11234.c | safe", "1234.c | safe", "1237.c | unknown"],
    ]);
  });
});

describe("what GitHub and pre-commit read", () => {
  const action = parse(readFileSync(join(ROOT, "action.yml"), "utf8"));

  it("hands every input on, to files that are there", () => {
    const text = JSON.stringify(action.runs.steps);
    for (const name of Object.keys(action.inputs)) expect(text, name).toContain(`inputs.${name}`);
    expect(text).toContain("contrib/github/verify.mjs");
    for (const step of action.runs.steps) expect(step.uses !== undefined || step.shell === "bash").toBe(true);
  });

  it("has a hook for programs, not for headers, which are of the type `c`, too", () => {
    const [hook] = parse(readFileSync(join(ROOT, ".pre-commit-hooks.yaml"), "utf8"));
    const names = ["a.c", "folder/b.c", "a.h", "a.m", "a.cpp", "a.c.orig", "ac"];
    expect(names.filter((name) => new RegExp(hook.files).test(name))).toEqual(["a.c", "folder/b.c"]);
    expect(hook.types ?? ["file"]).not.toContain("c");
  });

  it("has a hook that lets unknown pass, and nothing else", () => {
    const [hook] = parse(readFileSync(join(ROOT, ".pre-commit-hooks.yaml"), "utf8"));
    const script = /^bash -c '(.*)' hone$/.exec(hook.entry)?.[1] as string;
    const codes = [0, 1, 2, 3, 101].map((code) => {
      const { status } = spawnSync("bash", ["-c", `hone() { return ${code}; }\n${script}`, "hone", "a.c"]);
      return status === 0 ? "passes" : "fails";
    });
    expect(codes).toEqual(["passes", "fails", "fails", "passes", "fails"]);
  });
});
