/**
 * Witnesses as other tools write them, true ones and false ones: styles differ in quotes, in what is left out (columns, functions), in
 * parentheses and casts, in block scalars, in waypoints that say little. Written by hand from the format's description. What is false may never be
 * confirmed, and what is true may never be refuted.
 */
import { createHash } from "node:crypto";
import type { WitnessVerdict } from "../../src/check-witness.ts";
import type { Property } from "../../src/model/properties.ts";

export interface ForeignWitness {
  readonly what: string;
  readonly program: string;
  readonly yaml: string;
  readonly properties: readonly Property[];
  /** What `hone check` may say. */
  readonly expected: readonly WitnessVerdict["kind"][];
}

const HEADER = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern void abort(void);\n";

/** Sums up, with a bound that is assumed. */
const SUM = `${HEADER}int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000) abort();
  int i = 0;
  unsigned int s = 0;
  while (i < n) {
    i = i + 1;
    s = s + 2;
  }
  if (s != 2 * n) reach_error();
  return 0;
}
`;

const TWO_LOOPS = `${HEADER}int x = 0;
void step(int d) { x = x + d; }
int main(void) {
  for (int i = 0; i < 10; i++) { step(1); }
  do {
    step(-1);
  } while (x > 5);
  if (x != 5) reach_error();
  return 0;
}
`;

/** The error is reached with a > 2 and b = 10 only. */
const BRANCHES = `${HEADER}int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  int c = 0;
  if (a > 2) {
    c = 1;
  } else
    c = -20;
  switch (b) {
    case 10: c += 10; break;
    default: c = 0;
  }
  while (c > 0) {
    if (c == 11)
      reach_error();
    c--;
  }
  return a > 5 ? 1 : 0;
}
`;

const OVERFLOW = `${HEADER}int main(void) {
  int a = __VERIFIER_nondet_int();
  if (a < 0) return 0;
  int b = a + 10;
  return b;
}
`;

type Style = "cpachecker" | "automizer" | "goblint";

const UNREACH = "CHECK( init(main()), LTL(G ! call(reach_error())) )";
const NO_OVERFLOW = "CHECK( init(main()), LTL(G ! overflow) )";

function metadata(style: Style, program: string, specification: string): string {
  const hash = createHash("sha256").update(program).digest("hex");
  switch (style) {
    case "cpachecker":
      return `  metadata:
    format_version: "2.0"
    uuid: "0b4c4bd6-9a1c-4f38-8e6c-6d0a3a1fe0a1"
    creation_time: "2024-12-01T10:22:33+01:00"
    producer:
      name: "CPAchecker"
      version: "4.0"
      configuration: "svcomp25"
    task:
      input_files:
      - "../programs/x.c"
      input_file_hashes:
        "../programs/x.c": "${hash}"
      specification: "${specification}"
      data_model: "LP64"
      language: "C"
`;
    case "automizer":
      return `  metadata:
    format_version: '2.0'
    uuid: 2bd8a7d4-2c4b-4e0f-9c3e-30e9d0a2c9b7
    creation_time: 2023-12-18T09:41:07Z
    producer:
      name: Automizer
      version: 0.2.4-dev
    task:
      input_files:
        - /tmp/vcloud/x.c
      input_file_hashes:
        /tmp/vcloud/x.c: ${hash}
      specification: |+
        ${specification}

      data_model: LP64
      language: C
`;
    case "goblint":
      return `  metadata: {format_version: "2.0", uuid: 7e6d8a07-1f4a-4ee3-8b2c-5d1c4be0a111, creation_time: 2024-11-30T12:00:00Z,
    producer: {name: Goblint, version: "heads/svcomp25-0-g1", command_line: "'./goblint' '--conf' 'svcomp25.json'"},
    task: {input_files: [x.c], input_file_hashes: {x.c: ${hash}}, specification: "${specification}", data_model: LP64, language: C}}
`;
  }
}

interface Said {
  readonly type?: "loop_invariant" | "location_invariant";
  readonly line: number;
  readonly column?: number;
  readonly function?: string;
  readonly value: string;
}

function correctness(style: Style, program: string, said: readonly Said[], specification = UNREACH): string {
  const items = said.map(({ type = "loop_invariant", line, column, function: name, value }) => {
    const place = [
      `file_name: ${style === "cpachecker" ? '"../programs/x.c"' : style === "automizer" ? "/tmp/vcloud/x.c" : "x.c"}`,
      `line: ${line}`,
      ...(column === undefined ? [] : [`column: ${column}`]),
      ...(name === undefined ? [] : [`function: ${name}`]),
    ];
    return `  - invariant:
      type: ${type}
      location:
${place.map((one) => `        ${one}\n`).join("")}      value: ${JSON.stringify(value)}
      format: c_expression
`;
  });
  const content = items.length === 0 ? "  content: []\n" : `  content:\n${items.join("")}`;
  return `- entry_type: ${style === "cpachecker" ? '"invariant_set"' : "invariant_set"}\n${metadata(style, program, specification)}${content}`;
}

interface Passed {
  readonly type: "assumption" | "branching" | "function_enter" | "function_return" | "target";
  readonly line: number;
  readonly column?: number;
  readonly value?: string;
  readonly action?: "avoid";
}

function violation(
  style: Style,
  program: string,
  segments: readonly (readonly Passed[])[],
  specification = UNREACH,
): string {
  const written = segments.map((segment) => {
    const waypoints = segment.map(({ type, line, column, value, action = "follow" }) => {
      const format =
        type === "assumption" ? "c_expression" : type === "function_return" ? "ext_c_expression" : undefined;
      const constraint =
        value === undefined
          ? ""
          : `          constraint:\n            value: ${JSON.stringify(value)}\n${format === undefined ? "" : `            format: ${format}\n`}`;
      const place = column === undefined ? "" : `            column: ${column}\n`;
      return `      - waypoint:
          type: ${type}
          action: ${action}
${constraint}          location:
            file_name: x.c
            line: ${line}
${place}            function: main
`;
    });
    return `    - segment:\n${waypoints.join("")}`;
  });
  return `- entry_type: violation_sequence\n${metadata(style, program, specification)}  content:\n${written.join("")}`;
}

const unreach = { properties: ["unreach-call"] } as const;
const [CONFIRMED, REFUTED] = [["confirmed"], ["refuted"]] as const;
/** It is false, or cannot be told. */
const NEVER = ["refuted", "unknown", "bad-witness"] as const;
/** It is true, or cannot be told. */
const TRUE = ["confirmed", "unknown"] as const;

const sums = (
  what: string,
  style: Style,
  said: readonly Said[],
  expected: ForeignWitness["expected"],
): ForeignWitness => ({
  ...{ what, program: SUM, yaml: correctness(style, SUM, said), ...unreach, expected },
});

const loops = (
  what: string,
  style: Style,
  said: readonly Said[],
  expected: ForeignWitness["expected"],
): ForeignWitness => ({
  ...{ what, program: TWO_LOOPS, yaml: correctness(style, TWO_LOOPS, said), ...unreach, expected },
});

const branches = (
  what: string,
  style: Style,
  segments: readonly (readonly Passed[])[],
  expected: ForeignWitness["expected"],
): ForeignWitness => ({
  ...{ what, program: BRANCHES, yaml: violation(style, BRANCHES, segments), ...unreach, expected },
});

const overflows = (
  what: string,
  segments: readonly (readonly Passed[])[],
  expected: ForeignWitness["expected"],
): ForeignWitness => ({
  ...{ what, program: OVERFLOW, yaml: violation("automizer", OVERFLOW, segments, NO_OVERFLOW), expected },
  properties: ["no-overflow"],
});

const target: Passed = { type: "target", line: 16, column: 7 };
const a = (value: string): Passed => ({ type: "function_return", line: 3, column: 33, value });
const b = (value: string): Passed => ({ type: "function_return", line: 4, column: 33, value });

export const FOREIGN: readonly ForeignWitness[] = [
  // --- Invariants -------------------------------------------------------------------------------------------------------------
  sums("nothing", "goblint", [], CONFIRMED),
  sums(
    "parentheses and casts",
    "cpachecker",
    [{ line: 7, column: 3, function: "main", value: "(((long long )s == (2LL * i)) && ((0 <= i) && ( i <= n )))" }],
    CONFIRMED,
  ),
  sums("no column, no function", "automizer", [{ line: 7, value: "((i <= n) && (s == (2 * i)))" }], TRUE),
  sums(
    "disjunctions",
    "automizer",
    [{ line: 7, column: 3, value: "(((i == 0) && (s == 0)) || ((1 <= i) && (s == 2U * (unsigned int )i)))" }],
    TRUE,
  ),
  sums(
    "constants and types of unsigned",
    "goblint",
    [
      { line: 7, column: 3, value: "0U <= s && s <= 2000U" },
      { type: "location_invariant", line: 11, column: 3, value: "(unsigned long )i <= 1000UL" },
    ],
    CONFIRMED,
  ),
  sums("a mask", "goblint", [{ line: 7, value: "(s & 1U) == 0U" }], TRUE),
  sums("a bound that is one too small", "cpachecker", [{ line: 7, column: 3, value: "( i < n )" }], NEVER),
  sums("a bound that is false in the last state", "automizer", [{ line: 7, value: "(s <= 1999)" }], NEVER),
  sums("true inside, at the loop", "automizer", [{ line: 7, value: "(i < n)" }], NEVER),
  sums(
    "true inside, there",
    "automizer",
    [{ type: "location_invariant", line: 8, column: 5, value: "(i < n)" }],
    CONFIRMED,
  ),
  sums(
    "true behind the statement",
    "goblint",
    [{ type: "location_invariant", line: 8, column: 5, value: "1 <= i" }],
    NEVER,
  ),
  sums("an unsigned difference that wraps", "goblint", [{ line: 7, value: "s - 1U >= 0U && s - 1U <= 2000U" }], NEVER),
  sums("a comparison of signed with unsigned", "goblint", [{ line: 7, value: "(i - 1) < s + 1U" }], NEVER),
  sums("arithmetic that overflows", "cpachecker", [{ line: 7, column: 3, value: "i + 2147483000 > 0" }], NEVER),
  sums("an octal number", "goblint", [{ line: 7, value: "n <= 01000" }], NEVER),
  sums("a character", "goblint", [{ line: 7, value: "n <= '\\377' || n >= 0" }], CONFIRMED),
  sums("the line of the brace", "automizer", [{ line: 6, value: "(i <= n)" }], ["bad-witness"]),
  sums(
    "the line of the loop's end",
    "automizer",
    [{ type: "location_invariant", line: 10, value: "(i <= n)" }],
    ["bad-witness"],
  ),
  sums("ACSL", "goblint", [{ line: 7, value: "\\forall int k; k == k" }], ["bad-witness"]),
  sums("a variable of the tool", "automizer", [{ line: 7, value: "(aux_i <= n)" }], ["bad-witness"]),
  sums("assignment for equality", "cpachecker", [{ line: 7, value: "(i = n)" }], ["bad-witness"]),
  loops("a `for` by its line", "automizer", [{ line: 5, value: "((x == i) && (i <= 10))" }], CONFIRMED),
  loops("a `for` without what it declares", "goblint", [{ line: 5, value: "0 <= x && x <= 10" }], CONFIRMED),
  loops("a `for` as if it were its body", "goblint", [{ line: 5, value: "x <= 9" }], NEVER),
  loops("a `do` before its body", "cpachecker", [{ line: 6, column: 3, value: "(x >= 6)" }], ["confirmed", "unknown"]),
  loops("a `do` in both readings", "automizer", [{ line: 6, column: 3, value: "(5 <= x && x <= 10)" }], CONFIRMED),
  loops("a `do`, false in both", "automizer", [{ line: 6, column: 3, value: "(x <= 8)" }], NEVER),
  loops(
    "inside of a function",
    "goblint",
    [{ type: "location_invariant", line: 3, column: 20, function: "step", value: "d == 1 || d == -1" }],
    CONFIRMED,
  ),
  loops(
    "inside of a function, of one call only",
    "goblint",
    [{ type: "location_invariant", line: 3, column: 20, function: "step", value: "d == 1" }],
    NEVER,
  ),
  loops(
    "another function",
    "goblint",
    [{ type: "location_invariant", line: 3, column: 20, function: "main", value: "1" }],
    ["bad-witness"],
  ),
  // --- Violations -------------------------------------------------------------------------------------------------------------
  branches("all inputs", "cpachecker", [[a("\\result == 3")], [b("\\result == 10")], [target]], CONFIRMED),
  branches("the target alone", "automizer", [[target]], CONFIRMED),
  branches("the target's line", "automizer", [[{ type: "target", line: 16 }]], CONFIRMED),
  branches(
    "branches",
    "automizer",
    [
      [{ type: "branching", line: 6, column: 3, value: "true" }],
      [{ type: "branching", line: 14, column: 3, value: "true" }],
      [{ type: "branching", line: 15, column: 5, value: "true" }],
      [target],
    ],
    CONFIRMED,
  ),
  branches(
    "the wrong branch",
    "automizer",
    [[{ type: "branching", line: 6, column: 3, value: "false" }], [target]],
    NEVER,
  ),
  branches("a case", "cpachecker", [[{ type: "branching", line: 10, column: 3, value: "10" }], [target]], TRUE),
  branches(
    "a case that leads elsewhere",
    "cpachecker",
    [[{ type: "branching", line: 10, column: 3, value: "default" }], [target]],
    NEVER,
  ),
  branches(
    "the operator ?:",
    "automizer",
    [[{ type: "branching", line: 19, column: 16, value: "true" }], [target]],
    NEVER,
  ),
  branches(
    "assumptions",
    "cpachecker",
    [
      [{ type: "assumption", line: 5, column: 3, value: "( a == 100 ) && ( b == 10 )" }],
      [{ type: "assumption", line: 14, column: 3, value: "c == 11" }],
      [target],
    ],
    CONFIRMED,
  ),
  branches(
    "assumptions in one another's place",
    "cpachecker",
    [
      [{ type: "assumption", line: 14, column: 3, value: "c == 11" }],
      [{ type: "assumption", line: 5, column: 3, value: "b == 10" }],
      [target],
    ],
    NEVER,
  ),
  branches(
    "an assumption that is false there",
    "automizer",
    [[{ type: "assumption", line: 6, column: 3, value: "c == 1" }], [target]],
    NEVER,
  ),
  branches(
    "an assumption that excludes it",
    "automizer",
    [[{ type: "assumption", line: 10, column: 3, value: "b > 10 || a < 3" }], [target]],
    NEVER,
  ),
  branches("values that do not violate", "cpachecker", [[a("\\result == 2")], [b("\\result == 10")], [target]], NEVER),
  branches("a value in octal", "cpachecker", [[a("\\result == 3")], [b("\\result == 012")], [target]], TRUE),
  branches(
    "the least number",
    "cpachecker",
    [[a("\\result == (-2147483647 - 1)")], [b("\\result == 10")], [target]],
    NEVER,
  ),
  overflows(
    "the least number that is none",
    [
      [{ type: "function_return", line: 3, column: 33, value: "\\result >= (2147483647 + 1)" }],
      [{ type: "target", line: 5, column: 3 }],
    ],
    NEVER,
  ),
  branches("another value in octal", "cpachecker", [[a("\\result == 3")], [b("\\result == 010")], [target]], NEVER),
  branches(
    "an assumption in octal that excludes it",
    "cpachecker",
    [[{ type: "assumption", line: 5, column: 3, value: "b == 010" }], [target]],
    NEVER,
  ),
  branches("the target elsewhere", "automizer", [[{ type: "target", line: 17, column: 5 }]], NEVER),
  branches(
    "to avoid what has to be passed",
    "automizer",
    [[{ type: "branching", line: 6, column: 3, value: "true", action: "avoid" }, target]],
    NEVER,
  ),
  branches(
    "to avoid what is not passed",
    "automizer",
    [[{ type: "branching", line: 6, column: 3, value: "false", action: "avoid" }, target]],
    CONFIRMED,
  ),
  branches(
    "once more round the loop",
    "automizer",
    [[{ type: "assumption", line: 15, column: 5, value: "c == 10" }], [target]],
    NEVER,
  ),
  overflows(
    "an overflow",
    [
      [{ type: "function_return", line: 3, column: 33, value: "\\result >= 2147483640" }],
      [{ type: "target", line: 5, column: 3 }],
    ],
    CONFIRMED,
  ),
  overflows(
    "an overflow of values that are too small",
    [
      [{ type: "function_return", line: 3, column: 33, value: "\\result < 2147483638" }],
      [{ type: "target", line: 5, column: 3 }],
    ],
    REFUTED,
  ),
  overflows("an overflow elsewhere", [[{ type: "target", line: 6, column: 3 }]], NEVER),
];
