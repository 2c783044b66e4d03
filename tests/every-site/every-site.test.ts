/**
 * One verdict for each place (`--all-violations`), held to all executions of programs that read at most eight bits: what is `violated` is
 * the first violation of one of them, what is `proved` or `unreached` of none. A wrong `proved` is a wrong verdict.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CheckOptions, checkSync } from "../../src/api/core.ts";
import { asProperties } from "../../src/api/options.ts";
import { filesOf } from "../../src/api/program.ts";
import { readFor } from "../../src/api/sync.ts";
import { Execution } from "../../src/evidence/execution.ts";
import { listInputs } from "../../src/interpreter/inputs.ts";
import type { Result } from "../../src/report/result.ts";
import { release } from "../../src/util/release.ts";
import { runs } from "../support/thorough.ts";
import { allInputs, type Program, program } from "./programs.ts";

const STEPS = 1_000_000;
/** Work ends these runs, not the clock. */
const TIMEOUT = 100;
/** But where something stays open. */
const SHORT = 2;

/** Lines of the first violations of all executions. */
function violatedLines({ text, inputs }: Program, checks: readonly string[]): Set<number> {
  const { program: read } = readFor(filesOf(text), {}, checks, {});
  if (read === undefined) throw new Error("the program should be C");
  const execution = new Execution({ program: read, entry: "main", properties: asProperties(checks) });
  const lines = new Set<number>();
  for (const given of allInputs(inputs)) {
    const { outcome, violation } = execution.run(listInputs(given), STEPS);
    if (outcome.kind === "limit") throw new Error("all executions should end");
    const edge = "edge" in outcome ? outcome.edge : undefined;
    const line = edge && read.sources.resolve(edge.range.start)?.line;
    if (violation !== undefined && line !== undefined) lines.add(line);
  }
  execution.close();
  release();
  return lines;
}

function linesOf({ checks = [] }: Result, ...statuses: string[]): Set<number> {
  return new Set(checks.filter(({ status }) => statuses.includes(status)).map(({ line }) => line));
}

/** Lines with nothing but such checks. */
function linesOnly(result: Result, ...statuses: string[]): Set<number> {
  const others = linesOf(
    { ...result, checks: result.checks?.filter(({ status }) => !statuses.includes(status)) ?? [] },
    ...["violated", "open", "proved", "unreached"],
  );
  return new Set([...linesOf(result, ...statuses)].filter((line) => !others.has(line)));
}

function agrees(of: Program, checks: readonly string[], options: CheckOptions = {}): Result {
  const result = checkSync(of.text, { checks, timeout: TIMEOUT, ...options });
  const violated = violatedLines(of, checks);
  const told = (result.violations ?? (result.violation === undefined ? [] : [result.violation])).map(
    ({ line }) => line,
  );
  for (const line of told) expect(violated, of.text).toContain(line);
  for (const line of linesOnly(result, "proved", "unreached"))
    expect(violated, `line ${line} of\n${of.text}`).not.toContain(line);
  if (result.verdict === "safe") expect(violated, of.text).toEqual(new Set());
  return result;
}

const EIGHT_BITS = [Array.from({ length: 256 }, (_, value) => value)];

/** Programs that read a byte, and what makes them hostile. */
const HOSTILE: Readonly<
  Record<string, { readonly checks: readonly string[]; readonly body: string; readonly open?: true }>
> = {
  "a check in a function that is called from several places, one of them behind a violated check": {
    checks: ["assert"],
    body: `static void check(int x) {
  assert(x != 9);
}
int main(void) {
  int n = nondet_uchar();
  assert(n < 50);
  check(n / 10);
  check(n + 1);
  assert(n != 8);
  return 0;
}`,
  },
  "checks that only their own violation would hide": {
    checks: ["assert"],
    body: `int main(void) {
  int n = nondet_uchar();
  assert(n > 3);
  assert(n > 3);
  assert(n > 2);
  assert(n > 4);
  return 0;
}`,
  },
  "several checks in one line": {
    checks: ["div-zero", "overflow"],
    body: `int main(void) {
  int n = nondet_uchar();
  int m = n - 7;
  int r = 100 / (n + 1) + 100 / m + 100 / (n - 9);
  return r + 2147483647 * (n > 20);
}`,
  },
  "a violation at every round of a loop, and one behind it": {
    checks: ["assert"],
    body: `int main(void) {
  int n = nondet_uchar(), i;
  for (i = 0; i < 20; i++) {
    assert(i != n);
    if (i == 15)
      assert(n == 3);
  }
  assert(n != 20 && n != 3);
  assert(i == 20);
  return 0;
}`,
  },
  "a pointer that may be null, used again": {
    checks: ["assert", "bounds"],
    body: `int main(void) {
  int n = nondet_uchar(), x = 0;
  int *p = n > 10 ? &x : 0;
  *p = n;
  *p += 1;
  assert(x != 12);
  assert(n > 10);
  return 0;
}`,
  },
  // Objects of one site are not told apart: whether an access is valid is for the model to guess.
  "objects of the heap that the model does not tell apart": {
    open: true,
    checks: ["assert", "bounds"],
    body: `struct node { int value; struct node *next; };
int main(void) {
  int n = nondet_uchar() & 7, i;
  struct node *all = 0, *at;
  for (i = 0; i < 3; i++) {
    at = malloc(sizeof *at);
    at->value = i;
    at->next = all;
    all = at;
  }
  for (i = 0; i < n; i++)
    all = all->next;
  int v = all->value;
  assert(v != 1);
  assert(v <= 2);
  assert(n < 3);
  return 0;
}`,
  },
  "an index beyond its array, whose neighbour is written": {
    checks: ["assert", "bounds"],
    body: `int main(void) {
  int n = nondet_uchar();
  int t[4] = {0}, u = 5;
  t[n & 7] = n;
  assert(t[3] != 3);
  assert(u == 5);
  return 0;
}`,
  },
  "the library's text": {
    checks: ["assert", "bounds"],
    body: `#include <string.h>
int main(void) {
  char from[] = "abc", to[4];
  unsigned n = nondet_uchar();
  if (n > 10) return 0;
  memset(to, 'x', n);
  memcpy(to, from, n / 2);
  assert(n != 2);
  assert(strlen(from) == 3);
  return 0;
}`,
  },
  "memory that is left where the program ends": {
    checks: ["memtrack", "assert"],
    body: `int main(void) {
  int n = nondet_uchar();
  char *p = malloc(4);
  assert(n != 5);
  if (n > 7) return 1;
  free(p);
  return 0;
}`,
  },
  "a program that ends in a function": {
    checks: ["assert"],
    body: `static int least(int x) {
  if (x < 3)
    exit(1);
  assert(x != 6);
  return x;
}
int main(void) {
  int n = nondet_uchar();
  int m = least(n);
  assert(m >= 3);
  assert(m != 6);
  assert(m != 7);
  return 0;
}`,
  },
  "recursion, goto and switch": {
    checks: ["assert"],
    body: `static int down(int x) {
  assert(x != 4);
  return x <= 0 ? 0 : 1 + down(x - 1);
}
int main(void) {
  int n = nondet_uchar() & 7;
  switch (n) {
    case 1: assert(n != 1);
    case 2: goto out;
    case 3: assert(n == 3); break;
  }
  assert(down(n) == n);
  assert(n == 0 || n == 3);
out:
  assert(n != 2);
  return 0;
}`,
  },
  "a check behind pointers to functions": {
    checks: ["assert"],
    body: `static void first(int x) {
  assert(x != 5);
}
static void second(int x) {
  assert(x < 200);
}
static void third(int x) {
  assert(x == 0);
}
static void (*table[3])(int) = {first, second, third};
int main(void) {
  int n = nondet_uchar();
  table[n & 1](n);
  return 0;
}`,
  },
  "an operation that violates two properties at once": {
    checks: ["overflow", "shift"],
    body: `int main(void) {
  int n = nondet_uchar();
  int a = 1 << (n & 31);
  int b = 3 << (n & 3);
  return a + b;
}`,
  },
};

describe("every place", () => {
  it.each([
    { checks: ["assert", "memory", "overflow", "div-zero"], options: {} },
    { checks: ["assert", "ub"], options: {} },
    // Who runs nothing finds violations by the model alone, and would prove what the model has lost.
    { checks: ["assert"], options: { engine: "bmc" } },
    { checks: ["assert", "memory", "div-zero"], options: { engine: "dagger", timeout: 3 } },
    // What is proved though others are open.
    { checks: ["assert", "div-zero"], options: { engine: "path-focusing:thresholds", allViolations: false } },
  ])("has the verdict that all executions have: $checks $options", ({ checks, options }) => {
    const counts = { violated: 0, proved: 0, open: 0, unreached: 0 };
    fc.assert(
      fc.property(program, (one) => {
        const result = agrees(one, checks, { allViolations: true, ...options });
        for (const { status } of result.checks ?? []) counts[status] += 1;
      }),
      { numRuns: runs(18) },
    );
    expect(counts.proved).toBeGreaterThan(0);
    expect(counts.unreached).toBeGreaterThan(0);
    if (options.engine === undefined) {
      expect(counts.violated).toBeGreaterThan(0);
      expect(counts.open).toBeLessThan(counts.violated);
    }
  });

  it.each(Object.keys(HOSTILE))("stands in %s", (name) => {
    const { checks, body, open } = HOSTILE[name] as (typeof HOSTILE)[string];
    const text = `#include <assert.h>
#include <stdlib.h>
extern unsigned char nondet_uchar(void);
${body}
`;
    const one = { text, inputs: EIGHT_BITS };
    const result = agrees(one, checks, { allViolations: true, ...(open ? { timeout: SHORT } : {}) });
    if (open) return;
    // Each violation has been found, and what is at none of the places is told, too.
    const told = new Set((result.violations ?? []).map(({ line }) => line));
    expect(told).toEqual(violatedLines(one, checks));
    agrees(one, checks, { allViolations: true, engine: "path-focusing", timeout: SHORT });
  });
});

describe("places that are proved beside one that is open", () => {
  const text = `#include <assert.h>
extern int nondet_int(void);
int main(void) {
  int x = nondet_int(), y = x + 1;
  assert(y > x);
  unsigned n = nondet_int(), q = 0;
  for (unsigned i = 0; i < n; i++) q = q + 2 * i + 1;
  assert(q == n * n);
  return 0;
}
`;

  it.each([{}, { allViolations: true }])("come with what their proofs assume: %j", (options) => {
    const result = checkSync(text, { engine: "path-focusing:classical", timeout: TIMEOUT, ...options });
    expect(result.verdict).toBe("unknown");
    expect(linesOf(result, "proved")).toEqual(new Set([5]));
    expect(linesOf(result, "open")).toContain(8);
    expect(result.assumptions).toEqual(["no signed overflow at line 4"]);
  });
});
