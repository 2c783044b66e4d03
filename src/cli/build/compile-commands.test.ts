import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readBuild } from "./compile-commands.ts";

const folder = mkdtempSync(join(tmpdir(), "hone-commands-"));
afterAll(() => rmSync(folder, { recursive: true }));

function build(text: string) {
  writeFileSync(join(folder, "compile_commands.json"), text);
  return readBuild(folder);
}

function problem(text: string): string {
  const read = build(text);
  return read.kind === "problem" ? read.message : "";
}

describe("readBuild", () => {
  it("reads both forms of a command, with paths of their directory, and a file twice only where it is compiled in two ways", () => {
    mkdirSync(join(folder, "src"), { recursive: true });
    writeFileSync(join(folder, "src", "flags"), "-DR='a b'");
    const entry = { directory: "src", file: "a.c", command: "gcc @flags -I../inc -c a.c -o CMakeFiles/app.dir/a.c.o" };
    const other = { directory: folder, file: "src/a.c", arguments: ["gcc", "-DX", "-oout/tool.p/a.c.o", "src/a.c"] };
    const cpp = { directory: folder, file: "b.cc", command: "c++ b.cc" };
    const read = build(JSON.stringify([entry, other, entry, cpp]));
    if (read.kind === "problem") throw new Error(read.message);
    // Paths are shown from the working directory where that is shorter, which depends on where the tests run.
    const seen = read.units.map(({ file, target, flags }) => ({
      file: resolve(file),
      target,
      macros: flags.macros,
      paths: flags.includePaths.map((path) => resolve(path)),
    }));
    expect(seen).toEqual([
      {
        file: join(folder, "src/a.c"),
        target: "app",
        macros: [{ kind: "define", name: "R", value: "a b" }],
        paths: [join(folder, "inc")],
      },
      { file: join(folder, "src/a.c"), target: "tool", macros: [{ kind: "define", name: "X", value: "1" }], paths: [] },
    ]);
    expect(read.others.map((path) => resolve(path))).toEqual([join(folder, "b.cc")]);
  });

  it("says what is wrong with a file, and in which entry", () => {
    expect(problem("{")).toMatch(/^it is not JSON/);
    expect(problem("{}")).toBe("a list of entries is expected (compile_commands.json)");
    expect(problem('[{"file": "a.c", "command": "gcc"}, 3]')).toBe("entry 2: an object is expected");
    expect(problem('[{"command": "gcc"}]')).toBe('entry 1: "file" is missing');
    expect(problem('[{"file": "a.c"}]')).toBe('entry 1: "command" or "arguments" is missing');
    expect(problem('[{"file": "a.c", "command": " "}]')).toBe('entry 1: "command" is empty');
    expect(problem('[{"file": "a.c", "command": "gcc \'"}]')).toBe('entry 1: "command" has a quote that is not closed');
    expect(problem('[{"file": "a.c", "arguments": [1]}]')).toBe('entry 1: "arguments" should be strings');
    const missing = readBuild(join(folder, "nowhere"));
    expect(missing.kind === "problem" && missing.message).toMatch(/^no such file: `cmake/);
  });
});
