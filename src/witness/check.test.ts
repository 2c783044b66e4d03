/** Witnesses by hand: the linter tells what is wrong with them, and the checker what is wrong with what they say. */
import { describe, expect, it } from "vitest";
import { type Changes, witness as handWitness, hashOf, judge as judgeHand } from "../../tests/support/hand-witness.ts";
import { inputFor, NONDET, optionsFor, verified } from "../../tests/support/witness.ts";
import { checkWitness, type WitnessVerdict } from "../check-witness.ts";
import type { Preset } from "../engines/engine.ts";
import { specificationOf } from "./specification.ts";
import { witnessText } from "./write.ts";

const COUNT = `${NONDET}int main(void) {
  int n = nondet_byte();
  int i = 0, odd = 0;
  while (i < n) {
    i++;
    odd = !odd;
  }
  if (i != n) reach_error();
  return 0;
}
`;

function invariant(value: string, place: object = {}, type = "loop_invariant", more: object = {}) {
  const location = { file_name: "x.c", line: 5, column: 3, function: "main", ...place };
  return { invariant: { type, location, value, format: "c_expression", ...more } };
}

function witness(content: readonly object[], text = COUNT, changes: Changes = {}, entryType?: string): string {
  return handWitness(content, text, changes, entryType);
}

function judge(yaml: string, text = COUNT): WitnessVerdict {
  return judgeHand(yaml, text);
}

function problemsOf(yaml: string, text = COUNT): string {
  const verdict = judge(yaml, text);
  return verdict.kind === "bad-witness" ? verdict.problems.map(({ message }) => message).join("\n") : verdict.kind;
}

describe("the linter rejects", () => {
  it.each<[string, string, RegExp]>([
    ["what is no YAML", "- entry_type: [", /not YAML/],
    ["what is no sequence", "entry_type: invariant_set", /a witness should be a sequence/],
    ["entries with more members", witness([], COUNT, { entry: { more: 1 } }), /no member "more"/],
    ["unknown entries", witness([], COUNT, { entry: { entry_type: "loop_invariant" } }), /entry_type should be/],
    ["a version that is a number", witness([], COUNT, { metadata: { format_version: 2 } }), /format_version should be/],
    ["a uuid of another form", witness([], COUNT, { metadata: { uuid: "1" } }), /uuid has another form/],
    [
      "a time without its zone",
      witness([], COUNT, { metadata: { creation_time: "2026-05-05T13:18:43" } }),
      /creation_time/,
    ],
    ["metadata without a producer", witness([], COUNT, { metadata: { producer: undefined } }), /member "producer"/],
    [
      "another hash",
      witness([], COUNT, { task: { input_file_hashes: { "some/where/x.c": "0".repeat(64) } } }),
      /another hash/,
    ],
    ["a file without a hash", witness([], COUNT, { task: { input_file_hashes: {} } }), /member "some\/where\/x.c"/],
    [
      "other files",
      witness([], COUNT, { task: { input_files: ["y.c"], input_file_hashes: { "y.c": hashOf(COUNT) } } }),
      /other files/,
    ],
    ["another data model", witness([], COUNT, { task: { data_model: "ILP32" } }), /ILP32, not LP64/],
    ["contracts in 2.0", witness([{ contract: {} }]), /since format 2.1/],
    ["a line that is not there", witness([invariant("i >= 0", { line: 99 })]), /no line 99/],
    ["a column that is not there", witness([invariant("i >= 0", { column: 99 })]), /no column 99/],
    ["a column of 0", witness([invariant("i >= 0", { column: 0 })]), /column should be a number from 1 on/],
    [
      "a place that is no loop",
      witness([invariant("i >= 0", { line: 6, column: 5 })]),
      /keyword of a loop is expected/,
    ],
    [
      "a place inside a statement",
      witness([invariant("i >= 0", { line: 6, column: 6 }, "location_invariant")]),
      /first character of a statement/,
    ],
    ["another function", witness([invariant("i >= 0", { function: "f" })]), /in the function main, not in f/],
    ["names out of scope", witness([invariant("j >= 0")]), /"j >= 0": .*j/],
    [
      "names that are declared later",
      witness([invariant("i >= 0", { line: 3, column: 3 }, "location_invariant")]),
      /"i >= 0"/,
    ],
    ["what is no expression", witness([invariant("i >= ")]), /"i >= "/],
    ["more than an expression", witness([invariant("i >= 0) || (1")]), /expected the end|'\)'/],
    ["side effects", witness([invariant("i++ >= 0")]), /side effects/],
    ["calls", witness([invariant("nondet() >= 0")]), /calls/],
    ["statements in expressions", witness([invariant("({ i = 1; 1; })")]), /side effects/],
    ["another format", witness([invariant("1", {}, "loop_invariant", { format: "acsl" })]), /format should be/],
  ])("%s", (_, yaml, message) => {
    expect(problemsOf(yaml)).toMatch(message);
  });

  const waypoint = (type: string, location: object, constraint?: object, action = "follow") => ({
    waypoint: {
      type,
      action,
      ...(constraint === undefined ? {} : { constraint }),
      location: { file_name: "x.c", ...location },
    },
  });
  const target = waypoint("target", { line: 9, column: 3 });
  const sequence = (...segments: object[][]) =>
    witness(
      segments.map((segment) => ({ segment })),
      COUNT,
      {},
      "violation_sequence",
    );

  it.each<[string, string, RegExp]>([
    [
      "no target at the end",
      sequence([waypoint("branching", { line: 5, column: 3 }, { value: "true" })]),
      /should be a target/,
    ],
    ["a target before the end", sequence([target], [target]), /should be a target/],
    [
      "segments that do not end in a waypoint to follow",
      sequence([target, waypoint("branching", { line: 5 }, { value: "true" }, "avoid")]),
      /its last/,
    ],
    [
      "a constraint of a target",
      sequence([waypoint("target", { line: 9 }, { value: "1", format: "c_expression" })]),
      /no constraint/,
    ],
    [
      "an assumption without one",
      sequence([waypoint("assumption", { line: 9 })], [target]),
      /should have a constraint/,
    ],
    [
      "directions that are none",
      sequence([waypoint("branching", { line: 5 }, { value: "maybe" })], [target]),
      /true, false/,
    ],
    [
      "a return that is no call",
      sequence([waypoint("function_return", { line: 6, column: 5 })], [target]),
      /closing parenthesis/,
    ],
    [
      "branches that are none",
      sequence([waypoint("branching", { line: 6, column: 5 }, { value: "true" })], [target]),
      /keyword of a branch/,
    ],
  ])("%s", (_, yaml, message) => {
    expect(problemsOf(yaml)).toMatch(message);
  });
});

describe("a violation witness", () => {
  const text = `${NONDET}int main(void) {
  int x;
  int y = nondet_byte() + nondet();
  if (x == 6 && y == 300)
    reach_error();
  return 0;
}
`;
  const waypoint = (type: string, line: number, column: number, value?: string) => {
    const constraint = { value, format: type === "assumption" ? "c_expression" : "ext_c_expression" };
    const location = { file_name: "x.c", line, column };
    return {
      segment: [{ waypoint: { type, action: "follow", ...(value === undefined ? {} : { constraint }), location } }],
    };
  };
  const judged = (...segments: object[]) => judge(witness(segments, text, {}, "violation_sequence"), text);
  const [x, first, second] = [
    waypoint("assumption", 4, 3, "x == 6"),
    waypoint("function_return", 4, 23, "\\result == 255"),
    waypoint("function_return", 4, 34, "\\result == 45"),
  ];

  it("is confirmed by the run that it describes", () => {
    expect(judged(x, first, second, waypoint("target", 6, 5))).toMatchObject({ kind: "confirmed" });
  });

  it("is not confirmed where the run goes elsewhere, or passes its waypoints in another order", () => {
    const wrong = waypoint("function_return", 4, 34, "\\result == 44");
    expect(judged(x, first, wrong, waypoint("target", 6, 5)).kind).toBe("refuted");
    expect(judged(x, second, first, waypoint("target", 6, 5)).kind).toBe("refuted");
    // 511 is no byte, and not the 255 that it would be wrapped to.
    const large = waypoint("function_return", 4, 23, "\\result == 511");
    expect(judged(x, large, second, waypoint("target", 6, 5)).kind).toBe("refuted");
    expect(judged(x, first, second, waypoint("target", 7, 3)).kind).toBe("refuted");
  });

  const avoided = (type: string, line: number, column: number, value: string) => ({
    waypoint: {
      type,
      action: "avoid",
      constraint: type === "branching" ? { value } : { value, format: "c_expression" },
      location: { file_name: "x.c", line, column },
    },
  });
  const branching = (line: number, column: number, value: string) => ({
    segment: [
      {
        waypoint: {
          type: "branching",
          action: "follow",
          constraint: { value },
          location: { file_name: "x.c", line, column },
        },
      },
    ],
  });
  const target = waypoint("target", 6, 5);
  const avoiding = (waypoints: readonly object[], { segment }: { segment: readonly object[] }) => ({
    segment: [...waypoints, ...segment],
  });

  it.each<[string, readonly object[], WitnessVerdict["kind"]]>([
    ["says where the violation is", [target], "confirmed"],
    [
      "says less than values",
      [waypoint("function_return", 4, 34, "\\result > 44 && 50 >= \\result"), target],
      "confirmed",
    ],
    ["says values that cannot be", [waypoint("function_return", 4, 34, "\\result < 45"), target], "refuted"],
    ["says how branches go", [branching(5, 3, "true"), target], "confirmed"],
    ["has a branch go the wrong way", [branching(5, 3, "false"), target], "refuted"],
    ["assumes something of variables", [waypoint("assumption", 5, 3, "x > 5 && y < 301"), target], "confirmed"],
    ["assumes what is not so", [waypoint("assumption", 5, 3, "x > y"), target], "refuted"],
    ["assumes in the wrong order", [waypoint("assumption", 5, 3, "x == 6"), first, target], "refuted"],
    ["enters a function", [waypoint("function_enter", 4, 34), target], "confirmed"],
    [
      "enters functions in another order",
      [waypoint("function_enter", 4, 34), waypoint("function_enter", 4, 23), target],
      "refuted",
    ],
    ["avoids what need not be", [avoiding([avoided("assumption", 5, 3, "x == 7")], target)], "confirmed"],
    ["avoids what has to be", [avoiding([avoided("assumption", 5, 3, "x == 6")], target)], "refuted"],
    ["avoids a branch that has to be taken", [avoiding([avoided("branching", 5, 3, "true")], target)], "refuted"],
    [
      "avoids something too late",
      [waypoint("assumption", 5, 3, "x == 6"), avoiding([avoided("assumption", 4, 3, "x == 6")], target)],
      "confirmed",
    ],
    [
      "has a number in octal, which is another one",
      [x, first, waypoint("function_return", 4, 34, "\\result == 045"), target],
      "unknown",
    ],
    ["compares as C does not", [waypoint("function_return", 4, 34, "\\result <= 50u"), target], "unknown"],
  ])("that %s", (_, segments, verdict) => {
    const answer = judged(...segments);
    expect(answer, JSON.stringify(answer)).toMatchObject({ kind: verdict });
  });

  it("of a safe program is refuted", () => {
    expect(judge(witness([waypoint("target", 9, 15)], COUNT, {}, "violation_sequence"))).toMatchObject({
      kind: "refuted",
      reason: "no execution passes its waypoints and violates the property in the target",
    });
  });

  it("goes through loops as often as its waypoints say", () => {
    const loop = `${NONDET}int main(void) {
  int i = 0;
  while (nondet())
    i++;
  if (i == 2)
    reach_error();
}
`;
    const end = waypoint("target", 7, 5);
    const rounds = (count: number) => Array.from({ length: count }, () => branching(4, 3, "true"));
    const judgedLoop = (...segments: object[]) => judge(witness(segments, loop, {}, "violation_sequence"), loop).kind;
    expect(judgedLoop(...rounds(2), branching(4, 3, "false"), end)).toBe("confirmed");
    // Rounds that no waypoint names are allowed, rounds that are named have to be there.
    expect(judgedLoop(...rounds(1), end)).toBe("confirmed");
    expect(judgedLoop(...rounds(3), end)).toBe("refuted");
  });

  it("of a label, or of memory, is confirmed by its target alone, and not where waypoints cannot be followed", () => {
    const text = `${NONDET}int main(void) {
  int x = nondet();
  if (x > 5)
    ERROR: x = 1;
  if (x < 5) return 1;
  return 0;
}
`;
    const at = (...segments: object[]) => {
      const changes = { task: { specification: "CHECK( init(main()), LTL(G ! label(ERROR)) )" } };
      const yaml = witness(segments, text, changes, "violation_sequence");
      const hashes = new Map([["x.c", hashOf(text)]]);
      return checkWitness(yaml, inputFor(text), hashes, optionsFor({ properties: ["error-label"] })).kind;
    };
    const end = waypoint("target", 5, 5);
    expect(at(end)).toBe("confirmed");
    // Nothing that passes this comes to the label afterwards.
    expect(at(branching(6, 3, "true"), end)).toBe("unknown");
  });

  it("is followed into functions that the program defines, whatever they are called", () => {
    const text = `${NONDET}extern void abort(void);
void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error(); abort();
  }
}
int main(void) {
  __VERIFIER_assert(nondet() != 7);
}
`;
    const yaml = witness([waypoint("target", 5, 5)], text, {}, "violation_sequence");
    expect(judge(yaml, text).kind).toBe("confirmed");
  });

  it("that leaves much open is tried with a few values before any engine is asked", () => {
    const text = `${NONDET}int main(void) {
  int n = nondet();
  int a[40];
  for (int i = 0; i < 40; i++) a[i] = nondet();
  for (int i = 0; i < 40; i++)
    if (a[i] * a[i] == 0) return 0;
  if (n == 7919) reach_error();
}
`;
    const run = () => ({ kind: "unknown", reason: "nobody is asked" }) as const;
    const nobody: Preset = { name: "nobody", summary: "says nothing", run };
    const pinned = (value: number) => waypoint("function_return", 3, 18, `\\result == ${value}`);
    const judgedBy = (...segments: object[]) =>
      judgeHand(witness(segments, text, {}, "violation_sequence"), text, nobody).kind;
    expect(judgedBy(pinned(7919), waypoint("target", 8, 18))).toBe("confirmed");
    expect(judgedBy(pinned(7918), waypoint("target", 8, 18))).not.toBe("confirmed");
  });

  it("of an overflow is followed as well", () => {
    const overflow = `${NONDET}int main(void) {
  int x = nondet();
  if (x < 0) return 0;
  int y = x + 1;
  return y - 2;
}
`;
    const specification = "CHECK( init(main()), LTL(G ! overflow) )";
    const at = (line: number, column: number) => {
      const yaml = witness(
        [waypoint("target", line, column)],
        overflow,
        { task: { specification } },
        "violation_sequence",
      );
      const hashes = new Map([["x.c", hashOf(overflow)]]);
      return checkWitness(yaml, inputFor(overflow), hashes, optionsFor({ properties: ["no-overflow"] })).kind;
    };
    expect(at(5, 3)).toBe("confirmed");
    expect(at(6, 3)).toBe("refuted");
  });
});

describe("what hone writes", () => {
  it.each([
    ["of a proof", COUNT],
    ["of a violation", COUNT.replace("i != n", "i == 7")],
  ])("%s is confirmed", (_, text) => {
    const { witness: content } = verified(text);
    if (content === undefined) throw new Error("a verdict should have a witness");
    const task = {
      input_files: ["x.c"],
      input_file_hashes: { "x.c": hashOf(text) },
      specification: specificationOf(["unreach-call"], "main"),
    };
    const metadata = {
      format_version: "2.0",
      uuid: "91023a0f-9f45-4385-88c4-1152ade45537",
      creation_time: "2026-05-05T13:18:43Z",
    } as const;
    const producer = { name: "hone", version: "0" };
    const yaml = witnessText(content, { ...metadata, producer, task: { ...task, data_model: "LP64", language: "C" } });
    expect(judge(yaml, text)).toMatchObject({ kind: "confirmed" });
  });
});

describe("a correctness witness", () => {
  it.each<[string, string, string]>([
    ["that says nothing, of a safe program", witness([]), "confirmed"],
    ["without a column", witness([invariant("i <= n", { column: undefined })]), "confirmed"],
    ["at a statement", witness([invariant("i < n", { line: 6, column: 5 }, "location_invariant")]), "confirmed"],
    ["at a block", witness([invariant("i < n", { line: 5, column: 17 }, "location_invariant")]), "confirmed"],
    [
      "that is false at a block",
      witness([invariant("i > 0", { line: 5, column: 17 }, "location_invariant")]),
      "refuted",
    ],
    ["with a false invariant", witness([invariant("i < n")]), "refuted"],
    ["that is false in the end only", witness([invariant("i != 255")]), "refuted"],
    [
      "that is false at the statement",
      witness([invariant("i == 0", { line: 6, column: 5 }, "location_invariant")]),
      "refuted",
    ],
    ["whose evaluation overflows", witness([invariant("i + 2147483647 >= 0 || 1")]), "refuted"],
    ["whose evaluation divides by zero", witness([invariant("1 / i >= 0 || 1")]), "refuted"],
    ["that shields its division", witness([invariant("i == 0 || 1 / i <= 1")]), "confirmed"],
  ])("%s", (_, yaml, verdict) => {
    const judged = judge(yaml);
    expect(judged, JSON.stringify(judged)).toMatchObject({ kind: verdict });
  });

  it("with an inductive invariant needs no engine, with one that is true but proves nothing it does", () => {
    const [weak, strong] = ["i <= 300", "0 <= i && i <= n"].map((value) => judge(witness([invariant(value)])));
    // It holds, but says too little of where the loop ends.
    expect(weak).toMatchObject({ kind: "confirmed", reason: "the invariant holds, and the property with them" });
    expect(strong).toMatchObject({ kind: "confirmed", reason: "the invariant holds, inductive as given" });
  });

  it("of an unsafe program is refuted", () => {
    const text = COUNT.replace("i != n", "i == 7");
    expect(judge(witness([], text), text)).toMatchObject({
      kind: "refuted",
      reason: "the program violates the property",
    });
  });

  it("for other properties holds where these do", () => {
    const text = `${NONDET}int main(void) {
  int n = nondet_byte(), s = 0;
  for (int i = 0; i < n; i++) s += i;
  return s;
}
`;
    const judgedFor = (value: string) => {
      const changes = { task: { specification: "CHECK( init(main()), LTL(G ! overflow) )" } };
      const yaml = witness([invariant(value, { line: 4 })], text, changes);
      const hashes = new Map([["x.c", hashOf(text)]]);
      return checkWitness(yaml, inputFor(text), hashes, optionsFor({ properties: ["no-overflow"] })).kind;
    };
    expect(judgedFor("0 <= i && i <= 255 && 0 <= s && s <= 255 * i")).toBe("confirmed");
    expect(judgedFor("s <= 100 * i")).toBe("refuted");
    expect(judgedFor("s * 100000000 >= 0 || 1")).toBe("refuted");
  });

  it("for other properties says nothing of assertions that fail", () => {
    const text = `${NONDET}void __VERIFIER_error(void) { reach_error(); }
int main(void) {
  int n = nondet_byte();
  if (n > 100) reach_error();
  if (n == 7) __VERIFIER_error();
  return n + 1;
}
`;
    const judgedFor = (value: string) => {
      const changes = { task: { specification: "CHECK( init(main()), LTL(G ! overflow) )" } };
      const yaml = witness([invariant(value, { line: 7 }, "location_invariant")], text, changes);
      const hashes = new Map([["x.c", hashOf(text)]]);
      return checkWitness(yaml, inputFor(text), hashes, optionsFor({ properties: ["no-overflow"] })).kind;
    };
    expect(judgedFor("n <= 100 && n != 7")).toBe("confirmed");
    expect(judgedFor("n <= 99")).toBe("refuted");
  });

  it("with elements of arrays holds only where these are inside", () => {
    const text = `${NONDET}int a[4];
int main(void) {
  int i;
  for (i = 0; i < 4; i++) a[i] = 1;
  if (i != 4) reach_error();
  return 0;
}
`;
    const at = { line: 5 };
    expect(judge(witness([invariant("i == 4 || a[i] == 0", at)], text), text).kind).toBe("confirmed");
    expect(judge(witness([invariant("a[i] == 0 || 1", at)], text), text).kind).toBe("refuted");
  });
});

const WALK = `${NONDET}int a[10], b;
int main(void) {
  int *p = a; int i = 0; while (i < 10 && nondet()) { p++; i++; }
  if (p != a + i) reach_error();
  return 0;
}
`;

describe("pointers in invariants", () => {
  const at = { line: 4, column: 26 };
  it.each<[string, WitnessVerdict["kind"]]>([
    ["0 <= i && i <= 10 && p == &a[i]", "confirmed"],
    ["&a[0] <= p && p <= &a[10]", "confirmed"],
    ["p != 0", "confirmed"],
    ["p == &a[0]", "refuted"],
    ["p != &a[10]", "refuted"],
    ["p == (void *)&b", "refuted"],
    ["p == &a[i + 1]", "refuted"],
  ])("%s", (value, kind) => {
    expect(judge(witness([invariant(value, at)], WALK), WALK).kind).toBe(kind);
  });
});
