import { expect, test } from "vitest";
import { declare } from "../../../tests/support/encode.ts";
import { add, integer, type Variable, variable } from "../../logic/term.ts";
import { intType } from "../../logic/types.ts";
import { environmentOf, inEnvironment } from "./ssa.ts";

test("a value is not looked up again where what stands around it folds away", () => {
  const [x, y, zero] = ["x", "y", "zero"].map((name) => declare(name, intType(32, "signed"))) as [
    Variable,
    Variable,
    Variable,
  ];
  const environment = environmentOf([
    [x, variable(y)],
    [y, integer(5)],
    [zero, integer(0)],
  ]);
  expect(inEnvironment(add(variable(x), variable(zero)), environment)).toBe(variable(y));
});
