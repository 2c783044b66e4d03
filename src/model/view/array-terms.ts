/** Arrays of a model, and where its operations read and store their elements. */
import { foldConstants } from "../../logic/simplify.ts";
import { integer, type Term, type Variable } from "../../logic/term.ts";
import type { ScalarType } from "../../logic/types.ts";
import { forEachNode, rewrite, type TermNode, variablesOf } from "../../logic/visit.ts";
import { CONSTANT_ARRAY, type Model, type ModelEdge, type ModelOp } from "../model.ts";

/** An array variable whose elements lie at a progression of addresses. */
export interface StridedArray {
  readonly variable: Variable;
  readonly element: ScalarType;
  /** The address of element 0. */
  readonly start: number;
  readonly stride: number;
  /** How many elements there are, where that is known. */
  readonly length: number | undefined;
}

export type Select = Extract<Term, { kind: "select" }> & {
  readonly array: Extract<Term, { kind: "variable" }>;
};

export function isSelect(node: TermNode, arrays: ReadonlyMap<Variable, unknown>): node is Select {
  return node.kind === "select" && node.array.kind === "variable" && arrays.has(node.array.variable);
}

/** Reads of the arrays in an operation, those in the index of another one first. */
export function selectsOf(op: ModelOp, arrays: ReadonlyMap<Variable, unknown>): readonly Select[] {
  if (op.kind === "havoc") return [];
  const found: Select[] = [];
  forEachNode(op.kind === "assume" ? op.condition : op.value, (node) => {
    if (isSelect(node, arrays)) found.push(node);
  });
  return found;
}

export function readArrays({ ops }: ModelEdge, arrays: ReadonlyMap<Variable, unknown>): ReadonlySet<Variable> {
  return new Set(ops.flatMap((op) => selectsOf(op, arrays).map((read) => read.array.variable)));
}

export function storedArrays({ ops }: ModelEdge, arrays: ReadonlyMap<Variable, unknown>): ReadonlySet<Variable> {
  return new Set(ops.flatMap((op) => (op.kind === "assign" && arrays.has(op.target) ? [op.target] : [])));
}

/** Locations of a model that is still looked at as a whole. */
export const LOCATION_LIMIT = 3000;

/** Which of the arrays a program reads, and which it changes; undefined where it has more locations than are worth it. */
export function accessedArrays(
  model: Model,
  arrays: ReadonlyMap<Variable, unknown>,
): { readonly read: ReadonlySet<Variable>; readonly stored: ReadonlySet<Variable> } | undefined {
  const [read, stored] = [new Set<Variable>(), new Set<Variable>()];
  const locations = new Set([model.entry]);
  for (const location of locations) {
    if (locations.size > LOCATION_LIMIT) return undefined;
    for (const edge of model.edgesFrom(location)) {
      locations.add(edge.target);
      for (const of of readArrays(edge, arrays)) read.add(of);
      for (const of of storedArrays(edge, arrays)) stored.add(of);
    }
  }
  return { read, stored };
}

export function accessCount(edge: ModelEdge, arrays: ReadonlyMap<Variable, unknown>): number {
  let count = 0;
  for (const op of edge.ops) {
    count += selectsOf(op, arrays).length;
    if (op.kind === "assign" && op.value.kind === "store" && arrays.has(op.target)) count += 1;
  }
  return count;
}

export function replaced<N extends TermNode>(node: N, changes: ReadonlyMap<Term, Term>): N {
  if (changes.size === 0) return node;
  // Parts are rebuilt before wholes: a read inside the index of another one is a cell by then.
  const originals = new Map<TermNode, TermNode>();
  for (const [from, to] of changes) originals.set(from, to);
  return rewrite(node, (same) => same, originals);
}

/** With other terms in place of some, and constants folded. */
export function folded<N extends TermNode>(node: N, changes: ReadonlyMap<Term, Term>): N {
  return rewrite(node, (part) => foldConstants(part, "integers"), new Map<TermNode, TermNode>(changes));
}

/** An operation with other terms in place of reads. */
export function changed(op: ModelOp, changes: ReadonlyMap<Term, Term>): ModelOp {
  if (op.kind === "havoc" || changes.size === 0) return op;
  if (op.kind === "assume") return { ...op, condition: replaced(op.condition, changes) };
  return { ...op, value: replaced(op.value, changes) };
}

/** Arrays that an operation takes as a whole: neither an element is read or stored, nor does it forget or fill the array. */
export function takenWhole(op: ModelOp, arrays: ReadonlyMap<Variable, unknown>): readonly Variable[] {
  if (op.kind === "havoc") return [];
  const parts =
    op.kind === "assume" ? [op.condition] : arrays.has(op.target) ? storedParts(op.target, op.value) : [op.value];
  const whole = new Set<Variable>();
  const inReads = new Set<TermNode>();
  forEachNode(parts, (node) => {
    if (isSelect(node, arrays)) inReads.add(node);
  });
  // Reads are replaced by something else before variables are looked for; their indices are looked at apart.
  const nothing = new Map([...inReads].map((read) => [read as Term, integer(0)]));
  for (const part of [...parts, ...[...inReads].map((read) => (read as Select).index)])
    for (const of of variablesOf(replaced(part, nothing))) if (arrays.has(of)) whole.add(of);
  return [...whole];
}

/** The indices and values that are stored into an array, one after another; the whole value where it is another one. */
function storedParts(target: Variable, value: Term): readonly TermNode[] {
  const parts: TermNode[] = [];
  let rest = value;
  for (; rest.kind === "store"; rest = rest.array) parts.push(rest.index, rest.value);
  if (rest.kind === "variable" && rest.variable === target) return parts;
  return rest.kind === "apply" && rest.name === CONSTANT_ARRAY ? [...parts, ...rest.arguments] : [...parts, rest];
}
