// npm run show:explicit -- families|relation|counts|corpus [--sample N] [--jobs N] [--root DIR]: what the explicit-value
// analysis solves of the benchmark corpus, by `hone bench`, with PASS or FAIL a claim. Without a name: all of them, which
// takes hours. A sample is for a quick look: it prints the figures, and only wrong verdicts and crashes fail.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const options = process.argv.slice(2);
const option = (name, otherwise) => (options.includes(name) ? options[options.indexOf(name) + 1] : otherwise);
const root = option("--root", here("../../shared/benchmarks"));
const jobs = option("--jobs", "1");
const sample = option("--sample");
if (!existsSync(root)) {
  console.log(`show:explicit skipped: the corpus is not here (${root})`);
  process.exit(0);
}

/** All runs of the folders under the configurations; the table goes to the terminal. */
function bench(folders, configurations, timeout) {
  const output = mkdtempSync(join(tmpdir(), "hone-show-"));
  const limits = ["--timeout", String(timeout), "--jobs", jobs, ...(sample === undefined ? [] : ["--sample", sample])];
  const line = [here("../bin/hone"), "bench", ...folders, "--configs", configurations, ...limits, "-o", output];
  const { status } = spawnSync(process.execPath, line, { stdio: "inherit" });
  if (status !== 0 && status !== 1) throw new Error(`hone bench ended with ${status}`);
  const { runs } = JSON.parse(readFileSync(join(output, "bench.json"), "utf8"));
  rmSync(output, { recursive: true });
  return runs;
}

const solved = (run) => run.outcome === "correct" || run.outcome === "unchecked";
const of = (runs, key, value) => runs.filter((run) => (key === "set" ? run.task.set : run[key]) === value);
let failures = 0;

function claim(holds, text, kind = "figure") {
  const counts = kind === "soundness" || sample === undefined;
  if (counts && !holds) failures += 1;
  console.log(`${counts ? (holds ? "PASS" : "FAIL") : "----"} ${text}`);
}

function sound(runs) {
  const wrong = of(runs, "outcome", "wrong").length;
  const crashed = of(runs, "outcome", "crashed").length;
  claim(wrong === 0 && crashed === 0, `of ${runs.length} runs ${wrong} wrong, ${crashed} crashed`, "soundness");
}

const SHOWS = {
  families() {
    const bounds = { "ssh-simplified": 20, "ntdrivers-simplified": 6, systemc: 15, locks: 8 };
    const folders = Object.keys(bounds).map((name) => join(root, name));
    const runs = bench(folders, "explicit", 20);
    for (const [name, bound] of Object.entries(bounds)) {
      const count = of(runs, "set", name).filter(solved).length;
      claim(count >= bound, `${name}: ${count} of ${of(runs, "set", name).length} solved (at least ${bound})`);
    }
    sound(runs);
  },
  relation() {
    const folders = ["locks", "ssh-simplified", "ntdrivers-simplified"].map((name) => join(root, name));
    const runs = bench(folders, "explicit,explicit:full", 20);
    const count = (name) => of(runs, "configuration", name).filter(solved).length;
    const seconds = (name) => of(runs, "configuration", name).reduce((sum, run) => sum + run.wallSeconds, 0);
    const [lazy, full] = ["explicit", "explicit:full"].map((name) => ({ count: count(name), seconds: seconds(name) }));
    const figures = `explicit ${lazy.count} in ${lazy.seconds.toFixed(0)} s, explicit:full ${full.count} in ${full.seconds.toFixed(0)} s`;
    claim(
      lazy.count >= full.count - 2 && lazy.seconds <= full.seconds / 3,
      `${figures} (at most 2 fewer, a third of the time)`,
    );
    sound(runs);
    const counters = bench(
      [here("../tests/programs/irrelevant-counters"), join(root, "paper-examples")],
      "explicit,explicit:full",
      5,
    );
    const [more, fewer] = ["explicit", "explicit:full"].map(
      (name) => of(counters, "configuration", name).filter(solved).length,
    );
    claim(
      more > fewer,
      `irrelevant counters and Listing 1.1: explicit ${more}, explicit:full ${fewer} (strictly more)`,
    );
    sound(counters);
  },
  counts() {
    const names = ["product-lines", "seq-mthreaded", "eca-rers2012"];
    const folders = names.map((name) => join(root, name));
    const runs = bench(folders, "explicit", 20);
    for (const name of names)
      console.log(`${name}: ${of(runs, "set", name).filter(solved).length} of ${of(runs, "set", name).length} solved`);
    sound(runs);
  },
  corpus() {
    const runs = bench([root], "explicit", 10);
    sound(runs);
    const count = (verdict, evidence) =>
      runs.filter((run) => run.verdict === verdict && run.evidence === evidence).length;
    for (const [verdict, evidence, what] of [
      ["unsafe", "replay", "replayed"],
      ["safe", "certificate", "with an accepted certificate"],
    ]) {
      const all = of(runs, "verdict", verdict).length;
      claim(count(verdict, evidence) === all, `${verdict}: ${all}, ${what}: ${count(verdict, evidence)}`, "soundness");
    }
  },
};

const chosen = options.filter((name) => name in SHOWS);
for (const name of chosen.length > 0 ? chosen : Object.keys(SHOWS)) SHOWS[name]();
process.exitCode = failures === 0 ? 0 : 1;
