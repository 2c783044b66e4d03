// Builds the playground (web/) into dist/web, static files with relative addresses, and into dist/playground.html, the same as one
// file that can be opened from a disk. `npm run build:web`
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { build } from "esbuild";
import { minify } from "terser";
import "./build-kernels.mjs";
import "./embed-library.mjs";

const OUT = "dist/web";
const { version } = JSON.parse(readFileSync("package.json", "utf8"));

/** Text that is written in TypeScript: the report's style and script. */
async function textsOf(path) {
  const { outputFiles } = await build({ entryPoints: [path], bundle: true, format: "esm", write: false });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

const { STYLE } = await textsOf("src/report/page/style.ts");
const { PARTS } = await textsOf("src/report/page/script/index.ts");

/** The functions of the report's script as a module: the page steps as the report does. */
const reportScript = {
  name: "report-script",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^report-script$/ }, () => ({ path: "report-script", namespace: "report" }));
    onLoad({ filter: /.*/, namespace: "report" }, () => ({
      contents: `${PARTS}\nexport { stepper, pictureShow, stepKey, turn };`,
      loader: "js",
    }));
  },
};

const SAT_KERNEL = "src/smt/sat/kernel-bytes.ts";

function kernelBytes() {
  const [, base64] = /"([\w+/=]+)"/.exec(readFileSync(SAT_KERNEL, "utf8"));
  return Buffer.from(base64, "base64");
}

/** The SAT kernel is a file beside the page, as the second solver is, and no part of the program (web/kernel.ts). */
const kernelApart = {
  name: "kernel-apart",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/util\/kernel\.ts$/ }, () => ({ path: resolve("web/kernel.ts"), sideEffects: false }));
    onLoad({ filter: /smt\/sat\/kernel-bytes\.ts$/ }, () => ({
      contents: 'export const KERNEL_BYTES = "";',
      loader: "js",
    }));
  },
};

/** Nothing is imported for what it does: of modules that nobody uses nothing is left, tables that they would make included. */
const onlyWhatIsUsed = {
  name: "only-what-is-used",
  setup({ onResolve }) {
    onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, resolveDir }) => ({
      path: resolve(resolveDir, path),
      sideEffects: false,
    }));
  },
};

async function bundle(entry) {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    // A classic script: as a worker it may come from a Blob, everywhere.
    format: "iife",
    platform: "browser",
    target: "es2022",
    minify: true,
    legalComments: "none",
    charset: "utf8",
    loader: { ".c": "text" },
    // What the solver's package does under node only.
    external: ["node:*"],
    define: { HONE_VERSION: JSON.stringify(version), "import.meta.url": '""' },
    plugins: [kernelApart, onlyWhatIsUsed, reportScript],
    logLevel: "warning",
  });
  // Takes four hundredths of what is loaded, which esbuild's own pass leaves (docs/adr/0010).
  const { code } = await minify(outputFiles[0].text, { ecma: 2020, compress: { passes: 2 } });
  return code;
}

const [start, main, worker] = await Promise.all(["start", "main", "worker"].map((name) => bundle(`web/${name}.ts`)));
const { outputFiles } = await build({
  stdin: { contents: STYLE + readFileSync("web/style.css", "utf8"), loader: "css" },
  write: false,
  minify: true,
});
const style = outputFiles[0].text;
const modules = {
  kernel: kernelBytes(),
  solver: readFileSync(createRequire(import.meta.url).resolve("cadical-wasm/cadical.wasm")),
};
const page = readFileSync("web/index.html", "utf8");

/** @param parts what stands in the places of the page, by their names. */
function filled(parts) {
  return page.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
}

/** Code in an element: nothing in it may end that. */
function inElement(code) {
  if (/<\/script|<!--/i.test(code)) throw new Error("code in a page should not look like the end of a script");
  return code;
}

// Programs are run by code that is made of them: of the worker, which as a Blob goes by the page's policy.
const shared =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";
rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
writeFileSync(
  `${OUT}/index.html`,
  filled({
    policy: `${shared}; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'`,
    style: '<script src="start.js"></script>\n<link rel="stylesheet" href="style.css">',
    script: '<script src="main.js"></script>',
  }),
);
writeFileSync(`${OUT}/start.js`, start);
writeFileSync(`${OUT}/main.js`, main);
writeFileSync(`${OUT}/worker.js`, worker);
writeFileSync(`${OUT}/style.css`, style);
for (const [name, bytes] of Object.entries(modules)) writeFileSync(`${OUT}/${name}.wasm`, bytes);
writeFileSync(
  "dist/playground.html",
  filled({
    policy: `${shared}; script-src 'unsafe-inline' 'unsafe-eval' blob:; worker-src blob:`,
    style: `<style>${style}</style>`,
    script: [
      `<script type="text/plain" id="worker-text">${inElement(worker)}</script>`,
      ...Object.entries(modules).map(
        ([name, bytes]) => `<script type="text/plain" id="${name}-bytes">${bytes.toString("base64")}</script>`,
      ),
      `<script>${inElement(start)}</script>`,
      `<script>${inElement(main)}</script>`,
    ].join("\n"),
  }),
);
