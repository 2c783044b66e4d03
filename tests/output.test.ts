/** Files that the user asks for never cost the verdict: refused before the run, or told after it. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hone, onlyResult } from "./support/command.ts";

const UNSAFE = "void reach_error(void); int main(void) { reach_error(); return 0; }\n";
const SAFE = "void reach_error(void); int main(void) { int x = 1; if (x == 2) reach_error(); return 0; }\n";
// A device that is always full, where the system has one.
const FULL = "/dev/full";

let folder: string;
let unsafe: string;
let safe: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hone-output-"));
  unsafe = join(folder, "unsafe.c");
  safe = join(folder, "safe.c");
  writeFileSync(unsafe, UNSAFE);
  writeFileSync(safe, SAFE);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const OPTIONS = ["-o", "--html", "--test", "--harness"];

describe("output that cannot be written", () => {
  it.each(OPTIONS)("is found before the run: %s", async (option) => {
    const missing = await hone(unsafe, option, join(folder, "missing", "out"));
    expect(missing).toMatchObject({ code: 2, stdout: "" });
    expect(missing.stderr).toContain("there is no such folder");
    const directory = await hone(unsafe, option, folder);
    expect(directory).toMatchObject({ code: 2, stdout: "" });
    expect(directory.stderr).toContain("is a directory");
    const behindFile = await hone(unsafe, option, join(unsafe, "out"));
    expect(behindFile).toMatchObject({ code: 2, stdout: "" });
  });

  it("is found before the run: --dump-queries", async () => {
    expect(await hone(unsafe, "--dump-queries", unsafe)).toMatchObject({ code: 2, stdout: "" });
  });

  it("is the program itself, or another output", async () => {
    expect(await hone(unsafe, "--test", unsafe)).toMatchObject({ code: 2, stdout: "" });
    expect(readFileSync(unsafe, "utf8")).toBe(UNSAFE);
    const both = join(folder, "both");
    const twice = await hone(unsafe, "-o", both, "--html", both);
    expect(twice).toMatchObject({ code: 2, stdout: "" });
    expect(twice.stderr).toContain("it would overwrite what -o writes");
    expect(existsSync(both)).toBe(false);
  });

  it("leaves what was there, and nothing that was not, when the run does not come to it", async () => {
    const kept = join(folder, "kept.json");
    writeFileSync(kept, "kept\n");
    const fresh = join(folder, "fresh.html");
    // The other output is wrong, so nothing is run; and a safe program gets no test.
    expect((await hone(unsafe, "-o", kept, "--html", folder)).code).toBe(2);
    expect((await hone(safe, "--test", fresh)).code).toBe(0);
    expect(readFileSync(kept, "utf8")).toBe("kept\n");
    expect(existsSync(fresh)).toBe(false);
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it.skipIf(!existsSync(FULL)).each(OPTIONS)("fails after the run without costing the verdict: %s", async (option) => {
    const { code, stdout, stderr } = await hone(unsafe, option, FULL);
    expect(stdout).toMatch(/hone: UNSAFE\n$/);
    expect(stderr).toContain(`${FULL}: no space left on the device`);
    expect(code).toBe(1);
    expect(await hone(safe, option, FULL)).toMatchObject({ code: 0, stdout: expect.stringMatching(/hone: SAFE\n$/) });
  });

  it.skipIf(!existsSync(FULL))("gives the whole report in the format that was asked for", async () => {
    const { code, stdout } = await hone(unsafe, "--format", "json", "-o", FULL);
    expect(onlyResult(stdout).verdict).toBe("unsafe");
    expect(code).toBe(1);
  });
});

describe("output that can be written", () => {
  it("goes to the file behind a link, whole", async () => {
    mkdirSync(join(folder, "elsewhere"));
    const target = join(folder, "elsewhere", "result.json");
    writeFileSync(target, "old");
    const link = join(folder, "link.json");
    symlinkSync(target, link);
    expect((await hone(unsafe, "--format", "json", "-o", link)).code).toBe(1);
    expect(onlyResult(readFileSync(target, "utf8")).verdict).toBe("unsafe");
    expect(readdirSync(join(folder, "elsewhere"))).toEqual(["result.json"]);
  });

  it("leaves a device a device", async () => {
    expect((await hone(unsafe, "-o", "/dev/null")).code).toBe(1);
    expect(readFileSync("/dev/null", "utf8")).toBe("");
  });

  it("is a test under its new and its old name", async () => {
    for (const option of ["--test", "--harness"]) {
      const test = join(folder, `${option}.c`);
      expect((await hone(unsafe, option, test)).code).toBe(1);
      expect(readFileSync(test, "utf8")).toContain("reach_error");
    }
  });
});

describe("exit codes of several files", () => {
  it("are the worst: bad input, then unsafe, then unknown, then safe", async () => {
    const unknown = join(folder, "unknown.c");
    writeFileSync(
      unknown,
      `unsigned nondet(void); void reach_error(void);
       int main(void) { unsigned x = nondet(); if (x * x * x + x * 7 == 123456789u && x % 9973 == 17) reach_error(); return 0; }\n`,
    );
    const bad = join(folder, "bad.c");
    writeFileSync(bad, "int main(void) { return }\n");
    const code = async (...files: string[]) => (await hone("verify", "--engine", "concrete", "--quiet", ...files)).code;
    expect(await code(safe, unsafe)).toBe(1);
    expect(await code(unknown, unsafe, safe)).toBe(1);
    expect(await code(unsafe, bad, safe)).toBe(2);
    expect(await code(unknown, safe)).toBe(3);
  });
});
