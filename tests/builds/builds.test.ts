import { describe, expect, it } from "vitest";
import { setUps, tryOut } from "./set-ups.ts";

// A part that takes no other tool; `npm run test:builds` has all of them.
const PART = ["forced-include", "pasted", "symbols"];

describe("builds", () => {
  it.each(setUps().filter(({ name }) => PART.includes(name)))("reads $name", (one) => {
    expect(tryOut(one)).toEqual({ kind: "good" });
  });
});
