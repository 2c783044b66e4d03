/** The pages that send readers to files name files that are there. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "./support/command.ts";

/** `src/a/b.ts` in backquotes, or docs/a.md in the text. */
const PATH = /`((?:src|docs|tests|scripts|benchmarks|schemas)\/[\w./-]+)`|\b(docs\/[\w./-]*\w)/g;

const PAGES = [
  ...["CONTRIBUTING.md", "ARCHITECTURE.md", "README.md", "docs/tables.md", "docs/glossary.md"],
  ...["docs/add-an-engine.md", "docs/add-a-domain.md"],
];

/** What the pages write themselves (`documents.test.ts`). */
const WRITTEN_THERE = /^src\/(engines\/forward\/|domains\/sign\.ts)/;

describe.each(PAGES)("%s", (page) => {
  it("names files that exist", () => {
    const text = readFileSync(join(ROOT, page), "utf8");
    const paths = [...text.matchAll(PATH)].map(([, quoted, plain]) => (quoted ?? plain) as string);
    // A decision may be named by its number.
    const names = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);
    const exists = (path: string) =>
      WRITTEN_THERE.test(path) ||
      existsSync(join(ROOT, path)) ||
      names(join(ROOT, dirname(path))).some((name) => name.startsWith(`${basename(path)}-`));
    expect(paths.filter((path) => !exists(path))).toEqual([]);
  });
});
