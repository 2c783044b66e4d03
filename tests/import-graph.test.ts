import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "./support/command.ts";
import { cycles, folderGraph, importsOf, picture, sourceFiles, wrongImports } from "./support/import-graph.ts";

const files = sourceFiles(join(ROOT, "src"));

describe("imports", () => {
  it("go in one direction between folders, and files import each other in a circle only with a reason", () => {
    expect(wrongImports(files)).toEqual([]);
  });

  it("are drawn in ARCHITECTURE.md as `npm run graph` prints them (`npm run accept` redraws)", () => {
    const page = join(ROOT, "ARCHITECTURE.md");
    const text = readFileSync(page, "utf8");
    const drawn = text.replace(/(?<=```\n)util\n[^`]*/, picture(folderGraph(files)) ?? "");
    if (process.env["HONE_ACCEPT"] !== undefined) writeFileSync(page, drawn);
    else expect(text).toBe(drawn);
  });

  it("are read from the text, types apart from values", () => {
    const text = [
      ...[
        'import type { A } from "./a.ts";',
        'import {\n  type B,\n  b,\n} from "../b/b.ts";',
        'export * from "../c/c.ts";',
      ],
      ...['export { type D } from "./d.ts";', 'const e = await import("./e.ts");', ' * import { f } from "./f.ts";'],
      ...['import "node:fs";'],
    ].join("\n");
    expect(importsOf(text, "x/y.ts").map(({ target, kind }) => [target, kind])).toEqual([
      ...[
        ["x/a.ts", "type"],
        ["b/b.ts", "value"],
        ["c/c.ts", "value"],
        ["x/d.ts", "type"],
        ["x/e.ts", "value"],
      ],
      [undefined, "value"],
    ]);
  });

  it("have cycles found and drawn", () => {
    const graph = (edges: Readonly<Record<string, string>>) =>
      new Map(Object.entries(edges).map(([from, to]) => [from, new Set(to)]));
    expect(cycles(graph({ a: "b", b: "c", c: "b", d: "a" }))).toEqual([["b", "c"]]);
    expect(picture(graph({ a: "b", b: "a" }))).toBeUndefined();
    expect(picture(graph({ a: "bc", b: "c", c: "" }))).toBe("c\nb  -> c\na  -> c, b\n");
  });
});
