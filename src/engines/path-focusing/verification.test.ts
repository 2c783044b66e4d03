/** Verdicts, with their evidence checked: partitions, counterexamples, summaries; each safe program has an unsafe twin. */
import { describe, expect, it } from "vitest";
import { verdictOf } from "../../../tests/support/path-focusing.ts";
import { askPair } from "../../../tests/verdicts/pair.ts";

const DECLARATIONS = `extern int nondet(void); void reach_error(void);
`;

/** Two phases: y grows only in the second. */
const phases = (end: number) => `${DECLARATIONS}
int main(void) {
  int x = 0, y = 40;
  while (x < 90) { if (x < 40) x++; else { x++; y++; } }
  if (y != ${end}) reach_error();
  return 0;
}`;

const countdown = (limit: number) => `${DECLARATIONS}
int main(void) {
  int n = nondet(), s = 0;
  if (n < 0 || n > 1000) return 0;
  while (n > 0) { n--; s++; }
  if (s > ${limit}) reach_error();
  return 0;
}`;

const recursive = (returned: string, bound: number) => `${DECLARATIONS}
int twice(int n) { if (n <= 0) return 0; return ${returned}; }
int main(void) {
  int n = nondet();
  if (n < 0 || n > 100) return 0;
  if (twice(n) > ${bound}) reach_error();
  return 0;
}`;

const shared = (written: string) => `${DECLARATIONS}
int calls;
void visit(int depth) { ${written} if (depth > 0) visit(depth - 1); }
int main(void) { calls = 0; visit(nondet()); if (calls < 1) reach_error(); return 0; }`;

describe("partitioning", () => {
  it("splits a loop into its phases", () => {
    const { kind, statistics } = verdictOf(phases(90));
    expect(kind).toBe("safe");
    expect(statistics["partitions"]).toBeGreaterThan(0);
  });

  it("does not make an unsafe program safe", () => {
    expect(verdictOf(phases(91)).kind).not.toBe("safe");
  });
});

/** An index that goes round, kept in a member: what bounds it is compared with a copy of it. */
const round = (length: number) => `${DECLARATIONS}
struct line { int values[16]; int at; };
void step(struct line *l) { l->at++; if (l->at == ${length}) l->at = 0; }
int main(void) {
  struct line l;
  l.at = 0;
  while (nondet()) if (nondet()) step(&l);
  if (l.at > 15) reach_error();
  return 0;
}`;

/** One way round leaves the variable as it is, so that no narrowing brings back what was given up, and nothing is compared with it alone. */
const keptOrSet = (value: string, most: number) => `${DECLARATIONS}
int main(void) {
  int kept = 0;
  while (nondet()) {
    int set = nondet(), more = nondet();
    if (nondet()) kept = ${value};
    if (more >= 0 && more <= 9 && kept + more > ${most} + 9) reach_error();
  }
  return 0;
}`;

/** An element that is tested and read again: the same one for the solver, any one for the ranges. */
const readTwice = (limit: number) => `${DECLARATIONS}
int main(void) {
  unsigned char buffer[300];
  unsigned i = nondet(), n = 0;
  if (i >= 300) return 0;
  while (n < 300) buffer[n++] = nondet();
  if (buffer[i] < ${limit} && buffer[i] + 6 > 15) reach_error();
  return 0;
}`;

/** What is tested and then kept is read twice, in a loop: no solver is asked about the one value of both reads. */
const keptFrom = (limit: number, between: string) => `${DECLARATIONS}
int main(void) {
  unsigned char steps[300];
  unsigned n = 0, kept = 0;
  while (n < 300) steps[n++] = nondet();
  while (nondet()) {
    unsigned i = nondet();
    if (i >= 300 || steps[i] > ${limit}) continue;
    ${between}
    kept = steps[i];
  }
  if (kept > 7) reach_error();
  return 0;
}`;

/** The largest element of a table, kept from one round to the next. */
const lookedUp = (element: string, entries: number, between: string) => `${DECLARATIONS}
static ${element} lengths[8] = {1, 2, 2, 3, 3, 3, 4, 4};
int main(void) {
  int kept = 0;
  while (nondet()) {
    unsigned i = nondet();
    if (i >= ${entries}) continue;
    ${between}
    kept = lengths[i];
  }
  if (kept > 4) reach_error();
  return 0;
}`;

describe("thresholds", () => {
  const preset = "path-focusing:thresholds";

  it("are the limits that copies are compared with", () => {
    expect(verdictOf(round(16), { preset }).kind).toBe("safe");
    expect(verdictOf(round(16), { preset: "path-focusing:classical" }).kind).toBe("unknown");
    expect(verdictOf(round(17), { preset }).kind).toBe("unknown");
  });

  it.each(["set % 7", "set & 7", "set > 5 ? 6 : 0"])("are the bounds that an operator has: %s", (value) => {
    expect(verdictOf(keptOrSet(value, 7), { preset }).kind).toBe("safe");
    expect(verdictOf(keptOrSet(value, 7), { preset: "path-focusing:classical" }).kind).toBe("unknown");
    expect(verdictOf(keptOrSet(value, 5), { preset }).kind).toBe("unknown");
  });

  it("are what guards become after a step", () => {
    const ask = () => askPair("numbers-in-some-rounds.c", [], "path-focusing:thresholds", [100, 100]);
    for (const { truth, verdict } of ask()) expect(verdict).toBe(truth === "safe" ? "safe" : "unknown");
  });

  it("leave what joins lose to the solver, a block at a time", () => {
    expect(verdictOf(readTwice(10), { preset }).kind).toBe("safe");
    expect(verdictOf(readTwice(10), { preset: "path-focusing:classical" }).kind).toBe("unknown");
    expect(verdictOf(readTwice(11), { preset }).kind).toBe("unknown");
  });
});

describe("an element that is read again", () => {
  it.each(["path-focusing:thresholds", "path-focusing:heap"])("is the one that was tested: %s", (preset) => {
    expect(verdictOf(keptFrom(7, "n = 0;"), { preset }).kind).toBe("safe");
    expect(verdictOf(keptFrom(8, "n = 0;"), { preset }).kind).not.toBe("safe");
  });

  it.each(["steps[nondet() & 255] = nondet();", "i = nondet(); if (i >= 300) continue;"])("unless %s", (between) => {
    expect(verdictOf(keptFrom(7, between), { preset: "path-focusing:thresholds" }).kind).toBe("unknown");
  });
});

describe("a table that is never changed", () => {
  const preset = "path-focusing:thresholds";

  it.each(["const int", "unsigned char", "const short"])("says what its elements lie between: %s", (element) => {
    expect(verdictOf(lookedUp(element, 8, ""), { preset }).kind).toBe("safe");
  });

  it.each([
    ["read behind its end", 9, ""],
    ["changed", 8, "if (nondet()) lengths[i] = nondet();"],
    ["changed at a constant place", 8, "lengths[3] = 5;"],
  ])("says nothing where it is %s", (_, entries, between) => {
    expect(verdictOf(lookedUp("int", entries, between), { preset }).kind).not.toBe("safe");
  });

  it("has no other elements", () => {
    const less = lookedUp("const int", 8, "").replace("kept > 4", "kept > 3");
    expect(verdictOf(less, { preset }).kind).not.toBe("safe");
  });
});

describe("bounded search", () => {
  it("finds a counterexample that replay confirms", () => {
    expect(verdictOf(countdown(2)).kind).toBe("unsafe");
  });

  it("is not needed where the invariants suffice", () => {
    const { kind, statistics } = verdictOf(countdown(1000));
    expect(kind).toBe("safe");
    expect(statistics["searchDepth"]).toBeUndefined();
  });
});

describe("summaries", () => {
  it("relate inputs and outputs of a recursive function", () => {
    expect(verdictOf(recursive("twice(n - 1) + 2", 200)).kind).toBe("safe");
  });

  it("do not hide errors of recursive programs", () => {
    expect(verdictOf(recursive("twice(n - 1) + 2", 5)).kind).not.toBe("safe");
    expect(verdictOf(recursive("twice(n - 1) + 3", 200)).kind).not.toBe("safe");
  });

  it("say what a function writes", () => {
    expect(verdictOf(shared("calls++; if (calls > 100) calls = 100;")).kind).toBe("safe");
    expect(verdictOf(shared("calls--;")).kind).not.toBe("safe");
    expect(verdictOf(shared("if (depth > 3) calls++;")).kind).not.toBe("safe");
  });

  it("serve on request where nothing is recursive", () => {
    const source = (bound: number) => `${DECLARATIONS}
int clamp(int v) { if (v < 0) return 0; if (v > 9) return 9; return v; }
int main(void) { int s = 0, i; for (i = 0; i < 10; i++) s += clamp(nondet()); if (s > ${bound}) reach_error(); return 0; }`;
    const engine = { calls: "summaries" as const };
    expect(verdictOf(source(90), { engine }).kind).toBe("safe");
    expect(verdictOf(source(89), { engine }).kind).not.toBe("safe");
  });

  it("know that a function writes its caller's objects", () => {
    const source = (least: number) => `${DECLARATIONS}
void lower(int *a, int n) { if (n <= 0) return; *a = n; lower(a, n - 1); }
int main(void) { int x = 0, k = nondet(); if (k < 1) return 0; lower(&x, k); if (x < ${least}) reach_error(); return 0; }`;
    expect(verdictOf(source(1)).kind).toBe("safe");
    expect(verdictOf(source(2)).kind).not.toBe("safe");
  });

  it("are not made of functions with objects of their own", () => {
    const source = `${DECLARATIONS}
int deep(int n, int *up) { int own = n; if (n > 0) deep(n - 1, &own); if (up) *up = 7; return own; }
int main(void) { if (deep(3, 0) != 7) reach_error(); return 0; }`;
    expect(verdictOf(source).kind).not.toBe("unsafe");
  });
});

describe("beside convex sets", () => {
  const steps = (end: number) => `${DECLARATIONS}
int main(void) { int i = 0; while (i < 1001) i += 2; if (i != ${end}) reach_error(); return 0; }`;

  it("strides are known", () => {
    expect(verdictOf(steps(1002)).kind).toBe("safe");
    expect(verdictOf(steps(1001)).kind).not.toBe("safe");
  });

  it("a path says on which side of a disequality it goes", () => {
    const source = (end: number) => `${DECLARATIONS}
int main(void) { int i = 0; while (i != 30) i++; if (i > ${end}) reach_error(); for (i = 5; i != 0; i--) if (i > 5) reach_error(); return 0; }`;
    expect(verdictOf(source(30)).kind).toBe("safe");
    expect(verdictOf(source(29)).kind).not.toBe("safe");
  });

  it("what the solver cannot express does not become safe", () => {
    const source = `${DECLARATIONS}
int main(void) { int a = nondet(), b = nondet(); if (a > 0 && a < 100 && b > 0 && b < 100 && a * b == 91) reach_error(); return 0; }`;
    expect(verdictOf(source).kind).not.toBe("safe");
  });
});
