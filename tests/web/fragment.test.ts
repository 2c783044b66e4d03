/** Links of the playground: what goes in comes out, whatever it is, and what comes from anybody does no harm. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decoded, encoded } from "../../web/fragment.ts";
import { DEFAULT_OPTIONS, type Options, optionsFrom } from "../../web/options.ts";

const options: fc.Arbitrary<Options> = fc.record({
  checks: fc.subarray(["assert", "memory", "overflow", "ub", "div-zero"], { minLength: 1 }),
  bits: fc.constantFrom(32, 64),
  engine: fc.constantFrom(undefined, "dagger", "path-focusing:alg2", "explicit+predicate"),
  timeout: fc.integer({ min: 1, max: 3600 }),
});

describe("a link", () => {
  it.each(["compressed", "plain"] as const)("gives back program and options (%s)", async (compression) => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", maxLength: 300 }), options, async (program, chosen) => {
        const fragment = await encoded({ program, options: chosen }, compression);
        expect(fragment).toMatch(/^#[zj]=[\w-]*$/);
        expect(await decoded(fragment)).toEqual({ kind: "shared", shared: { program, options: chosen } });
      }),
      { numRuns: 50 },
    );
  });

  it("is shorter than the program, where that is no random text", async () => {
    const program =
      "int main(void) {\n  int sum = 0;\n  for (int i = 0; i < 10; i++) sum += i;\n  return sum;\n}\n".repeat(5);
    expect((await encoded({ program, options: DEFAULT_OPTIONS })).length).toBeLessThan(program.length / 2);
  });

  it("that is cut off or made up is a message", async () => {
    const whole = await encoded({ program: "int main(void) { return 0; }", options: DEFAULT_OPTIONS }, "compressed");
    expect((await decoded(whole.slice(0, -9))).kind).toBe("problem");
    for (const made of ["#z=%%%", "#j=bnVsbA", "#z=", "#j=eyJwcm9ncmFtIjoxfQ"])
      expect((await decoded(made)).kind, made).toBe("problem");
    expect(await decoded("")).toEqual({ kind: "none" });
    expect(await decoded("#L12")).toEqual({ kind: "none" });
    expect(await decoded("#example=ring-buffer")).toEqual({ kind: "example", name: "ring-buffer" });
  });

  it("does not unpack more than a program could be", async () => {
    const bomb = await encoded({ program: " ".repeat(5_000_000), options: DEFAULT_OPTIONS }, "compressed");
    expect(bomb.length).toBeLessThan(10_000);
    expect(await decoded(bomb)).toMatchObject({ kind: "problem", message: expect.stringContaining("too large") });
  });

  it("has only options that make sense", () => {
    expect(optionsFrom({ checks: ["<b>", 3], bits: 31, engine: "a b", timeout: -5 })).toEqual({
      ...DEFAULT_OPTIONS,
      timeout: 1,
    });
    expect(optionsFrom(null)).toEqual(DEFAULT_OPTIONS);
    expect(optionsFrom({ timeout: Number.NaN })).toEqual(DEFAULT_OPTIONS);
  });
});
