// Runs a TypeScript program of this repository: node scripts/run-ts.mjs FILE.ts [arguments]
// Bundles it beside the installed packages, so that imports of them resolve, and removes the bundle afterwards.
import { rmSync } from "node:fs";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const [file] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write("usage: node scripts/run-ts.mjs FILE.ts [arguments]\n");
  process.exit(2);
}
const outfile = `node_modules/.cache/hone/${basename(file, ".ts")}-${process.pid}.mjs`;
await build({
  entryPoints: [file],
  outfile,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  packages: "external",
  sourcemap: "inline",
  logLevel: "warning",
});
process.on("exit", () => rmSync(outfile, { force: true }));
process.argv.splice(1, 2, outfile);
await import(pathToFileURL(outfile).href);
