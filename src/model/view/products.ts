/** Whether a program multiplies or divides values by each other: what linear arithmetic says little about, and bits say exactly. */
import type { TermNode } from "../../logic/visit.ts";
import type { Model } from "../model.ts";
import { hasTerm } from "./some-term.ts";

export function hasProducts(model: Model): boolean {
  return hasTerm(model, isProduct);
}

export function isProduct(node: TermNode): boolean {
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
