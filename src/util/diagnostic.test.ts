import { describe, expect, it } from "vitest";
import { Diagnostics } from "./diagnostic.ts";
import { NO_RANGE } from "./source.ts";

describe("diagnostics", () => {
  it("keeps an error behind many warnings, and a bounded number of each", () => {
    const diagnostics = new Diagnostics(3);
    for (let i = 0; i < 10; i++) diagnostics.warning(`warning ${i}`, NO_RANGE);
    for (let i = 0; i < 5; i++) diagnostics.error(`error ${i}`, NO_RANGE);
    expect(diagnostics.list.map((one) => one.message)).toEqual([
      ...["warning 0", "warning 1", "warning 2"],
      ...["error 0", "error 1", "error 2"],
    ]);
    expect(diagnostics.errors).toBe(5);
  });
});
