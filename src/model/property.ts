/** What violates which property, and where a program could. */
import {
  type Check,
  type Edge,
  type FunctionGraph,
  isErrorLabel,
  kindOf,
  type Location,
  type Program,
} from "../cfa/cfa.ts";
import { ALIGNED, ONE_OBJECT, POINTER_MOVED, POINTER_TO_OBJECT } from "../cfa/library-names.ts";
import type { SourceRange } from "../util/source.ts";
import { allocates, isErrorFunction, libraryEffect } from "./library/library.ts";
import { libraryMemory, memoryOfCall } from "./library/library-memory.ts";
import { asksForLeaks, PROPERTIES, type Property, type SiteName } from "./properties.ts";

export function siteName(property: Property, { start, end }: SourceRange): SiteName {
  return `${property}@${start}-${end}`;
}

/**
 * Those of the places that are not open. A violation that is at none of them (where the program ends with memory that is left;
 * through a pointer) says of its property that the places do not tell all.
 */
export function withoutOpen(places: readonly SiteName[], open: readonly SiteName[]): readonly SiteName[] {
  const known = new Set(places);
  const isOpen = new Set(open);
  const untold = new Set(open.filter((name) => !known.has(name)).map(propertyOf));
  return places.filter((name) => !isOpen.has(name) && !untold.has(propertyOf(name)));
}

function propertyOf(name: SiteName): string {
  return name.slice(0, name.lastIndexOf("@"));
}

/** Everything that a check violates if it fails. */
export function violatedBy(check: Check, properties: readonly Property[]): readonly Property[] {
  return properties.filter((property) => errorOfCheck(check, [property]) !== undefined);
}

/** Why a failing check violates one of the properties; undefined where it does not. */
export function errorOfCheck(check: Check, properties: readonly Property[]): string | undefined {
  // An index beyond a row, inside of the object, is another matter.
  if (check.kind === "index" && check.beyond !== "violation") return undefined;
  const kind = kindOf(check);
  return PROPERTIES.find(({ name, failing }) => failing?.kinds.includes(kind) === true && properties.includes(name))
    ?.failing?.message;
}

export function isErrorLocation(location: Location, properties: readonly Property[]): boolean {
  return properties.includes("error-label") && (location.labels?.some(isErrorLabel) ?? false);
}

/** Where the label stands. */
export function labelRange(location: Location, graph: SourceRange): SourceRange {
  return location.outgoing[0]?.range ?? graph;
}

/** Everywhere in the program where a property could be violated, in order of the source. */
export function sitesOf(program: Program, properties: readonly Property[]): readonly SourceRange[] {
  const sites = new Map<string, SourceRange>();
  const add = (range: SourceRange) => sites.set(`${range.start}:${range.end}`, range);
  // Addresses in the initialisers of statics are sums of pointers, too.
  for (const edge of program.initialise.edges) if (isAskedFor(edge.op, properties)) add(edge.range);
  for (const graph of program.functions.values()) {
    for (const location of graph.locations) {
      if (isErrorLocation(location, properties)) add(labelRange(location, graph.range));
    }
    for (const edge of graph.edges) edgeSites(program, graph, edge, properties, add);
  }
  return [...sites.values()].sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Whether an operation touches memory, by itself or through a library function, or calls through a pointer. */
function touchesMemory(program: Program, { op }: Edge): boolean {
  if (op.kind !== "call") return op.kind === "load" || op.kind === "store" || op.kind === "copy";
  if (op.callee.kind === "indirect") return true;
  const row = memoryOfCall(program, op.callee.name);
  return row !== undefined && (!row.unlisted || (op.pointees?.some((pointee) => pointee !== undefined) ?? false));
}

function mayFree(program: Program, { op }: Edge): boolean {
  if (op.kind !== "call") return false;
  if (op.callee.kind === "indirect") return true;
  return !program.functions.has(op.callee.name) && libraryMemory(op.callee.name)?.frees !== undefined;
}

/** What is in the graphs only where its property asks for it. */
function isAskedFor(op: Edge["op"], properties: readonly Property[]): boolean {
  if (op.kind !== "call" || op.callee.kind !== "direct") return false;
  const { name } = op.callee;
  if (name === ONE_OBJECT) return properties.includes("one-object");
  if (name === POINTER_MOVED) return properties.includes("pointers-in-objects");
  if (name === POINTER_TO_OBJECT) return properties.includes("valid-primitives");
  return name === ALIGNED && properties.includes("valid-alignment");
}

function mayAllocate(program: Program, { op }: Edge): boolean {
  if (op.kind !== "call") return false;
  if (op.callee.kind === "indirect") return true;
  return !program.functions.has(op.callee.name) && allocates(op.callee.name);
}

function edgeSites(
  program: Program,
  graph: FunctionGraph,
  edge: Edge,
  properties: readonly Property[],
  add: (range: SourceRange) => void,
): void {
  for (const check of edge.checks) if (errorOfCheck(check, properties) !== undefined) add(check.range);
  const op = edge.op;
  if (properties.includes("valid-deref") && touchesMemory(program, edge)) add(edge.range);
  if (properties.includes("valid-free") && mayFree(program, edge)) add(edge.range);
  if (properties.includes("initialised-reads") && touchesMemory(program, edge)) add(edge.range);
  if (isAskedFor(op, properties)) add(edge.range);
  if (asksForLeaks(properties) && mayAllocate(program, edge)) add(edge.range);
  if (!properties.includes("unreach-call") || op.kind !== "call" || op.callee.kind !== "direct") return;
  const name = op.callee.name;
  // The body of reach_error may end in a failing assert: that is the same error, not another one.
  if (isErrorFunction(graph.name, properties)) return;
  const library = program.functions.has(name) ? undefined : libraryEffect(name).kind;
  if (isErrorFunction(name, properties) || library === "error" || library === "error-if-zero") add(edge.range);
}
