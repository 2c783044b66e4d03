/** A few of the mutants of `npm run test:witnesses`, and that who looks for false invariants finds some. */
import { describe, expect, it } from "vitest";
import { runs } from "../support/thorough.ts";
import { judge, mutantOf, witnessesOf } from "./mutations.ts";
import { PROGRAMS } from "./programs.ts";

describe("mutated correctness witnesses", () => {
  it("are confirmed only where they are true", { timeout: 600_000 }, () => {
    const witnesses = witnessesOf(PROGRAMS.slice(0, 2));
    expect(witnesses).toHaveLength(2);
    const judged = Array.from({ length: runs(24) }, (_, seed) => mutantOf(seed, witnesses)).flatMap((mutant) =>
      mutant === undefined ? [] : [{ mutant, ...judge(mutant) }],
    );
    expect(judged.filter(({ wrong }) => wrong !== undefined)).toEqual([]);
    expect(judged.some(({ verdict }) => verdict === "confirmed")).toBe(true);
    expect(judged.some(({ shown }) => shown === true)).toBe(true);
  });
});
