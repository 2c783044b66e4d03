/**
 * Elements that were read already: after `t = a[i]`, as long as neither `a` nor `i` nor `t` changes, another read of `a[i]` is
 * `t`. Between loop heads, along all paths. Without it an engine that knows nothing of arrays takes the two for different
 * values (`if (a[i] < least) least = a[i];`).
 */
import type { Term, Variable } from "../../logic/term.ts";
import { variable } from "../../logic/term.ts";
import { variablesOf } from "../../logic/visit.ts";
import { postorder } from "../../util/postorder.ts";
import type { Model, ModelEdge, ModelLocation, ModelOp } from "../model.ts";
import { changed, isSelect, selectsOf } from "./array-terms.ts";
import { withEdges } from "./with-edges.ts";

/** What holds which element, or its conversion to another type. */
type Available = ReadonlyMap<Term, Variable>;

const NOTHING: Available = new Map();

/**
 * The same executions, each element read once where that is enough.
 * Undefined where there are no arrays, or more locations than are worth it.
 */
export function withReadsAtHand(model: Model, mostLocations: number): Model | undefined {
  const locations = new Set([model.entry]);
  for (const location of locations) {
    if (locations.size > mostLocations) return undefined;
    for (const { target } of model.edgesFrom(location)) locations.add(target);
  }
  // Only now are all variables known.
  const arrays = new Map(model.variables.filter(({ type }) => type.kind === "array").map((of) => [of, undefined]));
  if (arrays.size === 0) return undefined;
  const successors = (location: ModelLocation) => model.edgesFrom(location).map(({ target }) => target);
  const opsOf = withoutRepeatedReads(model, postorder([model.entry], successors).reverse(), arrays);
  return withEdges(model, (location) => model.edgesFrom(location).map((edge) => ({ ...edge, ops: opsOf(edge) })));
}

/** The operations of an edge without reads whose value is at hand. */
export function withoutRepeatedReads(
  model: Model,
  locations: readonly ModelLocation[],
  arrays: ReadonlyMap<Variable, unknown>,
): (edge: ModelEdge) => readonly ModelOp[] {
  const at = new Map<ModelLocation, Available>([[model.entry, NOTHING]]);
  for (let stable = false; !stable; ) {
    stable = true;
    for (const location of locations) {
      const here = at.get(location);
      if (here === undefined) continue;
      for (const edge of model.edgesFrom(location)) {
        const { target } = edge;
        const known = at.get(target);
        const next = target.cutPoint ? NOTHING : meet(known, follow(edge.ops, here, arrays).available);
        if (known !== undefined && known.size === next.size) continue;
        at.set(target, next);
        stable = false;
      }
    }
  }
  return (edge) => follow(edge.ops, at.get(edge.source) ?? NOTHING, arrays).ops;
}

/** What both have; undefined has everything. */
function meet(a: Available | undefined, b: Available): Available {
  return a === undefined ? b : new Map([...a].filter(([read, holder]) => b.get(read) === holder));
}

function follow(
  ops: readonly ModelOp[],
  before: Available,
  arrays: ReadonlyMap<Variable, unknown>,
): { readonly ops: readonly ModelOp[]; readonly available: Available } {
  let available = before;
  const done = ops.map((op) => {
    const known = new Map<Term, Term>();
    for (const read of selectsOf(op, arrays)) {
      for (const [value, holder] of available) if (elementOf(value) === read) known.set(value, variable(holder));
    }
    const rewritten = changed(op, known);
    if (op.kind !== "assume") available = afterChange(op, available, arrays);
    return rewritten;
  });
  return { ops: done, available };
}

/** The element in a value: bytes are kept without a sign, and read as characters. */
function elementOf(value: Term): Term {
  return value.kind === "wrap" ? value.operand : value;
}

function afterChange(
  op: Exclude<ModelOp, { kind: "assume" }>,
  before: Available,
  arrays: ReadonlyMap<Variable, unknown>,
): Available {
  const { target } = op;
  const kept = [...before].filter(([read, holder]) => holder !== target && !variablesOf(read).has(target));
  const fresh = op.kind === "assign" && isSelect(elementOf(op.value), arrays) && !variablesOf(op.value).has(target);
  if (!fresh) return kept.length === before.size ? before : new Map(kept);
  return new Map([...kept, [op.value, target]]);
}
