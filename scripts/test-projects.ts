/**
 * npm run test:projects: the programs of tests/projects, as a user would ask: hone's default at 60 s a question. Each correct program is
 * asked for bounds, overflow and memory (and for its own assertions, which do not count), each planted bug for the check that it
 * violates. gcc's sanitizers say what is true: no input of many makes a correct program fail, each witness makes its bug fail, and so do
 * the inputs of hone's own counterexample.
 *
 * PASS: all bugs found, at least nine correct programs proved for all three checks, nothing wrong.
 * [--only NAME] [--variant correct|bugs] [--timeout S] [--inputs N, of gcc's runs for each correct program] [--random N, for each bug]
 * take a part of it, which is never a PASS.
 */
import { spawnSync } from "node:child_process";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import type { Result, ResultDocument } from "../src/report/result.ts";
import { Random } from "../tests/laws/generate.ts";
import { CHECKS, type Check, type Project, projects } from "../tests/projects/project.ts";
import { directedInputs, randomInput, type Sanitized, sanitized } from "../tests/projects/sanitized.ts";
import { hasGcc } from "../tests/support/gcc.ts";

const PROVED_AT_LEAST = 9;
const { values } = parseArgs({
  options: {
    only: { type: "string" },
    variant: { type: "string" },
    timeout: { type: "string", default: "60" },
    inputs: { type: "string", default: "100" },
    random: { type: "string", default: "20" },
  },
});
const random = new Random(1);
const below = (bound: number) => random.below(bound);
const counts = { bugs: 0, found: 0, programs: 0, proved: 0, wrong: 0 };

function ask(project: Project, check: Check, bug: number): Result | undefined {
  const argv = ["bin/hone", "verify", project.file, "-D", `BUG=${bug}`, "--check", check];
  const limits = ["--timeout", values.timeout, "--format", "json"];
  const { stdout } = spawnSync(process.execPath, [...argv, ...limits], { encoding: "utf8", maxBuffer: 1 << 28 });
  try {
    return (JSON.parse(stdout) as ResultDocument).results[0];
  } catch {
    return undefined;
  }
}

/** A row of the table; the verdict. */
function row(project: Project, variant: string, check: Check, result: Result | undefined, remark = ""): string {
  const { verdict = "crash", engine = "", reason = "", statistics } = result ?? {};
  const seconds = ((statistics?.wallMs ?? 0) / 1000).toFixed(1);
  const why = verdict === "unknown" ? (result?.attempts ?? []).map((one) => `${one.engine}: ${one.reason}`) : [];
  const cells = [project.name.padEnd(16), variant.padEnd(8), check.padEnd(8), verdict.padEnd(8)];
  const short = [reason, ...why].map((one) => one.slice(0, 160)).join("\n      ");
  console.log(`${cells.join(" ")} ${engine.padEnd(14)} ${seconds.padStart(6)} s  ${remark}${short}`);
  return verdict;
}

/** What hone's own counterexample does in gcc's binary; undefined where it has inputs that a binary cannot be given. */
function confirmed(result: Result, binary: Sanitized): "yes" | "no" | undefined {
  const inputs = result.counterexample?.inputs ?? [];
  if (!inputs.every(({ source }) => source.startsWith("__VERIFIER_nondet_"))) return undefined;
  return binary.run(inputs.map(({ value }) => Number(value))) === undefined ? "no" : "yes";
}

function correct(project: Project): void {
  const binary = sanitized(project, 0);
  let inputs = 0;
  for (const input of directedInputs(project, Number(values.inputs), below)) {
    const failed = binary.run(input);
    inputs += 1;
    if (failed === undefined) continue;
    counts.wrong += 1;
    console.log(`${project.name}: should be correct, but gcc says ${failed}: ${input.join(" ")}`);
  }
  binary.remove();
  console.log(`${project.name}: ${inputs} inputs under gcc's sanitizers`);
  const own: Check[] = project.text.includes("assert(") ? ["assert"] : [];
  let proved = 0;
  for (const check of [...CHECKS, ...own]) {
    const verdict = row(project, "correct", check, ask(project, check, 0));
    if (verdict === "safe" && check !== "assert") proved += 1;
    if (verdict === "unsafe" || verdict === "crash") counts.wrong += 1;
  }
  counts.programs += 1;
  if (proved === CHECKS.length) counts.proved += 1;
}

function planted(project: Project): void {
  for (const { number, check, witness } of project.bugs) {
    const binary = sanitized(project, number);
    if (binary.run(witness) !== check) {
      counts.wrong += 1;
      console.log(`${project.name}: the witness of bug ${number} should fail`);
    }
    let byChance = 0;
    for (let i = 0; i < Number(values.random); i++) if (binary.run(randomInput(below)) !== undefined) byChance += 1;
    if (byChance > 0) console.log(`${project.name}: bug ${number} is found by ${byChance} random inputs`);
    const result = ask(project, check, number);
    const shown = result?.verdict === "unsafe" ? confirmed(result, binary) : undefined;
    const remark = shown === undefined ? "" : shown === "yes" ? "gcc agrees" : "GCC DOES NOT FAIL";
    const verdict = row(project, `bug ${number}`, check, result, remark);
    counts.bugs += 1;
    if (verdict === "unsafe") counts.found += 1;
    if (verdict === "safe" || verdict === "crash" || shown === "no") counts.wrong += 1;
    binary.remove();
  }
}

if (hasGcc(64)) {
  for (const project of projects()) {
    if (values.only !== undefined && project.name !== values.only) continue;
    if (values.variant !== "bugs") correct(project);
    if (values.variant !== "correct") planted(project);
  }
  const { bugs, found, programs, proved, wrong } = counts;
  const passed = bugs === 36 && found === bugs && programs === 12 && proved >= PROVED_AT_LEAST && wrong === 0;
  const load = loadavg()[0]?.toFixed(1);
  const figures = `${found} of ${bugs} bugs found, ${proved} of ${programs} correct programs proved for ${CHECKS.join(", ")}, ${wrong} wrong`;
  console.log(`${passed ? "PASS" : "FAIL"}  ${figures} (at ${values.timeout} s, load ${load})`);
  process.exitCode = passed ? 0 : 1;
} else console.log("SKIP  gcc is not installed");
