import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Bundle, bundleOf, parseBundle } from "./bundle.ts";
import { withContents } from "./content.ts";
import { confined, filesBelow, isDirectory, readHeader, readText } from "./files.ts";

let folder: string;
const at = (...names: string[]) => join(folder, ...names);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hone-bundle-"));
  mkdirSync(at("set", "include"), { recursive: true });
  mkdirSync(at("other"));
  writeFileSync(at("secret.h"), "#define SECRET 1\n");
  writeFileSync(at("other", "o.h"), "");
  writeFileSync(at("set", "include", "a.h"), '#include "b.h"\n');
  writeFileSync(at("set", "include", "b.h"), "");
});

afterEach(() => rmSync(folder, { recursive: true }));

const write = (text: string) => writeFileSync(at("set", "p.c"), text);
const names = (bundle: Bundle) => bundle.map(([path]) => path.replace(`${folder}/`, "")).sort();

describe("a bundle", () => {
  it("holds the files of a line and what they refer to", () => {
    write('#include "include/a.h"\n#include <stdio.h>\n');
    const { bundle, refused } = bundleOf(["--32", at("set", "p.c")], [at("set")]);
    expect(names(bundle)).toEqual(["set/include/a.h", "set/include/b.h", "set/p.c"]);
    expect(refused).toEqual([]);
  });

  it("takes nothing along that a program reaches out for, but from folders that the user names", () => {
    symlinkSync(at("secret.h"), at("set", "link.h"));
    write(`#include "../secret.h"\n#include "${at("secret.h")}"\n#include "link.h"\n#include "../other/o.h"\n`);
    const { bundle, refused } = bundleOf([at("set", "p.c")], [at("set"), at("other")]);
    expect(names(bundle)).toEqual(["other/o.h", "set/p.c"]);
    expect(refused.map(({ path }) => path.replace(`${folder}/`, "")).sort()).toEqual(["secret.h", "set/link.h"]);
    expect(names(bundleOf(["-I", at("other"), at("set", "p.c")], [at("set")]).bundle)).toContain("other/o.h");
  });

  it("holds the parts of a task, also a property beside the set, if it is one", () => {
    writeFileSync(at("good.prp"), "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
    writeFileSync(at("bad.prp"), "password: 1234\n");
    write("int main(void) { return 0; }\n");
    const task = (property: string, input: string) =>
      `format_version: '2.0'\ninput_files: '${input}'\nproperties:\n  - property_file: ../${property}\n`;
    writeFileSync(at("set", "t.yml"), task("good.prp", "p.c"));
    writeFileSync(at("set", "u.yml"), task("bad.prp", "../secret.h"));
    expect(names(bundleOf([at("set", "t.yml")], [at("set")]).bundle)).toEqual(["good.prp", "set/p.c", "set/t.yml"]);
    expect(names(bundleOf([at("set", "u.yml")], [at("set")]).bundle)).toEqual(["set/u.yml"]);
  });

  it("holds a file that a program only asks for, and one that is next in turn", () => {
    writeFileSync(at("set", "asked.h"), "");
    write('#if __has_include("asked.h")\n#include_next <include/b.h>\n#endif\n');
    expect(names(bundleOf([at("set", "p.c")], [at("set")]).bundle)).toEqual([
      "set/asked.h",
      "set/include/b.h",
      "set/p.c",
    ]);
  });

  it("is made whatever a program or a line calls a file", () => {
    symlinkSync("loop.h", at("set", "loop.h"));
    write(`#include "${"long".repeat(100)}.h"\n#include "loop.h"\n`);
    const line = [`-DNAME=${"x".repeat(5000)}`, at("set", "p.c")];
    expect(names(bundleOf(line, [at("set")]).bundle)).toEqual(["set/p.c"]);
    expect(withContents(line)[1]).toMatch(/^p\.c [0-9a-f]+$/);
  });

  it("is all that can be read, however a path is spelt", async () => {
    const texts = new Map([
      ["a/b.c", "text"],
      ["__proto__", "odd"],
    ]);
    await confined(texts, async () => {
      expect(readText("a/../a/./b.c")).toEqual({ kind: "text", text: "text" });
      expect(readHeader("__proto__")).toBe("odd");
      expect([isDirectory("a"), isDirectory("/tmp")]).toEqual([true, false]);
      expect([filesBelow("a"), filesBelow("/tmp")]).toEqual([["a/b.c"], []]);
      for (const path of ["/etc/passwd", "package.json", "../a/b.c", "-", "", "constructor"])
        expect(readText(path)).toEqual({ kind: "problem", message: "no such file in the bundle" });
    });
    expect(readText("package.json").kind).toBe("text");
  });

  it("travels as JSON, which is looked at", () => {
    expect(parseBundle('[["a.c","x"]]')).toEqual([["a.c", "x"]]);
    for (const wrong of ["", "{", '{"a.c":"x"}', '[["a.c"]]', '[["a.c",1]]', "null"])
      expect(typeof parseBundle(wrong), wrong).toBe("string");
  });
});
