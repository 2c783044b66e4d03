/** Whether a program has a term of some kind: what engines ask that are good at such programs, or bad. */
import { forEachNode, type TermNode } from "../../logic/visit.ts";
import type { Model, ModelEdge } from "../model.ts";

// More are not looked through: calls within calls make many of few lines.
const MOST_LOCATIONS = 100_000;

export function hasTerm(model: Model, isWanted: (node: TermNode) => boolean): boolean {
  const locations = new Set([model.entry]);
  for (const location of locations) {
    if (locations.size > MOST_LOCATIONS) return false;
    for (const edge of model.edgesFrom(location)) {
      if (hasOn(edge, isWanted)) return true;
      locations.add(edge.target);
    }
  }
  return false;
}

function hasOn({ ops }: ModelEdge, isWanted: (node: TermNode) => boolean): boolean {
  const terms = ops.flatMap((op) => (op.kind === "havoc" ? [] : [op.kind === "assign" ? op.value : op.condition]));
  let found = false;
  forEachNode(terms, (node) => {
    found ||= isWanted(node);
  });
  return found;
}
