// The language server's bundle: the protocol's packages are in it, so that the package does not depend on them (docs/adr/0011). They are
// CommonJS, and need a `require`; only this bundle gets one.
import { build } from "esbuild";

/** @param outdir where the command's own bundle is. */
export async function buildLanguageServer(outdir, options = {}) {
  await build({
    entryPoints: { lsp: "src/cli/lsp/server.ts" },
    outdir,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module";const require = requireFrom(import.meta.url);',
    },
    // The licence of what is in it.
    legalComments: "eof",
    minify: true,
    logLevel: "warning",
    ...options,
  });
}
