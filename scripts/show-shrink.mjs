// npm run show:shrink [-- --root DIR] [-- --count N]: of N (100) programs of the benchmark corpus that are unsafe and read something,
// how many inputs the counterexample had as it was found and how many it has as it is told, and their bits. Each one that is told
// is replayed by `hone run` from the printed result. Exit 1 where one does not violate the property.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { benchmarkRoot, option } from "./benchmarks.mjs";

const root = benchmarkRoot("show:shrink");
const wanted = Number(option("--count", "100"));
// What takes longer is left out: this is about inputs, not about finding them.
const SECONDS = "4";

/** Files that should be unsafe: the first of each family, then the second of each, ... */
function candidates() {
  const families = readdirSync(root)
    .sort()
    .filter((family) => existsSync(join(root, family, "INDEX.tsv")))
    .map((family) => {
      const rows = readFileSync(join(root, family, "INDEX.tsv"), "utf8")
        .split("\n")
        .slice(1);
      return rows.flatMap((row) => {
        const [file, expected, property = "", model = ""] = row.split("\t");
        const isWanted = expected === "false" && property.startsWith("unreach-call");
        return isWanted ? [{ file: join(root, family, file), model: model.includes("64") ? "--64" : "--32" }] : [];
      });
    });
  const most = Math.max(0, ...families.map((files) => files.length));
  return Array.from({ length: most }, (_, i) => families.flatMap((files) => files[i] ?? [])).flat();
}

function hone(...argv) {
  return spawnSync(process.execPath, ["bin/hone", ...argv], { encoding: "utf8", maxBuffer: 1 << 28 });
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

/** As `found` counts: about the length of each number that is not zero. */
function bitsOf(values) {
  return Math.round(sum(values.map((value) => Math.log2(1 + Math.min(Math.abs(Number(value)) || 0, 2 ** 64)))));
}

const folder = mkdtempSync(join(tmpdir(), "hone-shrink-"));
const rows = [];
let failures = 0;
let notReplayed = 0;
for (const { file, model } of candidates()) {
  if (rows.length === wanted) break;
  const { stdout } = hone("verify", file, model, "--timeout", SECONDS, "--format", "json");
  if (stdout === "") continue;
  const parsed = JSON.parse(stdout);
  const { verdict, counterexample } = parsed.results?.[0] ?? parsed;
  if (verdict !== "unsafe" || counterexample?.found === undefined) continue;
  const values = counterexample.inputs.map(({ value }) => value);
  rows.push({ before: counterexample.found, after: { inputs: values.length, bits: bitsOf(values) } });
  const path = join(folder, "result.json");
  writeFileSync(path, stdout);
  // To `hone run` an error function that the program gives a body is a function like any other.
  const isOwn = /\b(reach_error|__VERIFIER_error)\s*\([^)]*\)\s*\{/.test(readFileSync(file, "utf8"));
  if (isOwn) notReplayed += 1;
  if (isOwn || hone("run", file, model, "--replay", path, "--quiet").status === 1) continue;
  failures += 1;
  console.log(`${file}: the inputs that were told do not violate the property`);
}
rmSync(folder, { recursive: true });

console.log(
  `${rows.length} unsafe programs that read inputs; replayed by hone run: ${rows.length - notReplayed - failures}, not violated: ${failures}, with error functions of their own: ${notReplayed}`,
);
for (const what of ["inputs", "bits"]) {
  const [before, after] = [rows.map((row) => row.before[what]), rows.map((row) => row.after[what])];
  console.log(`${what}: median ${median(before)} -> ${median(after)}, all together ${sum(before)} -> ${sum(after)}`);
}
const smaller = rows.filter(({ before, after }) => after.inputs < before.inputs || after.bits < before.bits).length;
console.log(`smaller than they were found: ${smaller}`);
process.exitCode = failures === 0 && rows.length > 0 ? 0 : 1;
