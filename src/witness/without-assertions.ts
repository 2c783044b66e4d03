/**
 * A program whose assertions and error functions are nothing to be looked for, since the question is another one: what the program does not
 * define ends the execution where it fails, as it does for engines that were not asked for it (`model/translate/library-calls.ts`), and
 * what it does define is a function like others. The calls by which annotations tell that they are violated stay the only errors.
 */
import { GraphAssembly } from "../cfa/assemble.ts";
import type { ExternalFunction, FunctionGraph, Op, Program, Signature } from "../cfa/cfa.ts";
import { ANNOTATION_VIOLATED } from "../cfa/defined-annotations.ts";
import { integer } from "../logic/term.ts";
import { isErrorFunction, libraryEffect } from "../model/library/library.ts";
import { NO_RANGE } from "../util/source.ts";

/** Functions that end an execution where their argument is zero; one that the program does not define is taken. */
const ASSUMING = ["__VERIFIER_assume", "__CPROVER_assume", "klee_assume"];

export function withoutAssertions(program: Program): Program {
  const assume = ASSUMING.find((name) => !program.functions.has(name));
  if (assume === undefined) return program;
  const functions = new Map<string, FunctionGraph>();
  for (const [name, graph] of program.functions) {
    functions.set(name, rebuilt(graph, graph.name, program, assume));
    // Under its own name it stays an error, for who calls it by its address.
    if (isError(name)) functions.set(renamed(name), rebuilt(graph, renamed(graph.name), program, assume));
  }
  const assuming: ExternalFunction = { name: assume, signature: NO_SIGNATURE, noreturn: false, range: NO_RANGE };
  const externals = new Map(program.externals);
  if (!externals.has(assume)) externals.set(assume, assuming);
  return { ...program, functions, externals };
}

const NO_SIGNATURE: Signature = { parameters: [], variadic: false, unprototyped: true, result: undefined };

function isError(name: string): boolean {
  return isErrorFunction(name, ["unreach-call"]);
}

function renamed(name: string): string {
  return `${name} of the program`;
}

function rebuilt(graph: FunctionGraph, name: string, program: Program, assume: string): FunctionGraph {
  const made = new GraphAssembly(name);
  const starts = new Map(graph.locations.map((location) => [location, made.location(location)]));
  const startOf = (location: (typeof graph.locations)[number]) =>
    starts.get(location) as ReturnType<typeof made.location>;
  for (const { source, target, op, checks, range } of graph.edges)
    made.connect(startOf(source), startOf(target), replaced(op, program, assume), checks, range);
  return { ...graph, name, ...made.finish(startOf(graph.entry), startOf(graph.exit)) };
}

function replaced(op: Op, program: Program, assume: string): Op {
  if (op.kind !== "call" || op.callee.kind !== "direct" || op.callee.name === ANNOTATION_VIOLATED) return op;
  const { name } = op.callee;
  if (program.functions.has(name))
    return isError(name) ? { ...op, callee: { kind: "direct", name: renamed(name) } } : op;
  const { kind } = libraryEffect(name);
  // Behind those of CBMC that fail the program goes on, which nobody follows.
  if ((kind !== "error" && kind !== "error-if-zero") || name.startsWith("__CPROVER_") || op.target !== undefined)
    return op;
  const given = kind === "error" ? [integer(0)] : op.arguments.slice(0, 1);
  return { kind: "call", target: undefined, callee: { kind: "direct", name: assume }, arguments: given };
}
