import { describe, expect, it } from "vitest";
import { programOf } from "../../../tests/support/c-program.ts";
import type { Verdict } from "../../evidence/claim.ts";
import { candidate, constantsOf } from "../../interpreter/candidates.ts";
import type { RecordedInput } from "../../interpreter/inputs.ts";
import { intType, pointerType } from "../../logic/types.ts";
import { buildModel } from "../../model/build.ts";
import { DEFAULT_MODEL_OPTIONS } from "../../model/options.ts";
import type { Property } from "../../model/properties.ts";
import { ownSolver } from "../../smt/own/solver.ts";
import { Budget, BudgetExceeded, within } from "../../util/budget.ts";
import { contextFor } from "../context.ts";
import { presetNamed } from "../index.ts";

const NONDET = "extern int __VERIFIER_nondet_int(void); void reach_error(void);";

function search(source: string, properties: readonly Property[] = ["unreach-call"], budget = new Budget()): Verdict {
  const model = buildModel(programOf(source), { ...DEFAULT_MODEL_OPTIONS, properties });
  const preset = presetNamed("concrete");
  return preset.run(model, contextFor(preset, { budget, solvers: { own: ownSolver }, entry: "main" }));
}

function inputsOf(verdict: Verdict): unknown[] {
  if (verdict.kind !== "unsafe") throw new Error(`unsafe expected, not ${verdict.kind}`);
  return (verdict.counterexample.inputs as readonly RecordedInput[]).map((input) => input.value);
}

describe("concrete search", () => {
  it("finds values that the program compares with", () => {
    const verdict = search(
      `${NONDET} int main(void) { if (__VERIFIER_nondet_int() == 48611) reach_error(); return 0; }`,
    );
    expect(inputsOf(verdict)).toEqual([48611]);
  });

  it("finds an error behind a loop", () => {
    const verdict = search(
      `${NONDET} int main(void) { int n = 0; while (__VERIFIER_nondet_int() != 0) n++; if (n == 3) reach_error(); return 0; }`,
    );
    expect(inputsOf(verdict)).toHaveLength(4);
  });

  it("claims safety where nothing is read and the error is not reached, and only there", () => {
    expect(search(`${NONDET} int main(void) { if (0 > 1) reach_error(); return 0; }`)).toEqual({ kind: "executed" });
    expect(search(`${NONDET} int main(int argc) { if (0 > 1) reach_error(); return 0; }`)).toEqual({
      kind: "executed",
    });
    expect(search(`${NONDET} int main(int argc) { if (argc > 9) reach_error(); return 0; }`).kind).toBe("unsafe");
    const reads = `${NONDET} int main(void) { int x = __VERIFIER_nondet_int(); if (x != x) reach_error(); return 0; }`;
    expect(search(reads)).toMatchObject({ kind: "unknown", reason: expect.stringContaining("no violation in") });
  });

  it("counts a call of an error function that the program defines", () => {
    const source = "void reach_error(void) { } int main(void) { reach_error(); return 0; }";
    expect(search(source)).toMatchObject({ kind: "unsafe" });
  });

  it("does not count what comes after undefined behaviour", () => {
    const source = `${NONDET} int zero; int main(void) { int x = 1 / zero; reach_error(); return x; }`;
    expect(search(source)).toMatchObject({ kind: "unknown" });
    expect(search(source, ["no-div-zero"])).toMatchObject({ kind: "unsafe" });
  });

  it("comes to what stands behind large arrays before it tries all that is shallow", () => {
    const source = (check: string) => `${NONDET} int main(void) { int a[20000], b[20000]; int i;
      for (i = 0; i < 20000; i++) { a[i] = __VERIFIER_nondet_int(); b[i] = __VERIFIER_nondet_int(); }
      for (i = 0; i < 20000; i++) if (${check}) reach_error(); return 0; }`;
    // Within one long run, in which some elements are equal and some are not.
    for (const check of ["a[i] == b[i]", "a[i] != b[i]"]) {
      const budget = new Budget(() => undefined, 1024, 280_000);
      const verdict = within(budget, () => search(source(check), ["unreach-call"], budget));
      expect(inputsOf(verdict), check).toHaveLength(40_000);
    }
  });

  it("stops when the budget is used up", () => {
    const source = `${NONDET} int main(void) { while (__VERIFIER_nondet_int() < 5) ; if (0 > 1) reach_error(); for (;;) ; }`;
    const budget = new Budget(() => "time limit", 1);
    expect(() => within(budget, () => search(source, ["unreach-call"], budget))).toThrow(BudgetExceeded);
  });

  it("gives the same answer each time", () => {
    const source = `${NONDET} int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); if (x > y && y > 100) reach_error(); return 0; }`;
    expect(inputsOf(search(source))).toEqual(inputsOf(search(source)));
  });
});

describe("candidates", () => {
  it("begin with the plain ones and never invent addresses", () => {
    const request = { kind: "nondet", type: intType(8, "signed"), edge: undefined } as const;
    expect([0, 1, 2, 3, 4].map((number) => candidate(number, []).next(request))).toEqual([0, 1, -1, -128, 127]);
    for (let number = 0; number < 50; number++)
      expect(candidate(number, [5, 77]).next({ ...request, type: pointerType(64) })).toBe(0);
  });

  it("know the program's constants", () => {
    const program = programOf(`int f(int x) { return x > 1234 ? x + 77 : 0; } int main(void) { return f(3); }`);
    expect(constantsOf(program)).toEqual(expect.arrayContaining([1234, 77]));
  });
});
