/** The command line from outside: exit codes, messages, files that are not what they should be. */
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { internalError } from "../src/cli/messages.ts";
import { hone, onlyResult, ROOT } from "./support/command.ts";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hone-test-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const UNSAFE = "void reach_error(void); int main(void) { reach_error(); return 0; }\n";

describe("bad input", () => {
  it.each(["verify", "run", "cfa"])("is exit 2 with a message (%s)", async (command) => {
    const binary = file("binary.c", new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2]));
    expect(await hone(command, join(folder, "missing.c"))).toMatchObject({ code: 2, stdout: "" });
    expect((await hone(command, join(folder, "missing.c"))).stderr).toContain("missing.c: no such file");
    expect((await hone(command, binary)).stderr).toContain("binary file");
    expect((await hone(command)).stderr).toContain("needs a file");
    expect((await hone(command)).code).toBe(2);
  });

  it("names a directory, an empty file and a file without the entry function", async () => {
    expect((await hone(folder)).stderr).toContain("is a directory");
    expect((await hone("run", folder)).stderr).toContain("is a directory");
    const empty = file("empty.c", "");
    expect(await hone(empty)).toMatchObject({ code: 2 });
    expect((await hone(empty)).stderr).toContain('no function "main"');
    expect((await hone("run", "--entry", "start", file("other.c", UNSAFE))).stderr).toContain('no function "start"');
  });

  it("is told in the format that was asked for, where the command line is wrong", async () => {
    const message = "`hone verify` has no option --nope";
    const { code, stdout, stderr } = await hone("x.c", "--format", "json", "--nope");
    expect(code).toBe(2);
    expect(stderr).toBe(`hone: ${message}\n`);
    expect(JSON.parse(stdout)).toMatchObject({ version: 2, problem: message, results: [] });
    expect((await hone("verify", "--nope", "--format=github", "x.c")).stdout).toBe(`::error title=hone::${message}\n`);
    // Other commands have other formats of the same name.
    expect((await hone("cfa", "x.c", "--format", "json", "--nope")).stdout).toBe("");
  });

  it.skipIf(process.getuid?.() === 0)("says that a file may not be read", async () => {
    const secret = file("secret.c", UNSAFE);
    chmodSync(secret, 0);
    expect((await hone(secret)).stderr).toContain("permission denied");
  });

  it("gives diagnostics with a code frame", async () => {
    const path = file("syntax.c", "int main(void) {\n  return 1 +;\n}\n");
    const { code, stderr, stdout } = await hone(path);
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toContain(`${path}:2:13: error: `);
    expect(stderr).toContain("return 1 +;");
  });

  it("takes a bad configuration, task or property for bad input", async () => {
    const program = file("p.c", UNSAFE);
    const property = file("p.prp", "CHECK( init(main()), LTL(F end) )\n");
    expect((await hone(program, "--spec", property)).stderr).toContain("cannot check the property");
    expect((await hone(file("t.yml", "a: b\n"))).stderr).toContain("format_version");
    expect((await hone(program, "--spec", join(folder, "none.prp"))).stderr).toContain("no such file");
    expect(await hone(program, "--engine", "nothing")).toMatchObject({ code: 2 });
  });
});

describe("verify", () => {
  it("reads tasks, with property and data model", async () => {
    file("task.c", "void reach_error(void); int main(void) { if (sizeof(long) == 4) reach_error(); return 0; }\n");
    file("unreach.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
    const task = file(
      "task.yml",
      "format_version: '2.0'\ninput_files: task.c\nproperties:\n  - property_file: unreach.prp\noptions:\n  language: C\n  data_model: ILP32\n",
    );
    expect(await hone(task)).toMatchObject({ code: 1 });
    expect((await hone("--64", task)).code).not.toBe(1);
  });

  it("links files, takes macros and headers", async () => {
    const a = file("a.c", '#include "part.h"\nint main(void) { if (answer() == VALUE) reach_error(); return 0; }\n');
    const b = file("b.c", "int answer(void) { return 42; }\n");
    mkdirSync(join(folder, "include"), { recursive: true });
    file("include/part.h", "int answer(void); void reach_error(void);\n");
    const flags = ["-I", join(folder, "include"), "-DVALUE=42"];
    expect((await hone("--link", ...flags, a, b)).stdout).toContain("hone: UNSAFE");
    expect((await hone("run", "--link", ...flags, a, b)).code).toBe(1);
    expect((await hone("--link", "-I", join(folder, "include"), "-DVALUE=41", a, b)).code).not.toBe(1);
  });

  it("finds each kind of violation, and only the kind that was asked for", async () => {
    const cases: [string, string][] = [
      ["overflow", "extern int input(void); int main(void) { int x = input(); return x + 1; }\n"],
      ["div-zero", "extern int input(void); int main(void) { int x = input(); return 1 / x; }\n"],
      [
        "bounds",
        "int a[4]; extern int input(void); int main(void) { int x = input(); if (x > 3 && x < 9) a[x] = 1; return 0; }\n",
      ],
      [
        "error-label",
        "extern int input(void); int main(void) { if (input() == 5) goto ERROR; return 0; ERROR: return 1; }\n",
      ],
    ];
    for (const [check, source] of cases) {
      const path = file(`${check}.c`, source);
      const asked = await hone("--check", check, "--timeout", "5", path);
      expect(asked.stdout, check).toContain(`(--check ${check})`);
      expect(asked.code, check).toBe(1);
      expect((await hone("--timeout", "5", path)).stdout, check).toContain("no property site");
    }
  });

  it("ends in time and says so", async () => {
    const path = file(
      "endless.c",
      "extern int input(void); void reach_error(void); int main(void) { unsigned n = 0; while (input()) n += 3; if (n == 1u << 20) reach_error(); return 0; }\n",
    );
    const start = performance.now();
    const { stdout, code } = await hone("--timeout", "1", path);
    // The clock is looked at every few milliseconds; the rest is a busy machine.
    expect(performance.now() - start).toBeLessThan(20_000);
    expect(code).toBe(3);
    expect(stdout).toMatch(/hone: UNKNOWN\n$/);
    expect((await hone("--memory", "1", path)).stdout).toContain("memory limit");
  });

  it("writes reports whole or not at all", async () => {
    const path = file("r.c", UNSAFE);
    const out = join(folder, "report.json");
    expect(await hone("--format", "json", "-o", out, path)).toMatchObject({ code: 1, stdout: "" });
    expect(onlyResult(readFileSync(out, "utf8"))).toMatchObject({ verdict: "unsafe" });
    const nowhere = join(folder, "no/such/folder/report.json");
    expect(await hone("--format", "json", "-o", nowhere, path)).toMatchObject({ code: 2 });
    expect(existsSync(nowhere)).toBe(false);
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });
});

describe("run", () => {
  it("replays the counterexample of a result", async () => {
    const path = file(
      "replay.c",
      "extern int __VERIFIER_nondet_int(void); void reach_error(void); int main(void) { int x; if (x == 3 && __VERIFIER_nondet_int() == -7) reach_error(); return 0; }\n",
    );
    const out = join(folder, "replay.json");
    expect((await hone("--format", "json", "-o", out, path)).code).toBe(1);
    const { code, stderr } = await hone("run", path, "--replay", out);
    expect(code).toBe(1);
    expect(stderr).toContain("reach_error is called");
    expect((await hone("run", path, "--replay", path)).stderr).toContain("no result of hone");
    // What versions before the second wrote: the result itself, or a list.
    const result = onlyResult(readFileSync(out, "utf8"));
    for (const before of [result, [result]]) {
      writeFileSync(out, JSON.stringify(before));
      expect((await hone("run", path, "--replay", out)).code).toBe(1);
    }
    expect((await hone("run", path, "--seed", "1", "--inputs", "2")).stderr).toContain("exclude each other");
  });

  it("replays one of a program that looks at addresses, which are among its inputs", async () => {
    const path = file(
      "addresses.c",
      "extern int __VERIFIER_nondet_int(void); void reach_error(void); int a, b; int main(void) { long d = (long)&a - (long)&b; int x = __VERIFIER_nondet_int(); if (d != 0 && x == -7) reach_error(); return 0; }\n",
    );
    const out = join(folder, "addresses.json");
    expect((await hone("--format", "json", "-o", out, path)).code).toBe(1);
    const { counterexample } = onlyResult(readFileSync(out, "utf8"));
    expect(counterexample?.inputs.map(({ source }) => source).join()).toContain("address");
    expect((await hone("run", path, "--replay", out)).code).toBe(1);
  });

  it("stops after the given steps", async () => {
    const path = file("loop.c", "int main(void) { for (;;) ; }\n");
    const { code, stderr } = await hone("run", path, "--steps", "1000");
    expect(code).toBe(3);
    expect(stderr).toContain("steps");
  });
});

describe("the executable", () => {
  const built = existsSync(join(ROOT, "dist/cli.js"));

  it("answers --version", () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
    expect(execFileSync(process.execPath, [join(ROOT, "bin/hone"), "--version"], { encoding: "utf8" })).toBe(
      `hone ${version}\n`,
    );
  });

  it.skipIf(!built)("survives a reader that goes away", () => {
    const command = `"${process.execPath}" bin/hone cfa examples/*.c | head -1; exit \${PIPESTATUS[0]}`;
    const { status, stderr } = spawnSync("bash", ["-c", command], { cwd: ROOT, encoding: "utf8" });
    expect(stderr).toBe("");
    expect(status).toBe(0);
  });

  it("calls a bug a bug", () => {
    const text = internalError(new Error("a label should exist"), ["x.c"]);
    expect(text).toContain("hone: internal error: a label should exist");
    expect(text).toContain("report it");
  });
});
