/** Which of Z3's sorts a variable or a node of `logic` has. */
import type { Term, Variable } from "../../logic/term.ts";
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

/** Whether the node asks for more than linear arithmetic and arrays. */
export function isHardNode(node: TermNode): boolean {
  switch (node.kind) {
    case "multiply":
      return !isConstant(node.left) && !isConstant(node.right);
    case "divide":
    case "remainder":
      return !isConstant(node.right);
    case "bitand":
    case "bitor":
    case "bitxor":
    case "float":
    case "intToFloat":
      return true;
    case "variable":
      return node.variable.type.kind === "float";
    default:
      return false;
  }
}

function isConstant(term: Term): boolean {
  return term.kind === "integer" || term.kind === "float" || (term.kind === "negate" && isConstant(term.operand));
}
