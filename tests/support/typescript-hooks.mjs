// What tests/support/typescript.mjs registers: removes types as the build does. Vitest adds a query to the files of tests.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { transform } from "esbuild";

const OWN = /^file:(?!.*\/node_modules\/).*\.ts(\?|$)/;

/** @type {import("node:module").LoadHook} */
export async function load(url, context, nextLoad) {
  if (!OWN.test(url)) return nextLoad(url, context);
  const file = fileURLToPath(url.replace(/\?.*/, ""));
  const options = { loader: "ts", format: "esm", target: "node20", sourcemap: "inline", sourcefile: file };
  const { code } = await transform(await readFile(file, "utf8"), options);
  return { format: "module", source: code, shortCircuit: true };
}
