import { describe, expect, it } from "vitest";
import { modelOf } from "../../tests/support/model.ts";
import { runOn } from "../../tests/support/run-preset.ts";
import { ask } from "../../tests/verdicts/pair.ts";
import { checkBlocks } from "../evidence/block-check.ts";
import { checkCertificate } from "../evidence/certificate.ts";
import type { Model, ModelEdge } from "../model/model.ts";
import type { ModelOptions } from "../model/options.ts";
import { ownSolver } from "../smt/own/solver.ts";
import { Budget } from "../util/budget.ts";
import { MemoBlocks } from "./memo-blocks.ts";

const PRESETS = ["explicit:memo", "predicate:memo"];
const PROLOGUE = "extern int __VERIFIER_nondet_int(void); void reach_error(void);";
const program = (text: string, options: Partial<ModelOptions> = {}) =>
  modelOf(`${PROLOGUE} ${text}`, { integers: "math", ...options });

function safe(model: Model, name: string) {
  const { verdict, statistics } = runOn(model, name);
  if (verdict.kind !== "safe") throw new Error(`${name}: ${JSON.stringify(verdict)}`);
  const { certificate } = verdict;
  const check =
    name === "explicit:memo"
      ? checkCertificate(model, certificate, new Budget())
      : checkBlocks(model, certificate, ownSolver, new Budget());
  expect(check.kind, name).toBe("proved");
  return statistics;
}

/** The path that was taken for a counterexample, in the program as it is. */
function unsafe(model: Model, name: string): readonly ModelEdge[] {
  const { verdict } = runOn(model, name);
  if (verdict.kind !== "unsafe") throw new Error(`${name}: ${JSON.stringify(verdict)}`);
  const path = verdict.counterexample.inputs as readonly ModelEdge[];
  let at = model.entry;
  for (const edge of path) {
    expect(model.edgesFrom(at)).toContain(edge);
    at = edge.target;
  }
  expect(at.kind).toBe("error");
  return path;
}

/** The lock of a driver; what is counted beside it has nothing to do with it. */
const driverText = (calls: string, released = "lock = 0;") => `
    int lock, count;
    void acquire(void) { if (lock != 0) reach_error(); lock = 1; }
    void release(void) { if (lock != 1) reach_error(); ${released} }
    void serve(int n) {
      acquire();
      if (__VERIFIER_nondet_int() > n) count = count + 1;
      release();
    }
    int main(void) { lock = 0; count = __VERIFIER_nondet_int(); ${calls} return 0; }`;
const driver = (calls: string, released?: string) => program(driverText(calls, released));

describe("a function that is called from many call strings", () => {
  const calls = (n: number) =>
    Array.from({ length: n }, () => "serve(1); if (__VERIFIER_nondet_int()) lock = 0;").join("\n");

  it("is one block", () => {
    const blocks = (n: number) => new MemoBlocks(driver(calls(n)), "edges", () => {}).count;
    expect(blocks(30)).toBe(blocks(3));
  });

  it.each(PRESETS)("is explored once for an entry state (%s)", (name) => {
    const [few, many] = [safe(driver(calls(12)), name), safe(driver(calls(24)), name)];
    expect(many["blocks"]).toBe(few["blocks"]);
    expect(many["cacheMisses"]).toBe(few["cacheMisses"]);
    expect(many["cacheHits"]).toBeGreaterThan(few["cacheHits"] as number);
  });
});

describe("labels and counterexamples", () => {
  it.each(PRESETS)("are those of the program as it is (%s)", (name) => {
    safe(driver("serve(1); serve(2); if (lock != 0) reach_error();"), name);
    const path = unsafe(driver("serve(1); serve(2); if (lock != 0) reach_error();", ""), name);
    // The second call finds the lock taken, in a block inside a block that was passed before.
    expect(path[path.length - 1]?.source.context.depth).toBe(2);
  });

  it.each(PRESETS)("are replayed through blocks inside blocks (%s)", (name) => {
    const text = driverText(
      "serve(1); serve(__VERIFIER_nondet_int());",
      "if (__VERIFIER_nondet_int() == 77) lock = 2;",
    );
    const { verdict, evidence } = ask(`${PROLOGUE} ${text}`, [], 32, name, 200);
    expect(verdict).toBe("unsafe");
    expect(evidence).toMatchObject({ kind: "replay", checked: true });
  });

  it.each(PRESETS)("of loops inside functions inside loops (%s)", (name) => {
    const nested = (bound: number) =>
      program(`
        int level;
        void climb(void) { int i; for (i = 0; i < 2; i++) if (level < ${bound}) level = level + 1; }
        int main(void) { int j; level = 0; for (j = 0; j < 2; j++) { climb(); if (level > 3) reach_error(); } return 0; }`);
    safe(nested(3), name);
    unsafe(nested(9), name);
  });

  it("of a variable that a block knows only by another one", () => {
    const model = (bound: number) =>
      program(`
        void atLeast(int p) { if (p < 3) { while (1) ; } if (p > 100) { while (1) ; } }
        int main(void) { int x = __VERIFIER_nondet_int(); atLeast(x); if (x < ${bound}) reach_error(); return 0; }`);
    safe(model(3), "predicate:memo");
    unsafe(model(4), "predicate:memo");
  });
});

describe("refinement", () => {
  // Slicing would leave out the block that has nothing to do with the error.
  const model = program(
    `int x, y;
    void other(void) { if (__VERIFIER_nondet_int()) y = 1; else y = 2; }
    void checked(void) { if (x != 0) reach_error(); if (__VERIFIER_nondet_int()) x = 0; }
    int main(void) { x = 0; if (__VERIFIER_nondet_int()) y = 0; other(); checked(); return 0; }`,
    { slicing: "off" },
  );

  it.each(PRESETS)("drops only runs of blocks whose precision it touches (%s)", (name) => {
    const { refinements, cacheHits, cacheMisses } = safe(model, name);
    expect(refinements).toBe(1);
    // `checked` twice, `other` once: the second time it is there.
    expect(cacheMisses).toBe(3);
    expect(cacheHits).toBe(1);
  });
});

describe("recursion", () => {
  it.each(PRESETS)("is refused by name (%s)", (name) => {
    const model = program(`
      int n;
      void down(void) { if (n > 0) { n = n - 1; down(); } if (n < 0) reach_error(); }
      int main(void) { n = __VERIFIER_nondet_int(); down(); return 0; }`);
    const { verdict } = runOn(model, name);
    expect(verdict).toMatchObject({ kind: "unknown", reason: expect.stringContaining("recursion of down") });
  });

  it.each(PRESETS)("is refused where functions call each other (%s)", (name) => {
    const model = program(`
      int n;
      void odd(int by);
      void even(int by) { if (n > 0) { n = n - by; if (n % 3) odd(2); else odd(1); } if (n < 0) reach_error(); }
      void odd(int by) { if (n > by) { n = n - by; even(1); } }
      int main(void) { n = __VERIFIER_nondet_int(); even(1); return 0; }`);
    const { verdict } = runOn(model, name);
    expect(verdict).toMatchObject({ kind: "unknown", reason: expect.stringContaining("recursion of ") });
  });
});
