/** Runs as JUnit has tests, for the pages of CI servers: a suite a set, wrong verdicts as failures, crashes as errors. */
import { escapeXml } from "./quantile-plot.ts";
import type { BenchRun } from "./task.ts";

export function toJunit(runs: readonly BenchRun[]): string {
  const sets = [...new Set(runs.map((run) => run.task.set))];
  const suites = sets.map((set) =>
    suite(
      set,
      runs.filter((run) => run.task.set === set),
    ),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="hone bench">\n${suites.join("")}</testsuites>\n`;
}

function suite(name: string, runs: readonly BenchRun[]): string {
  const count = (outcome: BenchRun["outcome"]) => runs.filter((run) => run.outcome === outcome).length;
  const seconds = runs.reduce((sum, run) => sum + run.wallSeconds, 0);
  const counts = `tests="${runs.length}" failures="${count("wrong")}" errors="${count("crashed")}" skipped="${count("unknown")}"`;
  const cases = runs.map(testCase).join("");
  return ` <testsuite name="${text(name)}" ${counts} time="${seconds.toFixed(3)}">\n${cases} </testsuite>\n`;
}

function testCase(run: BenchRun): string {
  const { task, configuration, wallSeconds } = run;
  const what = `classname="${text(`${task.set}.${configuration}`)}" name="${text(task.name)}" time="${wallSeconds.toFixed(3)}"`;
  const detail = detailOf(run);
  return detail === "" ? `  <testcase ${what}/>\n` : `  <testcase ${what}>${detail}</testcase>\n`;
}

function detailOf({ task, outcome, verdict, reason, log }: BenchRun): string {
  switch (outcome) {
    case "wrong":
      return `<failure message="${text(`${verdict}, where ${task.expected} is expected`)}"/>`;
    case "crashed":
      return `<error message="${text(reason)}">${text(log ?? "")}</error>`;
    case "unknown":
      return `<skipped message="${text(reason)}"/>`;
    case "correct":
    case "unchecked":
      return "";
  }
}

/** XML has no place for control characters, not even as entities. */
function text(raw: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that XML 1.0 excludes.
  return escapeXml(raw.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "?"));
}
