/** Whether a program multiplies or divides values by each other: what linear arithmetic says little about, and bits say exactly. */
import { forEachNode, type TermNode } from "../../logic/visit.ts";
import type { Model, ModelEdge } from "../model.ts";

// More are not looked through: calls within calls make many of few lines.
const MOST_LOCATIONS = 100_000;

export function hasProducts(model: Model): boolean {
  const locations = new Set([model.entry]);
  for (const location of locations) {
    if (locations.size > MOST_LOCATIONS) return false;
    for (const edge of model.edgesFrom(location)) {
      if (isProduct(edge)) return true;
      locations.add(edge.target);
    }
  }
  return false;
}

function isProduct({ ops }: ModelEdge): boolean {
  const terms = ops.flatMap((op) => (op.kind === "havoc" ? [] : [op.kind === "assign" ? op.value : op.condition]));
  let found = false;
  forEachNode(terms, (node) => {
    found ||= isProductNode(node);
  });
  return found;
}

function isProductNode(node: TermNode): boolean {
  switch (node.kind) {
    case "multiply":
      return node.left.kind !== "integer" && node.right.kind !== "integer";
    case "divide":
    case "remainder":
      return node.right.kind !== "integer";
    default:
      return false;
  }
}
