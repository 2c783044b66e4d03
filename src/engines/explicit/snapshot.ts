/** The tree of states as a picture for reports: at refinements with the path that is refuted, before anything is removed, and at the end. */
import { showFormula } from "../../logic/print.ts";
import { TRUE } from "../../logic/term.ts";
import type { ModelEdge, ModelLocation } from "../../model/model.ts";
import { counted } from "../../util/counted.ts";
import type { NodeId } from "../arg.ts";
import type { Snapshot } from "../engine.ts";
import { type ArgView, argSnapshot } from "../snapshot.ts";
import type { ExplicitCpa } from "./cpa.ts";
import { edgesOf, type Way } from "./path-formula.ts";
import type { Interpolants } from "./refine.ts";
import { TOP } from "./values.ts";

export function fixpoint(cpa: ExplicitCpa): Snapshot {
  return argSnapshot(viewOf(cpa), `The fixpoint, after ${counted(refinements(cpa), "refinement")}`, new Map());
}

/** @param parts the edges of each way of the tree to the target. @param root below it all is computed anew. */
export function refinedValues(
  cpa: ExplicitCpa,
  target: NodeId,
  parts: readonly (readonly ModelEdge[])[],
  interpolants: Interpolants,
  root: NodeId,
): Snapshot {
  const nodes = cpa.arg.nodesTo(target);
  const learnt = new Map<NodeId, string>();
  let edge = 0;
  for (const [i, part] of parts.entries()) {
    edge += part.length;
    const interpolant = interpolants[edge - 1];
    if (interpolant === undefined || interpolant.size === 0) continue;
    const codes = [...interpolant].map(([slot, code]) => showValue(cpa, slot, code));
    learnt.set(nodes[i + 1] as NodeId, codes.join(" && "));
  }
  return refinement(cpa, root, learnt, target);
}

export function refinedPredicates(cpa: ExplicitCpa, target: NodeId, root: NodeId): Snapshot {
  return refinement(cpa, root, new Map([[root, "new predicates behind it"]]), target);
}

function refinement(cpa: ExplicitCpa, root: NodeId, learnt: ReadonlyMap<NodeId, string>, target: NodeId): Snapshot {
  const title = `Refinement ${refinements(cpa)}: all below node ${root} is computed anew`;
  return argSnapshot(viewOf(cpa), title, learnt, target);
}

function refinements({ context }: ExplicitCpa): number {
  return context.statistics["refinements"] ?? 0;
}

function viewOf(cpa: ExplicitCpa): ArgView<number, ModelLocation, Way> {
  const { arg, model } = cpa;
  return { arg, model, locationOf: (location) => location, state: (node) => showState(cpa, node), label: edgesOf };
}

function showState(cpa: ExplicitCpa, node: NodeId): string {
  const codes = new Int32Array(cpa.states.capacity);
  cpa.states.load(cpa.arg.label(node), codes, cpa.slots.count);
  const values = Array.from({ length: cpa.slots.count }, (_, slot) => slot)
    .filter((slot) => codes[slot] !== TOP)
    .map((slot) => showValue(cpa, slot, codes[slot] as number));
  const known = cpa.predicates?.formulaOf(node) ?? TRUE;
  return [...values, ...(known === TRUE ? [] : [showFormula(known)])].join(" && ");
}

function showValue({ slots, values }: ExplicitCpa, slot: number, code: number): string {
  const { variable, index } = slots.describe(slot);
  return `${variable.name}${index === undefined ? "" : `[${index}]`} == ${values.decode(code)}`;
}
