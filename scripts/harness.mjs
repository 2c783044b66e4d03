// npm run test:harness [-- --families a,b] [-- --property bounds] [-- --timeout S] [-- --sample N] [-- --engine E] [-- --root DIR]:
// do counterexamples happen?
//
// Verifies the programs of the given families (or `all`) that are expected to be unsafe, lets hone write a test for each verdict
// `unsafe`, and runs the command that hone prints, as it is printed: the test has to say `hone: error reached` and exit with 1,
// or be stopped by a sanitizer where that was promised. Passes when every test that could be made does so. `--sample N` takes
// every Nth program, `--property bounds` those of which that is asked.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { benchmarkRoot, option } from "./benchmarks.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const hone = join(here, "../bin/hone");
const root = benchmarkRoot("test:harness");
const timeout = Number(option("--timeout") ?? 10);
const every = Number(option("--sample") ?? 1);
const engine = option("--engine");
const property = option("--property");
const DEFAULT = "locks,loops,loop-acceleration,recursive-simple,recursive,bitvector";
const wanted = option("--families") ?? DEFAULT;
const families = wanted === "all" ? readdirSync(root).sort() : wanted.split(",");
const RUN_SECONDS = 20;

function skip(reason) {
  console.log(`test:harness skipped: ${reason}`);
  process.exit(0);
}

if (spawnSync("gcc", ["--version"]).status !== 0) skip("there is no gcc to compile with");

const folder = mkdtempSync(join(tmpdir(), "hone-harness-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, "empty.c"), "int main(void) { return 0; }\n");
const links32 = spawnSync("gcc", ["-m32", join(folder, "empty.c"), "-o", join(folder, "empty")]).status === 0;

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
    .filter((cell) => property === undefined || cell("property").includes(property))
    .map((cell) => ({
      name: `${family}/${cell("file")}`,
      file: join(root, family, cell("file")),
      bits: cell("data_model").includes("64") ? "64" : "32",
      check: checkOf(cell("property")),
      defines: [...cell("property").matchAll(/-D\s*(\w+)/g)].slice(0, 1).map((match) => `-D${match[1]}`),
    }));
}

function checkOf(text) {
  if (text.includes("bounds")) return ["--check", "bounds"];
  if (text.includes("overflow")) return ["--check", "overflow"];
  return /label/i.test(text) && !/call/.test(text) ? ["--check", "error-label"] : [];
}

function verify(program, output) {
  const args = [
    "verify",
    `--${program.bits}`,
    ...(engine === undefined ? [] : ["--engine", engine]),
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
    return JSON.parse(run.stdout).results[0];
  } catch {
    return { verdict: "none", reason: `no result (exit ${run.status}): ${run.stderr.slice(0, 300)}` };
  }
}

/** Undefined if the test does what it should, otherwise what it did. */
function tryTest({ command, shows }) {
  const { status, signal, stdout, stderr } = spawnSync("sh", ["-c", command], {
    cwd: folder,
    encoding: "latin1",
    timeout: RUN_SECONDS * 1000,
    input: "",
  });
  const told = shows === "message" ? /^hone: error reached$/m.test(stdout) : SANITIZERS.test(stderr);
  if (status !== 0 && status !== null && told) return undefined;
  return `exit ${status ?? signal}: ${`${stdout}${stderr}`.slice(-300).trim()}\n    ${command}`;
}

const SANITIZERS = /runtime error|AddressSanitizer|LeakSanitizer/;

const shown = { message: 0, sanitizers: 0 };
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
  shown[result.harness.shows] += 1;
  const failure = tryTest(result.harness);
  if (failure === undefined) counts.reached += 1;
  else failures.push(`${program.name} (${result.harness.kind}): ${failure}`);
}

console.log(`programs expected to be unsafe: ${counts.programs} (${timeout} s each)`);
console.log(`verdict unsafe: ${counts.unsafe}, replayed: ${counts.replayed}`);
console.log(`told by the test: ${shown.message}, by sanitizers: ${shown.sanitizers}`);
console.log(`test possible: ${counts.possible}, reached the error under gcc: ${counts.reached}`);
if (counts.unlinked > 0) console.log(`not compiled, since -m32 does not link here: ${counts.unlinked}`);
console.log(`none possible: ${counts.unsafe - counts.possible}`);
for (const [reason, names] of reasons) console.log(`  ${names.length}: ${reason} (${names.slice(0, 4).join(", ")})`);
for (const text of broken) console.log(`NO RESULT ${text}`);
for (const text of failures) console.log(`NOT REACHED ${text}`);
const passed = failures.length === 0 && counts.replayed === counts.unsafe && broken.length === 0;
console.log(passed ? "PASS every harness that can exist runs into the error" : "FAIL");
process.exitCode = passed ? 0 : 1;
