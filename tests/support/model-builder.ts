/**
 * Models made by hand, for tests of engines without a front end: locations are names, edges carry operations written
 * with the term constructors. `error*` locations are errors, `end*` locations ends.
 */
import type { FunctionGraph, Location, Program } from "../../src/cfa/cfa.ts";
import type { Formula, Term, Variable } from "../../src/logic/term.ts";
import { intType, type ValueType } from "../../src/logic/types.ts";
import type { CallString, Model, ModelEdge, ModelLocation, ModelOp } from "../../src/model/model.ts";
import { NO_RANGE, SourceMap } from "../../src/util/source.ts";

const I32 = intType(32, "signed");

let nextVariable = 0;

export function makeVariable(name: string, type: ValueType = I32): Variable {
  nextVariable += 1;
  return { id: nextVariable, name, type, role: "global" };
}

export function set(target: Variable, value: Term): ModelOp {
  return { kind: "assign", target, value, origin: undefined };
}

export function havoc(target: Variable): ModelOp {
  return { kind: "havoc", target, origin: undefined, input: true };
}

export function assume(condition: Formula): ModelOp {
  return { kind: "assume", condition, origin: undefined };
}

export type EdgeSpec = readonly [from: string, ops: readonly ModelOp[], to: string];

export function makeModel(entry: string, specs: readonly EdgeSpec[]): Model & { at(name: string): ModelLocation } {
  const context: CallString = { id: 0, depth: 0, site: undefined, caller: undefined };
  const locations = new Map<string, ModelLocation>();
  const at = (name: string): ModelLocation => {
    let location = locations.get(name);
    if (location === undefined) {
      const point: Location = { id: locations.size, function: "main", outgoing: [], incoming: [] };
      const kind = name.startsWith("error") ? "error" : name.startsWith("end") ? "end" : "ordinary";
      location = { id: locations.size, point, context, kind, range: NO_RANGE, cutPoint: name.startsWith("loop") };
      locations.set(name, location);
    }
    return location;
  };
  const edges = new Map<ModelLocation, ModelEdge[]>();
  for (const [id, [from, ops, to]] of specs.entries()) {
    const edge: ModelEdge = { id, source: at(from), target: at(to), ops, origin: [], range: NO_RANGE };
    edges.set(edge.source, [...(edges.get(edge.source) ?? []), edge]);
  }
  const variables = new Set<Variable>();
  for (const [, ops] of specs) for (const op of ops) if (op.kind !== "assume") variables.add(op.target);
  return {
    program: emptyProgram(),
    properties: ["unreach-call"],
    propertySites: [NO_RANGE],
    variables: [...variables],
    entry: at(entry),
    edgesFrom: (location) => edges.get(location) ?? [],
    overApproximations: [],
    assumptions: [],
    at,
  };
}

function emptyProgram(): Program {
  const point: Location = { id: 0, function: "main", outgoing: [], incoming: [] };
  const graph: FunctionGraph = {
    name: "main",
    signature: { parameters: [], variadic: false, unprototyped: false, result: undefined },
    parameters: [],
    entry: point,
    exit: point,
    locations: [point],
    edges: [],
    variables: [],
    objects: [],
    names: [],
    range: NO_RANGE,
  };
  return {
    pointerBytes: 8,
    functions: new Map([["main", graph]]),
    externals: new Map(),
    namedFunctions: [],
    initialise: graph,
    globals: [],
    objects: [],
    errno: [],
    undefinedObjects: [],
    names: [],
    overApproximations: [],
    assumptions: [],
    orders: [],
    sources: new SourceMap(),
    variableCount: 0,
  };
}
