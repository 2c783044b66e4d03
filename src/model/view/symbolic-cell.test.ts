/** What one symbolic element of each array proves, and what it may not. The programs are pairs with opposite truths. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../../tests/support/command.ts";
import { modelOf, reachable } from "../../../tests/support/model.ts";
import { THOROUGH } from "../../../tests/support/thorough.ts";
import { ask, askPair, readPair } from "../../../tests/verdicts/pair.ts";

// Looks at the clock, 4096 units of work each: more than a proof takes, and enough for a wrong one.
const TO_PROVE = 150;
const TO_GO_WRONG = 30;
// The first round of all engines, a second turn of concrete search, and this one's; three more turns would take as much again.
const BEFORE_SEARCHES = 1500;

function answers(file: string, engine: string, work: readonly number[]) {
  return askPair(file, [], engine, work);
}

describe("a symbolic element", () => {
  it.each([
    ...["array-filled.c", "array-copied.c", "array-least.c", "array-filled-downwards.c", "array-chosen.c"],
    ...["array-every-second.c", "array-greatest.c"],
  ])("proves %s, and not its twin", (file) => {
    const [plain, twin] = answers(file, "path-focusing+cell", [TO_PROVE, TO_GO_WRONG]);
    expect(plain?.verdict).toBe("safe");
    expect(twin?.verdict).not.toBe("safe");
  });

  it("is what proves them: the engine alone does not", () => {
    const [plain] = answers("array-copied.c", "path-focusing", [TO_GO_WRONG]);
    expect(plain?.verdict).toBe("unknown");
  });

  // As much work as the rest of this file.
  it.runIf(THOROUGH)("has its turn before those that search, where nobody chose", () => {
    const { members } = readPair(readFileSync(join(ROOT, "tests/verdicts/pairs/array-copied.c"), "utf8"));
    const { verdict, engine } = ask(members[0]?.text ?? "", [], 64, undefined, BEFORE_SEARCHES);
    expect({ verdict, engine }).toEqual({ verdict: "safe", engine: "path-focusing+cell" });
  });

  it.each(["array-overwritten-later.c", "array-two-places.c", "array-rising.c", "array-mirrored.c"])(
    "calls nothing safe in %s that is not",
    (file) => {
      for (const { truth, verdict } of answers(file, "path-focusing+cell", [TO_GO_WRONG, TO_GO_WRONG]))
        if (verdict !== "unknown") expect(verdict).toBe(truth);
    },
  );

  it("is an element of every object of an allocation", () => {
    const [plain] = answers("array-second-object.c", "dagger+cell", [TO_PROVE]);
    expect(plain).toEqual({ truth: "unsafe", verdict: "unsafe" });
  });

  const body = (last: string) =>
    `void reach_error(void); int nondet(void); int main(void) { int a[90]; int i = nondet(); a[i] = 1; ${last} return 0; }`;

  it("is there only where an error depends on an element", () => {
    expect(modelOf(body("if (i > 9) reach_error();")).symbolicCell?.()).toBeUndefined();
    expect(modelOf(body("if (a[i] > 9) reach_error();")).symbolicCell?.()).toBeDefined();
  });

  it("leaves no array in the view", () => {
    const view = modelOf(body("if (a[i] > 9) reach_error();")).symbolicCell?.();
    if (view === undefined) throw new Error("there should be a view");
    const targets = reachable(view).flatMap((location) =>
      view.edgesFrom(location).flatMap(({ ops }) => ops.flatMap((op) => (op.kind === "assume" ? [] : [op.target]))),
    );
    expect(targets.filter(({ type }) => type.kind === "array")).toEqual([]);
    expect(targets.map(({ name }) => name)).toContain("a[4*][K]");
  });
});
