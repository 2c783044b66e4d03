// npm run test:corpus [-- --sample] [-- --root DIR]: what of the benchmark corpus does hone read, and how fast?
//
// Compares `hone cfa` over the whole corpus in one process with `gcc -fsyntax-only -w` file by file: acceptance (at
// least 99.5 % of what gcc accepts; every other file gets a located diagnostic) and time (no longer than gcc).
// `--sample` takes every tenth file and leaves the time out. Two hundred files are too few for a percentage, in which one
// file is half a percent: there, only constructs that docs/c-subset.md refuses may be refused. Without the corpus or gcc
// there is nothing to do.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { benchmarkRoot, isGiven } from "./benchmarks.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const sample = isGiven("--sample");
const root = benchmarkRoot("test:corpus");
const LOWERED_BOUND = 99.5;
const REFUSED_CONSTRUCTS = /'_Complex'|'vector_size'|member '\w+' is a variable-length array/;

if (spawnSync("gcc", ["--version"]).status !== 0) skip("there is no gcc to compare with");

function skip(reason) {
  console.log(`test:corpus skipped: ${reason}`);
  process.exit(0);
}

function listSources(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return listSources(path);
    return /\.[ci]$/.test(entry.name) ? [path] : [];
  });
}

/** data_model and property of each file, from the INDEX.tsv of its family. */
function readIndices() {
  const rows = new Map();
  for (const family of readdirSync(root)) {
    const path = join(root, family, "INDEX.tsv");
    if (!existsSync(path)) continue;
    const [header, ...lines] = readFileSync(path, "utf8").split("\n");
    const columns = header.split("\t");
    for (const line of lines) {
      const cells = line.split("\t");
      const cell = (name) => cells[columns.indexOf(name)] ?? "";
      rows.set(join(root, family, cell("file")), { model: cell("data_model"), property: cell("property") });
    }
  }
  return rows;
}

function gccAccepts(file, row) {
  const flags = ["-fsyntax-only", "-w", row === undefined || row.model.includes("64") ? "-m64" : "-m32"];
  const define = /-D\s*(\w+)/.exec(row?.property ?? "");
  if (define !== null) flags.push(`-D${define[1]}`);
  return spawnSync("gcc", [...flags, file], { stdio: "ignore", cwd: dirname(file) }).status === 0;
}

const all = listSources(root);
const files = sample ? all.filter((_, index) => index % 10 === 0) : all;
const rows = readIndices();

console.log(`corpus: ${files.length} files${sample ? ` (a sample of ${all.length})` : ""}`);
const honeStart = performance.now();
const run = spawnSync(process.execPath, [join(here, "../bin/hone"), "cfa", "--status", ...(sample ? files : [root])], {
  encoding: "utf8",
  maxBuffer: 1 << 28,
  timeout: 1_200_000,
});
const honeMs = performance.now() - honeStart;
if (run.error !== undefined || (run.status !== 0 && run.status !== 2)) {
  console.log(run.stderr.split("\n").slice(-15).join("\n"));
  console.log(`hone ended with ${run.error?.message ?? `exit ${run.status}`}: FAIL`);
  process.exit(1);
}

const status = new Map();
let slowest = { file: "none", ms: 0 };
for (const line of run.stdout.split("\n")) {
  const ok = /^ok (.*) \(.* (\d+(?:\.\d+)?) ms\)$/.exec(line);
  if (ok !== null) {
    status.set(ok[1], undefined);
    if (Number(ok[2]) > slowest.ms) slowest = { file: ok[1], ms: Number(ok[2]) };
  }
  const failed = /^failed (.*?):(\d+:\d+: .*|[^:]*)$/.exec(line);
  if (failed !== null) status.set(failed[1], failed[2]);
}

const gccStart = performance.now();
const accepted = files.filter((file) => gccAccepts(file, rows.get(file)));
const gccMs = performance.now() - gccStart;

const missing = files.filter((file) => !status.has(file));
const failures = accepted.filter((file) => status.get(file) !== undefined);
for (const file of failures) console.log(`  ${file.slice(root.length + 1)}:${status.get(file)}`);
const unlocated = failures.filter((file) => !/^\d+:\d+: /.test(status.get(file)));
const lowered = accepted.length - failures.length;
const percent = (100 * lowered) / accepted.length;
const extra = files.filter((file) => !accepted.includes(file) && status.has(file) && status.get(file) === undefined);

const checks = [
  [
    missing.length === 0,
    `every file got a status (${missing.length} without${missing.length > 0 ? `: ${basename(missing[0])}` : ""})`,
  ],
  [unlocated.length === 0, `every refusal has a place (${unlocated.length} without)`],
];
const share = `lowered ${lowered} of ${accepted.length} that gcc accepts: ${percent.toFixed(2)} %`;
if (sample) {
  const others = failures.filter((file) => !REFUSED_CONSTRUCTS.test(status.get(file)));
  checks.push([others.length === 0, `${share}; ${others.length} refused for other than documented constructs`]);
} else {
  checks.push([percent >= LOWERED_BOUND, `${share} (at least ${LOWERED_BOUND})`]);
  const ratio = honeMs / gccMs;
  checks.push([
    ratio <= 1,
    `hone cfa ${(honeMs / 1000).toFixed(1)} s in one process, gcc ${(gccMs / 1000).toFixed(1)} s file by file: ratio ${ratio.toFixed(2)} (at most 1)`,
  ]);
}
console.log(
  `also lowered: ${extra.length} of ${files.length - accepted.length} files that gcc rejects; slowest ${basename(slowest.file)} ${slowest.ms} ms`,
);
for (const [good, text] of checks) console.log(`${good ? "PASS" : "FAIL"} ${text}`);
process.exitCode = checks.every(([good]) => good) ? 0 : 1;
