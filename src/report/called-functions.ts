/** Which functions a call may lead to, as far as the text of the program tells. */
import type { Edge, FunctionGraph, Program } from "../cfa/cfa.ts";
import { libraryEffect } from "../model/library/library.ts";
import { nameOfFunction } from "../model/pointers/points-to.ts";

/**
 * Through a pointer, or out of a library function (`qsort`), whatever the program takes the address of may be called; out of a
 * function that nobody knows, any.
 */
export function calledBy({ op }: Edge, { functions, objects }: Program): readonly FunctionGraph[] {
  if (op.kind !== "call") return [];
  const { callee } = op;
  const direct = callee.kind === "direct" ? functions.get(callee.name) : undefined;
  if (direct !== undefined) return [direct];
  if (callee.kind === "direct" && libraryEffect(callee.name).kind === "unknown") return [...functions.values()];
  return objects.flatMap((object) => (object.role === "function" ? (functions.get(nameOfFunction(object)) ?? []) : []));
}

/** Functions of which several activations may be there at once: what a name of theirs means is a matter of which one. */
export function recursiveFunctions(program: Program): ReadonlySet<string> {
  const graphs = [...program.functions.values()];
  const calls = new Map(
    graphs.map((graph) => [
      graph,
      new Set(graph.edges.flatMap((edge) => (isOwnCall(edge, program) ? calledBy(edge, program) : []))),
    ]),
  );
  return new Set(graphs.filter((graph) => reaches(graph, graph, calls)).map(({ name }) => name));
}

/** Of functions that are not there it is not expected that they call back. */
function isOwnCall({ op }: Edge, { functions }: Program): boolean {
  return op.kind === "call" && (op.callee.kind === "indirect" || functions.has(op.callee.name));
}

function reaches(
  from: FunctionGraph,
  to: FunctionGraph,
  calls: ReadonlyMap<FunctionGraph, ReadonlySet<FunctionGraph>>,
): boolean {
  const seen = new Set<FunctionGraph>();
  const pending = [...(calls.get(from) ?? [])];
  for (let graph = pending.pop(); graph !== undefined; graph = pending.pop()) {
    if (graph === to) return true;
    if (seen.has(graph)) continue;
    seen.add(graph);
    pending.push(...(calls.get(graph) ?? []));
  }
  return false;
}
