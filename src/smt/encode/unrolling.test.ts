/** Paths and ARGs as formulas over copies, against the execution of whole paths; labels in and out of copies. */
import { describe, expect, test } from "vitest";
import { programOf } from "../../../tests/support/c-program.ts";
import { add, and, type Formula, integer, le, lt, not, type Variable, variable } from "../../logic/term.ts";
import { variablesOf } from "../../logic/visit.ts";
import { buildModel } from "../../model/build.ts";
import type { Model, ModelEdge, ModelLocation } from "../../model/model.ts";
import { DEFAULT_MODEL_OPTIONS } from "../../model/options.ts";
import { type Block, blockFrom } from "../../model/view/blocks.ts";
import { FreshVariables } from "../fresh.ts";
import { ownSolver } from "../own/solver.ts";
import { type ArgEdge, encodeArg } from "./arg.ts";
import { encodePath } from "./path.ts";
import { IDENTITY, post } from "./ssa.ts";

const EXTERNS = `extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
`;

const COUNTING = `int main(void) { int x = 0, y = 0, seen = __VERIFIER_nondet_int();
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) { x = x + 1; y = y + 100; }
    else if (x >= 4) { x = x + 1; y = y + 1; }
    if (seen > 10) seen = seen - 3; }
  if (x >= 2 && y <= 2) reach_error(); if (seen == 8 && x == 1) reach_error(); }`;

function modelOf(text: string): Model {
  return buildModel(programOf(EXTERNS + text), DEFAULT_MODEL_OPTIONS);
}

function satisfiable(...formulas: readonly Formula[]): boolean {
  const solver = ownSolver.create();
  for (const formula of formulas) solver.assert(formula);
  const answer = solver.check();
  expect(answer).not.toBe("unknown");
  return answer === "sat";
}

function feasible(path: readonly ModelEdge[]): boolean {
  const ops = path.flatMap((edge) => edge.ops);
  return satisfiable(...post(ops, IDENTITY, new FreshVariables()).conditions);
}

function waysThrough(block: Block, exit: ModelLocation): ModelEdge[][] {
  const ways: ModelEdge[][] = [];
  const open: ModelEdge[][] = block.edges.filter((edge) => edge.source === block.source).map((edge) => [edge]);
  for (let way = open.pop(); way !== undefined; way = open.pop()) {
    const at = way[way.length - 1]!.target;
    if (at === exit) ways.push(way);
    else if (!block.exits.includes(at))
      for (const edge of block.edges) if (edge.source === at) open.push([...way, edge]);
  }
  return ways;
}

/** The entry, the loop's head `depth` times, and one error node. */
function unroll(model: Model, depth: number): { nodes: ModelLocation[]; edges: ArgEdge[] } {
  const first = blockFrom(model, model.entry)!;
  const head = first.exits.find((exit) => exit.cutPoint)!;
  const body = blockFrom(model, head)!;
  const error = body.exits.findLast((exit) => exit.kind === "error")!;
  const nodes = [model.entry, ...Array.from({ length: depth }, () => head), error];
  const edges: ArgEdge[] = [{ source: 0, target: 1, block: first }];
  for (let node = 1; node <= depth; node += 1) {
    if (node < depth) edges.push({ source: node, target: node + 1, block: body });
    edges.push({ source: node, target: depth + 1, block: body });
  }
  return { nodes, edges };
}

describe("a path", () => {
  const model = modelOf(COUNTING);
  const { nodes, edges } = unroll(model, 3);

  function paths(): ModelEdge[][] {
    let open: ModelEdge[][] = [[]];
    for (const edge of [edges[0]!, edges[1]!, edges[3]!])
      open = open.flatMap((path) => waysThrough(edge.block, nodes[edge.target]!).map((way) => [...path, ...way]));
    return open;
  }

  test("is feasible if its parts are satisfiable together", () => {
    const all = paths();
    expect(all.length).toBeGreaterThan(20);
    const counts = { feasible: 0, infeasible: 0 };
    for (const path of all) {
      const { parts } = encodePath(path, new FreshVariables());
      expect(parts.length).toBe(path.length);
      const answer = feasible(path);
      expect(satisfiable(...parts)).toBe(answer);
      counts[answer ? "feasible" : "infeasible"] += 1;
    }
    expect(Math.min(counts.feasible, counts.infeasible)).toBeGreaterThan(0);
  });

  test("parts share only copies at the position between them, and these can be renamed back", () => {
    for (const path of paths().slice(0, 30)) {
      const encoded = encodePath(path, new FreshVariables());
      for (let k = 1; k < path.length; k += 1) {
        const before = variablesOf(encoded.parts.slice(0, k));
        const after = variablesOf(encoded.parts.slice(k));
        const shared = [...before].filter((of) => after.has(of));
        const label = and(shared.map((of) => le(variable(of), integer(3))));
        const decoded = encoded.decode(k, label);
        expect(decoded).toBeDefined();
        expect(encoded.encode(k, decoded!)).toBe(label);
        for (const of of variablesOf(decoded!)) expect(of.id).toBeLessThan(2 ** 30);
      }
    }
  });
});

describe("an ARG", () => {
  const model = modelOf(COUNTING);
  const { nodes, edges } = unroll(model, 3);
  const encoded = encodeArg({ nodes, edges }, new FreshVariables());
  const chains = [
    [0, 2],
    [0, 1, 4],
    [0, 1, 3, 5],
  ];

  test("labels along a path encode its executions", () => {
    for (const chain of chains) {
      // The numbering of `unroll`: every edge goes on from where the one before has ended.
      const path = chain.map((index) => encoded.edges[index]!);
      path.slice(1).forEach((edge, i) => {
        expect(edge.source).toBe(path[i]!.target);
      });
      let ways: ModelEdge[][] = [[]];
      for (const index of chain) {
        const { block, target } = edges[index]!;
        ways = ways.flatMap((way) => waysThrough(block, nodes[target]!).map((next) => [...way, ...next]));
      }
      expect(satisfiable(...path.map(({ label }) => label))).toBe(ways.some(feasible));
    }
  });

  test("a model of the labels is a feasible path", () => {
    const chain = chains.find((each) => satisfiable(...each.map((index) => encoded.edges[index]!.label)))!;
    const solver = ownSolver.create();
    for (const index of chain) solver.assert(encoded.edges[index]!.label);
    expect(solver.check()).toBe("sat");
    const path = chain.flatMap((index) => encoded.pathIn(index, solver.model()));
    path.slice(1).forEach((edge, i) => {
      expect(edge.source).toBe(path[i]!.target);
    });
    expect(path[0]!.source).toBe(model.entry);
    expect(path[path.length - 1]!.target.kind).toBe("error");
    expect(feasible(path)).toBe(true);
  });

  test("labels of nodes are renamed into copies and back", () => {
    const x = model.variables.find((of) => of.name === "x")!;
    const y = model.variables.find((of) => of.name === "y")!;
    const label = and([lt(variable(x), variable(y)), le(integer(0), add(variable(x), integer(2)))]);
    for (const node of [1, 2, 3]) {
      const renamed = encoded.encodeLabel(node, label);
      expect(variablesOf(renamed).has(x)).toBe(false);
      expect(encoded.decodeLabel(node, renamed)).toBe(label);
      if (node > 1) expect(encoded.decodeLabel(node - 1, renamed)).toBeUndefined();
    }
  });

  test("labels are about the states at their nodes", () => {
    const x = model.variables.find((of) => of.name === "x")!;
    const atMost = (node: number, bound: number): Formula => encoded.encodeLabel(node, le(variable(x), integer(bound)));
    const twice = [encoded.edges[0]!.label, encoded.edges[1]!.label, encoded.edges[3]!.label];
    expect(satisfiable(...twice, not(atMost(3, 2)))).toBe(false);
    expect(satisfiable(...twice, not(atMost(3, 1)))).toBe(true);
    expect(satisfiable(...twice, not(atMost(1, 0)))).toBe(false);
  });

  test("a variable that no edge sets keeps its copy", () => {
    const text = `int main(void) { int n = __VERIFIER_nondet_int(), i = 0; while (i < n) i = i + 1; if (i > n + 5) reach_error(); }`;
    const counted = modelOf(text);
    const problem = unroll(counted, 3);
    const named = (name: string): Variable => counted.variables.find((of) => of.name === name)!;
    const arg = encodeArg(problem, new FreshVariables());
    const copy = (node: number, name: string): Formula => arg.encodeLabel(node, le(variable(named(name)), integer(0)));
    expect(copy(1, "n")).toBe(copy(3, "n"));
    expect(copy(1, "i")).not.toBe(copy(3, "i"));
    expect(arg.edges.every(({ label }) => variablesOf(label).size <= 12)).toBe(true);
  });
});
