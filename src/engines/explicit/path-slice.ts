/**
 * Infeasible prefixes of an error path and what matters in them. A path may contradict itself in several places; each
 * contradiction, with the earlier contradicting assumes left out, is a reason of its own why the path is infeasible,
 * and refinement may choose among them. For each, only the operations on which the contradicting assume depends are
 * kept: interpolation then runs over a few steps instead of the whole path.
 */
import type { Variable } from "../../logic/term.ts";
import { readBy } from "../../model/live.ts";
import type { ModelEdge, ModelOp } from "../../model/model.ts";
import type { Step, StrongestPost } from "./strongest-post.ts";
import { TOP } from "./values.ts";

/** An operation on a path, with the index of the edge it belongs to. */
interface PathOp {
  readonly op: ModelOp;
  readonly edge: number;
  readonly step: Step;
}

export interface InfeasiblePrefix {
  /** Operations that matter, in order; the last one is the contradicting assume. */
  readonly ops: readonly PathOp[];
}

/** @param dropped slots of which nothing may be known. */
export function pathOps(path: readonly ModelEdge[], post: StrongestPost, dropped: ReadonlySet<number>): PathOp[] {
  const stepOf = (op: ModelOp): Step => {
    const step = post.op(op);
    if (dropped.size === 0) return step;
    return (codes) => {
      const consistent = step(codes);
      for (const slot of dropped) codes[slot] = TOP;
      return consistent;
    };
  };
  return path.flatMap((edge, index) => post.opsOf(edge).map((op) => ({ op, edge: index, step: stepOf(op) })));
}

/** The path up to its first contradiction, with all that happens on it; undefined where there is none. */
export function contradictingPrefix(ops: readonly PathOp[], codes: Int32Array): InfeasiblePrefix | undefined {
  const at = ops.findIndex(({ step }) => !step(codes));
  return at === -1 ? undefined : { ops: ops.slice(0, at + 1) };
}

/**
 * All contradictions of the path, at most `limit`, in path order. None: the path is feasible as far as explicit values
 * can tell.
 */
export function infeasiblePrefixes(
  ops: readonly PathOp[],
  codes: Int32Array,
  slots: () => number,
  limit: number,
): InfeasiblePrefix[] {
  const prefixes: InfeasiblePrefix[] = [];
  const skipped = new Set<PathOp>();
  const pinning = new Set<PathOp>();
  const before = new Int32Array(codes.length);
  for (const [index, pathOp] of ops.entries()) {
    before.set(codes);
    if (pathOp.step(codes)) {
      if (pathOp.op.kind === "assume" && !same(before, codes, slots())) pinning.add(pathOp);
      continue;
    }
    codes.set(before);
    const prefix = ops.slice(0, index + 1).filter((other) => !skipped.has(other));
    prefixes.push({ ops: slice(prefix, pinning, new Int32Array(codes.length)) });
    skipped.add(pathOp);
    if (prefixes.length >= limit) break;
  }
  return prefixes;
}

function same(a: Int32Array, b: Int32Array, slots: number): boolean {
  for (let i = 0; i < slots; i += 1) if (a[i] !== b[i]) return false;
  return true;
}

/** The smallest of three nested selections that still contradicts: data flow, data flow with pins, everything. */
function slice(prefix: readonly PathOp[], pinning: ReadonlySet<PathOp>, scratch: Int32Array): readonly PathOp[] {
  for (const pins of [new Set<PathOp>(), pinning]) {
    const selected = dependences(prefix, pins);
    scratch.fill(0);
    if (selected.length < prefix.length && selected.some((pathOp) => !pathOp.step(scratch))) return selected;
  }
  return prefix;
}

/** Backwards from the last operation: what it reads, and what that depends on. */
function dependences(prefix: readonly PathOp[], pins: ReadonlySet<PathOp>): PathOp[] {
  const last = prefix[prefix.length - 1] as PathOp;
  const needed = new Set<Variable>(readBy(last.op));
  const selected = [last];
  for (let i = prefix.length - 2; i >= 0; i -= 1) {
    const pathOp = prefix[i] as PathOp;
    const { op } = pathOp;
    if (op.kind === "assume") {
      if (!pins.has(pathOp) || !readBy(op).some((variable) => needed.has(variable))) continue;
    } else {
      if (!needed.has(op.target)) continue;
      // A write to one element leaves the others: the array is still needed before it.
      if (op.target.type.kind !== "array") needed.delete(op.target);
    }
    for (const variable of readBy(op)) needed.add(variable);
    selected.push(pathOp);
  }
  return selected.reverse();
}
