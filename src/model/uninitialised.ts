/**
 * The program with checks for `initialised-reads`: each scalar local that some way reads before it is written gets a companion,
 * 1 once it has a value, and reads of it check that. What a call leaves in a variable has a value unless the function came to
 * its end without `return`: a companion of all functions says how the last one returned. What lives in memory has no
 * companion here: the interpreter knows which bytes have values, and the model says it of its cells (`translate/initialised.ts`).
 */
import type { Check, Edge, FunctionGraph, Location, Op, Program } from "../cfa/cfa.ts";
import { targetOf, termsOn } from "../cfa/op-terms.ts";
import { rebuildGraph } from "../cfa/rebuild.ts";
import { integer, type MemoryObject, type Term, type Variable, variable } from "../logic/term.ts";
import { intType } from "../logic/types.ts";
import { variablesOf } from "../logic/visit.ts";
import { forwardSets, type Sets } from "./pointers/forward-sets.ts";

const SET = intType(8, "unsigned");

/** Functions that may end without the value that they should return, and the variable that says whether the last one did. */
interface Returns {
  readonly valueless: ReadonlySet<string>;
  readonly returned: Variable;
}

export function withInitialisationChecks(program: Program): Program {
  const valueless = new Set([...program.functions.values()].filter(mayReturnNothing).map(({ name }) => name));
  const returned: Variable = { id: program.variableCount, name: "a value is returned", type: SET, role: "global" };
  const returns = { valueless, returned };
  let next = program.variableCount + 1;
  const functions = new Map<string, FunctionGraph>();
  for (const [name, graph] of program.functions) {
    const unset = unsetIn(graph, returns);
    const companions = new Map<Variable, Variable>();
    for (const edge of graph.edges) {
      for (const read of openReads(edge, unset)) {
        if (companions.has(read)) continue;
        const made = { id: next, name: `${read.name} is set`, type: SET, role: "temporary", function: name } as const;
        companions.set(read, made);
        next += 1;
      }
    }
    functions.set(name, checked(graph, unset, companions, freshObjects(graph), returns));
  }
  const globals = valueless.size === 0 ? program.globals : [...program.globals, returned];
  return { ...program, globals, functions, variableCount: next };
}

function mayReturnNothing(graph: FunctionGraph): boolean {
  return graph.signature.result !== undefined && graph.locations.some(endsWithoutValue);
}

function endsWithoutValue({ outgoing }: Location): boolean {
  return outgoing.some(({ op }) => op.kind === "return" && op.value === undefined);
}

/** Whether what the call leaves in its target may be no value. */
function mayLeaveNothing({ op }: Edge, { valueless }: Returns): boolean {
  if (op.kind !== "call" || valueless.size === 0) return false;
  return op.callee.kind === "indirect" || valueless.has(op.callee.name);
}

/** A jump may pass the declaration of these: they have no values before, whatever they held when the function ran last. */
function freshObjects(graph: FunctionGraph): readonly MemoryObject[] {
  if (!graph.locations.some(({ labels, incoming }) => labels !== undefined || incoming.length > 1)) return [];
  return graph.objects.filter(({ size, block, temporary }) => size !== undefined && block === undefined && !temporary);
}

/** Variables that may have no value yet: no local has where the function begins, whatever jumps pass their declarations. */
function unsetIn(graph: FunctionGraph, returns: Returns): Sets<Variable> {
  const locals = graph.variables.filter(({ role, volatile }) => role === "local" && volatile !== true);
  const given = new Set(graph.parameters);
  return forwardSets(
    graph,
    locals.filter((own) => !given.has(own)),
    (edge, unset) => {
      const target = targetOf(edge.op);
      if (target === undefined) return unset;
      const after = new Set(unset);
      if (leavesUnset(edge.op) || mayLeaveNothing(edge, returns)) after.add(target);
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
  returns: Returns,
): FunctionGraph {
  const set = (own: Variable, value: Term): Op => ({ kind: "assign", target: own, value });
  const begins = [
    ...fresh.map((object): Op => ({ kind: "uninitialised", object })),
    ...[...companions.values()].map((own): Op => set(own, integer(0))),
  ];
  const isWatched = returns.valueless.has(graph.name);
  const rebuilt = rebuildGraph(graph, {
    before: (location) => [
      ...(location === graph.entry ? begins : []),
      ...(isWatched && endsWithoutValue(location) ? [set(returns.returned, integer(0))] : []),
      // Functions that are not here return values.
      ...(location.outgoing.some((edge) => mayLeaveNothing(edge, returns)) ? [set(returns.returned, integer(1))] : []),
    ],
    instead: (edge) => {
      const checks = openReads(edge, unset).map((read): Check => {
        const known = variable(companions.get(read) as Variable);
        return { kind: "uninitialised", known, range: edge.range };
      });
      return { op: edge.op, checks: [...checks, ...edge.checks.filter(({ kind }) => kind !== "uninitialised")] };
    },
    after: (edge) => {
      const target = targetOf(edge.op);
      const companion = target === undefined ? undefined : companions.get(target);
      if (companion === undefined) return [];
      if (mayLeaveNothing(edge, returns)) return [set(companion, variable(returns.returned))];
      return [set(companion, integer(leavesUnset(edge.op) ? 0 : 1))];
    },
  });
  return { ...rebuilt, variables: [...graph.variables, ...companions.values()] };
}
