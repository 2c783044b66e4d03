import { expect, it } from "vitest";
import { add, eq, float, integer, ite, lt, ne, type Variable, variable } from "../logic/term.ts";
import { F64, intType, REAL } from "../logic/types.ts";
import { learn } from "./implied-values.ts";
import { evaluateTerm, Knowledge } from "./partial-evaluate.ts";

const c: Variable = { id: 0, name: "c", type: intType(32, "signed"), role: "local" };
const r: Variable = { id: 1, name: "r", type: REAL, role: "local" };
const nothing = () => new Knowledge({ scalars: new Map(), arrays: new Map() });

it("knows that integers are apart", () => {
  const state = nothing();
  expect(learn(lt(integer(0), ite(eq(variable(c), integer(7)), integer(1), integer(0))), true, state)).toBe(true);
  expect(state.scalar(c)).toBe(7);
});

it("does not take reals for integers", () => {
  const state = nothing();
  const half = ite(ne(variable(c), integer(7)), float(0.5, F64), integer(2));
  expect(learn(lt(integer(0), half), true, state)).toBe(true);
  expect(state.scalar(c)).toBeUndefined();
  expect(learn(lt(variable(r), integer(1)), true, state)).toBe(true);
});

it("does not round reals", () => {
  expect(evaluateTerm(add(float(0.1, F64), float(0.2, F64)), nothing())).toBeUndefined();
});
