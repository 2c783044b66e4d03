/**
 * Scripts answered by hone and by the Z3 that is installed as a program: no answer may contradict the other, every model of hone's, asserted
 * to Z3, has to be one, and every core unsatisfiable. hone itself says `sat` only of models that it has evaluated; one that does not
 * evaluate to true is `unknown` with that reason, and counts as wrong here. Where the two disagree, `arbitrate.ts` finds out whether
 * Z3 contradicts itself; such formulas are counted apart.
 */
import { spawnSync } from "node:child_process";
import { ownSolver } from "../../src/smt/own/solver.ts";
import { runScript } from "../../src/smt/smtlib/index.ts";
import { declared, pairsOf, questionAt, type Ruling, ruleOnModel, ruleOnUnsat } from "./arbitrate.ts";
import type { RandomScript } from "./random-scripts.ts";

export function hasZ3Program(): boolean {
  return spawnSync("z3", ["--version"]).status === 0;
}

export interface ScriptTally {
  scripts: number;
  checks: number;
  sat: number;
  unsat: number;
  models: number;
  cores: number;
  /** Where Z3 contradicts hone and itself. */
  readonly twoWays: { readonly script: RandomScript; readonly told: string }[];
  /** hone's, Z3's. */
  readonly unknown: [number, number];
  /** Milliseconds: hone twice (answers, then models and cores as well), Z3 once. */
  readonly spent: [number, number];
}

export function emptyScriptTally(): ScriptTally {
  return { scripts: 0, checks: 0, sat: 0, unsat: 0, models: 0, cores: 0, twoWays: [], unknown: [0, 0], spent: [0, 0] };
}

/** No opinion: out of time, or one of some operations on small floats, of which Z3 4.8.12 builds malformed terms. */
export const Z3_GIVES_UP = /canceled|timeout|invalid extract application|bit-vector size must be greater than zero/;
/** Units of work that hone has for a check. */
const WORK = 2_000_000;

type Step = RandomScript["steps"][number];

function headOf(script: RandomScript): string {
  return `(set-logic ${script.logic})\n${declared(script)}`;
}

function checkText(step: Extract<Step, { kind: "check" }>): string {
  return step.assumed.length === 0 ? "(check-sat)" : `(check-sat-assuming (${step.assumed.join(" ")}))`;
}

export function showScript(script: RandomScript): string {
  return [headOf(script), ...script.steps.map((step) => (step.kind === "check" ? checkText(step) : step.text))].join(
    "\n",
  );
}

/** What hone says: an answer for each check, and a model or a core. */
interface Said {
  readonly answer: string;
  /** Values by name, or the names of the core. */
  readonly detail: string;
}

function linesOf(text: string): string[] {
  const lines: string[] = [];
  const result = runScript(text, ownSolver, (line) => lines.push(line), { limit: WORK });
  if (result.kind === "error") throw new Error(`${result.error.message}, line ${result.error.line}`);
  return lines;
}

/** Answers first; then again, with what each answer allows to ask. */
function honeSays(script: RandomScript): Said[] {
  const answers = linesOf(showScript(script));
  const names = script.declarations.map(({ name }) => name);
  let check = 0;
  const texts = script.steps.map((step) => {
    if (step.kind === "text") return step.text;
    const answer = answers[check++];
    if (answer === "sat") return `${checkText(step)}\n(get-value (${names.join(" ")}))`;
    if (answer === "unsat") return `${checkText(step)}\n(get-unsat-assumptions)`;
    return `${checkText(step)}\n(get-info :reason-unknown)`;
  });
  const lines = linesOf([headOf(script), ...texts].join("\n"));
  return answers.map((answer, i) => {
    if (lines[2 * i] !== answer) throw new Error("the same script should have the same answers");
    return { answer, detail: lines[2 * i + 1] as string };
  });
}

/** The script for Z3: checks of its own, then hone's model or core as a question. */
function textForZ3(script: RandomScript, said: readonly Said[]): string {
  let check = 0;
  const texts = script.steps.map((step) => {
    if (step.kind === "text") return step.text;
    const { answer, detail } = said[check++] as Said;
    if (answer === "unsat" && step.assumed.length > 0)
      return `${checkText(step)}\n(check-sat-assuming ${detail === "()" ? "(true)" : detail})`;
    if (answer !== "sat") return `${checkText(step)}\n(echo "none")`;
    const values = [...pairsOf(detail), ...step.assumed.map((name) => [name, "true"] as const)];
    const equalities = values.map(([name, value]) => `(= ${name} ${value})`);
    return `${checkText(step)}\n(push 1)\n(assert (and ${equalities.join(" ")}))\n(check-sat)\n(pop 1)`;
  });
  // Without its logic: constant arrays are in none.
  return [declared(script), ...texts].join("\n");
}

/** The lines that Z3 prints for each script; one process for all. */
export function askZ3(scripts: readonly string[], units: number): string[][] {
  const options = `(set-option :rlimit ${units})\n`;
  const input = scripts.map((one) => `${options}${one}(echo "end of script")\n(reset)\n`).join("");
  const { stdout } = spawnSync("z3", ["-in"], { input, encoding: "utf8", maxBuffer: 1 << 28 });
  const parts = stdout.split("end of script\n");
  return scripts.map((_, i) => (parts[i] ?? "").trim().split("\n"));
}

/** Problems of scripts, by their position; one run of Z3 for all. */
export function scriptProblems(
  scripts: readonly RandomScript[],
  tally: ScriptTally,
  unitsOfZ3: number,
  says: (script: RandomScript) => readonly Said[] = honeSays,
): Map<number, string> {
  const started = performance.now();
  const problems = new Map<number, string>();
  const said = scripts.map((script, i): readonly Said[] => {
    try {
      return says(script);
    } catch (error) {
      problems.set(i, `an exception: ${error instanceof Error ? error.message : String(error)}`);
      return [];
    }
  });
  const asked = scripts.map((script, i) => (problems.has(i) ? "" : `${textForZ3(script, said[i] as Said[])}\n`));
  const between = performance.now();
  const answers = askZ3(asked, unitsOfZ3);
  tally.spent[0] += between - started;
  tally.spent[1] += performance.now() - between;
  scripts.forEach((script, i) => {
    if (problems.has(i)) return;
    const problem = problemOf(script, said[i] as Said[], answers[i] as string[], tally);
    if (problem !== undefined) problems.set(i, problem);
  });
  return problems;
}

function problemOf(
  script: RandomScript,
  said: readonly Said[],
  lines: readonly string[],
  tally: ScriptTally,
): string | undefined {
  tally.scripts += 1;
  const error = lines.find((line) => line.startsWith("(error"));
  if (error !== undefined && !Z3_GIVES_UP.test(error)) return `Z3 says ${error}`;
  if (error !== undefined) {
    tally.unknown[1] += said.length;
    return undefined;
  }
  for (let check = 0, at = 0; check < said.length; check++) {
    const { answer, detail } = said[check] as Said;
    const opinion = lines[at++];
    const second = lines[at++];
    tally.checks += 1;
    if (opinion === "unknown") tally.unknown[1] += 1;
    if (answer === "unknown") {
      tally.unknown[0] += 1;
      if (!detail.includes("work limit")) return `check ${check}: unknown: ${detail}`;
      continue;
    }
    tally[answer as "sat" | "unsat"] += 1;
    if (answer === "sat") tally.models += 1;
    else if (second !== "none") tally.cores += 1;
    const complaint = complaintOf({ answer, detail }, opinion, second);
    if (complaint === undefined) continue;
    const told = `check ${check}: ${complaint.told}`;
    const ruling = rulingOn(script, check, { answer, detail }, complaint.about);
    if (ruling.kind === "disagreement") return told;
    tally.twoWays.push({ script, told: `${told}; ${ruling.reason}` });
  }
  return undefined;
}

interface Complaint {
  readonly told: string;
  readonly about: "the answer" | "its model or core";
}

function complaintOf({ answer, detail }: Said, opinion?: string, second?: string): Complaint | undefined {
  if (opinion !== answer && opinion !== "unknown")
    return { told: `hone says ${answer}, Z3 says ${opinion}`, about: "the answer" };
  if (second === answer || second === "unknown" || second === "none") return undefined;
  const what = answer === "sat" ? "model" : "core";
  return { told: `Z3 says ${second} of hone's ${what} ${detail}`, about: "its model or core" };
}

function rulingOn(script: RandomScript, check: number, { answer, detail }: Said, about: Complaint["about"]): Ruling {
  const checks = script.steps.flatMap((step, at) => (step.kind === "check" ? [{ ...step, at }] : []));
  const { assumed, at } = checks[check] as (typeof checks)[number];
  try {
    if (answer === "sat") return ruleOnModel(questionAt(script, check, assumed), pairsOf(detail));
    const kept =
      about === "the answer" ? assumed : assumed.filter((name) => detail.slice(1, -1).split(" ").includes(name));
    const before = script.steps.slice(0, at).map((step) => (step.kind === "check" ? checkText(step) : step.text));
    const session = [declared(script), ...before, checkText({ kind: "check", assumed: kept })].join("\n");
    return ruleOnUnsat(questionAt(script, check, kept), session);
  } catch {
    // A model whose text is not understood settles nothing.
    return { kind: "disagreement" };
  }
}
