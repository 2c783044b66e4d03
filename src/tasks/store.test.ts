import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withContents } from "./content.ts";
import { openStore } from "./store.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hone-store-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

const store = (version = "1", onProblem: (message: string) => void = () => {}) =>
  openStore({ folder: join(folder, "kept"), version, onProblem });

describe("a store", () => {
  it("gives back what was kept under the same key by the same version", () => {
    store().keep({ line: ["a"] }, { verdict: "safe" });
    expect(store().recall({ line: ["a"] })).toEqual({ verdict: "safe" });
    expect(store().recall({ line: ["b"] })).toBeUndefined();
    expect(store("2").recall({ line: ["a"] })).toBeUndefined();
  });

  it("takes an entry that cannot be read for none", () => {
    store().keep({ line: ["a"] }, 1);
    const [name = ""] = readdirSync(join(folder, "kept"));
    for (const text of ["", '{"key":', '{"key":{"hone":"1","line":["b"]},"value":1}']) {
      writeFileSync(join(folder, "kept", name), text);
      expect(store().recall({ line: ["a"] })).toBeUndefined();
    }
  });

  it("says once that nothing can be kept, and goes on", () => {
    writeFileSync(join(folder, "kept"), "a file");
    const told: string[] = [];
    const broken = store("1", (message) => told.push(message));
    broken.keep({}, 1);
    broken.keep({}, 2);
    expect(told).toHaveLength(1);
  });
});

describe("a line with the content of its files", () => {
  it("changes with a file, its headers and the parts of a task, and not with where they stand", () => {
    const write = (place: string, header: string) => {
      mkdirSync(join(folder, place, "include"), { recursive: true });
      writeFileSync(join(folder, place, "a.c"), '#include "a.h"\nint main(void) { return A; }\n');
      writeFileSync(join(folder, place, "include", "a.h"), header);
      writeFileSync(join(folder, place, "a.yml"), "format_version: '2.0'\ninput_files: a.c\n");
    };
    const line = (place: string) =>
      withContents(["-I", join(folder, place, "include"), join(folder, place, "a.c")]).slice(2);
    write("one", "#define A 1\n");
    write("two", "#define A 1\n");
    const before = line("one");
    expect(line("two")).toEqual(before);
    write("one", "#define A 2\n");
    expect(line("one")).not.toEqual(before);
    const task = () => withContents([join(folder, "one", "a.yml")]);
    const whole = task();
    writeFileSync(join(folder, "one", "a.c"), "int main(void) { return 1; }\n");
    expect(task()).not.toEqual(whole);
    expect(withContents(["--32", "no-file.c"])).toEqual(["--32", "no-file.c"]);
  });

  it.each([
    ["by an absolute path", (header: string) => header, () => []],
    ["in a folder of -isystem", () => "s.h", (inside: string) => ["-isystem", inside]],
    ["in a folder of -iquote", () => "s.h", (inside: string) => [`-iquote${inside}`]],
  ])("changes with a header that is found %s", (_, name, words) => {
    mkdirSync(join(folder, "system"));
    const header = join(folder, "system", "s.h");
    const program = join(folder, "p.c");
    writeFileSync(program, `#include "${name(header)}"\n`);
    const line = () => withContents([...words(join(folder, "system")), program]).at(-1);
    writeFileSync(header, "#define A 1\n");
    const before = line();
    writeFileSync(header, "#define A 2\n");
    expect(line()).not.toBe(before);
  });
});
