/**
 * npm run show:witnesses -- [--root DIR] [--sample N] [--set NAME] [--timeout 10]: every verdict of the benchmark programs with its witness.
 * Each witness is linted, and checked by `hone check` within the time that the verdict took and five seconds more. Prints what is not
 * confirmed, and counts: all witnesses should pass the linter, all violations and 95 % of the correctness witnesses be confirmed; those
 * without an invariant (a proof by unrolling, by execution) are counted apart, as are violations of which only the target is left. None may
 * be refuted. --sample: at most N programs of a set.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { parse, stringify } from "yaml";
import { collectTasks } from "../src/bench/collect.ts";
// @ts-expect-error a script without types
import { benchmarkRoot } from "./benchmarks.mjs";

const { values } = parseArgs({
  strict: false,
  options: { sample: { type: "string" }, set: { type: "string" }, timeout: { type: "string", default: "10" } },
});
const root: string = benchmarkRoot("show:witnesses");
const sets = readdirSync(root).filter((name) => existsSync(join(root, name, "INDEX.tsv")));
const chosen = values.set === undefined ? sets : sets.filter((name) => name === values.set);
const sample = values.sample === undefined ? undefined : Number(values.sample);
const tasks = collectTasks(
  chosen.map((name) => join(root, name)),
  { sample, properties: "reachability" },
);
if (typeof tasks === "string") throw new Error(tasks);

/** What the check may take beyond the verdict. */
const GRACE_SECONDS = 5;
const CORRECTNESS_SHARE = 0.95;

const folder = mkdtempSync(join(tmpdir(), "hone-witnesses-"));
const witness = join(folder, "witness.yml");
type Kind = "violation" | "invariants" | "no invariants" | "targets";
const counts = { verdicts: 0, unwritten: 0, malformed: 0, refuted: 0 };
const judged: Record<Kind, Record<string, number>> = {
  violation: {},
  invariants: {},
  "no invariants": {},
  targets: {},
};

function hone(words: readonly string[]) {
  const started = performance.now();
  const { stdout, stderr, status } = spawnSync(process.execPath, ["bin/hone", ...words], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  return { stdout, stderr, status, seconds: (performance.now() - started) / 1000 };
}

/** The last segment, which is the target's. */
function withoutInputs(text: string): string {
  const [entry] = parse(text) as { content: unknown[] }[];
  return stringify([{ ...entry, content: entry?.content.slice(-1) }], { lineWidth: 0 });
}

function kindOf(text: string): Kind {
  if (text.includes("entry_type: violation_sequence")) return "violation";
  return text.includes("- invariant:") ? "invariants" : "no invariants";
}

function confirmed(kind: Kind): number {
  return judged[kind]["CONFIRMED"] ?? 0;
}

function all(kind: Kind): number {
  return Object.values(judged[kind]).reduce((sum, one) => sum + one, 0);
}

function printCounts(programs: number): void {
  const { verdicts, unwritten, malformed } = counts;
  console.log(`${programs} programs, ${verdicts} verdicts; ${unwritten} without a witness, ${malformed} malformed`);
  for (const kind of ["violation", "targets", "invariants", "no invariants"] as const)
    console.log(`  ${kind}: ${confirmed(kind)} of ${all(kind)} confirmed  ${JSON.stringify(judged[kind])}`);
}

/** Programs between counts: a campaign takes hours. */
const TOLD_EVERY = 20;

for (const [number, { set, name, arguments: given }] of tasks.entries()) {
  if (number > 0 && number % TOLD_EVERY === 0) printCounts(number);
  rmSync(witness, { force: true });
  const told = (what: string, text: string) =>
    console.log(`${what.padEnd(10)} ${set}/${name}: ${text.trim().split("\n").slice(0, 3).join(" | ")}`);
  const verdict = hone(["verify", "-q", "--timeout", values.timeout as string, "--witness", witness, ...given]);
  if (verdict.status !== 0 && verdict.status !== 1) continue;
  counts.verdicts += 1;
  if (!existsSync(witness)) {
    counts.unwritten += 1;
    told("unwritten", verdict.stderr);
    continue;
  }
  const program = given.filter((word, i) => word !== "--check" && given[i - 1] !== "--check");
  const lint = hone(["check", "--lint", ...program, witness]);
  if (lint.status !== 0) {
    counts.malformed += 1;
    told("malformed", lint.stderr);
    continue;
  }
  const kind = kindOf(readFileSync(witness, "utf8"));
  const limit = Math.ceil(verdict.seconds + GRACE_SECONDS);
  const check = hone(["check", "--timeout", String(limit), ...program, witness]);
  const word = /hone: (\w+)/.exec(check.stdout)?.[1] ?? `exit ${check.status}`;
  // Starting and reading takes a while that no limit counts.
  const late = check.seconds > limit + 1 ? " late" : "";
  judged[kind][word + late] = (judged[kind][word + late] ?? 0) + 1;
  if (word === "REFUTED") counts.refuted += 1;
  if (kind === "violation") {
    // Where the violation is, and nothing of how to get there: there is such an execution.
    writeFileSync(witness, withoutInputs(readFileSync(witness, "utf8")));
    const open = hone(["check", "--timeout", String(limit), ...program, witness]);
    const said = /hone: (\w+)/.exec(open.stdout)?.[1] ?? `exit ${open.status}`;
    judged.targets[said] = (judged.targets[said] ?? 0) + 1;
    if (said === "REFUTED") counts.refuted += 1;
    if (said !== "CONFIRMED") told(said, `the target alone: ${open.stdout}${open.stderr}`);
  }
  if (word !== "CONFIRMED" || late !== "")
    told(
      word + late,
      `${kind}, verdict ${verdict.seconds.toFixed(1)} s, check ${check.seconds.toFixed(1)} s: ${check.stdout}${check.stderr}`,
    );
}
rmSync(folder, { recursive: true });
printCounts(tasks.length);
const passed =
  counts.malformed === 0 &&
  counts.refuted === 0 &&
  confirmed("violation") === all("violation") &&
  confirmed("invariants") >= CORRECTNESS_SHARE * all("invariants");
console.log(passed ? "PASS" : "FAIL");
process.exit(passed ? 0 : 1);
