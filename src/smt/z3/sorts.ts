/** Which of Z3's sorts a variable or a node of `logic` has. */
import type { Variable } from "../../logic/term.ts";
import { isIntegral, type ValueType } from "../../logic/types.ts";
import type { TermNode } from "../../logic/visit.ts";
import type { Sort } from "./context.ts";
import { floatSort } from "./floats.ts";

/** One-bit variables are Z3's Booleans. */
export function isBoolean(of: Variable): boolean {
  return of.type.kind === "int" && of.type.bits === 1 && !of.type.signed;
}

export function sortOfType(type: ValueType): Sort {
  if (isIntegral(type)) return "int";
  if (type.kind === "real") return "real";
  if (type.kind === "float") return floatSort(type);
  return `[${sortOfType(type.element) as "int"}]`;
}

/** The sort of a node that has no translation. */
export function sortOfNode(node: TermNode): Sort | "bool" {
  switch (node.kind) {
    case "true":
    case "false":
    case "not":
    case "and":
    case "or":
    case "eq":
    case "lt":
    case "le":
    case "feq":
    case "flt":
    case "fle":
      return "bool";
    case "variable":
      return sortOfType(node.variable.type);
    case "store":
      return sortOfNode(node.array);
    case "ite":
      return sortOfNode(node.then);
    default:
      return "type" in node ? sortOfType(node.type) : "int";
  }
}
