// Bundles the library and the command line into dist/. Runs as `prepare`, so that `npm ci` builds.
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { basename } from "node:path";
import { build } from "esbuild";
import "./build-kernels.mjs";
import "./embed-library.mjs";
import { buildLanguageServer } from "./build-lsp.mjs";

const { version } = JSON.parse(readFileSync("package.json", "utf8"));

// npm runs `prepare` when it packs, too.
const packing = ["pack", "publish"].includes(process.env.npm_command ?? "");

const { metafile } = await build({
  entryPoints: {
    index: "src/index.ts",
    core: "src/api/core.ts",
    engines: "src/engines/library.ts",
    "thread-worker": "src/api/node/thread-worker.ts",
    cli: "src/cli/main.ts",
    worker: "src/cli/worker.ts",
    "lsp-worker": "src/cli/lsp/worker.ts",
    domains: "src/domains/index.ts",
  },
  outdir: "dist",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  // Names stay where hone is worked on, for the stacks; in the package they cost a quarter of its size. The maps stay here.
  minifyWhitespace: true,
  minifySyntax: true,
  minifyIdentifiers: packing,
  sourcemap: "external",
  define: { HONE_VERSION: JSON.stringify(version) },
  packages: "external",
  logLevel: "warning",
  metafile: true,
});

await buildLanguageServer("dist");

// Chunks are named by their content: those of earlier builds would pile up.
const made = new Set(Object.keys(metafile.outputs).map((path) => basename(path)));
for (const other of ["types", "web", "playground.html", "lsp.js", "hone.vsix"]) made.add(other);
for (const file of readdirSync("dist")) if (!made.has(file)) rmSync(`dist/${file}`, { recursive: true, force: true });
