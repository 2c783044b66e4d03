/**
 * The reads of arrays that decide whether an error is reached: what flows into the conditions on the way to it, from the last
 * loop head on. Reads at neighbouring places (`a[i]`, `a[i + 1]`) belong together, and have a distance from the first of them;
 * those at multiples of the same variable (`a[i]`, `b[2 * i + 1]`) are seen from the plain one.
 */
import { linearForm } from "../../logic/linear.ts";
import type { Term, Variable } from "../../logic/term.ts";
import { variablesOf } from "../../logic/visit.ts";
import * as int from "../../numbers/int.ts";
import { memoised } from "../../util/memo.ts";
import type { Model, ModelEdge, ModelLocation, ModelOp } from "../model.ts";
import { type Select, type StridedArray, selectsOf } from "./array-terms.ts";

/** A place in an array, in elements, seen from the first plain one that is read beside it: `scale * K + shift` where that is K. */
export interface Place {
  readonly scale: number;
  readonly shift: number;
}

/** Neighbours further away than this are not followed together. */
const FARTHEST = 2;

export function decidingReads(
  model: Model,
  locations: readonly ModelLocation[],
  arrays: ReadonlyMap<Variable, StridedArray>,
): ReadonlyMap<Term, Place> {
  const into = new Map<ModelLocation, ModelEdge[]>();
  for (const location of locations)
    for (const edge of model.edgesFrom(location)) memoised(into, edge.target, () => []).push(edge);
  const found = new Map<Term, Place>();
  for (const location of locations) {
    if (location.kind !== "error") continue;
    const reads = readsBefore(location, into, arrays);
    for (const [read, one] of withPlaces([...reads], arrays)) if (!found.has(read)) found.set(read, one);
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

interface Found extends Element {
  readonly read: Select;
}

/** The element that is read: a sum of variables, equal for reads that belong together, and a constant. */
interface Element {
  readonly sum: string;
  readonly constant: number;
  /** For multiples of a single variable. */
  readonly of?: Variable;
  readonly scale?: number;
}

function elementOf({ array, index }: Select, arrays: ReadonlyMap<Variable, StridedArray>): Element {
  const { start, stride } = arrays.get(array.variable) as StridedArray;
  const form = linearForm(index);
  if (form === undefined) return { sum: `${index.id}`, constant: 0 };
  const offset = int.subtract(form.constant, start);
  const rest = int.modulo(offset, stride);
  const sum = `${stride}:${rest}:${form.variables.map((of, i) => `${form.coefficients[i]}*${of.id}`).join("+")}`;
  const constant = Number(int.divideFloor(offset, stride));
  const [of, another] = form.variables;
  const [coefficient = 0] = form.coefficients;
  const isPlain = another === undefined && int.sign(rest) === 0 && int.sign(int.modulo(coefficient, stride)) === 0;
  if (of === undefined || !isPlain) return { sum, constant };
  return { sum, constant, of, scale: Number(int.divideFloor(coefficient, stride)) };
}

function withPlaces(
  reads: readonly Select[],
  arrays: ReadonlyMap<Variable, StridedArray>,
): readonly (readonly [Term, Place])[] {
  const groups = new Map<string, Found[]>();
  for (const read of reads) {
    const element = elementOf(read, arrays);
    memoised(groups, element.sum, () => []).push({ read, ...element });
  }
  const firstOf = (group: readonly Found[]) => Math.min(...group.map(({ constant }) => constant));
  const bases = new Map<Variable, number>();
  for (const group of groups.values()) {
    const { of, scale } = group[0] as Found;
    if (of !== undefined && scale === 1) bases.set(of, Math.min(firstOf(group), bases.get(of) ?? Infinity));
  }
  return [...groups.values()].flatMap((group) => {
    const { of, scale = 1 } = group[0] as Found;
    const base = of === undefined ? undefined : bases.get(of);
    // From a plain place K = of + base another, scale * of + constant, is at scale * K + (constant - scale * base).
    const [factor, origin] = base === undefined ? [1, firstOf(group)] : [scale, scale * base];
    const nearest = firstOf(group) - origin;
    return group
      .filter(({ constant }) => constant - origin - (factor === 1 ? 0 : nearest) <= FARTHEST)
      .map(({ read, constant }) => [read, { scale: factor, shift: constant - origin }] as const);
  });
}
