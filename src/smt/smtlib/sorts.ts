/** The sorts of terms of `logic` in SMT-LIB. Arrays are indexed by integers; floats are IEEE, x87 as a double. */
import type { Term } from "../../logic/term.ts";
import { type FloatType, isIntegral, type ValueType } from "../../logic/types.ts";
import type { TermNode } from "../../logic/visit.ts";

export function typeSort(type: ValueType): string {
  if (isIntegral(type)) return "Int";
  if (type.kind === "real") return "Real";
  return type.kind === "float" ? floatSort(type) : `(Array Int ${typeSort(type.element)})`;
}

export function floatSort({ format }: FloatType): string {
  return format === "f32" ? "(_ FloatingPoint 8 24)" : "(_ FloatingPoint 11 53)";
}

/** Given the sorts of its parts. A choice or a sum of an integer and a real is real. */
export function nodeSort(node: TermNode, sortOf: (part: Term) => string): string {
  switch (node.kind) {
    case "variable":
      return typeSort(node.variable.type);
    case "float":
      return floatSort(node.type);
    case "fadd":
    case "fsubtract":
    case "fmultiply":
    case "fdivide":
    case "fremainder":
      return sortOf(node.left) === "Real" ? "Real" : floatSort(node.type);
    case "fnegate":
    case "intToFloat":
    case "floatToFloat":
      return floatSort(node.type);
    case "apply":
      return typeSort(node.type);
    case "select":
      return /^\(Array Int (.*)\)$/.exec(sortOf(node.array))?.[1] ?? "Int";
    case "store":
      return sortOf(node.array);
    case "ite":
      return wider(sortOf(node.then), sortOf(node.else));
    case "add":
    case "subtract":
    case "multiply":
      return wider(sortOf(node.left), sortOf(node.right));
    case "negate":
      return sortOf(node.operand);
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
      return "Bool";
    default:
      return "Int";
  }
}

function wider(a: string, b: string): string {
  return a === b ? a : "Real";
}
