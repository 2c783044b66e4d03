/**
 * The order in which gcc evaluates operands that C leaves unsequenced. gcc decides it before it optimises (when it folds
 * and gimplifies a tree), so it is the same at every level and for 32 and 64 bits; measured with gcc 12:
 * - arguments from right to left, after the callee;
 * - operands of an operator from left to right, but a plain variable on the left of a commutative operator or of a
 *   comparison is moved to the right, and `-x + y` is computed as `y - x`;
 * - the left side of a comma leaves the operators around it: `f() + (g(), h())` calls g first;
 * - `place = value`: the value first, but of a call its arguments only, of an object where it is only;
 * - `place op= value`: a value with side effects first, else the place;
 * - initialisers in the order of memory.
 */
import type { BinaryOperator, Expression } from "../../c/ast.ts";
import type { SourceRange } from "../../util/source.ts";
import type { Lowering } from "./context.ts";
import { containsComma, effectsOf, NO_EFFECTS } from "./effects.ts";
import { isScalarType } from "./types.ts";

/**
 * What becomes of an operator's value: gcc computes in fewer bits what is cut to them, only compares what is tested, and
 * exchanges the operands of a difference that is negated.
 */
export type Context =
  | { readonly kind: "value" | "truth" | "negated" }
  | { readonly kind: "cut"; readonly bits: number };

export const AS_VALUE: Context = { kind: "value" };
export const AS_TRUTH: Context = { kind: "truth" };
const NEGATED: Context = { kind: "negated" };

/** Operators whose lower bits depend on lower bits only. */
const CUT_THROUGH = new Set<BinaryOperator>(["+", "-", "*", "&", "|", "^"]);

type Operation = Expression & { kind: "binary" | "comparison" };

/** Which operand gcc evaluates first. */
export function firstOperand(f: Lowering, e: Operation, context: Context): "left" | "right" {
  // Most expressions: nothing to be seen of any order.
  if ((effectsOf(e.left) | effectsOf(e.right)) === NO_EFFECTS) return "left";
  return movesLeft(f, e, context) ? "right" : "left";
}

function movesLeft(f: Lowering, e: Operation, context: Context): boolean {
  const left = bare(f, e.left);
  const right = bare(f, e.right);
  const isVariable = isPlain(left);
  if (e.kind === "comparison")
    return isVariable || isWidenedVariable(f, e) || (isComplement(left) && isComplement(right));
  const wraps = context.kind === "cut" || isUnsigned(f, e);
  switch (e.operator) {
    case "+":
      // gcc computes `x + -y` as `x - y`, and `-x + y` as `y - x`.
      if (isMinus(right)) return false;
      return (
        isNegated(f, left, wraps) || isVariable || (isUnsigned(f, e) && isWithConstant(f, left)) || isCut(f, e, context)
      );
    case "-":
      if (context.kind === "negated" || (isMinus(left) && isMinus(right))) return true;
      // gcc tests `x - y` as `x != y`, and computes `x - -y` as `x + y`.
      return isVariable && (context.kind === "truth" || isMinus(right));
    case "*":
      return isVariable || isCut(f, e, context);
    case "&":
    case "|":
    case "^":
      return isVariable || isWidenedVariable(f, e) || isCut(f, e, context);
    default:
      return false;
  }
}

/** How an operand's value is used by the operator. */
export function contextOf(
  f: Lowering,
  e: Expression & { kind: "binary" },
  side: "left" | "right",
  context: Context,
): Context {
  if (context.kind === "cut" && CUT_THROUGH.has(e.operator)) return context;
  return e.operator === "-" && side === "right" && isUnsigned(f, e) ? NEGATED : AS_VALUE;
}

/** How the operand of `-` and `~` is used. */
export function contextUnder(f: Lowering, e: Expression & { kind: "unary" }): Context {
  if (e.operator === "!") return AS_TRUTH;
  if (e.operator === "~") return isUnsigned(f, e) ? NEGATED : AS_VALUE;
  return f.machine(e.type).kind === "float" ? AS_VALUE : NEGATED;
}

/** Cut to the width of the variable on the left, the sum is one of two values of that width. */
function isCut(f: Lowering, e: Expression & { kind: "binary" }, context: Context): boolean {
  if (context.kind !== "cut") return false;
  const left = widened(e.left);
  return isPlain(left) && bitsOf(f, left) === context.bits;
}

/** gcc compares, and computes bits, in the type from which both operands were widened. */
function isWidenedVariable(f: Lowering, e: Operation): boolean {
  if (e.left.kind !== "convert" || e.right.kind !== "convert") return false;
  const left = bare(f, e.left.operand);
  return isPlain(left) && f.machine(e.left.operand.type) === f.machine(e.right.operand.type);
}

/** Without what changes nothing in the machine: conversions between types of one width, a choice by a constant. */
function bare(f: Lowering, e: Expression): Expression {
  let at = e;
  for (;;) {
    if (at.kind === "comma" && effectsOf(at.left) === NO_EFFECTS) at = at.right;
    else if (at.kind === "conditional" && at.condition.kind === "integer-constant" && at.then !== undefined)
      at = at.condition.value === 0n ? at.otherwise : at.then;
    else if (at.kind !== "convert") return at;
    else if (at.conversion === "lvalue" || at.conversion === "same") at = at.operand;
    else if (at.conversion === "value" && keepsBits(f, at.operand, at)) at = at.operand;
    else return at;
  }
}

function keepsBits(f: Lowering, from: Expression, to: Expression): boolean {
  if (!isScalarType(from.type) || !isScalarType(to.type)) return false;
  const [a, b] = [f.machine(from.type), f.machine(to.type)];
  return a === b || (a.kind !== "float" && b.kind !== "float" && a.bits === b.bits);
}

function bitsOf(f: Lowering, e: Expression): number | undefined {
  if (!isScalarType(e.type)) return undefined;
  const type = f.machine(e.type);
  return type.kind === "float" ? undefined : type.bits;
}

/** Without conversions between integers. */
function widened(e: Expression): Expression {
  let at = e;
  while (at.kind === "convert" && at.conversion !== "void" && isInteger(at.type) && isInteger(at.operand.type))
    at = at.operand;
  return at;
}

function isInteger(type: Expression["type"]): boolean {
  return type.kind === "integer" || type.kind === "enum";
}

/** A variable by its name. In C libraries `errno` is what a function's result points to. */
function isPlain(e: Expression): boolean {
  return e.kind === "object" && !(e.declaration.name === "errno" && e.declaration.storage === "extern");
}

function isMinus(e: Expression): boolean {
  return e.kind === "unary" && e.operator === "-";
}

function isComplement(e: Expression): boolean {
  return e.kind === "unary" && e.operator === "~";
}

/** `-x`; and `~x`, which is `-x - 1`, or `1 - x`, where that cannot overflow or the 1 goes away. */
function isNegated(f: Lowering, e: Expression, wraps: boolean): boolean {
  if (e.kind === "unary") return isMinus(e) || (wraps && isComplement(e));
  if (e.kind !== "binary") return false;
  if (e.operator === "-") return wraps && bare(f, e.left).kind === "integer-constant";
  return e.operator === "+" && isComplement(bare(f, e.left)) && isOne(e.right);
}

function isOne(e: Expression): boolean {
  return e.kind === "integer-constant" && e.value === 1n;
}

/** `x + 1` and the like: gcc moves the constant out of a sum that may wrap, and x is then a plain variable. */
function isWithConstant(f: Lowering, e: Expression): boolean {
  if (e.kind !== "binary" || (e.operator !== "+" && e.operator !== "-")) return false;
  const [left, right] = [bare(f, e.left), bare(f, e.right)];
  if (right.kind === "integer-constant") return isPlain(left) || isWithConstant(f, left);
  return e.operator === "+" && left.kind === "integer-constant" && isPlain(right);
}

function isUnsigned(f: Lowering, e: Expression): boolean {
  if (!isScalarType(e.type)) return false;
  const type = f.machine(e.type);
  return type.kind === "int" && !type.signed;
}

/**
 * What of an assignment's value comes before the place: all of it; for a call its arguments; for the value of an object
 * where that is; for a struct that is put together nothing.
 */
export function beforePlace(value: Expression): "value" | "arguments" | "address" | "nothing" {
  switch (value.kind) {
    case "call":
      return "arguments";
    case "object":
    case "dereference":
    case "member":
      return isScalarType(value.type) ? "address" : "value";
    case "convert":
      return value.conversion === "lvalue" && isScalarType(value.type) ? "address" : "value";
    case "conditional":
    case "compound-literal":
      return isScalarType(value.type) ? "value" : "nothing";
    default:
      return "value";
  }
}

/** Without conversions that change nothing and choices by a constant. */
export function unconverted(e: Expression): Expression {
  let at = e;
  for (;;) {
    if (at.kind === "conditional" && at.condition.kind === "integer-constant" && at.then !== undefined)
      at = at.condition.value === 0n ? at.otherwise : at.then;
    else if (at.kind !== "convert") return at;
    else if (at.conversion === "same") at = at.operand;
    else if (at.conversion === "lvalue" && !isScalarType(at.type)) at = at.operand;
    else return at;
  }
}

// --- Commas -----------------------------------------------------------------------------------------------------------

// An expression that nests commas deeper than this keeps them where they are.
const DEEPEST = 1000;

/** An operator without the commas inside it. */
export interface Hoisted {
  /** What they do first, in order. */
  readonly first: readonly Expression[];
  readonly rest: Expression;
  /** Operands in `rest` that lost something to `first`: from where to before where, and the operand as it was written. */
  readonly led: ReadonlyMap<Expression, { readonly from: number; readonly to: number; readonly written: Expression }>;
  /** The operators that they are operands of. */
  readonly operators: readonly SourceRange[];
}

export function hoistCommas(e: Expression): Hoisted {
  const into = { first: [], led: new Map(), operators: [] };
  return { ...into, rest: containsComma(e) ? hoist(e, into, 0) : e };
}

interface Hoisting {
  readonly first: Expression[];
  readonly led: Map<Expression, { from: number; to: number; written: Expression }>;
  readonly operators: SourceRange[];
}

function hoist(e: Expression, into: Hoisting, depth: number): Expression {
  if (depth > DEEPEST || !containsComma(e)) return e;
  const { first, led, operators } = into;
  const before = first.length;
  const inside = (part: Expression): Expression => {
    const from = first.length;
    const rest = hoist(part, into, depth + 1);
    if (first.length > from) led.set(rest, { from, to: first.length, written: part });
    return rest;
  };
  const both = (one: Expression, other: Expression): readonly [Expression, Expression] => {
    const parts = [inside(one), inside(other)] as const;
    if (first.length > before) operators.push({ start: one.start, end: other.end });
    return parts;
  };
  switch (e.kind) {
    case "comma":
      first.push(e.left);
      return inside(e.right);
    case "unary":
      return { ...e, operand: inside(e.operand) };
    case "convert":
      return e.conversion === "value" ? { ...e, operand: inside(e.operand) } : e;
    case "binary":
    case "comparison":
    case "pointer-difference": {
      const [left, right] = both(e.left, e.right);
      return { ...e, left, right };
    }
    case "pointer-add": {
      const [pointer, index] = both(e.pointer, e.index);
      return { ...e, pointer, index };
    }
    default:
      return e;
  }
}
