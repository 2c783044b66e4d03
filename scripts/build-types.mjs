// The declarations of the package's entry points, into dist/types: those of the compiler, as far as an entry point reaches them.
// Part of `npm pack`, not of every build.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";

const ENTRIES = ["index.ts", "api/core.ts", "domains/index.ts", "engines/library.ts"];
const OUT = "dist/types";

const folder = mkdtempSync(join(tmpdir(), "hone-types-"));
try {
  const options = {
    extends: resolve("tsconfig.json"),
    compilerOptions: {
      ...{ noEmit: false, declaration: true, emitDeclarationOnly: true, outDir: folder, rootDir: resolve("src") },
      // Comments of what is private to the package say nothing to a user of it.
      ...{ stripInternal: true, typeRoots: [resolve("node_modules/@types")] },
    },
    include: [],
    files: ENTRIES.map((entry) => resolve("src", entry)),
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(options));
  execFileSync("node_modules/.bin/tsc", ["-p", folder], { stdio: "inherit" });
  rmSync(OUT, { recursive: true, force: true });
  const reached = new Set(ENTRIES.map((entry) => join(folder, entry)));
  for (const file of reached) {
    const declaration = file.replace(/\.ts$/, ".d.ts");
    const text = readFileSync(declaration, "utf8");
    // The source names its imports as they are there; beside declarations they are JavaScript.
    const rewritten = text.replace(/(from |import\()"(\.[^"]*)\.ts"/g, (_, before, path) => {
      reached.add(resolve(dirname(file), `${path}.ts`));
      return `${before}"${path}.js"`;
    });
    const target = join(OUT, relative(folder, declaration));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, rewritten);
  }
} finally {
  rmSync(folder, { recursive: true });
}
