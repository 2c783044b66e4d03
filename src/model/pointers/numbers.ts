/**
 * What variables are as plain integers, flow-insensitively: the join of everything that is assigned to them. Generated C
 * keeps offsets in variables (`t = 8; q = p + t`), and a pointer moved by an unknown number may point anywhere.
 */
import type { Edge, Program } from "../../cfa/cfa.ts";
import { targetOf, termsOf } from "../../cfa/op-terms.ts";
import type { Term, Variable } from "../../logic/term.ts";
import { variablesOf } from "../../logic/visit.ts";
import { type Numbers, numberOf } from "./flows.ts";
import { ANYWHERE, join, type Progression } from "./strides.ts";

/** Chains of assignments are followed this far. */
const DEPTH = 20;
/** A variable that is assigned more often than this is not an offset. */
const DEFINITIONS = 8;

export function variableNumbers(program: Program): Numbers {
  const definitions = new Map<Variable, Term[] | "unknown">();
  const define = (target: Variable, value: Term | undefined) => {
    const known = definitions.get(target) ?? [];
    if (known === "unknown") return;
    if (value === undefined || known.length >= DEFINITIONS) definitions.set(target, "unknown");
    else definitions.set(target, [...known, value]);
  };
  const declarations = new Map<Variable, Edge[]>();
  for (const graph of [program.initialise, ...program.functions.values()]) {
    for (const parameter of graph.parameters) define(parameter, undefined);
    for (const edge of graph.edges) {
      const { op } = edge;
      if (op.kind === "havoc" && op.why === "uninitialised")
        declarations.set(op.target, [...(declarations.get(op.target) ?? []), edge]);
      else if (op.kind === "assign") define(op.target, op.value);
      else if ("target" in op && op.target !== undefined) define(op.target, undefined);
      else if (op.kind === "opaque" && op.writes !== "nothing")
        for (const global of program.globals) definitions.set(global, "unknown");
    }
  }
  for (const outside of program.undefinedObjects) definitions.set(outside as Variable, "unknown");
  const isReadUnset = (variable: Variable) =>
    declarations.get(variable)?.some((declaration) => isReadBeforeSet(variable, declaration)) ?? false;
  return solve(definitions, isReadUnset);
}

/** Some way from the declaration of a variable comes to a use of it before an assignment. */
function isReadBeforeSet(variable: Variable, declaration: Edge): boolean {
  const reached = new Set([declaration.target]);
  for (const location of reached) {
    for (const edge of location.outgoing) {
      if (termsOf(edge.op).some((term) => variablesOf(term).has(variable))) return true;
      if (targetOf(edge.op) !== variable) reached.add(edge.target);
    }
  }
  return false;
}

function solve(
  definitions: ReadonlyMap<Variable, readonly Term[] | "unknown">,
  isReadUnset: (variable: Variable) => boolean,
): Numbers {
  const known = new Map<Variable, Progression>();
  let depth = 0;
  const numbers: Numbers = (variable) => {
    const before = known.get(variable);
    if (before !== undefined) return before;
    const values = definitions.get(variable);
    if (values === undefined || values === "unknown" || depth >= DEPTH || variable.volatile) return ANYWHERE;
    // While it is being worked out, a variable that depends on itself counts as anything.
    known.set(variable, ANYWHERE);
    depth += 1;
    const found = values.map((value) => numberOf(value, numbers)).reduce(join);
    depth -= 1;
    const answer = found.stride === 1 || isReadUnset(variable) ? ANYWHERE : found;
    known.set(variable, answer);
    return answer;
  };
  return numbers;
}
