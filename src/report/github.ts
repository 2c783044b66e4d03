/** Results as annotations of GitHub Actions (workflow commands): they appear at their lines in a pull request. */
import { checkName } from "../model/properties.ts";
import type { About } from "./json.ts";
import type { InputReport, Place, Result } from "./result.ts";
import { type FoundViolation, violationsOf } from "./violations.ts";

export function githubReport(results: readonly Result[], { problem }: About): string {
  const lines = problem === undefined ? [] : [`::error title=hone::${data(problem)}`];
  for (const result of results) lines.push(...annotationsOf(result), `${result.file}: ${result.verdict}`);
  return lines.map((line) => `${line}\n`).join("");
}

function annotationsOf(result: Result): string[] {
  const told = (result.diagnostics ?? [])
    .filter(({ severity }) => severity === "error")
    .map((one) => annotation("error", one, "hone: the program cannot be read", one.message));
  switch (result.verdict) {
    case "safe":
      return told;
    case "unknown":
      if (told.length > 0) return told;
      return [
        annotation(
          "warning",
          { file: result.file, line: 1, column: 1 },
          "hone: unknown",
          `cannot tell: ${result.reason}`,
        ),
      ];
    case "unsafe":
      return [...told, ...violationsOf(result).map(violationLine)];
  }
}

function violationLine({ violation, counterexample }: FoundViolation): string {
  const inputs = inputsOf(counterexample?.inputs ?? []);
  const why = violation.why === undefined ? "" : `: ${violation.why}`;
  const title = `hone --check ${checkName(violation.property)}`;
  return annotation("error", violation, title, `${violation.message}${why}${inputs}`);
}

// An annotation is read at a glance; the JSON result has all of them.
const SHOWN_INPUTS = 10;

function inputsOf(inputs: readonly InputReport[]): string {
  if (inputs.length === 0) return "";
  const shown = inputs.slice(0, SHOWN_INPUTS).map(({ source, value }) => `${source} = ${value}`);
  const more = inputs.length > shown.length ? [`... ${inputs.length - shown.length} more`] : [];
  return `\nInputs, in the order they are read:\n${[...shown, ...more].join("\n")}`;
}

function annotation(level: "error" | "warning", { file, line, column }: Place, title: string, message: string): string {
  return `::${level} file=${property(file)},line=${line},col=${column},title=${property(title)}::${data(message)}`;
}

/** What the commands' syntax would take for its own. */
function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
