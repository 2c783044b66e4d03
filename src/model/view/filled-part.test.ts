/** What the filled part of an array proves, and what it may not. The programs are pairs with opposite truths. */
import { describe, expect, it } from "vitest";
import { modelOf, reachable } from "../../../tests/support/model.ts";
import { askPair } from "../../../tests/verdicts/pair.ts";

// Looks at the clock, 4096 units of work each: more than a proof takes.
const ENOUGH = 300;
const MORE = 900;

function answers(file: string, engine: string) {
  return askPair(file, ["--check", "bounds"], engine, [ENOUGH, ENOUGH]);
}

function ghostsOf(text: string) {
  const model = modelOf(text, { properties: ["valid-deref"] }).filledParts?.();
  if (model !== undefined) reachable(model);
  return model?.variables.map(({ name }) => name).filter((name) => name.startsWith("filled of"));
}

describe("the filled part of an array", () => {
  it.each(["array-filled-so-far.c", "array-filled-elsewhere.c"])("proves %s, and not its twin", (file) => {
    for (const { truth, verdict } of answers(file, "path-focusing:filled"))
      expect(verdict).toBe(truth === "safe" ? "safe" : "unknown");
  });

  // Addresses of elements are compared, and numbers of them are known; a limit of what counts elements is in no guard.
  it("proves what elements count, and not where they count more", () => {
    for (const { truth, verdict } of askPair("array-filled-counts.c", ["--check", "overflow"], "path-focusing:filled", [
      MORE,
      MORE,
    ]))
      expect(verdict).toBe(truth === "safe" ? "safe" : "unknown");
  });

  it("has values of any width", () => {
    const [, twin] = askPair("array-filled-wide.c", [], "path-focusing:filled", [0, ENOUGH]);
    expect(twin).toEqual({ truth: "unsafe", verdict: "unknown" });
  });

  it("is what proves them: the analysis alone does not", () => {
    const verdicts = answers("array-filled-so-far.c", "path-focusing:thresholds").map(({ verdict }) => verdict);
    expect(verdicts).toEqual(["unknown", "unknown"]);
  });

  it("is followed where numbers are stored and read", () => {
    const program =
      "int main(void) { int a[8], b[8]; char c[8]; int i = 0, t[8] = {0}; while (i < 8) { a[i] = i; b[i] = i; c[i] = 0; i++; } i = c[3]; return t[a[i]]; }";
    expect(ghostsOf(program)).toEqual(["filled of a[4*]"]);
  });

  it("is nothing where nothing is stored", () => {
    expect(ghostsOf("int main(void) { char c[8]; c[0] = 0; return c[0]; }")).toBeUndefined();
  });
});
