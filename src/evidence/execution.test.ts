/** What running a program costs: steps, the inputs that are recorded, and the statics that it sets anew. */
import { describe, expect, it } from "vitest";
import { programOf } from "../../tests/support/c-program.ts";
import { zeroInputs } from "../interpreter/inputs.ts";
import { Budget, within } from "../util/budget.ts";
import { Execution } from "./execution.ts";

function spent(body: string): number {
  const program = programOf(`int nondet_int(void); int main(void) { int i, s = 0; ${body} return s; }`);
  const execution = new Execution({ program, entry: "main", properties: ["unreach-call"] });
  const budget = new Budget();
  within(budget, () => execution.run(zeroInputs(), 100_000));
  return budget.spent;
}

describe("the work of a run", () => {
  it("grows with the inputs that it reads, which are dearer than steps", () => {
    const steps = spent("for (i = 0; i < 5000; i++) s = s + i % 2;");
    expect(spent("for (i = 0; i < 5000; i++) s = nondet_int();")).toBeGreaterThan(steps + 4000);
  });

  it("grows with static memory", () => {
    const small = spent("static char a[1000]; a[0] = 1;");
    expect(spent("static char a[16 << 20]; a[0] = 1;")).toBeGreaterThan(small + 10_000);
  });
});
