/** Loops whose first round is another than the rest. The programs are a pair with opposite truths. */
import { expect, it } from "vitest";
import { modelOf, reachable } from "../../../tests/support/model.ts";
import { askPair } from "../../../tests/verdicts/pair.ts";
import { withFirstRoundsApart } from "./first-rounds.ts";

// Looks at the clock, 4096 units of work each: more than the proof takes.
const ENOUGH = 200;

it("is told apart where one pointer follows another", () => {
  const pair = askPair("bounds-chained-blocks.c", ["--check", "bounds"], "path-focusing:thresholds", [ENOUGH, ENOUGH]);
  for (const { truth, verdict } of pair) expect(verdict).toBe(truth === "safe" ? "safe" : "unknown");
});

const walk = (step: string) =>
  `int main(void) { int a[8], b, *at = a, *last = &b; while (at < a + 8) { *last = 0; ${step} } return b; }`;

it("is a copy of the loop, its cut points with it", () => {
  const model = modelOf(walk("last = at; at++;"), { properties: ["valid-deref"] });
  const apart = withFirstRoundsApart(model);
  if (apart === undefined) throw new Error("the loop should have a follower");
  const cutPoints = (of: typeof model) => reachable(of).filter(({ cutPoint }) => cutPoint).length;
  expect(cutPoints(apart)).toBe(2 * cutPoints(model));
  expect(new Set(reachable(apart).map(({ id }) => id)).size).toBe(reachable(apart).length);
});

it.each(["at++; last++;", "at++; last = &b;"])("has no copy where none does: %s", (step) => {
  expect(withFirstRoundsApart(modelOf(walk(step), { properties: ["valid-deref"] }))).toBeUndefined();
});
