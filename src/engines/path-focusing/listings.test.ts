/** The paper's four examples, rewritten: what it claims of path focusing and of the classical analysis. */
import { describe, expect, it } from "vitest";
import { invariantsOf, verdictOf } from "../../../tests/support/path-focusing.ts";

const DECLARATIONS = `
extern int nondet(void); extern double any(void); void reach_error(void);
`;

/** Listing 1: a division guarded by a test of the absolute value. */
const QUOTIENT = `${DECLARATIONS}
int main(void) {
  double u = any(), size, r;
  if (u >= 0) size = u; else size = -u;
  if (size >= 0.25) { if (u == 0) reach_error(); r = 1 / u; } else r = 4;
  return 0;
}`;

/** Listing 2: an index into a ring of 60 places. */
const ring = (check: string) => `${DECLARATIONS}
int main(void) {
  int at = 0;
  for (;;) {
    ${check}
    if (nondet()) { at = at + 1; if (at >= 60) at = 0; }
  }
}`;

/** Listing 4: a lift between the floors 0 and 80. */
const lift = (check: string) => `${DECLARATIONS}
int main(void) {
  int floor = 0, step = 1;
  for (;;) {
    ${check}
    if (floor == 0) step = 1;
    if (floor == 80) step = -1;
    floor += step;
  }
}`;

/** Listing 5: a signal that may change by 1 a round and is drawn by a loop of its own. */
const limiter = (check: string) => `${DECLARATIONS}
static double between(double low, double high) {
  double v = any();
  while (!(low <= v && v <= high)) v = any();
  return v;
}
int main(void) {
  double last = 0, now;
  for (;;) {
    ${check}
    now = between(-50, 50);
    if (now >= last + 1) now = last + 1;
    if (now <= last - 1) now = last - 1;
    last = now;
  }
}`;

describe("the paper's examples", () => {
  it("Listing 1: paths are told apart, convex hulls are not", () => {
    const model = { floats: "real" as const };
    expect(verdictOf(QUOTIENT, { model }).kind).toBe("safe");
    expect(verdictOf(QUOTIENT, { model, preset: "path-focusing:classical" }).kind).toBe("unknown");
  });

  it("Listing 2: narrowing does not find the bound, the focus path does", () => {
    const setting = { domain: "box" };
    expect(invariantsOf(ring(""), setting)).toEqual(["0 <= at && at <= 59"]);
    expect(invariantsOf(ring(""), { ...setting, preset: "path-focusing:classical" })).toEqual(["0 <= at"]);
    expect(verdictOf(ring("if (at < 0 || at > 59) reach_error();"), setting).kind).toBe("safe");
    expect(verdictOf(ring("if (at > 58) reach_error();"), setting).kind).not.toBe("safe");
  });

  it("Listing 2 by the algorithms as printed: a self-loop is a path, is closed by loopiter, is accelerated", () => {
    const counted = (preset: string) => {
      const checked = ring("if (at < 0 || at > 59) reach_error();");
      const { kind, statistics } = verdictOf(checked, { domain: "box", preset });
      return { kind, selfLoops: (statistics["selfLoops"] ?? 0) > 0, accelerated: (statistics["accelerated"] ?? 0) > 0 };
    };
    expect(counted("path-focusing:alg2")).toMatchObject({ selfLoops: false, accelerated: false });
    expect(counted("path-focusing:alg3")).toEqual({ kind: "safe", selfLoops: true, accelerated: false });
    expect(counted("path-focusing:alg3+acceleration")).toEqual({ kind: "safe", selfLoops: true, accelerated: true });
  });

  it("Listing 4: both ends of the way are found", () => {
    const [found] = invariantsOf(lift(""));
    for (const bound of ["0 <= floor", "floor <= 80", "-1 <= step", "step <= 1"]) expect(found).toContain(bound);
    expect(invariantsOf(lift(""), { preset: "path-focusing:classical" })[0]).not.toContain("floor <= 80");
    expect(verdictOf(lift("if (floor < 0 || floor > 80) reach_error();")).kind).toBe("safe");
  });

  it("Listing 5: a self-loop through the inner loop", () => {
    const model = { floats: "real" as const };
    expect(invariantsOf(limiter(""), { model })[0]).toBe("-50 <= last && last <= 50");
    expect(invariantsOf(limiter(""), { model, preset: "path-focusing:classical" })[0]).toBe("true");
    expect(verdictOf(limiter("if (last < -50 || last > 50) reach_error();"), { model }).kind).toBe("safe");
  });

  it("all paths explicit find as much on small programs", () => {
    const explode = { preset: "path-focusing:explode" };
    expect(invariantsOf(ring(""), explode)).toEqual(invariantsOf(ring("")));
    for (const bound of ["0 <= floor", "floor <= 80"]) expect(invariantsOf(lift(""), explode)[0]).toContain(bound);
  });
});
