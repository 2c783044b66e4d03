import { expect, test } from "vitest";
import { assume, havoc, makeModel, makeVariable, set } from "../../tests/support/model-builder.ts";
import { integer, lt, subtract, type Variable, variable } from "../logic/term.ts";
import { Liveness, type ModelLiveness } from "./live.ts";
import type { ModelEdge } from "./model.ts";

const [x, y, t, unused] = ["x", "y", "t", "unused"].map((name) => makeVariable(name)) as [
  Variable,
  Variable,
  Variable,
  Variable,
];
const model = makeModel("entry", [
  ["entry", [havoc(x), havoc(y), set(unused, variable(y))], "loop"],
  ["loop", [assume(lt(integer(0), variable(x))), set(t, variable(y))], "body"],
  ["body", [set(x, subtract(variable(x), variable(t)))], "loop"],
  ["loop", [assume(lt(variable(x), integer(0)))], "error"],
]);
const edges = ["entry", "loop", "body"].flatMap((name) => model.edgesFrom(model.at(name)));
const toError = edges.filter(({ target }) => target.kind === "error");

function names(liveness: ModelLiveness, point: string): string[] {
  return liveness
    .at(model.at(point))
    .map(({ name }) => name)
    .sort();
}

test("what is read before it is set matters, around loops too", () => {
  const liveness = new Liveness(edges, { reads: "needed" });
  expect(names(liveness, "entry")).toEqual([]);
  expect(names(liveness, "loop")).toEqual(["x", "y"]);
  expect(names(liveness, "body")).toEqual(["t", "x", "y"]);
  expect(names(new Liveness(toError, { reads: "needed" }), "loop")).toEqual(["x"]);
});

test("an assignment reads for its own sake, or only if its target matters", () => {
  const [entry] = edges as [ModelEdge, ...ModelEdge[]];
  const ops = [set(unused, variable(y))];
  const liveAfter = (reads: "all" | "needed") => names(new Liveness([{ ...entry, ops }], { reads }), "entry");
  expect(liveAfter("all")).toEqual(["y"]);
  expect(liveAfter("needed")).toEqual([]);
});

test("where a path ends, what is observed matters and nothing else", () => {
  const observed = (point: unknown) => (point === model.at("loop") ? [t] : undefined);
  const liveness = new Liveness(edges.slice(1), { reads: "needed", observed });
  expect(names(liveness, "body")).toEqual(["t"]);
});

test("what dies on an edge is set in vain there or used for the last time", () => {
  const liveness = new Liveness(edges, { reads: "needed" });
  const dying = edges.map((edge) => liveness.dyingOn(edge).map(({ name }) => name));
  expect(dying).toEqual([["unused"], [], ["x", "y"], ["t"]]);
});
