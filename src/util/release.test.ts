/** Two programs in one process: nothing of the first is kept for the second, which begins as in a fresh process. */
import { afterEach, expect, it } from "vitest";
import { boxes } from "../domains/index.ts";
import { add, integer, le, variable } from "../logic/term.ts";
import { intType } from "../logic/types.ts";
import { FreshVariables } from "../smt/fresh.ts";
import { release } from "./release.ts";

const x = { id: 0, name: "x", type: intType(32, "signed"), role: "local" } as const;

const sum = () => add(variable(x), integer(5));
const below = () => boxes.assume(boxes.top, le(variable(x), integer(5)));

afterEach(release);

it("shares equal terms and diagrams, and makes no variable twice", () => {
  expect(sum()).toBe(sum());
  expect(below()).toBe(below());
  const [one, two] = [new FreshVariables(), new FreshVariables()].map((fresh) => fresh.boolean("b"));
  expect(one?.id).not.toBe(two?.id);
});

it("forgets them on release", () => {
  const ids = () => [sum().id, below().id, new FreshVariables().boolean("b").id];
  release();
  const [term, diagram, first] = [sum(), below(), ids()];
  release();
  expect(sum()).not.toBe(term);
  expect(below()).not.toBe(diagram);
  expect(ids()).toEqual(first);
});
