/** Results as JUnit has tests: a program is a test; a violation fails it, a program that cannot be read is an error. */
import { checkName } from "../model/properties.ts";
import { junitXml, type TestCase } from "../util/junit.ts";
import type { About } from "./json.ts";
import type { Result } from "./result.ts";
import { showPlace } from "./text.ts";

export function junitReport(results: readonly Result[], { problem }: About): string {
  const wrong: TestCase[] =
    problem === undefined
      ? []
      : [{ className: "hone", name: "command line", seconds: 0, outcome: { kind: "error", message: problem } }];
  return junitXml("hone", [{ name: "hone verify", cases: [...wrong, ...results.map(testCase)] }]);
}

function testCase(result: Result): TestCase {
  return {
    className: result.properties.map(checkName).join(",") || "none",
    name: result.file,
    seconds: (result.statistics["wallMs"] ?? 0) / 1000,
    outcome: outcomeOf(result),
  };
}

function outcomeOf({ verdict, reason = "", violation, counterexample, diagnostics = [] }: Result): TestCase["outcome"] {
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
      const where = violation === undefined ? "" : `${showPlace(violation)}: `;
      const inputs = counterexample?.inputs.map(({ source, value }) => `${source} = ${value}`) ?? [];
      const message =
        violation === undefined ? "violated" : `${violation.message} (--check ${checkName(violation.property)})`;
      return { kind: "failed", message: `${where}${message}`, detail: inputs.join("\n") };
    }
  }
}
