/**
 * The reads of arrays that decide whether an error is reached: what flows into the conditions on the way to it, from the last
 * loop head on. Reads at neighbouring places (`a[i]`, `a[i + 1]`) belong together, and have a distance from the first of them.
 */
import { linearForm } from "../../logic/linear.ts";
import type { Term, Variable } from "../../logic/term.ts";
import { variablesOf } from "../../logic/visit.ts";
import * as int from "../../numbers/int.ts";
import { memoised } from "../../util/memo.ts";
import type { Model, ModelEdge, ModelLocation, ModelOp } from "../model.ts";
import { type Select, type StridedArray, selectsOf } from "./array-terms.ts";

export interface Read {
  /** In elements, from the first place that is read beside it. */
  readonly distance: number;
}

/** Neighbours further away than this are not followed together. */
const FARTHEST = 2;

export function decidingReads(
  model: Model,
  locations: readonly ModelLocation[],
  arrays: ReadonlyMap<Variable, StridedArray>,
): ReadonlyMap<Term, Read> {
  const into = new Map<ModelLocation, ModelEdge[]>();
  for (const location of locations)
    for (const edge of model.edgesFrom(location)) memoised(into, edge.target, () => []).push(edge);
  const found = new Map<Term, Read>();
  for (const location of locations) {
    if (location.kind !== "error") continue;
    const reads = readsBefore(location, into, arrays);
    for (const [read, one] of withDistances([...reads], arrays)) if (!found.has(read)) found.set(read, one);
  }
  return found;
}

/** Backwards from an error, edge by edge: which variables matter, and what is read into them. */
function readsBefore(
  error: ModelLocation,
  into: ReadonlyMap<ModelLocation, readonly ModelEdge[]>,
  arrays: ReadonlyMap<Variable, StridedArray>,
): ReadonlySet<Select> {
  const reads = new Set<Select>();
  const matters = new Map<ModelLocation, Set<Variable>>([[error, new Set()]]);
  const work = [error];
  for (let at = work.pop(); at !== undefined; at = work.pop()) {
    for (const edge of into.get(at) ?? []) {
      const needed = new Set(matters.get(at));
      for (let i = edge.ops.length - 1; i >= 0; i -= 1) needBefore(edge.ops[i] as ModelOp, needed, reads, arrays);
      if (edge.source.cutPoint) continue;
      const known = matters.get(edge.source);
      if (known === undefined) matters.set(edge.source, needed);
      else if ([...needed].some((of) => !known.has(of))) for (const of of needed) known.add(of);
      else continue;
      work.push(edge.source);
    }
  }
  return reads;
}

function needBefore(
  op: ModelOp,
  needed: Set<Variable>,
  reads: Set<Select>,
  arrays: ReadonlyMap<Variable, StridedArray>,
): void {
  if (op.kind === "assume") {
    for (const of of variablesOf(op.condition)) needed.add(of);
  } else {
    if (!needed.has(op.target) || arrays.has(op.target)) return;
    needed.delete(op.target);
    if (op.kind === "havoc") return;
    for (const of of variablesOf(op.value)) needed.add(of);
  }
  for (const read of selectsOf(op, arrays)) reads.add(read);
}

/** A place without its distance: equal for reads that belong together. */
function placeOf({ array, index }: Select, arrays: ReadonlyMap<Variable, StridedArray>) {
  const { start, stride } = arrays.get(array.variable) as StridedArray;
  const form = linearForm(index);
  if (form === undefined) return { key: `${index.id}`, element: 0 };
  const offset = int.subtract(form.constant, start);
  const rest = int.modulo(offset, stride);
  const sum = form.variables.map((of, i) => `${form.coefficients[i]}*${of.id}`).join("+");
  return { key: `${stride}:${rest}:${sum}`, element: Number(int.divideFloor(offset, stride)) };
}

function withDistances(
  reads: readonly Select[],
  arrays: ReadonlyMap<Variable, StridedArray>,
): readonly (readonly [Term, Read])[] {
  const groups = new Map<string, { readonly read: Select; readonly element: number }[]>();
  for (const read of reads) {
    const { key, element } = placeOf(read, arrays);
    memoised(groups, key, () => []).push({ read, element });
  }
  return [...groups.values()].flatMap((group) => {
    const first = Math.min(...group.map(({ element }) => element));
    return group
      .filter(({ element }) => element - first <= FARTHEST)
      .map(({ read, element }) => [read, { distance: element - first }] as const);
  });
}
