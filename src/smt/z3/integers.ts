/**
 * The integer operations of `logic` in Z3's integer arithmetic. Z3's `div` and `mod` are Euclidean (the remainder is
 * never negative), C's truncate; wraps are `mod`; shifts by constants are products and floors. Other bit operations go
 * through bit-vectors of a width that holds both operands, and have no translation where a range is not known.
 *
 * What `logic/evaluate.ts` leaves undefined (division by zero, shifts out of range) is some value here, which is an
 * over-approximation: a formula that evaluation finds true does not depend on it.
 */
import type { BitKind } from "../../logic/term.ts";
import type { IntType, PointerType } from "../../logic/types.ts";
import { fromBig, powerOfTwo, toBig } from "../../numbers/int.ts";
import { type Interval, isInfinite } from "../../numbers/interval.ts";
import type { Ast, Z3Context } from "./context.ts";

/** An operand with what is known of its value. */
export interface IntegerOperand {
  readonly ast: Ast;
  readonly range: Interval;
}

/** q with |a| = |b| * |q| + |r|, signs as in C: Z3's `div` of a non-negative dividend truncates for either sign of b. */
export function truncatedQuotient(z3: Z3Context, a: IntegerOperand, b: Ast): Ast {
  const straight = z3.div(a.ast, b);
  if (isNonNegative(a.range)) return straight;
  const mirrored = z3.negate(z3.div(z3.negate(a.ast), b));
  return z3.ite(z3.le(z3.integer(0), a.ast), straight, mirrored);
}

/** The remainder has the sign of the dividend. */
export function truncatedRemainder(z3: Z3Context, a: IntegerOperand, b: Ast): Ast {
  const straight = z3.mod(a.ast, b);
  if (isNonNegative(a.range)) return straight;
  const mirrored = z3.negate(z3.mod(z3.negate(a.ast), b));
  return z3.ite(z3.le(z3.integer(0), a.ast), straight, mirrored);
}

/** The value of the type that is congruent to the operand modulo 2^bits. */
export function wrapped(z3: Z3Context, operand: Ast, type: IntType | PointerType): Ast {
  const modulus = z3.powerOfTwo(type.bits);
  if (type.kind === "pointer" || !type.signed) return z3.mod(operand, modulus);
  const half = z3.powerOfTwo(type.bits - 1);
  return z3.subtract(z3.mod(z3.add(operand, half), modulus), half);
}

/** undefined: the ranges do not bound the width. */
export function bitOperation(z3: Z3Context, kind: BitKind, a: IntegerOperand, b: IntegerOperand): Ast | undefined {
  switch (kind) {
    case "shiftleft":
    case "shiftright":
      return shifted(z3, kind, a.ast, b);
    case "bitand":
      return masked(z3, a, b) ?? masked(z3, b, a) ?? throughBits(z3, kind, a, b);
    default:
      return throughBits(z3, kind, a, b);
  }
}

/** More cases than this are no shift of a C type. */
const MOST_SHIFTS = 128;

function shifted(
  z3: Z3Context,
  kind: "shiftleft" | "shiftright",
  operand: Ast,
  count: IntegerOperand,
): Ast | undefined {
  const { low, high } = count.range;
  const shiftBy = (n: number): Ast =>
    kind === "shiftleft" ? z3.multiply(operand, z3.powerOfTwo(n)) : z3.div(operand, z3.powerOfTwo(n));
  if (isInfinite(low) || isInfinite(high) || high < 0) return undefined;
  if (low === high && low <= MOST_SHIFTS) return shiftBy(Number(low));
  const first = low < 0 ? 0 : Number(low);
  // Types of counts are wider than counts: what is beyond is excluded by the checks of the program.
  const last = high > first + MOST_SHIFTS ? first + MOST_SHIFTS : Number(high);
  const beyond = Number(high) > last || low < 0;
  let result = beyond ? z3.fresh(z3.sort("int")) : shiftBy(last);
  for (let n = beyond ? last : last - 1; n >= first; n -= 1)
    result = z3.ite(z3.eq(count.ast, z3.integer(n)), shiftBy(n), result);
  return result;
}

/** x & (2^k - 2^j) = (x mod 2^k) - (x mod 2^j), and x & -(2^j) = x - (x mod 2^j), for any x. */
function masked(z3: Z3Context, x: IntegerOperand, mask: IntegerOperand): Ast | undefined {
  const { low, high } = mask.range;
  if (low !== high) return undefined;
  if (low === 0) return z3.integer(0);
  const bits = toBig(low);
  const lowest = bits & -bits;
  const above = bits + lowest;
  if (above === 0n) return lowest === 1n ? x.ast : z3.subtract(x.ast, z3.mod(x.ast, z3.integer(fromBig(lowest))));
  if (above < 0n || (above & (above - 1n)) !== 0n) return undefined;
  const upper = z3.mod(x.ast, z3.integer(fromBig(above)));
  return lowest === 1n ? upper : z3.subtract(upper, z3.mod(x.ast, z3.integer(fromBig(lowest))));
}

function throughBits(z3: Z3Context, kind: BitKind, a: IntegerOperand, b: IntegerOperand): Ast | undefined {
  const left = signedWidth(a.range);
  const right = signedWidth(b.range);
  if (left === undefined || right === undefined) return undefined;
  const width = Math.max(left, right);
  const { raw, handle } = z3;
  const x = raw.Z3_mk_int2bv(handle, width, a.ast);
  const y = raw.Z3_mk_int2bv(handle, width, b.ast);
  const operation = kind === "bitand" ? raw.Z3_mk_bvand : kind === "bitor" ? raw.Z3_mk_bvor : raw.Z3_mk_bvxor;
  return raw.Z3_mk_bv2int(handle, operation(handle, x, y), true);
}

/** Few different widths, so that equal operands become equal bit-vectors; none is wider than a C type needs. */
const WIDTHS = [9, 17, 33, 65, 129];

/** The bits of a two's complement number that holds the range, sign included. */
export function signedWidth({ low, high }: Interval): number | undefined {
  if (isInfinite(low) || isInfinite(high)) return undefined;
  return WIDTHS.find((width) => high < powerOfTwo(width - 1) && low >= -toBig(powerOfTwo(width - 1)));
}

function isNonNegative(range: Interval): boolean {
  return range.low >= 0;
}
