/** Results as JUnit has tests: a violation is one that fails, a program that cannot be read is an error. */
import { checkName } from "../model/properties.ts";
import { counted } from "../util/counted.ts";
import { junitXml, type TestCase } from "../util/junit.ts";
import type { About } from "./json.ts";
import type { Result } from "./result.ts";
import { showPlace } from "./text.ts";
import { type FoundViolation, violationsOf } from "./violations.ts";

export function junitReport(results: readonly Result[], { problem }: About): string {
  const wrong: TestCase[] =
    problem === undefined
      ? []
      : [{ className: "hone", name: "command line", seconds: 0, outcome: { kind: "error", message: problem } }];
  return junitXml("hone", [{ name: "hone verify", cases: [...wrong, ...results.flatMap(testCases)] }]);
}

/** A program is a test; where it was gone on after the first violation, each of them is one, and what is left open another. */
function testCases(result: Result): TestCase[] {
  const className = result.properties.map(checkName).join(",") || "none";
  const seconds = (result.statistics["wallMs"] ?? 0) / 1000;
  const { file, violations, checks = [] } = result;
  if (violations === undefined) return [{ className, name: file, seconds, outcome: outcomeOf(result) }];
  const failed = violationsOf(result).map((one, i): TestCase => {
    const name = `${showPlace(one.violation)} (--check ${checkName(one.violation.property)})`;
    return { className, name, seconds: i === 0 ? seconds : 0, outcome: failureOf(one) };
  });
  const open = checks.filter(({ status }) => status === "open");
  if (open.length === 0) return failed;
  const message = `${counted(open.length, "check")} open: ${open.map(showPlace).join(", ")}`;
  return [...failed, { className, name: `${file} (open)`, seconds: 0, outcome: { kind: "skipped", message } }];
}

function failureOf({ violation, counterexample }: FoundViolation): TestCase["outcome"] {
  const inputs = counterexample?.inputs.map(({ source, value }) => `${source} = ${value}`) ?? [];
  const message = `${violation.message} (--check ${checkName(violation.property)})`;
  return { kind: "failed", message: `${showPlace(violation)}: ${message}`, detail: inputs.join("\n") };
}

function outcomeOf(result: Result): TestCase["outcome"] {
  const { verdict, reason = "", diagnostics = [] } = result;
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  switch (verdict) {
    case "safe":
      return { kind: "passed" };
    case "unknown":
      if (errors.length === 0) return { kind: "skipped", message: reason };
      return {
        kind: "error",
        message: reason,
        detail: errors.map((one) => `${showPlace(one)}: ${one.message}`).join("\n"),
      };
    case "unsafe": {
      const [first] = violationsOf(result);
      return first === undefined ? { kind: "failed", message: "violated", detail: "" } : failureOf(first);
    }
  }
}
