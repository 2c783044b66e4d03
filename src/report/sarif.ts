/**
 * Results as SARIF 2.1.0, for code hosting sites and editors. A rule for each property; a violation is a result whose
 * code flow is the counterexample; `unknown` is a note, since a reader of SARIF would take silence for safety. What the front end
 * has to say about a program that it cannot read is a result with its place, too.
 */
import { PROPERTIES } from "../model/properties.ts";
import type { About } from "./json.ts";
import type { DiagnosticReport, Place, Result, StepReport } from "./result.ts";
import { type FoundViolation, violationsOf } from "./violations.ts";

interface Rule {
  readonly id: string;
  readonly text: string;
  readonly help: string;
  readonly level: "error" | "warning" | "note";
}

const RULES: readonly Rule[] = [
  ...PROPERTIES.map(
    ({ name, check, violation, clause, translation }): Rule => ({
      id: name,
      text: violation,
      help: `Checked with --check ${check}: ${translation.replaceAll("`", "")}${clauseOf(clause)}. The inputs of the result were replayed: hone run --replay runs into it again.`,
      level: "error",
    }),
  ),
  {
    id: "unknown",
    text: "hone cannot tell whether the property holds",
    help: "The program was neither proved nor broken. The message says why; more time (--timeout) or one engine by its name (--engine) may help.",
    level: "note",
  },
  {
    id: "not-read",
    text: "hone cannot read the program",
    help: "The file is missing, is no C, or is C that hone does not read (docs/c-subset.md). Nothing was checked.",
    level: "error",
  },
];

/** Where C11 says so, unless the program or a convention does. */
function clauseOf(clause: string): string {
  return clause === "-" ? "" : ` (C11 ${clause.replaceAll("`", "")})`;
}

/** Files are named relative to where hone was started. */
const BASE = "SRCROOT";

export function sarifReport(results: readonly Result[], { toolVersion, problem }: About): string {
  const unread = results.some(({ diagnostics }) => diagnostics?.some(isError));
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "hone",
            version: toolVersion,
            informationUri: "https://github.com/hone-c/hone",
            rules: RULES.map(ruleReport),
          },
        },
        invocations: [
          {
            executionSuccessful: problem === undefined && !unread,
            ...(problem === undefined
              ? {}
              : { toolConfigurationNotifications: [{ level: "error", message: { text: problem } }] }),
          },
        ],
        originalUriBaseIds: { [BASE]: { description: { text: "The folder in which hone was started." } } },
        columnKind: "utf16CodeUnits",
        results: results.flatMap(resultsOf),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

function ruleReport({ id, text, help, level }: Rule): object {
  return {
    id,
    shortDescription: { text },
    fullDescription: { text: `${text}.` },
    help: { text: help },
    defaultConfiguration: { level },
  };
}

function resultsOf(result: Result): object[] {
  const told = (result.diagnostics ?? []).filter(isError).map(diagnosticOf);
  switch (result.verdict) {
    case "safe":
      return told;
    case "unknown":
      return told.length > 0 ? told : [unknownOf(result)];
    case "unsafe":
      return [...told, ...violationsOf(result).map((one) => violationReport(one))];
  }
}

function isError({ severity }: DiagnosticReport): boolean {
  return severity === "error";
}

function diagnosticOf(diagnostic: DiagnosticReport): object {
  return {
    ...ruled("not-read"),
    level: "error",
    message: { text: diagnostic.message },
    locations: [locationOf(diagnostic)],
  };
}

function unknownOf(result: Result): object {
  return {
    ...ruled("unknown"),
    level: "note",
    message: { text: `${result.properties.join(", ") || "nothing was asked"}: cannot tell: ${result.reason}` },
    locations: [{ physicalLocation: { artifactLocation: artifactOf(result.file) } }],
  };
}

function violationReport({ violation: place, counterexample }: FoundViolation): object {
  const steps = counterexample?.steps ?? [];
  return {
    ...ruled(place.property),
    level: "error",
    message: { text: messageOf(place) },
    locations: [locationOf(place)],
    ...(place.related === undefined || place.related.length === 0
      ? {}
      : { relatedLocations: place.related.map((one) => ({ ...locationOf(one), message: { text: one.message } })) }),
    // Without the line, so that an edit above does not make it another finding.
    partialFingerprints: { "hone/v1": [place.property, place.file, steps.at(-1)?.function, place.message].join(":") },
    // A thread flow has at least one location.
    ...(steps.length === 0 ? {} : { codeFlows: [{ threadFlows: [{ locations: steps.map(flowLocation) }] }] }),
  };
}

/** What happened, and why in a sentence. */
function messageOf({ property, message, why }: NonNullable<Result["violation"]>): string {
  const what = message || `${property} is violated`;
  return why === undefined ? what : `${what}: ${why}`;
}

function flowLocation(step: StepReport): object {
  const values = step.assignments.map(({ name, value }) => `${name} = ${value}`).join(", ");
  return { location: { ...locationOf(step), message: { text: values || `in ${step.function}` } } };
}

function ruled(id: string): object {
  const ruleIndex = RULES.findIndex((rule) => rule.id === id);
  return ruleIndex === -1 ? { ruleId: id } : { ruleId: id, ruleIndex };
}

function locationOf(place: Place): object {
  return {
    physicalLocation: {
      artifactLocation: artifactOf(place.file),
      region: { startLine: place.line, startColumn: place.column },
    },
  };
}

/** A path as a URI: absolute ones name the file, all others stand below the base. */
function artifactOf(file: string): object {
  const path = /^[A-Za-z]:\\/.test(file) ? `/${file.replaceAll("\\", "/")}` : file;
  const uri = path.split("/").map(encodeURIComponent).join("/");
  return path.startsWith("/") ? { uri: `file://${uri}` } : { uri, uriBaseId: BASE };
}
