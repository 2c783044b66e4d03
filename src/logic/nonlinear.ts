/** Whether linear arithmetic is enough for a formula, or bits, products and floats ask for a bit-precise solver. */
import { forEachNode, type TermNode } from "./visit.ts";

export function isLinear(roots: readonly TermNode[]): boolean {
  let linear = true;
  forEachNode(roots, (node) => {
    if (!isLinearNode(node)) linear = false;
  });
  return linear;
}

function isLinearNode(node: TermNode): boolean {
  switch (node.kind) {
    case "multiply":
      return node.left.kind === "integer" || node.right.kind === "integer";
    case "bitand":
    case "bitor":
    case "bitxor":
    case "shiftleft":
    case "shiftright":
    case "float":
    case "feq":
    case "flt":
    case "fle":
      return false;
    default:
      return true;
  }
}
