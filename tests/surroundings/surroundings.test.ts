/**
 * What stands around a program and in its comments: ACSL's annotations, memory at fixed addresses, attributes of parameters, the
 * environment and standard input, statics that begin with anything. Each program of `programs` is safe, and with `-DBROKEN` it is not:
 *   // options: --acsl all        how it is verified
 *   // broken: TEXT               what is violated then
 *   // why: TEXT                  how that is explained
 *   // input: NAME = VALUE        one of the inputs of the counterexample, which `hone run --replay` follows, and a test feeds
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { hone, onlyResult } from "../support/command.ts";
import { hasGcc } from "../support/gcc.ts";

const PROGRAMS = "tests/surroundings/programs";
const folder = mkdtempSync(join(tmpdir(), "hone-surroundings-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function header(file: string, name: string): string | undefined {
  return new RegExp(`^// ${name}: (.*)$`, "m").exec(readFileSync(file, "utf8"))?.[1];
}

const programs = readdirSync(PROGRAMS).map((name) => join(PROGRAMS, name));
const optionsOf = (file: string) => (header(file, "options") ?? "").split(" ");

describe("a program and its surroundings", () => {
  it.each(programs)("%s is safe", async (file) => {
    const { stdout, stderr } = await hone("verify", ...optionsOf(file), file);
    expect(stdout + stderr).toMatch(/^hone: SAFE$/m);
  });

  it.each(programs)("%s, broken, is not", async (file) => {
    const { stdout } = await hone("verify", ...optionsOf(file), "-DBROKEN", "--format", "json", file);
    const result = onlyResult(stdout);
    expect(result).toMatchObject({
      verdict: "unsafe",
      violation: {
        message: expect.stringContaining(header(file, "broken") ?? "?"),
        why: expect.stringContaining(header(file, "why") ?? ""),
      },
    });
    const [, source, value] = /^(.*) = (.*)$/.exec(header(file, "input") ?? "") ?? [];
    if (source === undefined) return;
    expect(result.counterexample?.inputs).toContainEqual({ source, value });
    const replay = join(folder, "result.json");
    writeFileSync(replay, stdout);
    const { code } = await hone("run", ...optionsOf(file), "-DBROKEN", "--replay", replay, file);
    expect(code).toBe(1);
  });

  it("is replayed with the regions that it was found with", async () => {
    const file = join(PROGRAMS, "region-plain.c");
    const { stdout } = await hone("verify", ...optionsOf(file), "-DBROKEN", "--format", "json", file);
    expect(onlyResult(stdout).configuration).toMatchObject({ regions: ["0x40000000:0x10"] });
    const replay = join(folder, "region.json");
    writeFileSync(replay, stdout);
    expect((await hone("run", "-DBROKEN", "--replay", replay, file)).code).toBe(1);
  });
});

describe.skipIf(!hasGcc(64))("a generated test", () => {
  const feeding = programs.filter((file) => header(file, "input") !== undefined);
  const annotated = programs.filter((file) => /acsl-(assert|integers|division)/.test(file));
  it.each([...feeding, ...annotated])("of %s fails as promised", async (file) => {
    const test = join(folder, "test.c");
    const { stdout } = await hone("verify", ...optionsOf(file), "-DBROKEN", "--test", test, resolve(file));
    const command = /^Test: (.*)$/m.exec(stdout)?.[1] ?? "";
    expect(command).toMatch(/^cc /);
    const run = spawnSync("sh", ["-c", command], { cwd: folder, encoding: "utf8", input: "" });
    expect(run.status, run.stderr).toBe(1);
    expect(run.stdout).toContain("hone: error reached");
  });
});

describe("what is not understood", () => {
  const source = join(folder, "source.c");
  const refused = async (text: string, ...argv: string[]) => {
    writeFileSync(source, text);
    const { code, stderr } = await hone("verify", ...argv, source);
    expect(code).toBe(2);
    return stderr;
  };
  const inMain = (annotation: string) =>
    `int g, *p; double d; volatile int v; unsigned long u;\nint main(void) {\n  int i = 0;\n  ${annotation}\n  return i;\n}\n`;

  it.each([
    ["//@ ghost int k = 0;", "'ghost' is not understood"],
    ["/*@ loop assigns i; */ while (i < 3) i++;", "'loop assigns' is not understood"],
    ["/*@ loop invariant i >= 0; */ i = 1;", "a loop should follow"],
    ["/*@ requires i == 0; */ i = 1;", "'requires' is not understood"],
    ["//@ assert \\old(i) == 0;", "'\\old' is not understood"],
    ["//@ assert main() == 0;", "the call of 'main'"],
    ["//@ assert d + 1.5 > 0.0;", "real numbers"],
    ["//@ assert d < 0.1;", "real number that is no floating-point number"],
    ["//@ assert v == v;", "volatile"],
    ["//@ assert 0 < i > 5;", "in one direction"],
    ["//@ assert \\forall integer k; k >= 0 ==> k + i >= i;", "bounds on both sides"],
    ["//@ assert u * u * u > 0;", "more than 128 bits"],
    ["//@ admit g / i == 1;", "cannot be assumed"],
    ["//@ assert i == 0", "expected ';'"],
    ["//@ assert j == 0;", "'j' is not declared"],
    ["i = 1 /*@ assert i == 0; */ + 2;", "expected ';'"],
    ["#define M 1 //@ assert i == 0;", "in a directive"],
  ])("%s", async (annotation, message) => {
    expect(await refused(inMain(annotation), "--acsl", "all")).toContain(message);
  });

  it("is left out and told where only assertions are read", async () => {
    writeFileSync(
      source,
      inMain("/*@ loop assigns i; loop variant 3 - i; */ while (i < 3) i++;\n  //@ assert i == 3;"),
    );
    const { stdout } = await hone("verify", "--acsl", "assert", source);
    expect(stdout).toContain('Assuming: ACSL\'s "loop assigns" is left out at line 4');
    expect(stdout).toMatch(/^hone: SAFE$/m);
  });

  it.each([
    [["0x40000000"], "ADDRESS:SIZE is expected"],
    [["0x40000000:0"], "no bytes"],
    [["0:16"], "below 4096"],
    [["0x40000000:0xffffffff"], "64 MB"],
    [["0x1000g:4"], "is no address"],
    [["0x40000000:4:rom"], "neither memory nor registers"],
    [["0x800000000000:16"], "beyond the last address"],
    [["0x40000000:16", "0x4000000f:1"], "overlaps the region at 0x40000000"],
    [["0xfffff000:16", "--32"], "ends beyond 0xfffff000"],
  ])("--region %s", async ([first = "", second], message) => {
    const more = second === undefined ? [] : second.startsWith("--") ? [second] : ["--region", second];
    expect(await refused("int main(void) { return 0; }", "--region", first, ...more)).toContain(message);
  });

  it("is a promise that is broken, or that does not fit", async () => {
    const text = "int f(int *p) __attribute__((nonnull(1)));\nint f(int *p) { return *p; }\n";
    expect(await refused(text, "--entry", "f", "--param", "p=null")).toContain("never null");
    const odd =
      "int f(int *p, int *n) __attribute__((access(read_only, 1, 2)));\nint f(int *p, int *n) { return *p; }\n";
    expect(await refused(odd, "--entry", "f", "--param", "n=1")).toContain("which is no whole number");
    expect(await refused("int main(void) { return 0; }", "--nondet-static-exclude", "x")).toContain("no static 'x'");
  });
});
