import { describe, expect, it } from "vitest";
import { modelOf, reachable } from "../../tests/support/model.ts";
import type { RecordedInput } from "../interpreter/inputs.ts";
import { TRUE } from "../logic/term.ts";
import { intType } from "../logic/types.ts";
import type { Model } from "../model/model.ts";
import { DEFAULT_MODEL_OPTIONS } from "../model/options.ts";
import { ownSolver } from "../smt/own/solver.ts";
import { Budget } from "../util/budget.ts";
import { checkVerdict, type Provers } from "./check.ts";
import type { Certificate, Verdict } from "./claim.ts";

const SOURCE = `
extern int __VERIFIER_nondet_int(void); void reach_error(void);
int main(void) { int x = __VERIFIER_nondet_int(); if (x == 7) reach_error(); return 0; }
`;

function claimUnsafe(value: number): Verdict {
  const input: RecordedInput = { kind: "nondet", type: intType(32, "signed"), edge: undefined, value };
  return { kind: "unsafe", counterexample: { inputs: [input] } };
}

/** Claims that everything but the errors may be reached, in any state. */
function claimSafe(model: Model): Verdict {
  const locations = reachable(model).filter((location) => location.kind !== "error");
  const certificate: Certificate = {
    locations,
    labelsAt: (location) => (locations.includes(location) ? [{ kind: "values", values: [] }] : []),
  };
  return { kind: "safe", certificate };
}

/** Value labels and counterexamples need no solver. */
const NOBODY = (): Provers => ({ mode: "first", solvers: [] });

describe("checking verdicts", () => {
  it("lets a counterexample pass that replays", () => {
    const checked = checkVerdict(modelOf(SOURCE), DEFAULT_MODEL_OPTIONS, claimUnsafe(7), new Budget(), NOBODY);
    expect(checked).toMatchObject({ kind: "unsafe", violation: { property: "unreach-call" } });
  });

  it("turns a counterexample that does not replay into unknown", () => {
    const checked = checkVerdict(modelOf(SOURCE), DEFAULT_MODEL_OPTIONS, claimUnsafe(8), new Budget(), NOBODY);
    expect(checked).toMatchObject({ kind: "unknown" });
  });

  it("turns a certificate that does not exclude the error into unknown", () => {
    const model = modelOf(SOURCE);
    expect(checkVerdict(model, DEFAULT_MODEL_OPTIONS, claimSafe(model), new Budget(), NOBODY)).toMatchObject({
      kind: "unknown",
    });
  });

  it("lets a certificate pass that is one", () => {
    const model = modelOf(
      "extern int __VERIFIER_nondet_int(void); void reach_error(void); int main(void) { int x = 1; if (__VERIFIER_nondet_int()) x = 1; if (x != x) reach_error(); return 0; }",
    );
    expect(checkVerdict(model, DEFAULT_MODEL_OPTIONS, claimSafe(model), new Budget(), NOBODY)).toMatchObject({
      kind: "safe",
    });
  });

  it.each([
    { value: "x * x + 1", asked: "ranges first", by: "own" },
    { value: "x + x + 1", asked: "the other solver first", by: "other" },
  ])("has $value proved: $asked", ({ value, by }) => {
    const model = modelOf(
      `extern short nondet(void); void reach_error(void); int main(void) { int x = nondet(); if (${value} > 2000000000) reach_error(); return 0; }`,
    );
    const certificate: Certificate = {
      granularity: "cut-points",
      locations: [model.entry],
      labelsAt: (location) => (location === model.entry ? [{ kind: "formula", formula: TRUE }] : []),
    };
    const other = { name: "other", create: ownSolver.create };
    const provers = (): Provers => ({ mode: "first", solvers: [other, ownSolver] });
    const verdict: Verdict = { kind: "safe", certificate };
    const checked = checkVerdict(model, DEFAULT_MODEL_OPTIONS, verdict, new Budget(), provers);
    // Where an execution starts is a question without a product.
    expect(checked).toMatchObject({ kind: "safe", by: expect.stringMatching(new RegExp(`${by}: `)) });
  });
});
