// npm run show:path-focusing -- listings|comparison|families [--sample N] [--jobs N] [--root DIR]: what path focusing does on
// the paper's examples and on the benchmark corpus, with PASS or FAIL a claim. Without a name: all of them, which takes an
// hour. A sample is for a quick look: it prints the figures, and only wrong verdicts and crashes fail.
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
  console.log(`show:path-focusing skipped: the corpus is not here (${root})`);
  process.exit(0);
}

let failures = 0;

function claim(holds, text, kind = "figure") {
  const counts = kind === "soundness" || sample === undefined;
  if (counts && !holds) failures += 1;
  console.log(`${counts ? (holds ? "PASS" : "FAIL") : "----"} ${text}`);
}

function run(line) {
  const { status } = spawnSync(process.execPath, line, { stdio: "inherit", cwd: here("..") });
  if (status !== 0) failures += 1;
}

function bench(families, timeout) {
  const output = mkdtempSync(join(tmpdir(), "hone-show-"));
  const limits = ["--timeout", String(timeout), "--jobs", jobs, ...(sample === undefined ? [] : ["--sample", sample])];
  const folders = families.map((name) => join(root, name));
  const line = [here("../bin/hone"), "bench", ...folders, "--configs", "path-focusing", ...limits, "-o", output];
  const { status } = spawnSync(process.execPath, line, { stdio: "inherit" });
  if (status !== 0 && status !== 1) throw new Error(`hone bench ended with ${status}`);
  const { runs } = JSON.parse(readFileSync(join(output, "bench.json"), "utf8"));
  rmSync(output, { recursive: true });
  return runs;
}

const SHOWS = {
  listings() {
    run([here("../bin/hone"), "table", "path-focusing", "--root", root]);
  },
  comparison() {
    const families = [
      "path-focusing/pagai",
      "loop-lit",
      "loop-invgen",
      "loop-acceleration",
      "loop-new",
      "loop-crafted",
    ];
    const more = ["loop-invariants", "loop-simple", "loop-zilu", "loop-industry-pattern"];
    const chosen = sample === undefined ? [] : ["--sample", sample];
    const script = [here("run-ts.mjs"), here("compare-invariants.ts"), root, ...families, ...more, ...chosen];
    run([...script, "--limit", "10"]);
  },
  families() {
    const families = ["loops", "loop-acceleration", "loop-lit", "loop-invgen", "loop-new", "loop-crafted"];
    const runs = bench([...families, "recursive-simple"], 10);
    const wrong = runs.filter(({ outcome }) => outcome === "wrong").length;
    const crashed = runs.filter(({ outcome }) => outcome === "crashed").length;
    claim(wrong === 0 && crashed === 0, `of ${runs.length} runs ${wrong} wrong, ${crashed} crashed`, "soundness");
    const solved = (run) => run.outcome === "correct";
    const literature = runs.filter(({ task }) => task.set === "loop-lit" || task.set === "loop-invgen");
    const decided = literature.filter(solved).length;
    claim(
      decided >= 0.65 * literature.length,
      `loop-lit and loop-invgen: ${decided} of ${literature.length} solved (at least 65 %)`,
    );
    const recursive = runs.filter(({ task }) => task.set === "recursive-simple" && task.expected === "safe");
    const proved = recursive.filter(solved).length;
    claim(
      proved >= recursive.length / 2,
      `safe recursive-simple: ${proved} of ${recursive.length} proved (at least half)`,
    );
  },
};

const chosen = options.filter((name) => name in SHOWS);
for (const name of chosen.length > 0 ? chosen : Object.keys(SHOWS)) SHOWS[name]();
process.exitCode = failures === 0 ? 0 : 1;
