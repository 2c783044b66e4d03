/**
 * Which variables matter where in a block: those that are read on some way from a location to an exit before they are
 * written, or that somebody observes at an exit. What does not matter needs no copy at a merge.
 */
import type { Variable } from "../../logic/term.ts";
import { variablesOf } from "../../logic/visit.ts";
import type { ModelLocation, ModelOp } from "../../model/model.ts";
import type { Block } from "../../model/view/blocks.ts";

/** For the source and each location inside of the block; `observed` are the variables that matter at an exit. */
export function liveVariables(
  block: Block,
  observed: (exit: ModelLocation) => Iterable<Variable>,
): Map<ModelLocation, Set<Variable>> {
  const isExit = new Set(block.exits);
  const live = new Map<ModelLocation, Set<Variable>>();
  const { edges } = block;
  for (let i = edges.length - 1; i >= 0; i -= 1) {
    const { source, target, ops } = edges[i]!;
    const after = new Set(isExit.has(target) ? observed(target) : (live.get(target) ?? []));
    const before = liveBefore(ops, after);
    const known = live.get(source);
    if (known === undefined) live.set(source, before);
    else for (const of of before) known.add(of);
  }
  if (!live.has(block.source)) live.set(block.source, new Set());
  return live;
}

/** Changes the set of variables that matter after the operations into those that matter before. */
function liveBefore(ops: readonly ModelOp[], live: Set<Variable>): Set<Variable> {
  for (let i = ops.length - 1; i >= 0; i -= 1) {
    const op = ops[i]!;
    if (op.kind === "assume") {
      for (const of of variablesOf(op.condition)) live.add(of);
    } else if (live.delete(op.target) && op.kind === "assign") {
      for (const of of variablesOf(op.value)) live.add(of);
    }
  }
  return live;
}
