/**
 * Arithmetic of C, written so that it is that of the integers: every operand and every result fits the type in which C computes
 * (C11 6.3.1.8), or the text has a cast to a type in which it does, or there is no text. `long long` and `unsigned long long` have 64
 * bits in both data models; a conversion to a signed type that does not fit wraps, as all compilers do. Where people read, variables are
 * integers without bounds (`INTEGER`), and nothing needs a cast.
 */
import type { Term, Variable } from "../logic/term.ts";
import * as int from "../numbers/int.ts";
import type { Interval } from "../numbers/interval.ts";
import * as interval from "../numbers/interval.ts";

/** After the integer promotions; without bounds where nobody computes. */
export interface CInteger {
  readonly bits: 32 | 64 | typeof Number.POSITIVE_INFINITY;
  readonly signed: boolean;
}

export interface CTerm {
  readonly text: string;
  /** Precedence: the higher, the tighter. */
  readonly level: number;
  readonly type: CInteger;
  /** Where its value lies whenever it is evaluated. */
  readonly range: Interval;
  /** It is a constant, which may be written in another type. */
  readonly constant?: true;
}

export type Ranges = ReadonlyMap<Variable, Interval>;

export const LEVELS = {
  conditional: 3,
  or: 4,
  and: 5,
  bitor: 6,
  bitxor: 7,
  bitand: 8,
  equality: 9,
  relation: 10,
  shift: 11,
  sum: 12,
  product: 13,
  unary: 14,
  atom: 16,
} as const;

const INT: CInteger = { bits: 32, signed: true };
const LONG: CInteger = { bits: 64, signed: true };
const UNSIGNED_LONG: CInteger = { bits: 64, signed: false };
/** The integers themselves. */
export const INTEGER: CInteger = { bits: Number.POSITIVE_INFINITY, signed: true };

function valuesOf({ bits, signed }: CInteger): Interval {
  if (bits === INTEGER.bits) return interval.FULL;
  const count = int.powerOfTwo(signed ? bits - 1 : bits);
  return { low: signed ? int.negate(count) : 0, high: int.subtract(count, 1) };
}

function fits(range: Interval, type: CInteger): boolean {
  return !interval.isEmpty(range) && interval.includes(valuesOf(type), range);
}

/** A constant, in int where it fits. */
export function literal(value: int.Int, least: CInteger = INT): CTerm {
  const range = interval.point(value);
  if (least === INTEGER)
    return {
      text: String(value),
      level: int.sign(value) < 0 ? LEVELS.unary : LEVELS.atom,
      type: INTEGER,
      range,
      constant: true,
    };
  const type = [INT, LONG, UNSIGNED_LONG].find((one) => one.bits >= least.bits && fits(range, one)) ?? UNSIGNED_LONG;
  const suffix = type.bits === 32 ? "" : type.signed ? "LL" : "ULL";
  const isLowest = type.signed && interval.sameInterval(range, interval.point(valuesOf(type).low));
  // The magnitude of the least value does not fit its own type.
  const text = isLowest ? `(${int.add(value, 1)}${suffix} - 1)` : `${value}${suffix}`;
  return { text, level: int.sign(value) < 0 && !isLowest ? LEVELS.unary : LEVELS.atom, type, range, constant: true };
}

/** The usual arithmetic conversions. */
function common(a: CInteger, b: CInteger): CInteger {
  if (a.bits === b.bits) return { bits: a.bits, signed: a.signed && b.signed };
  return a.bits > b.bits ? a : b;
}

/** Both operands in a type that has their values and the result's; undefined where C has none. */
function aligned(a: CTerm, b: CTerm, result: Interval | undefined): readonly [CTerm, CTerm, CInteger] | undefined {
  const isRight = (type: CInteger) =>
    fits(a.range, type) && fits(b.range, type) && (result === undefined || fits(result, type));
  const own = common(a.type, b.type);
  if (own === INTEGER) return [unbounded(a), unbounded(b), INTEGER];
  if (isRight(own)) return [a, b, own];
  for (const type of [LONG, UNSIGNED_LONG]) {
    if (!isRight(type)) continue;
    // One operand takes the other along, unless that one is unsigned and as large.
    const first = widened(a, type);
    const second = sameType(common(first.type, b.type), type) ? b : widened(b, type);
    return [first, second, type];
  }
  return undefined;
}

function unbounded(term: CTerm): CTerm {
  return term.constant === true ? literal(term.range.low as int.Int, INTEGER) : { ...term, type: INTEGER };
}

function sameType(a: CInteger, b: CInteger): boolean {
  return a.bits === b.bits && a.signed === b.signed;
}

function widened(term: CTerm, type: CInteger): CTerm {
  if (sameType(term.type, type)) return term;
  if (term.constant === true && type.signed) return literal(term.range.low, type);
  return cast(term, type, type.signed ? "long long" : "unsigned long long", term.range);
}

function cast(term: CTerm, type: CInteger, name: string, range: Interval): CTerm {
  return { text: `(${name})${parenthesised(term, LEVELS.unary)}`, level: LEVELS.unary, type, range };
}

function parenthesised({ text, level }: CTerm, least: number): string {
  return level < least ? `(${text})` : text;
}

function binary(operator: string, level: number, a: CTerm, b: CTerm, range: Interval): CTerm | undefined {
  const operands = aligned(a, b, range);
  if (operands === undefined) return undefined;
  const [left, right, type] = operands;
  return { text: `${parenthesised(left, level)} ${operator} ${parenthesised(right, level + 1)}`, level, type, range };
}

/** A comparison of the values, whatever their types. */
export function compared(operator: "==" | "!=" | "<" | "<=", a: CTerm, b: CTerm): CTerm | undefined {
  const operands = aligned(a, b, undefined);
  if (operands === undefined) return undefined;
  const level = operator === "==" || operator === "!=" ? LEVELS.equality : LEVELS.relation;
  const [left, right] = operands;
  const text = `${parenthesised(left, level + 1)} ${operator} ${parenthesised(right, level + 1)}`;
  return { text, level, type: INT, range: { low: 0, high: 1 } };
}

/** A sum of products with positive factors and a constant. */
export function sum(
  parts: readonly { readonly factor: int.Int; readonly term: CTerm | undefined }[],
  constant: int.Int,
): CTerm | undefined {
  let total: CTerm | undefined;
  for (const { factor, term } of parts) {
    if (term === undefined) return undefined;
    const part =
      factor === 1 ? term : binary("*", LEVELS.product, literal(factor), term, interval.scale(term.range, factor));
    if (part === undefined) return undefined;
    total = total === undefined ? part : binary("+", LEVELS.sum, total, part, interval.add(total.range, part.range));
    if (total === undefined) return undefined;
  }
  if (total === undefined) return literal(constant);
  if (constant === 0) return total;
  return binary("+", LEVELS.sum, total, literal(constant), interval.add(total.range, interval.point(constant)));
}

/** Larger terms are not written. */
const MOST_NODES = 60;

/** A term that is not linear, operator by operator. */
export function termText(term: Term, variable: (of: Variable) => CTerm | undefined): CTerm | undefined {
  let left = MOST_NODES;
  const write = (node: Term): CTerm | undefined => {
    left -= 1;
    if (left < 0) return undefined;
    switch (node.kind) {
      case "integer":
        return literal(node.value);
      case "variable":
        return variable(node.variable);
      case "negate": {
        const operand = write(node.operand);
        return operand === undefined
          ? undefined
          : binary("-", LEVELS.sum, literal(0), operand, interval.negate(operand.range));
      }
      case "wrap": {
        const operand = write(node.operand);
        return operand === undefined ? undefined : wrapped(operand, node.type);
      }
      case "add":
      case "subtract":
      case "multiply":
      case "divide":
      case "remainder": {
        const [a, b] = [write(node.left), write(node.right)];
        return a === undefined || b === undefined ? undefined : arithmetic(node.kind, a, b);
      }
      case "bitand":
      case "bitor":
      case "bitxor": {
        const [a, b] = [write(node.left), write(node.right)];
        return a === undefined || b === undefined ? undefined : bitwise(node.kind, a, b);
      }
      default:
        return undefined;
    }
  };
  return write(term);
}

const ARITHMETIC = {
  add: { operator: "+", level: LEVELS.sum, range: interval.add },
  subtract: { operator: "-", level: LEVELS.sum, range: interval.subtract },
  multiply: { operator: "*", level: LEVELS.product, range: interval.multiply },
  divide: { operator: "/", level: LEVELS.product, range: interval.divide },
  remainder: { operator: "%", level: LEVELS.product, range: interval.remainder },
} as const;

function arithmetic(kind: keyof typeof ARITHMETIC, a: CTerm, b: CTerm): CTerm | undefined {
  const { operator, level, range } = ARITHMETIC[kind];
  const divides = kind === "divide" || kind === "remainder";
  if (!divides) return binary(operator, level, a, b, range(a.range, b.range));
  if (interval.contains(b.range, 0)) return undefined;
  // The quotient has to fit for `%` as well (C11 6.5.5p6).
  const quotient = interval.divide(a.range, b.range);
  const result = binary(operator, level, a, b, interval.join(quotient, range(a.range, b.range)));
  return result === undefined ? undefined : { ...result, range: range(a.range, b.range) };
}

const BITWISE = {
  bitand: { operator: "&", level: LEVELS.bitand, range: interval.bitAnd },
  bitor: { operator: "|", level: LEVELS.bitor, range: interval.bitOr },
  bitxor: { operator: "^", level: LEVELS.bitxor, range: interval.bitXor },
} as const;

/** Two's complement of any width that holds both is the same. */
function bitwise(kind: keyof typeof BITWISE, a: CTerm, b: CTerm): CTerm | undefined {
  const { operator, level, range } = BITWISE[kind];
  return binary(operator, level, a, b, range(a.range, b.range));
}

const TYPE_NAMES = new Map([
  [8, "char"],
  [16, "short"],
  [32, "int"],
  [64, "long long"],
]);

/** A conversion, where it changes something. */
function wrapped(
  operand: CTerm,
  type: { readonly kind: string; readonly bits: number; readonly signed?: boolean },
): CTerm | undefined {
  const { kind, bits, signed = false } = type;
  const word = TYPE_NAMES.get(bits);
  if (kind !== "int" || word === undefined) return undefined;
  const count = int.powerOfTwo(signed ? bits - 1 : bits);
  const values: Interval = { low: signed ? int.negate(count) : 0, high: int.subtract(count, 1) };
  if (interval.includes(values, operand.range)) return operand;
  const promoted: CInteger = bits < 32 ? INT : { bits: bits as 32 | 64, signed };
  return cast(operand, promoted, `${signed ? (bits === 8 ? "signed " : "") : "unsigned "}${word}`, values);
}
