import { describe, expect, it } from "vitest";
import { Budget, BudgetExceeded } from "./budget.ts";

describe("a budget", () => {
  it("ends where its units are used up, and later where there are more of them", () => {
    const [short, longer] = [new Budget(undefined, 4, 10), new Budget(undefined, 4, 10)];
    longer.extend(5);
    for (const [budget, most] of [
      [short, 10],
      [longer, 15],
    ] as const) {
      const spend = () => {
        for (;;) budget.tick();
      };
      expect(spend).toThrow(BudgetExceeded);
      expect(budget.spent).toBe(most);
    }
  });
});
