import { describe, expect, it } from "vitest";
import { F64, intType } from "../logic/types.ts";
import { parseValue, showValue } from "./counterexample.ts";
import { graphDot } from "./graph/print.ts";
import { jsonReport } from "./json.ts";
import type { Result } from "./result.ts";
import { sarifReport } from "./sarif.ts";
import { textReport } from "./text.ts";

const RESULT: Result = {
  version: 1,
  tool: { name: "hone", version: "0.0.0" },
  file: "a b.c",
  property: "unreach-call",
  verdict: "unsafe",
  engine: "concrete",
  configuration: { engines: ["concrete"], entry: "main", dataModel: "LP64", timeoutSeconds: 1, memoryMb: 1 },
  invariants: [],
  violation: { file: "a b.c", line: 2, column: 3, property: "unreach-call", message: "assertion fails" },
  counterexample: {
    inputs: [{ value: "7", source: "input()" }],
    steps: Array.from({ length: 40 }, (_, index) => ({
      file: "a b.c",
      line: 2,
      column: 3,
      function: "main",
      assignments: [{ name: "x", value: String(index) }],
    })),
    omittedSteps: 5,
  },
  assumptions: [],
  overApproximations: [],
  evidence: { kind: "replay", checked: true, by: "replayed" },
  statistics: { wallMs: 1 },
};

const OPTIONS = { color: "plain", detail: "normal", sourceLine: () => "\tassert(x);" } as const;

describe("text", () => {
  it("shows the line, the end of the trace and the verdict last", () => {
    const text = textReport(RESULT, OPTIONS);
    expect(text).toContain("a b.c:2:3: error: assertion fails (unreach-call)\n  2 | \tassert(x);\n");
    expect(text).toContain("the last 25 of 45 steps");
    expect(text).toContain("[x = 39]");
    expect(text.endsWith("\nhone: UNSAFE\n")).toBe(true);
  });

  it("is one line when quiet, and colored only when asked", () => {
    expect(textReport(RESULT, { ...OPTIONS, detail: "verdict" })).toBe("hone: UNSAFE\n");
    expect(textReport(RESULT, OPTIONS)).not.toContain("\u001b[");
    expect(textReport(RESULT, { ...OPTIONS, color: "color" })).toContain("\u001b[");
  });

  it("says why it cannot tell, and under which assumptions it can", () => {
    const { violation: _, counterexample: __, ...rest } = RESULT;
    const unknown: Result = { ...rest, verdict: "unknown", reason: "time limit reached" };
    expect(textReport(unknown, OPTIONS)).toContain("cannot tell: time limit reached");
    const safe: Result = { ...rest, verdict: "safe", assumptions: ["no signed overflow at line 3"] };
    expect(textReport(safe, OPTIONS)).toContain("Assuming: no signed overflow at line 3");
  });
});

describe("sarif and json", () => {
  it("carry the violation with its flow", () => {
    const log = JSON.parse(sarifReport([RESULT])) as { runs: { results: Record<string, unknown>[] }[] };
    const [found] = log.runs[0]?.results ?? [];
    expect(found).toMatchObject({
      ruleId: "unreach-call",
      level: "error",
      locations: [
        { physicalLocation: { artifactLocation: { uri: "a%20b.c" }, region: { startLine: 2, startColumn: 3 } } },
      ],
    });
    expect(JSON.stringify(found)).toContain("x = 39");
  });

  it("is an object for one program and a list for several", () => {
    expect(JSON.parse(jsonReport([RESULT]))).toEqual(RESULT);
    expect(JSON.parse(jsonReport([RESULT, RESULT]))).toEqual([RESULT, RESULT]);
  });
});

describe("values", () => {
  it("are read back as they were printed", () => {
    const int = intType(64, "signed");
    for (const value of [0, -7, 2 ** 40]) expect(parseValue(showValue(value, int))).toBe(value);
    for (const value of [9223372036854775807n, -9223372036854775808n])
      expect(parseValue(showValue(value, int))).toBe(value);
    for (const value of [0.1, -0, 1e300, 5e-324, 3, Infinity, -Infinity, NaN])
      expect(parseValue(showValue(value, F64))).toBe(value);
    expect(parseValue("seven")).toBeUndefined();
  });
});

describe("dot", () => {
  it("quotes labels", () => {
    const edge = { source: 0, target: 0, operations: ['call printf("a\\n")', "x := 1"], line: 1 };
    const dot = graphDot([{ name: "f", title: "f", nodes: [{ id: 0, kind: "entry", notes: [] }], edges: [edge] }]);
    expect(dot).toContain('[label="call printf(\\"a\\\\n\\")\\lx := 1"]');
  });
});
