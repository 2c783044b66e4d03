// The package as a stranger gets it: packed, looked at, installed into an empty project, used there from the command line, from
// TypeScript and from JavaScript. Prints a line a claim and ends with 1 if one does not hold. `npm run test:package`
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");
/** With the playground, and without it. */
const LARGEST = { all: 6_000_000, program: 3_000_000 };

const folder = mkdtempSync(join(tmpdir(), "hone-package-"));
let failures = 0;

/** @param problem what is wrong, or nothing. */
function claim(what, problem) {
  const fails = problem !== undefined && problem !== "";
  if (fails) failures += 1;
  process.stdout.write(`${fails ? "FAIL" : "PASS"}  ${what}${fails ? `\n      ${problem}` : ""}\n`);
}

function run(command, argv, cwd) {
  const { status, stdout, stderr, error } = spawnSync(command, argv, { cwd, encoding: "utf8", timeout: 300_000 });
  return { status, stdout: stdout ?? "", stderr: (stderr ?? "") + (error?.message ?? "") };
}

/** What a command said where it did not end as it should. */
function complaint({ status, stdout, stderr }, wanted = 0) {
  return status === wanted ? undefined : `exit ${status}: ${(stderr + stdout).trim().slice(-1500)}`;
}

function write(path, text) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function packed() {
  const out = execFileSync("npm", ["pack", "--json", "--pack-destination", folder], {
    ...{ cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
  });
  // What the scripts print goes before it.
  const parsed = JSON.parse(out.slice(out.search(/^[[{]\s*$/m)));
  const { files, unpackedSize, filename, name } = Array.isArray(parsed) ? parsed[0] : Object.values(parsed)[0];
  const paths = files.map(({ path }) => path);
  claim("its name is hone-c", name === "hone-c" ? undefined : name);
  const web = files.filter(({ path }) => path.startsWith("dist/web/")).reduce((sum, { size }) => sum + size, 0);
  const fits = (what, size, most) =>
    claim(`${what} ${(size / 1e6).toFixed(2)} MB, of at most ${most / 1e6}`, size <= most ? undefined : "too large");
  fits(`its ${paths.length} files have`, unpackedSize, LARGEST.all);
  fits("without the playground they have", unpackedSize - web, LARGEST.program);
  const unwanted = paths.filter(
    (path) =>
      /\.map$|\.test\.|^(src|tests|scripts)\/|tsconfig|biome|knip|\.ci|package-lock/.test(path) ||
      /(?<!\.d)\.ts$/.test(path),
  );
  claim("it has no tests, sources or maps", unwanted.slice(0, 5).join(", "));
  const wanted = ["bin/hone", "dist/cli.js", "dist/worker.js", "dist/thread-worker.js", "LICENSE", "README.md"];
  const more = [
    "dist/lsp.js",
    "dist/lsp-worker.js",
    "dist/web/index.html",
    "dist/web/kernel.wasm",
    "dist/web/solver.wasm",
    "examples/bank-transfer.c",
    "schemas/result-v2.schema.json",
    "dist/types/index.d.ts",
  ];
  claim("it has what is run", [...wanted, ...more].filter((path) => !paths.includes(path)).join(", "));
  const broken = paths.filter((path) => path.endsWith(".md")).flatMap((path) => brokenLinks(path, paths));
  claim("links of its pages lead to files that it has", broken.join("; "));
  execFileSync("tar", ["-xzf", join(folder, filename), "-C", folder]);
  // Where it was made, who made it, and where that one has packages from.
  const here = [ROOT, `${homedir()}/`, process.env.npm_config_registry].filter((text) => text?.length > 1);
  const leaking = paths.filter((path) => {
    const text = readFileSync(join(folder, "package", path), "utf8");
    return here.some((one) => text.includes(one));
  });
  claim("nothing in it names this machine", leaking.join(", "));
  write("package.json", JSON.stringify({ name: "empty", version: "1.0.0", private: true, type: "module" }));
  const install = run("npm", ["install", "--no-audit", "--no-fund", join(folder, filename)], folder);
  claim("it installs into an empty project", complaint(install));
  claim("without a warning but npm's about the script of koffi, which is optional", strangeWarnings(install.stderr));
}

/**
 * npm tells of scripts that it does not run: those of koffi (the way to an installed Z3; prebuilt, and left out where it fails),
 * and the package's own `prepare`, since this is a file and not from a registry.
 */
function strangeWarnings(text) {
  const expected = /Unknown .* config|install-scripts( *$| +\d+ packages? ha| +(koffi|hone-c)@| Run )/;
  return text
    .split("\n")
    .filter((line) => /warn/i.test(line) && !expected.test(line))
    .join("; ");
}

/** Relative links and pictures of a page that lead out of the package. */
function brokenLinks(page, paths) {
  const text = readFileSync(join(ROOT, page), "utf8").replace(/```[\s\S]*?```/g, "");
  const targets = [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, target]) => target);
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const path = join(dirname(page), target).replace(/\/$/, "");
      return !paths.includes(path) && !paths.some((one) => one.startsWith(`${path}/`));
    })
    .map((target) => `${page}: ${target}`);
}

function installed() {
  const own = join(folder, "node_modules/hone-c");
  const data = JSON.parse(readFileSync(join(own, "package.json"), "utf8"));
  const missing = ["repository", "homepage", "bugs", "author", "license", "description"].filter((key) => !data[key]);
  claim("package.json says where it comes from", missing.join(", "));
  const targets = Object.values(data.exports).flatMap((one) => (typeof one === "string" ? [one] : Object.values(one)));
  claim(
    "what it exports is there",
    targets.filter((path) => !path.includes("*") && !existsSync(join(own, path))).join(", "),
  );
  claim("hone-c/core needs nothing of node", nodeImports(join(own, "dist/core.js")).join(", "));
}

/** Modules of node that a file needs, itself or by what it imports. */
function nodeImports(entry) {
  const found = new Set([entry]);
  for (const file of found) {
    if (!file.startsWith("/")) continue;
    for (const [, name] of readFileSync(file, "utf8").matchAll(/(?:from|import)\s*"([^"]+)"/g))
      found.add(name.startsWith(".") ? resolve(dirname(file), name) : name);
  }
  return [...found].filter((name) => name.startsWith("node:"));
}

/** Greets the language server, prints its answer and leaves. */
const EDITOR = `
import { spawn } from "node:child_process";
const server = spawn(process.execPath, ["node_modules/hone-c/bin/hone", "lsp"], { stdio: ["pipe", "pipe", "inherit"] });
const say = (message) => {
  const text = JSON.stringify({ jsonrpc: "2.0", ...message });
  server.stdin.write(\`Content-Length: \${text.length}\\r\\n\\r\\n\${text}\`);
};
let heard = "";
server.stdout.on("data", (chunk) => {
  process.stdout.write(chunk);
  heard += chunk;
  if (heard.includes('"id":1')) say({ method: "exit" });
  else if (heard.includes('"id":0')) say({ id: 1, method: "shutdown" });
});
server.on("exit", (code) => process.exit(code ?? 1));
say({ id: 0, method: "initialize", params: { processId: process.pid, capabilities: {} } });
`;

function usedFromTheShell() {
  const example = "node_modules/hone-c/examples/bank-transfer.c";
  const unsafe = run("npx", ["hone", example], folder);
  claim("`npx hone FILE` breaks an unsafe program", complaint(unsafe, 1) ?? lastLine(unsafe.stdout, "hone: UNSAFE"));
  const safe = run("npx", ["--no-install", "hone", "node_modules/hone-c/examples/saturating-counter.c"], folder);
  claim("`npx hone FILE` proves a safe one", complaint(safe) ?? lastLine(safe.stdout, "hone: SAFE"));
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  write("editor.mjs", EDITOR);
  const served = run("node", ["editor.mjs"], folder);
  const named = served.stdout.includes(`"serverInfo":{"name":"hone","version":"${version}"}`);
  claim("`hone lsp` needs no other package", complaint(served) ?? (named ? undefined : served.stdout.slice(0, 500)));
  claim(
    "`hone --version` is that of the package",
    lastLine(run("npx", ["hone", "-V"], folder).stdout, `hone ${version}`),
  );
}

function lastLine(text, wanted) {
  const last = text.trim().split("\n").at(-1);
  return last === wanted ? undefined : `the last line is: ${last}`;
}

function usedFromTypeScript() {
  write("consumer.ts", CONSUMER);
  const compiler = join(ROOT, "node_modules/.bin/tsc");
  for (const [module, moduleResolution] of [
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ]) {
    const compilerOptions = {
      ...{ module, moduleResolution, target: "es2022", strict: true, exactOptionalPropertyTypes: true },
      ...{
        noUncheckedIndexedAccess: true,
        skipLibCheck: false,
        types: [],
        lib: ["es2023", "dom"],
        outDir: `out-${module}`,
      },
    };
    write("tsconfig.json", JSON.stringify({ compilerOptions, files: ["consumer.ts"] }));
    claim(`TypeScript, strict, ${moduleResolution}: no error`, complaint(run(compiler, ["-p", "."], folder)));
  }
  const ran = run(process.execPath, ["out-nodenext/consumer.js"], folder);
  claim("and what it compiled runs", complaint(ran) ?? lastLine(ran.stdout, "unsafe invariants exit aborted"));
  // A type that is wrong should be seen: otherwise everything above would be `any`.
  write(
    "wrong.ts",
    'import { check } from "hone-c";\nconst result = await check("", { timeout: "long" });\nresult.verdit;\n',
  );
  write(
    "tsconfig.json",
    JSON.stringify({
      compilerOptions: { module: "nodenext", target: "es2022", strict: true, noEmit: true, types: [] },
      files: ["wrong.ts"],
    }),
  );
  const wrong = run(compiler, ["-p", "."], folder);
  const seen = ["TS2322", "TS2551"].filter((code) => !wrong.stdout.includes(code));
  claim("and it sees what is wrong", seen.length === 0 ? undefined : `${seen} not in: ${wrong.stdout}`);
}

function usedFromJavaScript() {
  const examples = join(folder, "node_modules/hone-c/examples/library");
  for (const name of readdirSync(examples)) write(`examples/${name}`, readFileSync(join(examples, name), "utf8"));
  const c = "../node_modules/hone-c/examples";
  const files = run(process.execPath, ["check-files.mjs", `${c}/bank-transfer.c`], join(folder, "examples"));
  claim(
    "examples/library/check-files.mjs runs",
    complaint(files, 1) ?? (/unsafe/.test(files.stdout) ? "" : files.stdout),
  );
  const parity = run(process.execPath, ["parity.mjs"], join(folder, "examples"));
  claim(
    "examples/library/parity.mjs brings a domain of its own",
    complaint(parity) ?? (/parity: safe/.test(parity.stdout) ? "" : parity.stdout),
  );
}

const CONSUMER = `
import { check, checkSync, type InvariantResult, invariants, parse, type Result, run, type RunResult } from "hone-c";
import { perform } from "hone-c/core";
import { box, type Domain, domains } from "hone-c/domains";
import type { Engine } from "hone-c/engines";

const text = '#include <assert.h>\\nint f(void); int main(void) { int x = f(); for (int i = 0; i < 3; i++) x++; assert(x != 7); return 0; }';
const lines: string[] = [];
const result: Result = await check({ "a.c": text }, {
  checks: ["assert", "overflow"],
  timeout: 30,
  signal: AbortSignal.timeout(60_000),
  onProgress: (line) => lines.push(line),
});
const found: InvariantResult = await invariants(text, { domain: "octagon" });
const ran: RunResult = await run(text, { inputs: [1, "2", 3n] });
const again: Result = checkSync(text);
const functions: string[] = [...(parse(text).program?.functions.keys() ?? [])];
const state: Domain<unknown> = box;
const engine: Engine["name"] = domains[0]?.domain.name ?? "";
const outcome = perform({ kind: "run", program: text, options: {} });
const aborted = await check(text, { signal: AbortSignal.abort() }).catch(() => "aborted");
if (again.verdict !== result.verdict || functions.length !== 1 || state.name === engine || outcome.kind !== "answer") throw new Error("differs");
process(\`\${result.verdict} \${found.kind} \${ran.kind} \${aborted}\`);
function process(line: string): void {
  console.log(line);
}
`;

try {
  packed();
  installed();
  usedFromTheShell();
  usedFromTypeScript();
  usedFromJavaScript();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(failures === 0 ? "the package holds what it claims\n" : `${failures} failed\n`);
process.exitCode = failures === 0 ? 0 : 1;
