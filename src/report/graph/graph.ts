/**
 * Graphs to print: function graphs and the model brought into one plain shape (nodes, edges, lines of text), which the
 * text, dot and JSON printers share. What `hone cfa` shows is made here.
 */
import type { Callee, Edge, FunctionGraph, Location, Op } from "../../cfa/cfa.ts";
import { showFormula, showTerm } from "../../logic/print.ts";
import { showType } from "../../logic/types.ts";
import type { Model, ModelEdge, ModelLocation, ModelOp } from "../../model/model.ts";
import type { SourceMap, SourceRange } from "../../util/source.ts";

export interface GraphView {
  readonly name: string;
  /** A line about the graph: signature, variables. */
  readonly title: string;
  readonly nodes: readonly NodeView[];
  readonly edges: readonly EdgeView[];
}

export interface NodeView {
  readonly id: number;
  readonly kind: "entry" | "exit" | "error" | "unmodelled" | "end" | "ordinary";
  /** Loop head, labels, call string: what is worth saying about it. */
  readonly notes: readonly string[];
}

interface EdgeView {
  readonly source: number;
  readonly target: number;
  /** One line each operation. */
  readonly operations: readonly string[];
  readonly line: number | undefined;
}

export function functionView(graph: FunctionGraph, sources: SourceMap): GraphView {
  const parameters = graph.parameters.map((one) => `${one.name}: ${showType(one.type)}`).join(", ");
  const result = graph.signature.result === undefined ? "void" : showType(graph.signature.result);
  return {
    name: graph.name,
    title: `${graph.name}(${parameters}${graph.signature.variadic ? ", ..." : ""}): ${result}`,
    nodes: graph.locations.map((location) => locationView(location, graph, sources)),
    edges: graph.edges.map((edge) => edgeView(edge, sources)),
  };
}

function locationView(location: Location, graph: FunctionGraph, sources: SourceMap): NodeView {
  const notes = (location.labels ?? []).map((label) => `label ${label}`);
  if (location.loop !== undefined) notes.push(`loop at line ${lineOf(location.loop, sources) ?? "?"}`);
  const kind = location === graph.entry ? "entry" : location === graph.exit ? "exit" : "ordinary";
  return { id: location.id, kind, notes };
}

function edgeView(edge: Edge, sources: SourceMap): EdgeView {
  const checks = edge.checks.map((check) => `check ${check.kind}`);
  return {
    source: edge.source.id,
    target: edge.target.id,
    operations: [showOp(edge.op), ...new Set(checks)],
    line: lineOf(edge.range, sources),
  };
}

// A model is unfolded on demand and may be huge; nobody reads more of it.
const MODEL_LOCATIONS = 20_000;

/** The model from its entry, breadth first; unfolding stops at a limit, which the title says. */
export function modelView(model: Model): GraphView {
  const { sources } = model.program;
  const seen = new Set<ModelLocation>([model.entry]);
  const queue = [model.entry];
  const nodes: NodeView[] = [];
  const edges: EdgeView[] = [];
  for (let at = 0; at < queue.length && at < MODEL_LOCATIONS; at++) {
    const location = queue[at] as ModelLocation;
    nodes.push(modelLocationView(location, model, sources));
    for (const edge of model.edgesFrom(location)) {
      edges.push(modelEdgeView(edge, sources));
      if (seen.has(edge.target)) continue;
      seen.add(edge.target);
      queue.push(edge.target);
    }
  }
  const cut = queue.length > MODEL_LOCATIONS ? `, cut off at ${MODEL_LOCATIONS} locations` : "";
  const title = `model for ${model.properties.join(", ") || "no property"}: ${model.propertySites.length} property sites${cut}`;
  return { name: "model", title, nodes, edges };
}

function modelLocationView(location: ModelLocation, model: Model, sources: SourceMap): NodeView {
  const notes = [location.point.function];
  for (let call = location.context; call.site !== undefined && call.caller !== undefined; call = call.caller)
    notes.push(`called at line ${lineOf(call.site.range, sources) ?? "?"}`);
  if (location.cutPoint) notes.push("cut point");
  if (location.reason !== undefined) notes.push(location.reason);
  const kind = location === model.entry ? "entry" : location.kind;
  return { id: location.id, kind, notes };
}

function modelEdgeView(edge: ModelEdge, sources: SourceMap): EdgeView {
  return {
    source: edge.source.id,
    target: edge.target.id,
    operations: edge.ops.map(showModelOp),
    line: lineOf(edge.range, sources),
  };
}

function lineOf(range: SourceRange, sources: SourceMap): number | undefined {
  return sources.resolve(range.start)?.line;
}

function showModelOp(op: ModelOp): string {
  switch (op.kind) {
    case "assign":
      return `${op.target.name} := ${showTerm(op.value)}`;
    case "havoc":
      return `${op.target.name} := ${op.input === true ? "input" : "any"} ${showType(op.target.type)}`;
    case "assume":
      return `assume ${showFormula(op.condition)}`;
  }
}

function showOp(op: Op): string {
  switch (op.kind) {
    case "skip":
      return "skip";
    case "assign":
      return `${op.target.name} := ${showTerm(op.value)}`;
    case "havoc":
      return `${op.target.name} := any ${showType(op.target.type)} (${op.why})`;
    case "place":
      return `${op.target.name} := any address for ${showTerm(op.pointer)}, ${showTerm(op.bytes)} bytes`;
    case "load":
      return `${op.target.name} := load ${showAccess(op.access)} ${showTerm(op.address)}`;
    case "store":
      return `store ${showAccess(op.access)} ${showTerm(op.address)} := ${showTerm(op.value)}`;
    case "copy":
      return `copy ${op.bytes} bytes to ${showTerm(op.to)} from ${showTerm(op.from)}`;
    case "zero":
      return `zero ${op.bytes} bytes at ${showTerm(op.address)}`;
    case "uninitialised":
      return `uninitialised ${op.object.name}`;
    case "lifetime":
      return `${op.change === "begins" ? "begin" : "end"} ${op.objects.map(({ name }) => name).join(", ")}`;
    case "allocate":
      return `allocate ${op.object.name}, ${showTerm(op.bytes)} bytes`;
    case "call":
      return `${op.target === undefined ? "" : `${op.target.name} := `}call ${showCallee(op.callee)}(${op.arguments.map((one) => showTerm(one)).join(", ")})`;
    case "return":
      return op.value === undefined ? "return" : `return ${showTerm(op.value)}`;
    case "assume":
      return `assume ${showFormula(op.condition)}`;
    case "variadic": {
      const operands = op.operands.map((one) => showTerm(one)).join(", ");
      return `${op.target === undefined ? "" : `${op.target.name} := `}va_${op.operation}(${operands})`;
    }
    case "opaque":
      return `opaque: ${op.what}`;
  }
}

function showCallee(callee: Callee): string {
  return callee.kind === "direct" ? callee.name : `*${showTerm(callee.pointer)}`;
}

function showAccess(access: { readonly type: Parameters<typeof showType>[0]; readonly bitOffset?: number }): string {
  return `${showType(access.type)}${access.bitOffset === undefined ? "" : `@bit${access.bitOffset}`}`;
}
