/** The bounded form of `npm run test:differential`: what gcc's binaries print, the interpreter prints. */
import { describe, expect, test } from "vitest";
import { runs } from "../support/thorough.ts";
import { type Bits, canCompile, differences, generate, show } from "./compare.ts";

const COUNT = runs(60);

describe.each([64, 32] as const)("generated functions at %i bits", (bits: Bits) => {
  test("print what gcc's binary prints", (context) => {
    if (!canCompile(bits)) return context.skip(`gcc does not link programs of ${bits} bits`);
    const found = differences(generate(20_000 + bits, COUNT), bits);
    expect(found.map(show)).toEqual([]);
  }, 60_000);
});
