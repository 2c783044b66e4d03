// npm run test:harness [-- --families a,b] [-- --timeout S] [-- --sample N] [-- --root DIR]: do counterexamples happen?
//
// Verifies the programs of the given families that are expected to be unsafe, lets hone write a harness for each verdict
// `unsafe`, compiles it with gcc (-m32 where the index says ILP32) and runs it: it has to print `hone: error reached` and
// exit with 1. Passes when every harness that could be made does so. `--sample N` takes every Nth program.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { benchmarkRoot, option } from "./benchmarks.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const hone = join(here, "../bin/hone");
const root = benchmarkRoot("test:harness");
const timeout = Number(option("--timeout") ?? 10);
const every = Number(option("--sample") ?? 1);
const families = (option("--families") ?? "locks,loops,loop-acceleration,recursive-simple,recursive,bitvector").split(
  ",",
);
const RUN_SECONDS = 10;

function skip(reason) {
  console.log(`test:harness skipped: ${reason}`);
  process.exit(0);
}

if (spawnSync("gcc", ["--version"]).status !== 0) skip("there is no gcc to compile with");

const folder = mkdtempSync(join(tmpdir(), "hone-harness-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, "empty.c"), "int main(void) { return 0; }\n");
const links32 = compile(["-m32", join(folder, "empty.c")]).status === 0;

function compile(args) {
  return spawnSync("gcc", ["-w", "-fgnu89-inline", ...args, "-lm", "-o", join(folder, "test")], { encoding: "utf8" });
}

/** The programs of a family that are expected to be unsafe, from its INDEX.tsv. */
function unsafePrograms(family) {
  const index = join(root, family, "INDEX.tsv");
  if (!existsSync(index)) return [];
  const [header, ...lines] = readFileSync(index, "utf8").split(/\r?\n/);
  const columns = header.split("\t");
  return lines
    .map((line) => line.split("\t"))
    .map((cells) => (name) => cells[columns.indexOf(name)] ?? "")
    .filter((cell) => cell("expected") === "false" && /\.[ci]$/.test(cell("file")))
    .map((cell) => ({
      name: `${family}/${cell("file")}`,
      file: join(root, family, cell("file")),
      bits: cell("data_model").includes("64") ? "64" : "32",
      check: /label/i.test(cell("property")) && !/call/.test(cell("property")) ? ["--check", "error-label"] : [],
      defines: [...cell("property").matchAll(/-D\s*(\w+)/g)].slice(0, 1).map((match) => `-D${match[1]}`),
    }));
}

function verify(program, output) {
  const args = [
    "verify",
    `--${program.bits}`,
    "--engine",
    "explicit",
    "--format",
    "json",
    "--timeout",
    String(timeout),
  ];
  const run = spawnSync(
    process.execPath,
    [hone, ...args, "--harness", output, ...program.check, ...program.defines, program.file],
    { encoding: "utf8", maxBuffer: 1 << 28, timeout: (timeout * 3 + 30) * 1000 },
  );
  try {
    const parsed = JSON.parse(run.stdout);
    return Array.isArray(parsed) ? parsed[0] : parsed;
  } catch {
    return { verdict: "none", reason: `no result (exit ${run.status}): ${run.stderr.slice(0, 300)}` };
  }
}

/** Undefined if the harness does what it should, otherwise what it did. */
function tryHarness(program, kind, output) {
  const sources = kind === "harness" ? [output, program.file] : [output];
  const include = `-I${dirname(program.file)}`;
  const made = compile([`-m${program.bits}`, include, ...program.defines, ...sources]);
  if (made.status !== 0) return `gcc: ${made.stderr.split("\n").slice(0, 6).join("\n    ")}`;
  const run = spawnSync(join(folder, "test"), [], { encoding: "latin1", timeout: RUN_SECONDS * 1000, input: "" });
  if (run.status === 1 && /^hone: error reached$/m.test(run.stdout)) return undefined;
  return `exit ${run.status ?? run.signal}: ${`${run.stdout}${run.stderr}`.slice(-300).trim()}`;
}

const counts = { programs: 0, unsafe: 0, replayed: 0, possible: 0, reached: 0, unlinked: 0 };
const reasons = new Map();
const failures = [];
const broken = [];
const programs = families.flatMap(unsafePrograms).filter((_, index) => index % every === 0);
for (const program of programs) {
  counts.programs += 1;
  const output = join(folder, "harness.c");
  rmSync(output, { force: true });
  const result = verify(program, output);
  if (result.verdict === "none") broken.push(`${program.name}: ${result.reason}`);
  if (result.verdict !== "unsafe") continue;
  counts.unsafe += 1;
  if (result.evidence.kind === "replay" && result.evidence.checked) counts.replayed += 1;
  if (result.harness.kind === "none") {
    reasons.set(result.harness.reason, [...(reasons.get(result.harness.reason) ?? []), program.name]);
    continue;
  }
  counts.possible += 1;
  if (program.bits === "32" && !links32) {
    counts.unlinked += 1;
    continue;
  }
  const failure = tryHarness(program, result.harness.kind, output);
  if (failure === undefined) counts.reached += 1;
  else failures.push(`${program.name} (${result.harness.kind}): ${failure}`);
}

console.log(`programs expected to be unsafe: ${counts.programs} (${timeout} s each)`);
console.log(`verdict unsafe: ${counts.unsafe}, replayed: ${counts.replayed}`);
console.log(`harness possible: ${counts.possible}, reached the error under gcc: ${counts.reached}`);
if (counts.unlinked > 0) console.log(`not compiled, since -m32 does not link here: ${counts.unlinked}`);
console.log(`none possible: ${counts.unsafe - counts.possible}`);
for (const [reason, names] of reasons) console.log(`  ${names.length}: ${reason} (${names.slice(0, 4).join(", ")})`);
for (const text of broken) console.log(`NO RESULT ${text}`);
for (const text of failures) console.log(`NOT REACHED ${text}`);
const passed = failures.length === 0 && counts.replayed === counts.unsafe && broken.length === 0;
console.log(passed ? "PASS every harness that can exist runs into the error" : "FAIL");
process.exitCode = passed ? 0 : 1;
