/**
 * Which havocs matter: an uninitialised local is an input only if some path reads it before it is written. A havoc
 * whose variable is dead behind it asks for no input, so that runs and traces list only inputs a program can see.
 */
import type { Check, Edge, FunctionGraph, Location, Op } from "../../cfa/cfa.ts";
import type { Formula, Term, Variable } from "../../logic/term.ts";
import { variablesOf } from "../../logic/visit.ts";

export function deadHavocs(graph: FunctionGraph): ReadonlySet<Edge> {
  const havocs = graph.edges.filter((edge) => edge.op.kind === "havoc");
  const dead = new Set<Edge>();
  if (havocs.length === 0) return dead;
  const wanted = new Set<Variable>();
  for (const edge of havocs) if (edge.op.kind === "havoc") wanted.add(edge.op.target);
  const readers = readingEdges(graph, wanted);
  for (const variable of wanted) {
    const live = liveLocations(variable, readers.get(variable) ?? []);
    for (const edge of havocs) {
      if (edge.op.kind === "havoc" && edge.op.target === variable && !live.has(edge.target)) dead.add(edge);
    }
  }
  return dead;
}

function readingEdges(graph: FunctionGraph, wanted: ReadonlySet<Variable>): Map<Variable, Edge[]> {
  const readers = new Map<Variable, Edge[]>();
  for (const edge of graph.edges) {
    for (const variable of variablesOf([...termsOf(edge.op), ...edge.checks.map(checkTerm)])) {
      if (!wanted.has(variable)) continue;
      const list = readers.get(variable);
      if (list === undefined) readers.set(variable, [edge]);
      else list.push(edge);
    }
  }
  return readers;
}

function liveLocations(variable: Variable, readers: readonly Edge[]): Set<Location> {
  const live = new Set<Location>();
  const work: Location[] = [];
  const reach = (location: Location): void => {
    if (live.has(location)) return;
    live.add(location);
    work.push(location);
  };
  for (const edge of readers) reach(edge.source);
  while (work.length > 0) {
    for (const edge of (work.pop() as Location).incoming) {
      if (targetOf(edge.op) !== variable) reach(edge.source);
    }
  }
  return live;
}

/** The variable an operation writes. */
export function targetOf(op: Op): Variable | undefined {
  return "target" in op ? op.target : undefined;
}

/** All terms and formulas an operation evaluates. */
export function termsOf(op: Op): readonly (Term | Formula)[] {
  switch (op.kind) {
    case "skip":
    case "havoc":
    case "uninitialised":
    case "opaque":
      return [];
    case "assign":
      return [op.value];
    case "load":
      return [op.address];
    case "store":
      return [op.address, op.value];
    case "copy":
      return [op.to, op.from];
    case "zero":
      return [op.address];
    case "allocate":
      return [op.bytes];
    case "call":
      return op.callee.kind === "indirect" ? [op.callee.pointer, ...op.arguments] : op.arguments;
    case "return":
      return op.value === undefined ? [] : [op.value];
    case "assume":
      return [op.condition];
    case "variadic":
      return op.operands;
  }
}

export function checkTerm(check: Check): Term {
  switch (check.kind) {
    case "overflow":
      return check.exact;
    case "division":
      return check.divisor;
    case "shift":
      return check.count;
    case "float-to-int":
      return check.operand;
  }
}
