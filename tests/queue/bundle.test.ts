/** `hone verify --bundle`: what a worker starts sees the bundle and nothing else of the machine. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hone } from "../support/command.ts";

const PROGRAM =
  '#include "limit.h"\nvoid reach_error(void);\nint main(void) { if (LIMIT != 3) reach_error(); return 0; }\n';

describe("a program in a bundle", () => {
  let folder: string;
  let bundle: string;
  const verify = (files: readonly (readonly [string, string])[], ...line: string[]) => {
    writeFileSync(bundle, JSON.stringify(files));
    return hone("verify", "--quiet", "--bundle", bundle, ...line);
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "hone-bundle-"));
    bundle = join(folder, "bundle.json");
    writeFileSync(join(folder, "limit.h"), "#define LIMIT 4\n");
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it("has its own headers and defaults", async () => {
    const files = [
      ["sub/p.c", PROGRAM],
      ["inc/limit.h", "#define LIMIT 3\n"],
      ["hone.config.json", '{ "I": "inc" }'],
    ] as const;
    expect((await verify(files, "sub/p.c")).stdout).toBe("hone: SAFE\n");
  });

  it.each([
    ["an absolute path", () => join(folder, "limit.h")],
    ["a path that goes up", () => `../../../../../../../../..${join(folder, "limit.h")}`],
  ])("reads no file of the machine by %s", async (_, path) => {
    const { code, stderr } = await verify([["p.c", PROGRAM.replace("limit.h", path())]], "p.c");
    expect(stderr).toContain("limit.h");
    expect(stderr).not.toContain("LIMIT 4");
    expect(code).toBe(2);
  });

  it("reads none that the line names, and writes none", async () => {
    expect((await verify([], "examples/ring-buffer.c")).stderr).toContain("no such file in the bundle");
    expect((await verify([["p.c", PROGRAM]], "-include", join(folder, "limit.h"), "p.c")).code).toBe(2);
    const spec = "tests/bench/tasks/defined/unreach-call.prp";
    expect((await verify([["p.c", PROGRAM]], "--spec", spec, "p.c")).stderr).toContain("no such file in the bundle");
    for (const option of ["-o", "--html", "--test", "--save-precision", "--dump-queries"]) {
      const { code, stderr } = await verify([["p.c", PROGRAM]], option, join(folder, "written"), "p.c");
      expect([code, stderr], option).toEqual([2, expect.stringContaining("which --bundle does not allow")]);
    }
    expect(existsSync(join(folder, "written"))).toBe(false);
  });

  it("shows no line of a file that a line marker names", async () => {
    const text = `void reach_error(void);\n# 1 "${join(folder, "limit.h")}"\nint main(void) { reach_error(); return 0; }\n`;
    writeFileSync(bundle, JSON.stringify([["p.i", text]]));
    const { stdout, stderr } = await hone("verify", "--bundle", bundle, "p.i");
    expect(stdout).toContain("hone: UNSAFE");
    expect(stdout + stderr).not.toContain("LIMIT 4");
  });

  it("has one bundle, which is one", async () => {
    expect((await verify([], "--bundle=other.json", "p.c")).stderr).toContain("one bundle is expected");
    writeFileSync(join(folder, "options"), `--bundle ${bundle}`);
    expect((await hone("verify", `@${join(folder, "options")}`, "p.c")).stderr).toContain("on the command line itself");
    writeFileSync(bundle, "int main");
    expect((await hone("verify", "--bundle", bundle, "p.c")).stderr).toContain("it is not JSON");
  });
});
