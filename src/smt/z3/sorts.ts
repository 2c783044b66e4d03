/** Which of Z3's sorts a variable or a node of `logic` has. */

import { namedType } from "../../logic/sort.ts";
import type { Term, Variable } from "../../logic/term.ts";
import { isIntegral, type ValueType } from "../../logic/types.ts";
import { isFormula, type TermNode } from "../../logic/visit.ts";
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
  if (isFormula(node)) return "bool";
  const type = namedType(node);
  return type === undefined ? "int" : sortOfType(type);
}

/**
 * Whether a long double takes part in the operation. Sound: it has more values than the double that stands for it, and
 * other roundings, so that nothing may follow from its operations.
 */
export function isExtendedOperation(node: TermNode): boolean {
  switch (node.kind) {
    case "feq":
    case "flt":
    case "fle":
    case "eq":
    case "lt":
    case "le":
      return isExtended(node.left) || isExtended(node.right);
    case "fadd":
    case "fsubtract":
    case "fmultiply":
    case "fdivide":
    case "fremainder":
      return isExtended(node) || isExtended(node.left) || isExtended(node.right);
    case "fnegate":
    case "floatToFloat":
    case "intToFloat":
      return isExtended(node) || isExtended(node.operand);
    case "floatToInt":
      return isExtended(node.operand);
    case "apply":
      return isExtended(node) || node.arguments.some(isExtended);
    default:
      return false;
  }
}

function isExtended(term: Term): boolean {
  const type = namedType(term);
  const scalar = type?.kind === "array" ? type.element : type;
  return scalar?.kind === "float" && scalar.format === "x87";
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
  let at = term;
  while (at.kind === "negate") at = at.operand;
  return at.kind === "integer" || at.kind === "float";
}
