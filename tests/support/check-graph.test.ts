import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ILP32, LP64 } from "../../src/c/types.ts";
import type { Edge, FunctionGraph, Op } from "../../src/cfa/cfa.ts";
import { integer } from "../../src/logic/term.ts";
import { programOf } from "./cfa.ts";
import { checkGraph } from "./check-graph.ts";

const examples = join(import.meta.dirname, "../../examples");

describe("the examples", () => {
  test.each(readdirSync(examples).filter((name) => name.endsWith(".c")))(
    "%s has good graphs on both data models",
    (name) => {
      const text = readFileSync(join(examples, name), "utf8");
      // `programOf` throws when an invariant is broken.
      for (const model of [ILP32, LP64]) expect(programOf(text, model).functions.size).toBeGreaterThan(0);
    },
  );
});

describe("broken graphs are noticed", () => {
  const program = programOf("int f(int x) { x = 7; char c = x; if (c) return 1; return c; }");
  const good = program.functions.get("f") as FunctionGraph;

  /** The graph with the operation of one edge replaced. */
  function withOp(at: number, op: Op): FunctionGraph {
    const replaced = new Map<Edge, Edge>(good.edges.map((edge) => [edge, edge.id === at ? { ...edge, op } : edge]));
    const change = (edges: readonly Edge[]): Edge[] => edges.map((edge) => replaced.get(edge) as Edge);
    const locations = good.locations.map((location) => ({ ...location, outgoing: change(location.outgoing) }));
    return { ...good, locations, edges: change(good.edges) };
  }

  test("the good graph is good", () => expect(checkGraph(good, program)).toEqual([]));

  const target = good.variables.find(({ name }) => name === "c");
  const cases: readonly [string, Op][] = [
    ["may leave its type", { kind: "assign", target: target as never, value: integer(300) }],
    ["should be collapsed", { kind: "skip" }],
    [
      "calls a function nobody knows",
      { kind: "call", target: undefined, callee: { kind: "direct", name: "nobody" }, arguments: [] },
    ],
  ];
  test.each(cases)("%s", (problem, op) => {
    const problems = checkGraph(withOp(1, op), program);
    expect(problems.join()).toContain(problem);
  });

  test("a branch that does not cover all cases", () => {
    const first = good.edges.find(({ op }) => op.kind === "assume") as Edge;
    const problems = checkGraph(withOp(first.id + 1, first.op), program);
    expect(problems.join()).toContain("should cover all cases once");
  });
});
