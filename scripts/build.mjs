// Bundles the library and the command line into dist/. Runs as `prepare`, so that `npm ci` builds.
import { build } from "esbuild";

await build({
  entryPoints: { index: "src/index.ts", cli: "src/cli/main.ts", domains: "src/domains/index.ts" },
  outdir: "dist",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  sourcemap: true,
  packages: "external",
  logLevel: "warning",
});
