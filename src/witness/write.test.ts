/** What witnesses of real verdicts say, and what they leave out. */
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { inputFor, NONDET, verified } from "../../tests/support/witness.ts";
import { readProgram } from "../cfa/build-source.ts";
import type { Edge } from "../cfa/cfa.ts";
import type { Waypoint, WitnessInvariant, WitnessMetadata } from "./format.ts";
import { specificationOf } from "./specification.ts";
import { witnessText } from "./write.ts";
import { targetContent } from "./write-violation.ts";

function invariantsOf(text: string): readonly WitnessInvariant[] {
  const { result, witness } = verified(text);
  expect(result.verdict).toBe("safe");
  if (witness?.kind !== "correctness") throw new Error("a safe program should have a correctness witness");
  return witness.invariants;
}

function waypointsOf(text: string, properties?: Parameters<typeof verified>[1]): readonly Waypoint[] {
  const { result, witness } = verified(text, properties);
  expect(result.verdict).toBe("unsafe");
  if (witness?.kind !== "violation") throw new Error("an unsafe program should have a violation witness");
  expect(witness.segments.every((segment) => segment.length === 1 && segment[0]?.action === "follow")).toBe(true);
  return witness.segments.flat();
}

describe("correctness witnesses", () => {
  it("have invariants at the keywords of loops, over names in scope there, those that a `for` declares among them", () => {
    const [invariant, ...others] = invariantsOf(`${NONDET}int main(void) {
  unsigned n = nondet_byte(), s = 0;
  for (unsigned i = 0; i < n; i++) s += 2;
  if (s != 2 * n) reach_error();
}`);
    expect(others).toEqual([]);
    expect(invariant).toMatchObject({
      type: "loop_invariant",
      format: "c_expression",
      location: { file_name: "x.c", line: 4, column: 3, function: "main" },
    });
    expect(invariant?.value).toMatch(/\bs == 2LL \* i\b/);
    expect(invariant?.value).not.toMatch(/::/);
  });

  it("leave out globals that are declared behind the loop", () => {
    const text = (before: string, behind: string) => `${NONDET}${before}
void set(int), up(void);
int main(void) { unsigned n = nondet_byte(), i = 0; while (i < n) { i++; up(); } if (i != n) reach_error(); set(1); }
${behind}
void up(void) { if (count < 9) count++; if (count > 9) reach_error(); }
void set(int to) { count = to; }`;
    const valuesOf = (program: string) =>
      invariantsOf(program)
        .map(({ value }) => value)
        .join();
    expect(valuesOf(text("int count;", ""))).toMatch(/count/);
    expect(valuesOf(text("", "int count;"))).not.toMatch(/count/);
  });

  it("say nothing of a loop that the program also comes to where nothing can go wrong any more", () => {
    const called = (last: string) => `${NONDET}int up(int n) { int i = 0; while (i < n) i++; return i; }
int main(void) { int n = nondet_byte(); if (up(n) != n) reach_error(); ${last} return 0; }`;
    expect(invariantsOf(called("")).map(({ location }) => location.line)).toEqual([2]);
    // There i <= n does not hold, and no engine has looked.
    expect(invariantsOf(called("up(-5);"))).toEqual([]);
  });

  it("have that of a `do` at the first statement of its body", () => {
    const invariants = invariantsOf(`${NONDET}int main(void) {
  unsigned n = nondet_byte(), i = 0;
  do {
    i++;
  } while (i < n);
  if (i > 255) reach_error();
}`);
    expect(invariants).toMatchObject([{ type: "location_invariant", location: { line: 5, column: 5 } }]);
  });

  it("leave out names of recursive functions, and loops out of macros", () => {
    expect(
      invariantsOf(`${NONDET}int f(int n) { int i = 0; while (i < n) i++; return n > 0 ? f(n - 1) + i : 0; }
int main(void) { if (f(2) != 3) reach_error(); return 0; }`),
    ).toEqual([]);
    expect(
      invariantsOf(`#define COUNT(i, n) while (i < n) i++
${NONDET}int main(void) { int n = nondet_byte(), i = 0; COUNT(i, n); if (i != n) reach_error(); return 0; }`),
    ).toEqual([]);
  });
});

describe("violation witnesses", () => {
  it("pin what is read, in order, and end at the statement that goes wrong", () => {
    const waypoints = waypointsOf(`${NONDET}int main(void) {
  int x;
  int y = nondet_byte() + nondet();
  if (x == 6 && y == 300)
    (reach_error());
}`);
    expect(waypoints.map(({ type, location: { line, column } }) => [type, line, column])).toEqual([
      ["assumption", 4, 3],
      ["function_return", 4, 23],
      ["function_return", 4, 34],
      ["target", 6, 5],
    ]);
    expect(waypoints[0]?.constraint).toEqual({ value: "x == 6", format: "c_expression" });
    const [, first, second] = waypoints.map(({ constraint }) =>
      Number(/^\\result == (-?\d+)$/.exec(constraint?.value ?? "")?.[1]),
    );
    expect((first ?? 0) + (second ?? 0)).toBe(300);
  });

  it("have their target where there is no time for more", () => {
    const text = `${NONDET}int main(void) { if (nondet() == 6)\n  (reach_error()); }`;
    const { sources, frontEnd } = inputFor(text);
    const { program } = readProgram(sources, frontEnd);
    if (program === undefined) throw new Error("the program should be read");
    const call = [...program.functions.values()]
      .flatMap(({ edges }) => edges)
      .find(({ op }) => op.kind === "call" && op.callee.kind === "direct" && op.callee.name === "reach_error") as Edge;
    expect(targetContent(program, call, sources, frontEnd, new Set(["x.c"]))).toEqual({
      kind: "violation",
      segments: [[waypointsOf(text).at(-1)]],
    });
    // In a file that is none of the inputs there is no place for it.
    expect(targetContent(program, call, sources, frontEnd, new Set())).toBeUndefined();
  });

  it("have the whole statement as their target", () => {
    const [, target] = waypointsOf(
      `${NONDET}int main(void) {
  int x = nondet();
  return 5 * (x + 1);
}`,
      { properties: ["no-overflow"] },
    );
    expect(target).toMatchObject({ type: "target", location: { line: 4, column: 3 } });
    expect(target?.constraint).toBeUndefined();
  });
});

describe("witnesses as YAML", () => {
  it("are one entry with its metadata; versions and expressions stay text", () => {
    const task: WitnessMetadata["task"] = {
      input_files: ["x.c"],
      input_file_hashes: { "x.c": "0".repeat(64) },
      specification: specificationOf(["unreach-call", "no-overflow"], "main"),
      data_model: "LP64",
      language: "C",
    };
    const metadata: WitnessMetadata = {
      format_version: "2.0",
      uuid: "u",
      creation_time: "2026-01-01T00:00:00+00:00",
      producer: { name: "hone", version: "0" },
      task,
    };
    const location = { file_name: "x.c", line: 1, column: 2 };
    const invariant = {
      type: "loop_invariant",
      location,
      value: "x == 0 && !(y < 1)",
      format: "c_expression",
    } as const;
    const text = witnessText({ kind: "correctness", invariants: [invariant], contracts: [] }, metadata);
    expect(parse(text)).toEqual([{ entry_type: "invariant_set", metadata, content: [{ invariant }] }]);
    expect(task.specification.split("\n")).toEqual([
      "CHECK( init(main()), LTL(G ! call(reach_error())) )",
      "CHECK( init(main()), LTL(G ! overflow) )",
    ]);
  });
});
