/**
 * The program with checks for `initialised-reads`: each scalar local that some way reads before it is written gets a companion,
 * 1 once it has a value, and reads of it check that. What lives in memory has no companion here: the interpreter knows which
 * bytes have values, and the model says it of its cells (`translate/initialised.ts`).
 */
import type { Check, Edge, FunctionGraph, Op, Program } from "../cfa/cfa.ts";
import { targetOf, termsOn } from "../cfa/op-terms.ts";
import { rebuildGraph } from "../cfa/rebuild.ts";
import { integer, type MemoryObject, type Variable, variable } from "../logic/term.ts";
import { intType } from "../logic/types.ts";
import { variablesOf } from "../logic/visit.ts";
import { forwardSets, type Sets } from "./pointers/forward-sets.ts";

const SET = intType(8, "unsigned");

export function withInitialisationChecks(program: Program): Program {
  let next = program.variableCount;
  const functions = new Map<string, FunctionGraph>();
  for (const [name, graph] of program.functions) {
    const unset = unsetIn(graph);
    const companions = new Map<Variable, Variable>();
    for (const edge of graph.edges) {
      for (const read of openReads(edge, unset)) {
        if (companions.has(read)) continue;
        const made = { id: next, name: `${read.name} is set`, type: SET, role: "temporary", function: name } as const;
        companions.set(read, made);
        next += 1;
      }
    }
    const fresh = freshObjects(graph);
    functions.set(name, companions.size + fresh.length === 0 ? graph : checked(graph, unset, companions, fresh));
  }
  return { ...program, functions, variableCount: next };
}

/** A jump may pass the declaration of these: they have no values before, whatever they held when the function ran last. */
function freshObjects(graph: FunctionGraph): readonly MemoryObject[] {
  if (!graph.locations.some(({ labels, incoming }) => labels !== undefined || incoming.length > 1)) return [];
  return graph.objects.filter(({ size, block, temporary }) => size !== undefined && block === undefined && !temporary);
}

/** Locals that may have no value yet: none has where the function begins, whatever jumps pass their declarations. */
function unsetIn(graph: FunctionGraph): Sets<Variable> {
  const locals = graph.variables.filter(({ role, volatile }) => role === "local" && volatile !== true);
  const given = new Set(graph.parameters);
  return forwardSets(
    graph,
    locals.filter((own) => !given.has(own)),
    ({ op }, unset) => {
      const target = targetOf(op);
      if (target === undefined) return unset;
      const after = new Set(unset);
      if (leavesUnset(op)) after.add(target);
      else after.delete(target);
      return after;
    },
  );
}

function leavesUnset(op: Op): boolean {
  return op.kind === "havoc" && op.why === "uninitialised";
}

function openReads(edge: Edge, unset: Sets<Variable>): readonly Variable[] {
  const here = unset.get(edge.source);
  return [...variablesOf(termsOn(edge))].filter((read) => here?.has(read) === true);
}

function checked(
  graph: FunctionGraph,
  unset: Sets<Variable>,
  companions: ReadonlyMap<Variable, Variable>,
  fresh: readonly MemoryObject[],
): FunctionGraph {
  const set = (own: Variable, value: number): Op => ({ kind: "assign", target: own, value: integer(value) });
  const begins = [
    ...fresh.map((object): Op => ({ kind: "uninitialised", object })),
    ...[...companions.values()].map((own): Op => set(own, 0)),
  ];
  const rebuilt = rebuildGraph(graph, {
    before: (location) => (location === graph.entry ? begins : []),
    instead: (edge) => {
      const checks = openReads(edge, unset).map((read): Check => {
        const known = variable(companions.get(read) as Variable);
        return { kind: "uninitialised", known, range: edge.range };
      });
      return { op: edge.op, checks: [...checks, ...edge.checks] };
    },
    after: ({ op }) => {
      const target = targetOf(op);
      const companion = target === undefined ? undefined : companions.get(target);
      return companion === undefined ? [] : [set(companion, leavesUnset(op) ? 0 : 1)];
    },
  });
  return { ...rebuilt, variables: [...graph.variables, ...companions.values()] };
}
