/** Runs as JUnit has tests, for the pages of CI servers: a suite a set, wrong verdicts as failures, crashes as errors. */
import { junitXml, type TestCase } from "../util/junit.ts";
import type { BenchRun } from "./task.ts";

export function toJunit(runs: readonly BenchRun[]): string {
  const sets = [...new Set(runs.map((run) => run.task.set))];
  const suites = sets.map((name) => ({ name, cases: runs.filter((run) => run.task.set === name).map(testCase) }));
  return junitXml("hone bench", suites);
}

function testCase(run: BenchRun): TestCase {
  const { task, configuration, wallSeconds: seconds } = run;
  return { className: `${task.set}.${configuration}`, name: task.name, seconds, outcome: outcomeOf(run) };
}

function outcomeOf({ task, outcome, verdict, reason, log }: BenchRun): TestCase["outcome"] {
  switch (outcome) {
    case "wrong":
      return { kind: "failed", message: `${verdict}, where ${task.expected} is expected` };
    case "crashed":
      return { kind: "error", message: reason, detail: log ?? "" };
    case "unknown":
      return { kind: "skipped", message: reason };
    case "correct":
    case "unchecked":
      return { kind: "passed" };
  }
}
