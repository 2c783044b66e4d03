import { describe, expect, it } from "vitest";
import { ask } from "../../tests/verdicts/pair.ts";

const HEAD = "extern int __VERIFIER_nondet_int(void); void reach_error(void);\n";

function assumed(text: string, engine: string | undefined): readonly string[] {
  const { verdict, reason, assumptions } = ask(`${HEAD}${text}`, [], 64, engine, 3000);
  expect(verdict, reason).toBe("safe");
  return assumptions;
}

/** Line 3 adds to a sum that decides nothing, so that slicing removes it; line 4 to one that the property is about. */
const program = (sum: string, counter: string) => `int main(void) { int sum = 0, n = 0; for (int i = 0; i < 5; i++) {
  ${sum}
  ${counter} }
  if (n < 0) reach_error(); return sum; }`;

describe("assumptions that a proof shows to hold", () => {
  const engines = [undefined, "explicit", "vinta", "path-focusing"];

  it.each(engines)("are not told: %s", (engine) => {
    const text = program("if (__VERIFIER_nondet_int()) sum++;", "if (__VERIFIER_nondet_int()) n++;");
    expect(assumed(text, engine)).toEqual([]);
  });

  it.each(engines)("are told where only slicing made them go away: %s", (engine) => {
    const text = program("sum += __VERIFIER_nondet_int();", "if (__VERIFIER_nondet_int()) n++;");
    expect(assumed(text, engine)).toEqual(["no signed overflow at line 3"]);
  });

  it.each(["bmc", "k-induction"])("are told where the proof has no labels to ask: %s", (engine) => {
    const rest = engine === "bmc" ? "if (__VERIFIER_nondet_int())" : "while (__VERIFIER_nondet_int())";
    // Line 2 is met with 3 before the loop, and with anything in it.
    const text = `static int more(int x) { return x + 1; }
int main(void) { int y = more(3), z = 0; ${rest} { z = __VERIFIER_nondet_int(); y = more(z); if (y == z) reach_error(); } return 0; }`;
    expect(assumed(text, engine)).toEqual(["no signed overflow at line 2"]);
  });

  it.each(engines)("are told where the proof needs them: %s", (engine) => {
    const text = `int main(void) { int n = 0; while (__VERIFIER_nondet_int())
  n++;
  if (n < 0) reach_error(); return 0; }`;
    if (engine !== "explicit") expect(assumed(text, engine)).toEqual(["no signed overflow at line 3"]);
  });
});
