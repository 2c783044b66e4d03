/**
 * Terms of the concrete level as terms of the model: addresses become integer constants, variables become their
 * instances, wraps that change nothing disappear, and the chosen view of integers and floats is applied:
 * - machine integers keep their wraps, except that a signed operation that should not overflow is exact (its edge
 *   assumes, before, that it is in range);
 * - mathematical integers have no wraps; real-valued floats have exact arithmetic.
 */
import type { Check } from "../../cfa/cfa.ts";
import { foldInto } from "../../logic/fold.ts";
import { intervalOf, type Result, rangeByType, rangeStep } from "../../logic/range.ts";
import { foldSum } from "../../logic/simplify.ts";
import { floatTypeOf } from "../../logic/sort.ts";
import {
  add,
  and,
  apply,
  eq,
  type Formula,
  float,
  floatComparison,
  integer,
  le,
  lt,
  type MemoryObject,
  multiply,
  ne,
  negate,
  subtract,
  type Term,
  TRUE,
  type Variable,
  variable,
  wrap,
} from "../../logic/term.ts";
import type { PointerType, ScalarType } from "../../logic/types.ts";
import { F64, highest, type IntType, lowest, MATH_INTEGER, typeRange } from "../../logic/types.ts";
import { forEachNode, rewrite, type TermNode } from "../../logic/visit.ts";
import { fromBig, negate as opposite, powerOfTwo, add as sumOf, toBig } from "../../numbers/int.ts";
import { type Interval, includes, meet } from "../../numbers/interval.ts";
import type { ModelOptions } from "../options.ts";

/** What stands for the variables and objects of the activation at hand. */
export interface Activation {
  variable(of: Variable): Variable;
  address(of: MemoryObject): number;
}

/** Translates the terms of one edge; what the edge's checks assure is taken for granted throughout. */
export class EdgeArithmetic {
  readonly #options: ModelOptions;
  readonly #activation: Activation;
  readonly #memo = new Map<TermNode, TermNode>();
  readonly #assured = new Map<TermNode, Interval>();
  /** Checks and values of one edge contain each other: each part is looked at once. */
  readonly #unwrapped = new Map<TermNode, TermNode>();
  readonly #ranges = new Map<TermNode, Result>();

  constructor(options: ModelOptions, activation: Activation) {
    this.#options = options;
    this.#activation = activation;
  }

  variable(of: Variable): Variable {
    return this.#activation.variable(of);
  }

  address(of: MemoryObject): number {
    return this.#activation.address(of);
  }

  term(term: Term): Term {
    return rewrite(
      rewrite(term, unwrapPointer, this.#unwrapped),
      (node, original) => this.#change(node, original),
      this.#memo,
    );
  }

  formula(formula: Formula): Formula {
    return rewrite(
      rewrite(formula, unwrapPointer, this.#unwrapped),
      (node, original) => this.#change(node, original),
      this.#memo,
    );
  }

  /** What the types of variables say about an integer term, and what is assured. */
  range(term: Term): Interval {
    const result = foldInto<Result>(this.#ranges, term, (node, resultOf) => {
      const range = rangeStep(node, resultOf, rangeByType);
      const assured = this.#assured.get(node);
      return assured === undefined ? range : meet(intervalOf(range), assured);
    });
    return intervalOf(result);
  }

  /** An already translated term, brought into a type as a conversion does. */
  converted(term: Term, type: ScalarType): Term {
    if ((type.kind !== "int" && type.kind !== "pointer") || this.#options.integers === "math") return term;
    return this.#wrapped(term, type, "conversion");
  }

  /** What a check demands; TRUE where types alone assure it. */
  demand(check: Check): Formula {
    switch (check.kind) {
      case "overflow":
        return this.#options.integers === "math" ? TRUE : this.#inRange(this.term(check.exact), check.type);
      case "division":
        return ne(this.term(check.divisor), integer(0));
      case "shift": {
        const count = this.term(check.count);
        const { low, high } = this.range(count);
        const parts: Formula[] = [];
        if (low < 0) parts.push(le(integer(0), count));
        if (high >= check.bits) parts.push(lt(count, integer(check.bits)));
        return and(parts);
      }
      case "index": {
        const index = this.term(check.index);
        const { low, high } = this.range(index);
        const parts: Formula[] = [];
        if (low < 0) parts.push(le(integer(0), index));
        if (check.count !== undefined && high >= check.count) parts.push(lt(index, integer(check.count)));
        return and(parts);
      }
      case "float-to-int":
        return this.#truncates(this.term(check.operand), check.type);
      case "bit-count":
        return ne(this.term(check.operand), integer(0));
      case "uninitialised":
        return ne(this.term(check.known), integer(0));
      case "unsigned-wrap":
      case "conversion":
      case "pointer-overflow":
        return this.#options.integers === "math" ? TRUE : this.#inRange(this.term(check.exact), check.type);
      case "nan":
      case "float-overflow":
        // Real numbers are always numbers.
        return this.#options.floats === "real" ? TRUE : truthOf(this.term(check.operand));
      case "negative-shift": {
        const operand = this.term(check.operand);
        return this.range(operand).low < 0 ? le(integer(0), operand) : TRUE;
      }
      case "array-size":
      case "argument":
      case "unreachable": {
        const operand = this.term(check.operand);
        const { low, high } = this.range(operand);
        const parts: Formula[] = [];
        if (low < check.least) parts.push(le(integer(check.least), operand));
        if (check.most !== undefined && high > check.most) parts.push(le(operand, integer(check.most)));
        return and(parts);
      }
    }
  }

  #inRange(exact: Term, type: IntType): Formula {
    const { low, high } = this.range(exact);
    const parts: Formula[] = [];
    if (low < lowest(type)) parts.push(le(integer(lowest(type)), exact));
    if (high > highest(type)) parts.push(le(exact, integer(highest(type))));
    return and(parts);
  }

  #truncates(operand: Term, type: IntType): Formula {
    if (this.#options.integers === "math") return TRUE;
    const beyond = powerOfTwo(type.signed ? type.bits - 1 : type.bits);
    if (this.#options.floats === "real") {
      const low = integer(opposite(type.signed ? fromBig(toBig(beyond) + 1n) : 1));
      return and([lt(low, operand), lt(operand, integer(beyond))]);
    }
    const format = floatTypeOf(operand) ?? F64;
    // 2^31 is a float; -2^31 - 1 is one only in double. Where it is not, no float lies between it and -2^31.
    const mantissa = format.format === "f32" ? 24 : 53;
    const low = type.signed ? -Number(beyond) : 0;
    const above =
      type.signed && type.bits > mantissa
        ? floatComparison("fle", float(low, format), operand)
        : floatComparison("flt", float(low - 1, format), operand);
    return and([above, floatComparison("flt", operand, float(Number(beyond), format))]);
  }

  #change(node: TermNode, original: TermNode): TermNode {
    switch (node.kind) {
      case "variable":
        // A term that folds to a variable folds to one of the activation.
        return original.kind === "variable" ? variable(this.#activation.variable(node.variable)) : node;
      case "address":
        return integer(this.#activation.address(node.object));
      case "wrap":
        return this.#options.integers === "math" ? node.operand : this.#wrapped(node.operand, node.type, node.reason);
      case "add":
      case "subtract":
      case "multiply":
        // Addresses have become constants: `address + 8 + 4` should be one number, so that equal addresses are equal terms.
        return foldSum(node);
      default:
        return this.#options.floats === "real" ? realised(node) : node;
    }
  }

  #wrapped(operand: Term, type: IntType | PointerType, reason: "arithmetic" | "conversion"): Term {
    const exact = reason === "arithmetic" && type.kind === "int" && type.signed;
    if (exact && (this.#options.signedOverflow === "assume-none" || this.#options.properties.includes("no-overflow"))) {
      this.#assured.set(operand, typeRange(type));
      // What contains it is asked about later: terms are translated from their parts to the whole.
      this.#ranges.delete(operand);
      return operand;
    }
    // A wrap inside a wrap to no more bits does not matter.
    const inner =
      operand.kind === "wrap" && operand.type.bits >= type.bits && !includes(typeRange(type), this.range(operand))
        ? operand.operand
        : operand;
    return includes(typeRange(type), this.range(inner)) ? inner : wrap(inner, type, reason);
  }
}

/**
 * A pointer plus an integer stays in the pointer's object, or behaviour is undefined: it does not wrap.
 * Sound: the bits of an address (its alignment, say) are unknown; the model's layout is only one of many.
 */
function unwrapPointer(node: TermNode): TermNode {
  if (looksAtAddress(node)) return apply("address-bits", [node.left, node.right], MATH_INTEGER);
  const isArithmetic = node.kind === "wrap" && (node.operand.kind === "add" || node.operand.kind === "subtract");
  return isArithmetic && node.type.kind === "pointer" && isPointer(node.operand) ? node.operand : node;
}

function isPointer(term: Term): boolean {
  // Sums lean to the left; a pointer further to the right than this keeps its wrap.
  let at = term;
  for (let depth = 0; depth < 100; depth += 1) {
    if (at.kind === "variable") return at.variable.type.kind === "pointer";
    if (at.kind === "address") return true;
    if (at.kind === "wrap") return at.type.kind === "pointer";
    if (at.kind === "add" && isPointerLeaf(at.right)) return true;
    if (at.kind !== "add" && at.kind !== "subtract") return false;
    at = at.left;
  }
  return false;
}

function isPointerLeaf(term: Term): boolean {
  if (term.kind === "variable") return term.variable.type.kind === "pointer";
  return term.kind === "address" || (term.kind === "wrap" && term.type.kind === "pointer");
}

/** A term and a constant. */
export function plus(term: Term, constant: number): Term {
  if (constant === 0) return term;
  if (term.kind === "integer") return integer(sumOf(term.value, constant));
  return add(term, integer(constant));
}

/** Float operations on reals; division and remainder keep their float terms, whose operands are reals. */
function realised(node: TermNode): TermNode {
  switch (node.kind) {
    case "fadd":
      return add(node.left, node.right);
    case "fsubtract":
      return subtract(node.left, node.right);
    case "fmultiply":
      return multiply(node.left, node.right);
    case "fnegate":
      return negate(node.operand);
    case "intToFloat":
    case "floatToFloat":
      return node.operand;
    case "float":
      return Number.isSafeInteger(node.value) ? integer(node.value + 0) : node;
    case "feq":
      return eq(node.left, node.right);
    case "flt":
      return lt(node.left, node.right);
    case "fle":
      return le(node.left, node.right);
    default:
      return node;
  }
}

type Binary = TermNode & { readonly left: Term; readonly right: Term };

/** Whether the node takes an address apart; the distance of two pointers, divided by the element's size, does not. */
function looksAtAddress(node: TermNode): node is Binary {
  switch (node.kind) {
    case "remainder":
    case "bitand":
    case "bitor":
    case "bitxor":
    case "shiftleft":
    case "shiftright":
      return mentionsAddress(node.left) || mentionsAddress(node.right);
    case "divide":
      return !isDistance(node.left) && mentionsAddress(node.left);
    default:
      return false;
  }
}

function isDistance(term: Term): boolean {
  const inner = term.kind === "wrap" ? term.operand : term;
  return inner.kind === "subtract" && mentionsAddress(inner.left) && mentionsAddress(inner.right);
}

function mentionsAddress(term: Term): boolean {
  let found = false;
  forEachNode(term, (node) => {
    if (node.kind === "address" || (node.kind === "variable" && node.variable.type.kind === "pointer")) found = true;
  });
  return found;
}

/** A term as a condition; C's value of a comparison is the comparison. */
export function truthOf(term: Term): Formula {
  let at = term;
  while (at.kind === "wrap" && at.operand.kind === "ite") at = at.operand;
  const isConstant = (part: Term, value: number) => part.kind === "integer" && part.value === value;
  if (at.kind === "ite" && isConstant(at.then, 1) && isConstant(at.else, 0)) return at.condition;
  return ne(term, integer(0));
}
