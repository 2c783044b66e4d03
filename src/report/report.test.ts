import { describe, expect, it } from "vitest";
import { F64, intType } from "../logic/types.ts";
import { parseValue, showValue } from "./counterexample.ts";
import { githubReport } from "./github.ts";
import { graphDot } from "./graph/print.ts";
import { jsonReport } from "./json.ts";
import { junitReport } from "./junit.ts";
import type { Result } from "./result.ts";
import { sarifReport } from "./sarif.ts";
import { textReport } from "./text.ts";

const RESULT: Result = {
  version: 2,
  tool: { name: "hone", version: "0.0.0" },
  file: "a b.c",
  properties: ["unreach-call"],
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

const ABOUT = { toolVersion: "0.0.0" };

const OPTIONS = { color: "plain", detail: "normal", sourceLine: () => "\tassert(x);" } as const;

describe("text", () => {
  it("shows the line, the end of the trace and the verdict last", () => {
    const text = textReport(RESULT, OPTIONS);
    expect(text).toContain("a b.c:2:3: error: assertion fails (--check assert)\n  2 | \tassert(x);\n");
    expect(text).toContain("the last 25 of 45 steps");
    expect(text).toContain("[x = 39]");
    expect(text.endsWith("\nhone: UNSAFE\n")).toBe(true);
  });

  it("shows of a long line what is around the place, and nothing that would disturb a terminal", () => {
    const line = `${"x = x ^ 1; ".repeat(5000)}assert(x); /* \u001b[2J\u001b]0;title\u0007 \u202e */`;
    const column = line.indexOf("assert") + 1;
    const place = { ...(RESULT.violation as NonNullable<Result["violation"]>), file: "a\nb.c", column };
    const steps = [{ file: "a\nb.c", line: 2, column, function: "main", assignments: [] }];
    const result = { ...RESULT, violation: place, counterexample: { inputs: [], steps } };
    const text = textReport(result, { ...OPTIONS, color: "color", sourceLine: () => line });
    expect(text.length).toBeLessThan(1000);
    expect(text).toContain("a\ufffdb.c:2:");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
    expect(text.replace(/\u001b\[\d+m/g, "")).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours
    const [, shown = "", caret = ""] = text.replace(/\u001b\[\d+m/g, "").split("\n");
    expect(shown.slice(caret.indexOf("^")).startsWith("assert(x)")).toBe(true);
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
    const [found] = findings([RESULT]);
    expect(found).toMatchObject({
      ruleId: "unreach-call",
      level: "error",
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "a%20b.c", uriBaseId: "SRCROOT" },
            region: { startLine: 2, startColumn: 3 },
          },
        },
      ],
    });
    expect(JSON.stringify(found)).toContain("x = 39");
  });

  it("has one shape, for one program, several and none", () => {
    const tool = { name: "hone", version: "0.0.0" };
    expect(JSON.parse(jsonReport([RESULT], ABOUT))).toEqual({ version: 2, tool, results: [RESULT] });
    expect(JSON.parse(jsonReport([RESULT, RESULT], ABOUT))).toMatchObject({ results: [{}, {}] });
    const problem = "no such option";
    expect(JSON.parse(jsonReport([], { ...ABOUT, problem }))).toEqual({ version: 2, tool, problem, results: [] });
  });

  it("tells what the front end had to say, and that the answer is open", () => {
    const [unread] = findings([UNREAD]);
    expect(unread).toMatchObject({ ruleId: "not-read", level: "error", message: { text: "expected ;" } });
    expect(JSON.stringify(unread)).toContain('"startLine":3');
    expect(findings([UNKNOWN])).toMatchObject([{ ruleId: "unknown", level: "note" }]);
    expect(findings([{ ...UNKNOWN, file: "/abs/a b.c" }])).toMatchObject([
      { locations: [{ physicalLocation: { artifactLocation: { uri: "file:///abs/a%20b.c" } } }] },
    ]);
  });
});

const { violation: _, counterexample: __, ...PLAIN } = RESULT;
const UNKNOWN: Result = { ...PLAIN, verdict: "unknown", reason: "50% of, <it>" };
const UNREAD: Result = {
  ...UNKNOWN,
  reason: "a.c:3:4: expected ;",
  diagnostics: [{ file: "a.c", line: 3, column: 4, severity: "error", message: "expected ;" }],
};

function findings(results: readonly Result[]): Record<string, unknown>[] {
  const log = JSON.parse(sarifReport(results, ABOUT)) as { runs: { results: Record<string, unknown>[] }[] };
  return log.runs[0]?.results ?? [];
}

describe("github", () => {
  it("annotates lines, with what its syntax would take for its own escaped", () => {
    expect(githubReport([RESULT], ABOUT).split("\n")).toEqual([
      "::error file=a b.c,line=2,col=3,title=hone --check assert::assertion fails%0AInputs, in the order they are read:%0Ainput() = 7",
      "a b.c: unsafe",
      "",
    ]);
    expect(githubReport([{ ...UNKNOWN, file: "a,b:c.c" }], ABOUT)).toContain(
      "::warning file=a%2Cb%3Ac.c,line=1,col=1,title=hone%3A unknown::cannot tell: 50%25 of, <it>\n",
    );
    expect(githubReport([UNREAD], ABOUT)).toContain("::error file=a.c,line=3,col=4,");
    expect(githubReport([{ ...PLAIN, verdict: "safe" }], ABOUT)).toBe("a b.c: safe\n");
    expect(githubReport([], { ...ABOUT, problem: "no\nway" })).toBe("::error title=hone::no%0Away\n");
  });
});

describe("junit", () => {
  it("has a test for each program", () => {
    const xml = junitReport([RESULT, UNKNOWN, UNREAD, { ...PLAIN, verdict: "safe" }], ABOUT);
    expect(xml).toContain('<testsuite name="hone verify" tests="4" failures="1" errors="1" skipped="1" time="0.004">');
    expect(xml).toContain('<failure message="a b.c:2:3: assertion fails (--check assert)">input() = 7</failure>');
    expect(xml).toContain('<skipped message="50% of, &lt;it&gt;"/>');
    expect(xml).toContain('<error message="a.c:3:4: expected ;">a.c:3:4: expected ;</error>');
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
