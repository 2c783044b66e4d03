/**
 * Graphs as text, one line an edge: `3 -> 4  x := wrap_i32(x + 1)  [file.c:12]`. Names of the function's own variables
 * lose the function in front; checks follow their operation in braces. Pictures and JSON are `report/graph`'s.
 */

import type { Access, Callee, Check, Edge, FunctionGraph, Location, Op } from "../../src/cfa/cfa.ts";
import { type PrintOptions, showFormula, showTerm } from "../../src/logic/print.ts";
import type { MemoryObject, Variable } from "../../src/logic/term.ts";
import { showType } from "../../src/logic/types.ts";
import type { SourceMap } from "../../src/util/source.ts";

/** The graph of one function; with `sources`, edges say where they are from. */
export function printGraph(graph: FunctionGraph, sources?: SourceMap): string {
  const options = namesWithin(graph.name);
  const name = (variable: Variable): string => options.name?.(variable) ?? variable.name;
  const parameters = graph.parameters.map((one) => `${name(one)}: ${showType(one.type)}`);
  if (graph.signature.variadic) parameters.push("...");
  const result = graph.signature.result === undefined ? "void" : showType(graph.signature.result);
  const lines = [`${graph.name}(${parameters.join(", ")}): ${result}, entry ${graph.entry.id}, exit ${graph.exit.id}`];
  for (const location of graph.locations) {
    const notes = notesOf(location, sources);
    if (notes !== "") lines.push(`  ${location.id}: ${notes}`);
    for (const edge of location.outgoing) lines.push(`  ${printEdge(edge, options, sources)}`);
  }
  return `${lines.join("\n")}\n`;
}

function notesOf(location: Location, sources: SourceMap | undefined): string {
  const notes = (location.labels ?? []).map((label) => `label ${label}`);
  const line = location.loop === undefined ? undefined : sources?.resolve(location.loop.start)?.line;
  if (location.loop !== undefined) notes.push(line === undefined ? "loop" : `loop at line ${line}`);
  return notes.join(", ");
}

function printEdge(edge: Edge, options: PrintOptions, sources: SourceMap | undefined): string {
  const point = sources?.resolve(edge.range.start);
  const where = point === undefined ? "" : `  [${point.file}:${point.line}]`;
  const checks = edge.checks.map((check) => `  {${showCheck(check, options)}}`).join("");
  return `${edge.source.id} -> ${edge.target.id}  ${showOp(edge.op, options)}${checks}${where}`;
}

/** Variables of the function without its name in front. */
function namesWithin(functionName: string): PrintOptions {
  const prefix = `${functionName}::`;
  const short = ({ name }: { readonly name: string }): string =>
    name.startsWith(prefix) ? name.slice(prefix.length) : name;
  return { name: short, object: short };
}

function showCheck(check: Check, options: PrintOptions = {}): string {
  switch (check.kind) {
    case "overflow":
      return `${showTerm(check.exact, options)} in ${showType(check.type)}`;
    case "division":
      return `${showTerm(check.divisor, options)} != 0`;
    case "shift":
      return `0 <= ${showTerm(check.count, options)} < ${check.bits}`;
    case "index":
      return `0 <= ${showTerm(check.index, options)}${check.count === undefined ? "" : ` < ${check.count}`}`;
    case "float-to-int":
      return `trunc(${showTerm(check.operand, options)}) in ${showType(check.type)}`;
    case "bit-count":
      return `${showTerm(check.operand, options)} != 0`;
    case "nan":
    case "float-overflow":
      return `${showTerm(check.operand, options)} != 0`;
    case "uninitialised":
      return `${showTerm(check.known, options)} != 0`;
    case "unsigned-wrap":
    case "conversion":
    case "pointer-overflow":
      return `${showTerm(check.exact, options)} in ${showType(check.type)}`;
    case "negative-shift":
      return `${showTerm(check.operand, options)} >= 0`;
    case "array-size":
    case "argument":
    case "unreachable":
      return `${showTerm(check.operand, options)} in [${check.least}, ${check.most ?? "..."}]`;
  }
}

export function showOp(op: Op, options: PrintOptions = {}): string {
  const term = (of: Parameters<typeof showTerm>[0]): string => showTerm(of, options);
  const into = (target: Variable | undefined): string =>
    target === undefined ? "" : `${options.name?.(target) ?? target.name} := `;
  const object = (of: MemoryObject): string => options.object?.(of) ?? of.name;
  switch (op.kind) {
    case "skip":
      return "skip";
    case "assign":
      return `${into(op.target)}${term(op.value)}`;
    case "havoc":
      return `${into(op.target)}any ${showType(op.target.type)} (${op.why})`;
    case "place":
      return `${into(op.target)}any address for ${term(op.pointer)}, ${term(op.bytes)} bytes`;
    case "load":
      return `${into(op.target)}${showAccess(op.access)}[${term(op.address)}]`;
    case "store":
      return `${showAccess(op.access)}[${term(op.address)}] := ${term(op.value)}`;
    case "copy":
      return `copy ${op.bytes} bytes to ${term(op.to)} from ${term(op.from)}`;
    case "zero":
      return `zero ${op.bytes} bytes at ${term(op.address)}`;
    case "uninitialised":
      return `uninitialised ${object(op.object)}`;
    case "lifetime":
      return `${op.objects.map(object).join(", ")} ${op.change === "begins" ? "begin" : "end"}`;
    case "allocate":
      return `allocate ${object(op.object)}, ${term(op.bytes)} bytes`;
    case "call":
      return `${into(op.target)}${showCallee(op.callee, options)}(${op.arguments.map(term).join(", ")})`;
    case "return":
      return op.value === undefined ? "return" : `return ${term(op.value)}`;
    case "assume":
      return `assume ${showFormula(op.condition, options)}`;
    case "variadic":
      return `${into(op.target)}va_${op.operation}(${op.operands.map(term).join(", ")})`;
    case "opaque":
      return `opaque: ${op.what}`;
  }
}

function showCallee(callee: Callee, options: PrintOptions): string {
  return callee.kind === "direct" ? callee.name : `(*${showTerm(callee.pointer, options)})`;
}

function showAccess(access: Access): string {
  const bits = access.bitOffset === undefined ? "" : `@${access.bitOffset}`;
  return `${access.volatile === true ? "volatile " : ""}${showType(access.type)}${bits}`;
}
