import { describe, expect, it } from "vitest";
import { and, eq, integer, le, type Variable, variable } from "../logic/term.ts";
import { intType } from "../logic/types.ts";
import { resultConstraint, withLeastValues } from "./result-constraint.ts";

const result: Variable = { id: 1, name: "result", type: intType(32, "signed"), role: "temporary", function: "main" };

describe("what a waypoint says of a result", () => {
  it("is compared with the least value of a type as C writes it", () => {
    expect(resultConstraint("\\result == (-2147483647 - 1)")?.(result)).toBe(
      eq(variable(result), integer(-2147483648)),
    );
    expect(resultConstraint("\\result == -2147483648")?.(result)).toBe(eq(variable(result), integer(-2147483648)));
    expect(withLeastValues("x == (-9223372036854775807LL - 1)")).toBe("x == -9223372036854775808");
  });

  it("may be a range, and nothing that is computed", () => {
    expect(resultConstraint("(\\result >= 1) && \\result <= 5")?.(result)).toBe(
      and([le(integer(1), variable(result)), le(variable(result), integer(5))]),
    );
    expect(resultConstraint("\\result == (2 - 1)")).toBeUndefined();
    expect(resultConstraint("\\result + 1 == 2")).toBeUndefined();
  });
});
