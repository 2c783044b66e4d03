/** Where what could be violated, when several properties were asked about. */
import { describe, expect, it } from "vitest";
import { verified } from "../../tests/support/witness.ts";
import { checksOf } from "./page/source-view.ts";
import type { Result } from "./result.ts";

const PROPERTIES = ["valid-deref", "no-overflow", "no-div-zero", "one-object", "valid-alignment"] as const;
const TEXT = `int a[4];
int main(int argc, char **argv) {
  int *p = a + 1;
  int later = p > a;
  return a[2] + 7 / argc +
    7 / (later - 1);
}`;

function checksIn({ checks }: Result, line: number): string[] {
  return (checks ?? []).flatMap((one) => (one.line === line ? `${one.text}: ${one.property} ${one.status}` : []));
}

describe("checks of several properties", () => {
  const { result } = verified(TEXT, { properties: PROPERTIES });

  it("have the property that each is about", () => {
    expect(checksIn(result, 4)).toEqual(["p > a: one-object open"]);
    expect(checksIn(result, 5)).toContain("a[2]: valid-deref open");
    expect(checksIn(result, 5)).toContain("7 / argc: no-div-zero open");
  });

  it("are violated where the one that failed stands, not where its statement begins", () => {
    expect(result.violation).toMatchObject({ property: "no-div-zero", line: 6, column: 5 });
    expect(checksIn(result, 6).filter((one) => one.endsWith("violated"))).toEqual([
      "7 / (later - 1): no-div-zero violated",
    ]);
  });

  it("are told apart in the gutter", () => {
    expect(checksOf(result).get("x.c:4")?.texts).toEqual(["p > a (pointers)"]);
    expect(checksOf(result).get("x.c:6")).toMatchObject({ state: "violated" });
  });
});
