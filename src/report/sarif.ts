/**
 * Results as SARIF 2.1.0, for code hosting sites and editors. A rule for each property; a violation is a result whose
 * code flow is the counterexample; `unknown` is a note, since a reader of SARIF would take silence for safety.
 */
import { PROPERTIES } from "../model/properties.ts";
import type { Place, Result } from "./result.ts";

const RULES: readonly { readonly id: string; readonly text: string }[] = [
  ...PROPERTIES.map(({ name, violation }) => ({ id: name, text: violation })),
  { id: "unknown", text: "hone cannot tell whether the property holds" },
];

export function sarifReport(results: readonly Result[]): string {
  const version = results[0]?.tool.version ?? "unknown";
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "hone",
            version,
            rules: RULES.map(({ id, text }) => ({ id, shortDescription: { text } })),
          },
        },
        columnKind: "utf16CodeUnits",
        results: results.flatMap(resultsOf),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

function resultsOf(result: Result): object[] {
  switch (result.verdict) {
    case "safe":
      return [];
    case "unknown":
      return [
        {
          ruleId: "unknown",
          level: "note",
          message: { text: `${result.property}: cannot tell: ${result.reason}` },
          locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(result.file) } } }],
        },
      ];
    case "unsafe":
      return [violationOf(result)];
  }
}

function violationOf(result: Result): object {
  const place = result.violation ?? { file: result.file, line: 1, column: 1, property: result.property, message: "" };
  const steps = result.counterexample?.steps ?? [];
  return {
    ruleId: place.property,
    level: "error",
    message: { text: place.message || `${result.property} is violated` },
    locations: [locationOf(place)],
    // Without the line, so that an edit above does not make it another finding.
    partialFingerprints: { "hone/v1": [place.property, place.file, steps.at(-1)?.function, place.message].join(":") },
    codeFlows: [
      {
        threadFlows: [
          {
            locations: steps.map((step) => ({
              location: {
                ...locationOf(step),
                message: { text: step.assignments.map(({ name, value }) => `${name} = ${value}`).join(", ") },
              },
            })),
          },
        ],
      },
    ],
  };
}

function locationOf(place: Place): object {
  return {
    physicalLocation: {
      artifactLocation: { uri: uriOf(place.file) },
      region: { startLine: place.line, startColumn: place.column },
    },
  };
}

function uriOf(file: string): string {
  return file.split("/").map(encodeURIComponent).join("/");
}
