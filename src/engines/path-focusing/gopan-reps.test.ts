/** Lookahead widening (CAV 2006) and guided static analysis (SAS 2007): where both do what widening alone cannot, and where they differ. */
import { describe, expect, it } from "vitest";
import { invariantsOf, verdictOf } from "../../../tests/support/path-focusing.ts";

const CLASSICAL = "path-focusing:classical";
const LOOKAHEAD = "path-focusing:lookahead";
const GUIDED = "path-focusing:guided";

/** Fig. 1 of the paper of 2006: two phases of one loop, the second of which a widening jumps into too early. */
const triangle = (check: string) => `void reach_error(void);
int main(void) {
  int at = 0, height = 0;
  for (;;) {
    if (at <= 20) height++; else height--;
    if (height < 0) break;
    at++;
  }
  ${check}
  return 0;
}`;

/** The bound of the one is that of the other a round later: two descending steps. */
const FOLLOWER = `int main(void) {
  int leader = 0, follower = 0;
  while (follower < 1000) {
    follower = leader;
    if (leader < 10) leader++;
  }
  return 0;
}`;

describe("lookahead widening and guided static analysis", () => {
  it("find the second phase of a loop as exactly as the first", () => {
    for (const preset of [LOOKAHEAD, GUIDED])
      expect(invariantsOf(triangle(""), { preset })).toEqual(["height <= at && at + height <= 42 && 0 <= height"]);
    expect(invariantsOf(triangle(""), { preset: CLASSICAL })[0]).not.toContain("at + height <= 42");
  });

  it("prove what rests on it: one by promotions of the pilot, the other by phases of the program", () => {
    const bounded = triangle("if (at > 42) reach_error();");
    const by = (preset: string) => {
      const { kind, statistics } = verdictOf(bounded, { preset });
      return { kind, promotions: statistics["promotions"] ?? 0, phases: statistics["phases"] ?? 0 };
    };
    expect(by(CLASSICAL)).toEqual({ kind: "unknown", promotions: 0, phases: 0 });
    expect(by(LOOKAHEAD)).toMatchObject({ kind: "safe", phases: 0 });
    expect(by(LOOKAHEAD).promotions).toBeGreaterThanOrEqual(2);
    expect(by(GUIDED)).toMatchObject({ kind: "safe", promotions: 0 });
    expect(by(GUIDED).phases).toBeGreaterThanOrEqual(2);
    for (const preset of [LOOKAHEAD, GUIDED])
      expect(verdictOf(triangle("if (at > 41) reach_error();"), { preset }).kind).not.toBe("safe");
  });

  it("differ in how far they descend: a promotion is one step, a phase ends with narrowing", () => {
    const known = (preset: string) => invariantsOf(FOLLOWER, { preset, domain: "box" })[0];
    expect(known(LOOKAHEAD)).toContain("leader <= 10");
    expect(known(LOOKAHEAD)).not.toMatch(/follower <= 10\b/);
    expect(known(GUIDED)).toMatch(/follower <= 10\b/);
  });
});
