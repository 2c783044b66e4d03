/**
 * Simpler nodes that mean the same, one at a time, as `rewrite` asks for them: operations on constants, sums with several
 * constants, reads of updated arrays, comparisons of C's truth values. The encoders, the model and the search for inputs
 * take what they need. Whole formulas are simplified with a solver in `smt/interpolate/simplify.ts`.
 */
import * as int from "../numbers/int.ts";
import { count } from "../util/budget.ts";
import { evaluate, holds } from "./evaluate.ts";
import { floatTypeOf } from "./sort.ts";
import {
  add,
  type ComparisonKind,
  eq,
  FALSE,
  type Formula,
  float,
  integer,
  not,
  select,
  type Term,
  TRUE,
} from "./term.ts";
import { children, isFormula, type TermNode } from "./visit.ts";

// Of a look at one update of an array; in the long chains that loops leave, each is a miss of the cache.
const UPDATE_WORK = 0.02;

const NOTHING = { valueOf: () => undefined };

/**
 * The value of an operation on constants, and reads of updated arrays at constant indices. With `floats` as well, and then
 * a long double is computed like a double: for guesses that are checked afterwards.
 */
export function foldConstants(node: TermNode, constants: "integers" | "floats"): TermNode {
  if (node.kind === "select") return readOfUpdate(node.array, node.index) ?? node;
  if (constants === "integers" && !isIntegerOperation(node)) return node;
  const parts = children(node);
  if (parts.length === 0 || !parts.every((part) => part.kind === "integer" || part.kind === "float")) return node;
  if (isFormula(node)) {
    const truth = holds(node, NOTHING);
    return truth === undefined ? node : truth ? TRUE : FALSE;
  }
  const value = evaluate(node, NOTHING);
  if (typeof value !== "number" && typeof value !== "bigint") return node;
  const format = floatTypeOf(node);
  return format === undefined ? integer(value) : float(Number(value), format);
}

function isIntegerOperation(node: TermNode): boolean {
  switch (node.kind) {
    case "add":
    case "subtract":
    case "multiply":
    case "divide":
    case "remainder":
    case "bitand":
    case "bitor":
    case "bitxor":
    case "shiftleft":
    case "shiftright":
    case "negate":
    case "wrap":
      return children(node).every((part) => part.kind === "integer");
    default:
      return false;
  }
}

/** The element of an updated array, as far as indices are the same term or constants. */
function readOfUpdate(array: Term, index: Term): Term | undefined {
  let at = array;
  while (at.kind === "store" && (at.index === index || (at.index.kind === "integer" && index.kind === "integer"))) {
    count(UPDATE_WORK);
    if (at.index === index) return at.value;
    at = at.array;
  }
  return at === array ? undefined : select(at, index);
}

/** Sums, differences and products of constants, and (x + a) + b = x + (a + b). */
export function foldSum(node: Term & { readonly left: Term; readonly right: Term }): Term {
  const { left, right } = node;
  if (left.kind === "integer" || node.kind === "multiply") return foldConstants(node, "integers") as Term;
  const inner = right.kind === "integer" ? constantPart(left) : undefined;
  const outer = constantPart(node);
  if (inner === undefined || outer === undefined || !("left" in left)) return node;
  return add(left.left, integer(int.add(inner, outer)));
}

/** b of x + b, and -b of x - b. */
function constantPart(term: Term): int.Int | undefined {
  if ((term.kind !== "add" && term.kind !== "subtract") || term.right.kind !== "integer") return undefined;
  return term.kind === "add" ? term.right.value : int.negate(term.right.value);
}

/** (c ? 1 : 0) == 0, as C's tests of truth values come out, is just not c. */
export function foldTruthValue(node: Extract<Formula, { kind: ComparisonKind }>): Formula {
  const { left, right } = node;
  if (left.kind === "ite" && right.kind === "integer" && left.then.kind === "integer" && left.else.kind === "integer") {
    const then = left.then.value === right.value;
    const otherwise = left.else.value === right.value;
    if (then === otherwise) return then ? TRUE : FALSE;
    return then ? left.condition : not(left.condition);
  }
  if (right.kind === "ite" && left.kind === "integer") return foldTruthValue(eq(right, left) as typeof node);
  return node;
}

/** A step where guesses are checked afterwards, as along a path: constants, floats among them, and truth values. */
export function foldOnPath(node: TermNode): TermNode {
  if (node.kind === "not") return not(node.operand);
  return node.kind === "eq" ? foldTruthValue(node) : foldConstants(node, "floats");
}
