/** The invariants of `cfa.ts`, checked: for tests. Answers what is wrong, one sentence each; nothing for a good graph. */
import type { Edge, FunctionGraph, Location, Op, Program } from "../../src/cfa/cfa.ts";
import { termsOn } from "../../src/cfa/op-terms.ts";
import { intervalOfTerm, rangeByType } from "../../src/logic/range.ts";
import { isFloatTerm } from "../../src/logic/sort.ts";
import { and, type Formula, not, type Term, type Variable } from "../../src/logic/term.ts";
import { typeRange } from "../../src/logic/types.ts";
import { forEachNode } from "../../src/logic/visit.ts";
import { includes, isInfinite } from "../../src/numbers/interval.ts";
import { showOp } from "./print-graph.ts";

export function checkProgram(program: Program): string[] {
  const graphs = [program.initialise, ...program.functions.values()];
  return graphs.flatMap((graph) => checkGraph(graph, program).map((problem) => `${graph.name}: ${problem}`));
}

export function checkGraph(graph: FunctionGraph, program: Program): string[] {
  const problems: string[] = [];
  const complain = (problem: string): void => {
    problems.push(problem);
  };
  checkShape(graph, complain);
  for (const location of graph.locations) checkLocation(location, graph, program, complain);
  const known = new Set<Variable>([...graph.variables, ...program.globals]);
  for (const edge of graph.edges) checkEdge(edge, graph, program, known, complain);
  return problems;
}

type Complain = (problem: string) => void;

function checkShape(graph: FunctionGraph, complain: Complain): void {
  if (graph.locations.some((location, i) => location.id !== i)) complain("location ids should be dense");
  if (graph.edges.some((edge, i) => edge.id !== i)) complain("edge ids should be dense");
  const outgoing = graph.locations.reduce((sum, location) => sum + location.outgoing.length, 0);
  const incoming = graph.locations.reduce((sum, location) => sum + location.incoming.length, 0);
  if (outgoing !== graph.edges.length || incoming !== graph.edges.length) complain("every edge should leave and enter");
  if (graph.exit.outgoing.length > 0) complain("nothing should leave the exit");
  if (graph.entry.incoming.length > 0) complain("nothing should enter the entry");
  if (graph.parameters.length !== graph.signature.parameters.length) complain("parameters should match the signature");
  const reached = new Set([graph.entry]);
  for (const location of reached) for (const edge of location.outgoing) reached.add(edge.target);
  for (const location of graph.locations) {
    if (!reached.has(location) && location !== graph.exit) complain(`location ${location.id} should be reachable`);
  }
}

function checkLocation(location: Location, graph: FunctionGraph, program: Program, complain: Complain): void {
  const { outgoing, incoming } = location;
  for (const edge of outgoing) if (edge.source !== location) complain(`edge ${edge.id} should leave its source`);
  for (const edge of incoming) if (edge.target !== location) complain(`edge ${edge.id} should enter its target`);
  if (location === graph.exit) {
    if (incoming.some((edge) => edge.op.kind !== "return")) complain("only returns should enter the exit");
    return;
  }
  if (incoming.some((edge) => edge.op.kind === "return"))
    complain(`location ${location.id} should not follow a return`);
  if (outgoing.length === 0 && !incoming.every((edge) => cannotReturn(edge.op, program)))
    complain(`location ${location.id} should go on`);
  if (outgoing.some((edge) => edge.op.kind === "assume")) checkBranch(location, complain);
  else if (outgoing.length > 1) complain(`location ${location.id} should have one way out that is no assume`);
}

function cannotReturn(op: Op, program: Program): boolean {
  if (op.kind !== "call" || op.callee.kind !== "direct") return false;
  const external = program.externals.get(op.callee.name);
  return external === undefined ? program.functions.has(op.callee.name) : external.noreturn;
}

/** The last edge's condition is that no other holds; the others are exclusive by how they are made. */
function checkBranch({ id, outgoing }: Location, complain: Complain): void {
  const conditions: Formula[] = [];
  for (const { op } of outgoing) if (op.kind === "assume") conditions.push(op.condition);
  if (conditions.length !== outgoing.length) complain(`location ${id} should have assumes only`);
  const last = conditions[conditions.length - 1];
  const rest = and(conditions.slice(0, -1).map(not));
  if (last !== rest) complain(`the branch at ${id} should cover all cases once`);
  const [first] = outgoing;
  if (outgoing.some((edge) => edge.checks !== first?.checks))
    complain(`the branch at ${id} should check the same everywhere`);
}

function checkEdge(
  edge: Edge,
  graph: FunctionGraph,
  program: Program,
  known: ReadonlySet<Variable>,
  complain: Complain,
): void {
  const shown = (): string => `${edge.id}: ${showOp(edge.op)}`;
  const { op } = edge;
  if (edge.range.start > edge.range.end) complain(`edge ${shown()} should have a range`);
  forEachNode(termsOn(edge), (node) => {
    if (node.kind === "variable" && !known.has(node.variable)) complain(`edge ${shown()} reads an unknown variable`);
    if (node.kind === "select" || node.kind === "store") complain(`edge ${shown()} should not have array terms`);
  });
  if ("target" in op && op.target !== undefined && !known.has(op.target))
    complain(`edge ${shown()} sets an unknown variable`);
  if (op.kind === "assign") checkValue(op.value, op.target.type, shown, complain);
  if (op.kind === "store") checkValue(op.value, op.access.type, shown, complain);
  if (op.kind === "return" && op.value !== undefined) {
    if (graph.signature.result === undefined) complain(`edge ${shown()} returns from a void function`);
    else checkValue(op.value, graph.signature.result, shown, complain);
  }
  if (op.kind === "skip" && edge.checks.length === 0 && !mayStay(edge, graph))
    complain(`edge ${shown()} should be collapsed`);
  if (op.kind === "call" && op.callee.kind === "direct") checkArguments(op, op.callee.name, program, shown, complain);
}

function mayStay(edge: Edge, graph: FunctionGraph): boolean {
  return edge.source === graph.entry || edge.source === edge.target || edge.target.loop !== undefined;
}

/** What is assigned should be of the target's sort and, where that can be told, in its range. */
function checkValue(value: Term, type: Variable["type"], shown: () => string, complain: Complain): void {
  if ((type.kind === "float") !== isFloatTerm(value)) complain(`edge ${shown()} should not mix floats and integers`);
  if (type.kind !== "int" && type.kind !== "pointer") return;
  const values = intervalOfTerm(value, rangeByType);
  if (isInfinite(values.low) || isInfinite(values.high)) return;
  if (!includes(typeRange(type), values)) complain(`edge ${shown()} may leave its type`);
}

function checkArguments(
  op: Op & { kind: "call" },
  name: string,
  program: Program,
  shown: () => string,
  complain: Complain,
): void {
  const callee = program.functions.get(name);
  if (callee === undefined) {
    if (!program.externals.has(name)) complain(`edge ${shown()} calls a function nobody knows`);
    return;
  }
  const { signature, parameters } = callee;
  const count = op.arguments.length;
  if (signature.variadic ? count < parameters.length : count !== parameters.length)
    complain(`edge ${shown()} should pass what the function takes`);
  for (const [i, parameter] of parameters.entries()) {
    const argument = op.arguments[i];
    if (argument !== undefined) checkValue(argument, parameter.type, shown, complain);
  }
  if (op.target !== undefined && op.target.type !== signature.result)
    complain(`edge ${shown()} should take the result's type`);
}
