// Bundles the library and the command line into dist/. Runs as `prepare`, so that `npm ci` builds.
import { readdirSync, rmSync } from "node:fs";
import { basename } from "node:path";
import { build } from "esbuild";
import "./build-kernels.mjs";
import "./embed-library.mjs";

const { metafile } = await build({
  entryPoints: {
    index: "src/index.ts",
    cli: "src/cli/main.ts",
    worker: "src/cli/worker.ts",
    domains: "src/domains/index.ts",
  },
  outdir: "dist",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  sourcemap: true,
  packages: "external",
  logLevel: "warning",
  metafile: true,
});

// Chunks are named by their content: those of earlier builds would pile up.
const made = new Set(Object.keys(metafile.outputs).map((path) => basename(path)));
for (const file of readdirSync("dist")) if (!made.has(file)) rmSync(`dist/${file}`, { recursive: true, force: true });
