/**
 * The sort of a term: which type its values have. Choices and updates have the type of their parts, so that a walk along first
 * parts finds it; only sums may be of integers or, where floats are real numbers, of reals, which takes a look at both sides.
 */
import { fold } from "./fold.ts";
import type { Term } from "./term.ts";
import { type FloatType, isIntegral, MATH_INTEGER, REAL, type ValueType } from "./types.ts";
import type { TermNode } from "./visit.ts";

/** The type that a term, or the first part that has one, names; undefined for what is computed from integers or reals. */
export function namedType(term: Term): ValueType | undefined {
  let at = term;
  let reads = 0;
  for (; ; at = at.kind === "ite" ? at.then : at.array) {
    if (at.kind === "select") reads += 1;
    else if (at.kind !== "ite" && at.kind !== "store") break;
  }
  const type = at.kind === "variable" ? at.variable.type : "type" in at ? at.type : undefined;
  return reads > 0 ? (type?.kind === "array" ? type.element : undefined) : type;
}

export function floatTypeOf(term: Term): FloatType | undefined {
  const type = namedType(term);
  return type?.kind === "float" ? type : undefined;
}

export function isFloatTerm(term: Term): boolean {
  return namedType(term)?.kind === "float";
}

export function isArrayTerm(term: Term): boolean {
  return term.kind === "store" || namedType(term)?.kind === "array";
}

export function typeOf(term: Term): ValueType {
  return fold<ValueType>(term, (node, resultOf) => typeStep(node, resultOf));
}

/** A node's type from those of its parts, for who walks over terms himself; a formula counts as an integer. */
export function typeStep(node: TermNode, of: (part: Term) => ValueType): ValueType {
  switch (node.kind) {
    case "variable":
      return node.variable.type;
    case "select": {
      const array = of(node.array);
      return array.kind === "array" ? array.element : MATH_INTEGER;
    }
    case "store":
      return of(node.array);
    case "ite":
      return common(of(node.then), of(node.else));
    case "add":
    case "subtract":
    case "multiply":
      return common(of(node.left), of(node.right));
    case "negate":
      return of(node.operand);
    // Among reals these keep their names.
    case "fadd":
    case "fsubtract":
    case "fmultiply":
    case "fdivide":
    case "fremainder":
      return of(node.left).kind === "real" ? REAL : node.type;
    default:
      return "type" in node ? node.type : MATH_INTEGER;
  }
}

/** Of a sum or a choice: an integer beside a real is a real. */
function common(a: ValueType, b: ValueType): ValueType {
  if (isIntegral(a) && isIntegral(b)) return MATH_INTEGER;
  return a === b ? a : REAL;
}
