/**
 * What a program is like, as far as that says who will decide it: counted on the model as engines see it, so without what cannot
 * matter to the property. Everything here is cheap: the graph is walked once, each term is come to once, and of a graph that is
 * too large only a part is looked at, which is then said.
 */
import type { Edge, Program } from "../../cfa/cfa.ts";
import type { Term } from "../../logic/term.ts";
import { forEachNode, type TermNode } from "../../logic/visit.ts";
import { stronglyConnectedComponents } from "../../util/components.ts";
import { allocates } from "../library/library.ts";
import { CONSTANT_ARRAY, type Model, type ModelEdge, type ModelLocation, type ModelOp } from "../model.ts";
import type { Property } from "../properties.ts";
import { type WtoElement, weakTopologicalOrder } from "./wto.ts";

export interface Features {
  readonly properties: readonly Property[];
  /** Places of the program where the property may be violated, before anything is known. */
  readonly checks: number;
  /** part: there is more of the program than was looked at, and all counts are of what was. */
  readonly seen: "all" | "part";
  readonly locations: number;
  readonly edges: number;
  /** That some edge reads or writes. */
  readonly variables: number;
  /** Widths of the integers among them, in bits, ascending. */
  readonly widths: readonly number[];
  /** Edges on which the program reads its environment. */
  readonly inputs: number;
  readonly loops: number;
  /** Loops within each other, at most. */
  readonly nesting: number;
  readonly operations: Operations;
  /** Variables that are arrays, and places where their elements are read and written. */
  readonly arrays: { readonly count: number; readonly reads: number; readonly writes: number };
  /** Places of the program that allocate, whether or not it matters. */
  readonly allocations: number;
  /** Functions that may come to call themselves. */
  readonly recursive: number;
  /** Calls by a pointer. */
  readonly indirectCalls: number;
  /** What the model gave up precision on. */
  readonly overApproximations: number;
}

/** Different terms of a kind, not places. */
interface Operations {
  /** Values multiplied or divided by each other: beyond linear arithmetic. */
  readonly products: number;
  /** Division and remainder by a constant. */
  readonly divisions: number;
  /** And, or, exclusive or, shifts. */
  readonly bits: number;
  /** Where values are taken modulo a power of two. */
  readonly wraps: number;
  /** Of floating point, conversions and comparisons included. */
  readonly floats: number;
  /** Functions that only the interpreter knows. */
  readonly uninterpreted: number;
}

// Calls within calls make many locations of few lines.
const MOST_LOCATIONS = 4_000;

export function featuresOf(model: Model): Features {
  const { edges, locations, seen } = explored(model);
  const terms = edges.flatMap(({ ops }) => ops.flatMap(termsOf));
  const { operations, accesses } = operationsIn(terms);
  const variables = variablesOf(edges, terms);
  const integers = [...variables].flatMap(({ type }) => (type.kind === "int" ? [type.bits] : []));
  return {
    properties: model.properties,
    checks: model.propertySites.length,
    seen,
    locations: locations.size,
    edges: edges.length,
    variables: variables.size,
    widths: [...new Set(integers)].sort((a, b) => a - b),
    inputs: edges.filter(({ ops }) => ops.some(isInput)).length,
    ...loopsOf(model, locations),
    operations,
    arrays: { count: [...variables].filter(({ type }) => type.kind === "array").length, ...accesses },
    ...callsOf(model.program),
    overApproximations: model.overApproximations.length,
  };
}

function explored(model: Model) {
  const locations = new Set([model.entry]);
  const edges: ModelEdge[] = [];
  for (const location of locations) {
    for (const edge of model.edgesFrom(location)) {
      if (!locations.has(edge.target) && locations.size >= MOST_LOCATIONS)
        return { locations, edges, seen: "part" as const };
      edges.push(edge);
      locations.add(edge.target);
    }
  }
  return { locations, edges, seen: "all" as const };
}

function isInput(op: ModelOp): boolean {
  return op.kind === "havoc" && op.input === true;
}

function termsOf(op: ModelOp): readonly TermNode[] {
  if (op.kind === "havoc") return [];
  return [op.kind === "assign" ? op.value : op.condition];
}

function operationsIn(terms: readonly TermNode[]) {
  const operations = { products: 0, divisions: 0, bits: 0, wraps: 0, floats: 0, uninterpreted: 0 };
  const accesses = { reads: 0, writes: 0 };
  forEachNode(terms, (node) => {
    switch (node.kind) {
      case "multiply":
        if (!isConstant(node.left) && !isConstant(node.right)) operations.products += 1;
        break;
      case "divide":
      case "remainder":
        operations[isConstant(node.right) ? "divisions" : "products"] += 1;
        break;
      case "bitand":
      case "bitor":
      case "bitxor":
      case "shiftleft":
      case "shiftright":
        operations.bits += 1;
        break;
      case "wrap":
        operations.wraps += 1;
        break;
      case "fadd":
      case "fsubtract":
      case "fmultiply":
      case "fdivide":
      case "fremainder":
      case "fnegate":
      case "intToFloat":
      case "floatToInt":
      case "floatToFloat":
      case "feq":
      case "flt":
      case "fle":
        operations.floats += 1;
        break;
      case "apply":
        if (node.name !== CONSTANT_ARRAY) operations.uninterpreted += 1;
        break;
      case "select":
        accesses.reads += 1;
        break;
      case "store":
        accesses.writes += 1;
        break;
      default:
    }
  });
  return { operations, accesses };
}

function isConstant({ kind }: Term): boolean {
  return kind === "integer" || kind === "address";
}

function variablesOf(edges: readonly ModelEdge[], terms: readonly TermNode[]) {
  const written = edges.flatMap(({ ops }) => ops.flatMap((op) => (op.kind === "assume" ? [] : [op.target])));
  const variables = new Set(written);
  forEachNode(terms, (node) => {
    if (node.kind === "variable") variables.add(node.variable);
  });
  return variables;
}

/** Of what was looked at. */
function loopsOf(model: Model, locations: ReadonlySet<ModelLocation>) {
  const next = (location: ModelLocation) =>
    model.edgesFrom(location).flatMap(({ target }) => (locations.has(target) ? [target] : []));
  let loops = 0;
  let nesting = 0;
  const work: { readonly elements: readonly WtoElement<ModelLocation>[]; readonly depth: number }[] = [
    { elements: weakTopologicalOrder(model.entry, next), depth: 0 },
  ];
  for (let part = work.pop(); part !== undefined; part = work.pop()) {
    nesting = Math.max(nesting, part.depth);
    for (const element of part.elements) {
      if (element.kind === "vertex") continue;
      loops += 1;
      work.push({ elements: element.body, depth: part.depth + 1 });
    }
  }
  return { loops, nesting };
}

function callsOf(program: Program) {
  const all = [...program.functions.values()].flatMap(({ edges }) => edges);
  return {
    allocations: all.flatMap(calleeOf).filter(allocates).length,
    recursive: recursiveFunctions(program),
    indirectCalls: all.filter(({ op }) => op.kind === "call" && op.callee.kind === "indirect").length,
  };
}

/** Functions that may come to call themselves. From the program's text: what the model makes of recursion has an end. */
export function recursiveFunctions({ functions }: Program): number {
  const calls = new Map([...functions].map(([name, { edges }]) => [name, edges.flatMap(calleeOf)]));
  const called = (name: string) => (calls.get(name) ?? []).filter((one) => calls.has(one));
  let recursive = 0;
  for (const component of stronglyConnectedComponents([...functions.keys()], called)) {
    const [first] = component;
    if (component.length > 1 || (first !== undefined && called(first).includes(first))) recursive += component.length;
  }
  return recursive;
}

function calleeOf({ op }: Edge): readonly string[] {
  return op.kind === "call" && op.callee.kind === "direct" ? [op.callee.name] : [];
}
