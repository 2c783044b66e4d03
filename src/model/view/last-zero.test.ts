/** What the address of a zero in a text proves, and what it may not. The programs are pairs with opposite truths. */
import { describe, expect, it } from "vitest";
import { modelOf, reachable } from "../../../tests/support/model.ts";
import { askPair } from "../../../tests/verdicts/pair.ts";

// Looks at the clock, 4096 units of work each: more than a proof takes.
const ENOUGH = 300;

function answers(file: string, engine: string) {
  return askPair(file, ["--check", "bounds"], engine, [ENOUGH, ENOUGH]);
}

function withZeros(text: string) {
  const model = modelOf(text, { properties: ["valid-deref"] });
  return (model.bytes?.() ?? model).lastZeros?.();
}

describe("where strings end", () => {
  it.each(["string-scanned.c", "string-end-overwritten.c", "string-words.c"])("proves %s, and not its twin", (file) => {
    for (const { truth, verdict } of answers(file, "path-focusing:strings"))
      expect(verdict).toBe(truth === "safe" ? "safe" : "unknown");
  });

  it("is what proves them: the analysis alone does not", () => {
    const verdicts = answers("string-words.c", "path-focusing:thresholds").map(({ verdict }) => verdict);
    expect(verdicts).toEqual(["unknown", "unknown"]);
  });

  it("is a variable for each array of characters that is read", () => {
    const model = withZeros(
      "int main(void) { char a[8], b[8]; int n[8]; int i = 0; a[7] = 0; b[i] = 1; n[0] = 0; while (a[i]) i++; return n[i]; }",
    );
    reachable(model as NonNullable<typeof model>);
    expect(model?.variables.filter(({ name }) => name.startsWith("zero of")).map(({ name }) => name)).toEqual([
      "zero of a[1*]",
    ]);
  });

  it("is nothing where no characters are read", () => {
    expect(withZeros("int main(void) { int n[8]; int i = 0; while (i < 8) n[i++] = 0; return n[3]; }")).toBeUndefined();
  });
});
