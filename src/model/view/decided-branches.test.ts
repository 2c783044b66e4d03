/** Branches that the way to them decides are no branches any more; others stay. */
import { describe, expect, it } from "vitest";
import { modelOf, reachable } from "../../../tests/support/model.ts";
import type { Model } from "../model.ts";
import { withDecidedBranches } from "./decided-branches.ts";

const ASKS = `
int __VERIFIER_nondet_int(void); void reach_error(void);
static int isSpace(int c) { if (c == 32) return 1; if (c == 9) return 1; return 0; }
int main(void) { int c = __VERIFIER_nondet_int(); if (isSpace(c) == 2) reach_error(); return 0; }`;
const UNDECIDED = `
int __VERIFIER_nondet_int(void); void reach_error(void);
int main(void) {
  int c = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int(), r = 0;
  if (c == 32) r = d;
  if (r != 0) reach_error();
  return 0;
}`;

function edgesOf(model: Model): number {
  return [...reachable(model)].reduce((sum, location) => sum + model.edgesFrom(location).length, 0);
}

describe("branches that a way decides", () => {
  it("are taken at once: no way returns 2, and no error is left", () => {
    const errors = (model: Model) => [...reachable(model)].filter(({ kind }) => kind === "error");
    expect(errors(modelOf(ASKS))).toHaveLength(1);
    expect(errors(withDecidedBranches(modelOf(ASKS)))).toHaveLength(0);
  });

  it("are not those of which the way says nothing", () => {
    const model = modelOf(UNDECIDED);
    expect(edgesOf(withDecidedBranches(model))).toBeLessThanOrEqual(edgesOf(model) + 1);
    expect([...reachable(withDecidedBranches(model))].some(({ kind }) => kind === "error")).toBe(true);
  });
});
