/**
 * Whether it is true that nothing in a program can violate the property: the evidence behind `safe` where there is no
 * property site. The scan reads the concrete program, all of it, reachable or not, and shares nothing with the search
 * for sites: it names what a violation could come from, and whatever it cannot rule out by looking counts.
 */
import {
  type CheckKind,
  type Edge,
  ERROR_LABEL,
  type FunctionGraph,
  isErrorLabel,
  kindOf,
  type Program,
} from "../cfa/cfa.ts";
import { ALIGNED, ONE_OBJECT, POINTER_MOVED, POINTER_TO_OBJECT } from "../cfa/library-names.ts";
import { termsOf } from "../cfa/op-terms.ts";
import type { Formula, MemoryObject, Term } from "../logic/term.ts";
import { forEachNode } from "../logic/visit.ts";
import { allocates, libraryEffect } from "../model/library/library.ts";
import { libraryMemory } from "../model/library/library-memory.ts";
import { PROPERTIES, type Property } from "../model/properties.ts";
import type { SourceRange } from "../util/source.ts";

/** Something that may violate the property though it is no site. */
export interface Possibility {
  readonly what: string;
  readonly range: SourceRange;
  /** model: engines see it happen (a call through a pointer); nobody: the model says nothing about it. */
  readonly seenBy: "model" | "nobody";
}

/** The first possibility of a violation, in the order of the properties; undefined: there is none. */
export function possibleViolation(program: Program, properties: readonly Property[]): Possibility | undefined {
  const graphs = [program.initialise, ...program.functions.values()];
  for (const property of properties) {
    for (const graph of graphs) {
      const found = lookFor(property)(program, graph);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

type Look = (program: Program, graph: FunctionGraph) => Possibility | undefined;

/** What violates a property otherwise than by a check that fails. */
const LOOKS: Readonly<Partial<Record<Property, Look>>> = {
  "unreach-call": errorCall,
  "error-label": errorLabel,
  "valid-deref": memoryAccess,
  "valid-free": freeing,
  "one-object": callOf(ONE_OBJECT),
  "pointers-in-objects": (program, graph) =>
    callOf(POINTER_MOVED)(program, graph) ?? failingCheck(program, graph, ["pointer-overflow"], undefined),
  "valid-primitives": callOf(POINTER_TO_OBJECT),
  "valid-alignment": callOf(ALIGNED),
  "initialised-reads": readOfNothing,
  "valid-memtrack": allocating,
  "valid-memcleanup": allocating,
};

function lookFor(property: Property): Look {
  const look = LOOKS[property];
  if (look !== undefined) return look;
  const row = PROPERTIES.find(({ name }) => name === property);
  const kinds = row?.failing?.kinds;
  if (kinds === undefined) throw new Error(`${property} should be violated by a check or have a look of its own`);
  return (program, graph) => failingCheck(program, graph, kinds, row?.library);
}

/** An error function's name: called, or its address taken, from where any pointer may have it. */
function errorCall(program: Program, graph: FunctionGraph): Possibility | undefined {
  for (const edge of graph.edges) {
    const { op } = edge;
    if (
      op.kind === "call" &&
      op.callee.kind === "direct" &&
      isError(program, op.callee.name) &&
      !isError(program, graph.name)
    )
      return { what: `the call of ${op.callee.name}`, range: edge.range, seenBy: "model" };
    const pointed = pointedFunction(edge, (name) => isError(program, name));
    if (pointed !== undefined) return { what: `a pointer to ${pointed}`, range: edge.range, seenBy: "model" };
  }
  return undefined;
}

function isError(program: Program, name: string): boolean {
  const { kind } = libraryEffect(name);
  // `assert` and its like mean what they say only where the program does not define them; reach_error always does.
  return kind === "error" || (kind === "error-if-zero" && !program.functions.has(name));
}

function pointedFunction(edge: Edge, wanted: (name: string) => boolean): string | undefined {
  let found: string | undefined;
  const look = (object: MemoryObject) => {
    if (object.role === "function" && wanted(object.function ?? object.name)) found = object.function ?? object.name;
  };
  for (const term of termsOf(edge.op) as readonly (Term | Formula)[])
    forEachNode(term, (node) => {
      if (node.kind === "address") look(node.object);
    });
  return found;
}

function errorLabel(_: Program, graph: FunctionGraph): Possibility | undefined {
  const at = graph.locations.find((location) => location.labels?.some(isErrorLabel));
  const range = at?.outgoing[0]?.range ?? graph.range;
  return at === undefined ? undefined : { what: `the label ${ERROR_LABEL}`, range, seenBy: "model" };
}

function failingCheck(
  program: Program,
  graph: FunctionGraph,
  kinds: readonly CheckKind[],
  library: RegExp | undefined,
): Possibility | undefined {
  for (const edge of graph.edges) {
    const check = edge.checks.find((one) => kinds.includes(kindOf(one)));
    if (check !== undefined) return { what: `a check of ${check.kind}`, range: check.range, seenBy: "model" };
    const { op } = edge;
    const name = op.kind === "call" && op.callee.kind === "direct" ? op.callee.name : undefined;
    if (name !== undefined && !program.functions.has(name) && library?.test(name))
      return { what: `the arithmetic of ${name}`, range: edge.range, seenBy: "nobody" };
    const pointed = pointedFunction(edge, (one) => !program.functions.has(one) && library?.test(one) === true);
    if (pointed !== undefined) return { what: `the arithmetic of ${pointed}`, range: edge.range, seenBy: "nobody" };
  }
  return undefined;
}

/** A call that lowering puts where the property is asked about. */
function callOf(name: string): Look {
  return (_, graph) => {
    const edge = graph.edges.find(
      ({ op }) => op.kind === "call" && op.callee.kind === "direct" && op.callee.name === name,
    );
    return edge && { what: `a place that needs ${name}`, range: edge.range, seenBy: "model" };
  };
}

/** A check of a variable, or anything that reads memory. */
function readOfNothing(program: Program, graph: FunctionGraph): Possibility | undefined {
  return failingCheck(program, graph, ["uninitialised"], undefined) ?? memoryAccess(program, graph);
}

/** A function that hands out memory, called or pointed to; what others do is an assumption. */
function allocating(program: Program, graph: FunctionGraph): Possibility | undefined {
  const gives = (name: string) => !program.functions.has(name) && allocates(name);
  for (const edge of graph.edges) {
    const { op } = edge;
    const called =
      op.kind === "call" && op.callee.kind === "direct" && gives(op.callee.name) ? op.callee.name : undefined;
    const name = called ?? pointedFunction(edge, gives);
    if (name !== undefined) return { what: `the memory of ${name}`, range: edge.range, seenBy: "model" };
  }
  return undefined;
}

/** Any function that is not here, gets a pointer, and is not known to leave what is there, may free. */
function freeing(program: Program, graph: FunctionGraph): Possibility | undefined {
  for (const edge of graph.edges) {
    const { op } = edge;
    const name = op.kind === "call" && op.callee.kind === "direct" ? op.callee.name : undefined;
    const memory = name === undefined ? undefined : libraryMemory(name);
    if (memory !== undefined && memory.frees === undefined && memory.unlisted === undefined) continue;
    const what = op.kind === "call" || op.kind === "opaque" ? accessOf(program, edge) : undefined;
    if (what !== undefined) return { what, range: edge.range, seenBy: "nobody" };
  }
  return undefined;
}

/** Anything that reads or writes memory through an address, here or in a function that is not here. */
function memoryAccess(program: Program, graph: FunctionGraph): Possibility | undefined {
  if (graph === program.initialise) return undefined;
  for (const edge of graph.edges) {
    const what = accessOf(program, edge);
    if (what !== undefined) return { what, range: edge.range, seenBy: "nobody" };
  }
  return undefined;
}

function accessOf(program: Program, { op }: Edge): string | undefined {
  switch (op.kind) {
    case "load":
    case "store":
    case "copy":
      return "an access to memory";
    case "allocate":
      return "an array of computed size";
    case "opaque":
      return op.what;
    case "variadic":
      return "a variadic argument";
    case "call":
      if (op.callee.kind === "indirect") return "a call through a pointer";
      if (program.functions.has(op.callee.name) || op.arguments.length === 0) return undefined;
      return takesNumbersOnly(program, op.callee.name) ? undefined : `the call of ${op.callee.name}`;
    default:
      return undefined;
  }
}

/** Neither a pointer nor what could be one goes in: the function has no memory of the program to touch. */
function takesNumbersOnly(program: Program, name: string): boolean {
  const signature = program.externals.get(name)?.signature;
  if (signature === undefined || signature.variadic || signature.unprototyped) return false;
  return signature.parameters.every((type) => type.kind !== "pointer");
}
