/** The action and the hook as their users meet them: a repository with a base and a change, and what is left behind. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { ROOT } from "../support/command.ts";

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

describe("what GitHub and pre-commit read", () => {
  const action = parse(readFileSync(join(ROOT, "action.yml"), "utf8"));

  it("hands every input on, to files that are there", () => {
    const text = JSON.stringify(action.runs.steps);
    for (const name of Object.keys(action.inputs)) expect(text, name).toContain(`inputs.${name}`);
    expect(text).toContain("contrib/github/verify.mjs");
    for (const step of action.runs.steps) expect(step.uses !== undefined || step.shell === "bash").toBe(true);
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
