import { describe, expect, it } from "vitest";
import { modelOf } from "../../../tests/support/model.ts";
import { runOn as run } from "../../../tests/support/run-preset.ts";
import { checkBlocks } from "../../evidence/block-check.ts";
import type { Model } from "../../model/model.ts";
import { bitsSolver } from "../../smt/bits/solver.ts";
import { ownSolver } from "../../smt/own/solver.ts";
import { Budget } from "../../util/budget.ts";
import type { EngineOptions } from "../options.ts";
import { predicate } from "./index.ts";

const PROLOGUE = "extern int __VERIFIER_nondet_int(void); void reach_error(void);";
const program = (body: string) => modelOf(`${PROLOGUE} int main(void) { ${body} return 0; }`, { integers: "math" });
const presets = predicate.presets.map(({ name }) => name);
function proved(model: Model, name: string, options: EngineOptions = {}) {
  const { verdict, statistics } = run(model, name, options);
  expect(verdict.kind, name).toBe("safe");
  if (verdict.kind !== "safe") throw new Error("the verdict should be safe");
  expect(checkBlocks(model, verdict.certificate, bitsSolver, new Budget()).kind, name).not.toBe("refuted");
  expect(checkBlocks(model, verdict.certificate, ownSolver, new Budget()).kind, name).toBe("proved");
  return statistics;
}

/** The driver of "Lazy abstraction": a lock that a loop takes and gives back, and a counter that says which. */
const driver = (condition: string) =>
  program(`
    int lock = 0, old, fresh = __VERIFIER_nondet_int();
    do {
      if (lock != 0) reach_error();
      lock = 1; old = fresh;
      if (__VERIFIER_nondet_int()) { lock = 0; fresh = fresh + 1; }
    } while (${condition});
    if (lock != 1) reach_error();`);

describe("the locking driver", () => {
  it.each(presets)("is proved with a few predicates (%s)", (name) => {
    const { predicates = 0, refinements } = proved(driver("fresh != old"), name);
    expect(predicates).toBeLessThanOrEqual(8);
    expect(refinements).toBeGreaterThan(0);
  });

  it.each(presets)("has an unsafe twin (%s)", (name) => {
    expect(run(driver("fresh == old"), name).verdict.kind).toBe("unsafe");
  });

  it("takes fewer states with larger blocks", () => {
    const loop = proved(driver("fresh != old"), "predicate", { block: "loop" });
    const edge = proved(driver("fresh != old"), "predicate", { block: "edge" });
    expect(loop["states"]).toBeLessThan(edge["states"] as number);
  });
});

describe("blocks", () => {
  const calls = (bound: number) =>
    modelOf(
      `${PROLOGUE} int total; void add(int by) { if (by > 0) total = total + by; else total = total + 1; }
       int main(void) { total = 0; add(__VERIFIER_nondet_int()); add(3); if (total < ${bound}) reach_error(); return 0; }`,
      { integers: "math" },
    );

  it.each(["loop", "loop+function", "edge"] as const)("may end at %s: the same verdict", (block) => {
    for (const name of presets) {
      proved(calls(4), name, { block });
      expect(run(calls(5), name, { block }).verdict.kind, name).toBe("unsafe");
    }
  });

  it("end at function heads where that is asked", () => {
    const states = (block: "loop" | "loop+function") => proved(calls(4), "predicate", { block })["states"] as number;
    expect(states("loop+function")).toBeGreaterThan(states("loop"));
  });
});

// A proof needs an invariant that is a disjunction: Cartesian abstraction has it as one predicate.
it.each(presets)("disjunctions are kept (%s)", (name) => {
  const either = (last: number) =>
    program(`
      int mode = 1, x = __VERIFIER_nondet_int() ? 3 : 7;
      while (__VERIFIER_nondet_int()) { if (mode == 1) mode = 2; else mode = 1; }
      if (x != 3 && x != ${last}) reach_error(); if (mode != 1 && mode != 2) reach_error();`);
  proved(either(7), name);
  expect(run(either(8), name).verdict.kind).toBe("unsafe");
});

// What covered by a label that said nothing has to be looked at again once that says more.
it.each(presets)("covers do not outlive the labels they rest on (%s)", (name) => {
  const counter = (claim: string) =>
    program(`int x = 0; while (__VERIFIER_nondet_int()) x = x + 1; if (!(${claim})) reach_error();`);
  expect(run(counter("x < 3"), name).verdict.kind).toBe("unsafe");
  proved(counter("x >= 0"), name);
});

it("forces covers where labels say too little", () => {
  const twice = program(`
    int x = 0, y = 0;
    while (__VERIFIER_nondet_int()) x = x + 1;
    while (__VERIFIER_nondet_int()) y = y + 1;
    if (x < 0 || y < 0) reach_error();`);
  expect(proved(twice, "predicate:impact")["forcedCovers"]).toBeGreaterThan(0);
});

it("asks over bits what linear arithmetic cannot decide", () => {
  const bits = (mask: number) =>
    modelOf(
      `${PROLOGUE} int main(void) {
        unsigned x = (unsigned) __VERIFIER_nondet_int(), y = (unsigned) __VERIFIER_nondet_int();
        unsigned both = x & y;
        if ((both | x) != x + ${mask}u) reach_error();
        return 0; }`,
    );
  for (const name of [...presets, "explicit+predicate", "explicit:full+predicate"]) {
    expect(run(bits(0), name).verdict.kind, name).toBe("safe");
    expect(run(bits(1), name).verdict.kind, name).toBe("unsafe");
  }
});

it("answers the same twice, with the same work", () => {
  const once = run(driver("fresh != old"), "predicate").statistics;
  expect(run(driver("fresh != old"), "predicate").statistics).toEqual(once);
});
