/** Values and predicates in one state (the paper's "Auxiliary Predicate Analysis"). */
import { describe, expect, it } from "vitest";
import { modelOf } from "../../../tests/support/model.ts";
import { runOn } from "../../../tests/support/run-preset.ts";
import { checkBlocks } from "../../evidence/block-check.ts";
import { checkCertificate } from "../../evidence/certificate.ts";
import { ownSolver } from "../../smt/own/solver.ts";
import { Budget } from "../../util/budget.ts";
import type { EngineOptions } from "../options.ts";

const PROLOGUE = "extern int __VERIFIER_nondet_int(void); void reach_error(void);";
const program = (body: string) => modelOf(`${PROLOGUE} int main(void) { ${body} return 0; }`, { integers: "math" });
const COMPOSITE = ["explicit+predicate", "explicit:full+predicate"];

function proved(body: string, name: string, options: EngineOptions = {}) {
  const model = program(body);
  const { verdict, statistics } = runOn(model, name, options);
  expect(verdict.kind, name).toBe("safe");
  if (verdict.kind !== "safe") throw new Error("the verdict should be safe");
  const { certificate } = verdict;
  const check =
    certificate.granularity === "cut-points"
      ? checkBlocks(model, certificate, ownSolver, new Budget())
      : checkCertificate(model, certificate, new Budget());
  expect(check.kind, name).toBe("proved");
  return statistics;
}

/** A machine that values follow, around a bound that they cannot. */
const machine = (claim: string) => `
  int state = 0, i = 0, n = __VERIFIER_nondet_int();
  if (n > 0) {
    while (state != 2) {
      if (state == 0) state = 1;
      else if (i < n) { i = i + 1; state = 0; }
      else state = 2;
    }
    if (${claim}) reach_error();
  }`;

describe("the composite", () => {
  it.each(COMPOSITE)("proves what neither values nor the bound alone do (%s)", (name) => {
    const { predicates, predicateRefinements } = proved(machine("i > n || state != 2"), name);
    expect(predicateRefinements).toBeGreaterThan(0);
    expect(predicates).toBeLessThanOrEqual(4);
    expect(runOn(program(machine("i >= n")), name).verdict.kind).toBe("unsafe");
  });

  it("leaves alone what values refute", () => {
    const flags =
      "int a = 0, b = 0; while (__VERIFIER_nondet_int()) { b = a; a = 1 - a; } if (a > 1 || b > 1) reach_error();";
    for (const name of COMPOSITE) expect(proved(flags, name)["predicateRefinements"] ?? 0, name).toBe(0);
  });

  it.each(COMPOSITE)("hands counters with many values over to predicates (%s)", (name) => {
    const count = (bound: number) =>
      `int i = 0, flag = 0; while (i < 100000) { i = i + 1; flag = 1; } if (i < ${bound} || flag != 1) reach_error();`;
    const { handedOver, states } = proved(count(100000), name);
    expect(handedOver).toBe(1);
    expect(states).toBeLessThan(2000);
  });

  it("covers only where the predicates do, too", () => {
    // The second way to the loop knows less: were it covered by the first, the error would be missed.
    const ways = (low: number) => `
      int x = __VERIFIER_nondet_int();
      if (__VERIFIER_nondet_int()) { if (x < 5) return 0; } else { if (x < ${low}) return 0; }
      while (__VERIFIER_nondet_int()) x = x + 1;
      if (x < 5) reach_error();`;
    for (const name of COMPOSITE) {
      proved(ways(5), name);
      expect(runOn(program(ways(4)), name).verdict.kind, name).toBe("unsafe");
    }
  });

  it.each(["loop", "loop+function", "edge"] as const)("may have blocks that end at %s: the same verdicts", (block) => {
    proved(machine("i > n || state != 2"), "explicit+predicate", { block });
    expect(runOn(program(machine("i >= n")), "explicit+predicate", { block }).verdict.kind).toBe("unsafe");
  });

  /** Branches that nothing decides: each may or may not add one. */
  const branches = (claim: string) => `
    int i = 0, n = __VERIFIER_nondet_int(), low = 0, high = 0;
    if (n < 0) return 0;
    while (i < n) {
      i = i + 1;
      ${Array.from({ length: 10 }, () => "if (__VERIFIER_nondet_int()) high = high + 1; else low = low + 1;").join("\n")}
    }
    if (${claim}) reach_error();`;

  it("has one state for all ways through a block that have the same values", () => {
    const { states, abstractions } = proved(branches("i > n"), "explicit+predicate");
    const edges = proved(branches("i > n"), "explicit+predicate", { block: "edge" });
    // Not one for each of the 1,024 ways.
    expect(abstractions).toBeLessThan(40);
    expect(states).toBeLessThan(edges["states"] ?? 0);
    expect(runOn(program(branches("i > 1")), "explicit+predicate").verdict.kind).toBe("unsafe");
    expect(runOn(program(branches("high > 7")), "explicit+predicate").verdict.kind).toBe("unsafe");
  });

  it("asks whether a block can be taken where there are no predicates", () => {
    const between = (relation: string) => `
      int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), seen = 0;
      if (x > y && x ${relation} y) seen = 1; else return 0;
      while (__VERIFIER_nondet_int()) x = x + 1;
      if (seen == 1) reach_error();`;
    for (const name of COMPOSITE) {
      proved(between("<"), name);
      expect(runOn(program(between(">=")), name).verdict.kind, name).toBe("unsafe");
    }
  });

  it("leaves variables to predicates after so many values on a path, or only counters", () => {
    // Neither is computed from itself.
    const turns = `
      int x = 0, y = 0;
      while (x < 60) { y = x + 1; x = y; }
      if (y > 60 || x != y) reach_error();`;
    expect(proved(turns, "explicit+predicate")["handedOver"]).toBeGreaterThan(0);
    expect(proved(turns, "explicit+predicate", { handOver: "counters" })["handedOver"]).toBeUndefined();
    expect(proved(turns, "explicit+predicate", { mostValues: 100 })["handedOver"]).toBeUndefined();
    expect(proved(turns, "explicit+predicate", { mostValues: 5 })["handedOver"]).toBeGreaterThan(0);
  });
});
