/**
 * Terms to JavaScript. Terms denote mathematical integers, so the question at every node is in what representation
 * the exact value fits. `exact` gives text for the very value, choosing doubles where the range allows and BigInt
 * elsewhere. Most terms stand under a `wrap`, where only the value modulo 2^n matters: `modulo` gives text for some
 * value congruent to the term's, which keeps 32-bit arithmetic in 32-bit operations and 64-bit addresses in doubles.
 */
import type { Formula, MemoryObject, Term, Variable } from "../../logic/term.ts";
import { type FloatType, highest, type IntType, lowest, type PointerType, type ScalarType } from "../../logic/types.ts";
import { toBig } from "../../numbers/int.ts";
import {
  type Code,
  code,
  constant,
  constantOf,
  convert,
  float,
  isSafe,
  isSigned32,
  isUnsigned32,
  POINTER_BOUND,
  pointer,
  valueOfType,
  within,
} from "./code.ts";

export interface Naming {
  /** JavaScript that reads the variable, in the representation of its type. */
  readonly variable: (variable: Variable) => string;
  /** JavaScript for the object's address, a small non-negative number. */
  readonly address: (object: MemoryObject) => string;
}

type Binary = Extract<Term, { left: Term; right: Term }>;

export class TermCompiler {
  readonly #naming: Naming;
  /** Terms whose value a JavaScript constant of the current edge holds already. */
  readonly shared = new Map<Term, Code>();

  constructor(naming: Naming) {
    this.#naming = naming;
  }

  /** Text whose value is the term's. */
  exact(term: Term): Code {
    const known = this.shared.get(term);
    if (known !== undefined) return known;
    switch (term.kind) {
      case "integer":
        return constant(toBig(term.value));
      case "float":
        return float(floatLiteral(term.value));
      case "variable":
        return valueOfType(this.#naming.variable(term.variable), term.variable.type as ScalarType);
      case "address":
        return code(this.#naming.address(term.object), "number", 0n, 0x7fffffffn);
      case "add":
      case "subtract":
      case "multiply":
        return this.#ring(term.kind, this.#value(term.left), this.#value(term.right), term);
      case "negate":
        return negation(this.#value(term.operand));
      case "divide":
        return division(this.exact(term.left), this.exact(term.right));
      case "remainder":
        return remainder(this.exact(term.left), this.exact(term.right));
      case "bitand":
      case "bitor":
      case "bitxor":
        return bitOperation(term.kind, this.exact(term.left), this.exact(term.right));
      case "shiftleft":
        return shiftLeft(this.#value(term.left), this.#value(term.right));
      case "shiftright":
        return shiftRight(this.exact(term.left), this.exact(term.right));
      case "wrap":
        return this.#wrap(term.operand, term.type);
      case "ite":
        return choose(this.formula(term.condition), this.exact(term.then), this.exact(term.else));
      case "fadd":
      case "fsubtract":
      case "fmultiply":
      case "fdivide":
      case "fremainder":
        return this.#floatBinary(term.kind, this.exact(term.left), this.exact(term.right), term.type);
      case "fnegate":
        return float(`(-${this.exact(term.operand).text})`);
      case "intToFloat":
        return intToFloat(this.exact(term.operand), term.type);
      case "floatToInt":
        return floatToInt(this.exact(term.operand), term.type);
      case "floatToFloat":
        return rounded(this.exact(term.operand).text, term.type);
      case "apply": {
        const operands = term.arguments.map((argument) => this.exact(argument).text);
        const call = `R.apply(${JSON.stringify(term.name)}, [${operands.join(", ")}])`;
        return term.type.kind === "float" ? rounded(call, term.type) : valueOfType(call, term.type as ScalarType);
      }
      case "select":
      case "store":
        throw new Error("array terms should not reach the concrete level");
    }
  }

  /** Text of a value congruent to the term's modulo 2^bits. For bits <= 32 it is a number. */
  modulo(term: Term, bits: number): Code {
    const known = this.shared.get(term);
    if (known !== undefined) return narrow(known, bits);
    switch (term.kind) {
      case "subtract":
        if (term.left.kind === "negate" && term.right.kind === "integer" && term.right.value === 1)
          return complement(this.modulo(term.left.operand, bits));
        return this.#ringModulo(term, bits);
      case "add":
      case "multiply":
        return this.#ringModulo(term, bits);
      case "negate":
        return narrow(negation(this.modulo(term.operand, bits)), bits);
      case "divide":
        return narrow(divisionModulo(this.exact(term.left), this.exact(term.right), bits), bits);
      case "bitand":
      case "bitor":
      case "bitxor":
        return this.#bitsModulo(term, bits);
      case "shiftleft":
        return shiftLeftModulo(this.modulo(term.left, bits), this.exact(term.right), bits);
      case "wrap":
        // Only between machine words of one size class: a wider inner type may shift by more than `<<` can.
        if (term.type.bits >= bits && term.type.bits <= 32 === bits <= 32 && !isFarPointer(term.type))
          return this.modulo(term.operand, bits);
        return narrow(this.exact(term), bits);
      case "ite":
        return choose(this.formula(term.condition), this.modulo(term.then, bits), this.modulo(term.else, bits));
      default:
        return narrow(this.exact(term), bits);
    }
  }

  formula(of: Formula): string {
    switch (of.kind) {
      case "true":
        return "true";
      case "false":
        return "false";
      case "not":
        return of.operand.kind === "eq" ? this.#compare(of.operand, "!==") : `!${this.formula(of.operand)}`;
      case "and":
        return `(${of.operands.map((operand) => this.formula(operand)).join(" && ")})`;
      case "or":
        return `(${of.operands.map((operand) => this.formula(operand)).join(" || ")})`;
      case "eq":
        return this.#compare(of, "===");
      case "lt":
        return this.#compare(of, "<");
      case "le":
        return this.#compare(of, "<=");
      case "feq":
        return this.#compareFloats(of, "===");
      case "flt":
        return this.#compareFloats(of, "<");
      case "fle":
        return this.#compareFloats(of, "<=");
    }
  }

  // A pointer's number is only congruent to its value: exact arithmetic needs the value.
  #value(term: Term): Code {
    const value = this.exact(term);
    return value.rep === "pointer" ? convert(value, "bigint") : value;
  }

  #compareFloats(of: Formula & { left: Term; right: Term }, operator: string): string {
    return `(${this.exact(of.left).text} ${operator} ${this.exact(of.right).text})`;
  }

  #compare(of: Formula & { left: Term; right: Term }, operator: "===" | "!==" | "<" | "<="): string {
    let left = this.exact(of.left);
    let right = this.exact(of.right);
    if (left.rep === "number" && right.rep === "number") return `(${left.text} ${operator} ${right.text})`;
    if (isAddressLike(left) && isAddressLike(right)) return comparePointers(left.text, operator, right.text);
    left = convert(left, "bigint");
    right = convert(right, "bigint");
    return `(${left.text} ${operator} ${right.text})`;
  }

  #wrap(operand: Term, type: IntType | PointerType): Code {
    if (isFarPointer(type)) return this.address(operand);
    const inner = this.modulo(operand, type.bits);
    return wrapped(inner, type);
  }

  /** A 64-bit address computed in doubles. */
  address(term: Term): Code {
    const near = this.#near(term);
    if (near.rep === "pointer" || within(near, 0n, POINTER_BOUND)) return near;
    return pointer(within(near, -POINTER_BOUND, POINTER_BOUND) ? near.text : `R.near(${near.text})`);
  }

  // A number congruent to the term modulo 2^64; sums and products of addresses and offsets stay doubles. Where a
  // partial result may leave 2^53, rounding is monotone, so that `near` still sees that it is out of bounds.
  #near(term: Term): Code {
    switch (term.kind) {
      case "add":
      case "subtract": {
        const [left, right] = [this.#near(term.left), this.#near(term.right)];
        return offsetSum(term.kind, left, right);
      }
      case "multiply": {
        const [left, right] = [this.#near(term.left), this.#near(term.right)];
        return code(`(${left.text} * ${right.text} + 0)`, "number", -(1n << 60n), 1n << 60n);
      }
      case "wrap": {
        if (this.shared.has(term) || term.type.bits !== 64) break;
        if (term.type.kind === "pointer") return this.address(term.operand);
        return this.#near(term.operand);
      }
    }
    const leaf = this.exact(term);
    return leaf.rep === "bigint" ? code(`R.offset(${leaf.text})`, "number", -(1n << 50n), 1n << 50n) : leaf;
  }

  #ring(kind: "add" | "subtract" | "multiply", left: Code, right: Code, term: Binary): Code {
    if (kind === "subtract" && term.left.kind === "negate" && constantOf(right) === 1n && !this.shared.has(term.left))
      return complement(this.exact(term.left.operand));
    return ring(kind, left, right);
  }

  #ringModulo(term: Binary, bits: number): Code {
    const kind = term.kind as "add" | "subtract" | "multiply";
    const left = this.modulo(term.left, bits);
    const right = this.modulo(term.right, bits);
    if (bits > 32) return ring(kind, left, right);
    if (kind === "multiply") return code(`Math.imul(${left.text}, ${right.text})`, "number", -2147483648n, 2147483647n);
    const sum = ring(kind, left, right);
    return sum.rep === "number" ? sum : ring(kind, signed32(left), signed32(right));
  }

  #bitsModulo(term: Binary, bits: number): Code {
    const kind = term.kind as "bitand" | "bitor" | "bitxor";
    const left = this.modulo(term.left, bits);
    const right = this.modulo(term.right, bits);
    if (bits > 32) return bitOperation(kind, left, right);
    const exactly = bitRange(kind, left, right);
    const text = `(${left.text} ${BIT_OPERATORS[kind]} ${right.text})`;
    if (isSigned32(left) && isSigned32(right)) return code(text, "number", exactly.low, exactly.high);
    return code(text, "number", -2147483648n, 2147483647n);
  }

  #floatBinary(kind: keyof typeof FLOAT_OPERATORS, left: Code, right: Code, type: FloatType): Code {
    return rounded(`(${left.text} ${FLOAT_OPERATORS[kind]} ${right.text})`, type);
  }
}

const FLOAT_OPERATORS = { fadd: "+", fsubtract: "-", fmultiply: "*", fdivide: "/", fremainder: "%" } as const;
const BIT_OPERATORS = { bitand: "&", bitor: "|", bitxor: "^" } as const;

function isFarPointer(type: IntType | PointerType): boolean {
  return type.kind === "pointer" && type.bits > 32;
}

function isAddressLike(of: Code): boolean {
  return of.rep === "pointer" || (of.rep === "number" && within(of, 0n, POINTER_BOUND));
}

// 2^52: below, the rounded quotient of two integers has the integer part of the exact one.
const QUOTIENT_BOUND = 4503599627370496n;

function comparePointers(left: string, operator: "===" | "!==" | "<" | "<=", right: string): string {
  if (operator === "<") return `R.below(${left}, ${right})`;
  if (operator === "<=") return `!R.below(${right}, ${left})`;
  return `(${left} ${operator} ${right})`;
}

function offsetSum(kind: "add" | "subtract", left: Code, right: Code): Code {
  const { low, high } = ringRange(kind, left, right);
  const text = `(${left.text} ${kind === "add" ? "+" : "-"} ${right.text})`;
  return isSafe(low, high) ? code(text, "number", low, high) : pointer(`R.near(${text})`);
}

function floatLiteral(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (value === Infinity) return "Infinity";
  if (value === -Infinity) return "(-Infinity)";
  return Object.is(value, -0) ? "(-0)" : value < 0 ? `(${value})` : `${value}`;
}

function rounded(text: string, type: FloatType): Code {
  return float(type.format === "f32" ? `Math.fround(${text})` : text);
}

/** A congruent number for bits <= 32; any congruent value otherwise. */
function narrow(of: Code, bits: number): Code {
  if (bits > 32) return of;
  if (of.rep === "number") return of;
  if (of.rep === "pointer") return code(of.text, "number", of.low, of.high);
  const value = constantOf(of);
  if (value !== undefined) return constant(BigInt.asIntN(32, value));
  return code(`Number(BigInt.asIntN(32, ${of.text}))`, "number", -2147483648n, 2147483647n);
}

function signed32(of: Code): Code {
  return isSigned32(of) ? of : code(`(${of.text} | 0)`, "number", -2147483648n, 2147483647n);
}

function ring(kind: "add" | "subtract" | "multiply", left: Code, right: Code): Code {
  const { low, high } = ringRange(kind, left, right);
  const operator = kind === "add" ? "+" : kind === "subtract" ? "-" : "*";
  const plain = (of: Code): boolean => of.rep === "number" || of.rep === "pointer";
  if (plain(left) && plain(right) && isSafe(low, high)) {
    const text = `(${left.text} ${operator} ${right.text})`;
    // 0 * -1 is -0 in doubles.
    const mayBeNegativeZero = kind === "multiply" && (left.low < 0n || right.low < 0n);
    return code(mayBeNegativeZero ? `(${text} + 0)` : text, "number", low, high);
  }
  return code(`(${convert(left, "bigint").text} ${operator} ${convert(right, "bigint").text})`, "bigint", low, high);
}

function ringRange(kind: "add" | "subtract" | "multiply", left: Code, right: Code): { low: bigint; high: bigint } {
  if (kind === "add") return { low: left.low + right.low, high: left.high + right.high };
  if (kind === "subtract") return { low: left.low - right.high, high: left.high - right.low };
  const corners = [left.low * right.low, left.low * right.high, left.high * right.low, left.high * right.high];
  let low = corners[0] as bigint;
  let high = low;
  for (const corner of corners) {
    if (corner < low) low = corner;
    if (corner > high) high = corner;
  }
  return { low, high };
}

function negation(of: Code): Code {
  return ring("subtract", constant(0n), of);
}

function complement(of: Code): Code {
  const [low, high] = [-of.high - 1n, -of.low - 1n];
  if (of.rep === "bigint") return code(`(~${of.text})`, "bigint", low, high);
  if (isSigned32(of)) return code(`(~${of.text})`, "number", low, high);
  return ring("subtract", negation(of), constant(1n));
}

function magnitude(of: Code): bigint {
  const negative = of.low < 0n ? -of.low : of.low;
  const positive = of.high < 0n ? -of.high : of.high;
  return negative > positive ? negative : positive;
}

function divisionModulo(left: Code, right: Code, bits: number): Code {
  if (bits <= 32 && left.rep === "number" && right.rep === "number" && isSigned32(left) && isSigned32(right))
    return code(`(${left.text} / ${right.text} | 0)`, "number", -2147483648n, 2147483647n);
  return division(left, right);
}

function division(left: Code, right: Code): Code {
  const most = magnitude(left);
  const nonNegative = left.low >= 0n && right.low >= 0n;
  const low = nonNegative ? 0n : -most;
  if (left.rep === "number" && right.rep === "number") {
    const quotient = `${left.text} / ${right.text}`;
    if (isUnsigned32(left) && isUnsigned32(right)) return code(`(${quotient} >>> 0)`, "number", low, most);
    if (most < QUOTIENT_BOUND) return code(`(Math.trunc(${quotient}) + 0)`, "number", low, most);
  }
  return code(`(${convert(left, "bigint").text} / ${convert(right, "bigint").text})`, "bigint", low, most);
}

function remainder(left: Code, right: Code): Code {
  const bound = magnitude(right) - 1n < magnitude(left) ? magnitude(right) - 1n : magnitude(left);
  const most = bound < 0n ? 0n : bound;
  const low = left.low >= 0n ? 0n : -most;
  if (left.rep === "number" && right.rep === "number") {
    const text = `${left.text} % ${right.text}`;
    if (isSigned32(left) && isSigned32(right)) return code(`(${text} | 0)`, "number", low, most);
    if (isUnsigned32(left) && isUnsigned32(right)) return code(`(${text} >>> 0)`, "number", low, most);
    return code(`(${text} + 0)`, "number", low, most);
  }
  return code(`(${convert(left, "bigint").text} % ${convert(right, "bigint").text})`, "bigint", low, most);
}

function bitLength(value: bigint): bigint {
  return BigInt((value < 0n ? -value - 1n : value).toString(16).length * 4);
}

function bitRange(kind: "bitand" | "bitor" | "bitxor", left: Code, right: Code): { low: bigint; high: bigint } {
  const lengths = [left.low, left.high, right.low, right.high].map(bitLength);
  const length = lengths.reduce((a, b) => (a > b ? a : b));
  const full = (1n << length) - 1n;
  if (kind === "bitand") {
    if (left.low >= 0n && right.low >= 0n) return { low: 0n, high: left.high < right.high ? left.high : right.high };
    if (left.low >= 0n) return { low: 0n, high: left.high };
    if (right.low >= 0n) return { low: 0n, high: right.high };
  }
  return left.low >= 0n && right.low >= 0n ? { low: 0n, high: full } : { low: -full - 1n, high: full };
}

function bitOperation(kind: "bitand" | "bitor" | "bitxor", left: Code, right: Code): Code {
  const { low, high } = bitRange(kind, left, right);
  const text = `(${left.text} ${BIT_OPERATORS[kind]} ${right.text})`;
  if (left.rep === "number" && right.rep === "number") {
    if (isSigned32(left) && isSigned32(right)) return code(text, "number", low, high);
    const oneIsUnsigned = kind === "bitand" && (isUnsigned32(left) || isUnsigned32(right));
    if (oneIsUnsigned || (isUnsigned32(left) && isUnsigned32(right)))
      return code(`(${text} >>> 0)`, "number", low, high);
  }
  const operands = [convert(left, "bigint"), convert(right, "bigint")] as const;
  return code(`(${operands[0].text} ${BIT_OPERATORS[kind]} ${operands[1].text})`, "bigint", low, high);
}

// A count at run time is below 128: checks stop the run otherwise.
const LARGEST_COUNT = 127n;

function shiftLeft(left: Code, right: Code): Code {
  const count = constantOf(right);
  if (count !== undefined && count >= 0n && count <= LARGEST_COUNT)
    return ring("multiply", left, constant(1n << count));
  const factor = 1n << LARGEST_COUNT;
  const text = `(${convert(left, "bigint").text} << ${convert(right, "bigint").text})`;
  return code(text, "bigint", left.low < 0n ? left.low * factor : 0n, left.high > 0n ? left.high * factor : 0n);
}

function shiftLeftModulo(left: Code, right: Code, bits: number): Code {
  if (bits > 32) return shiftLeft(left, right);
  const count = constantOf(right);
  if (count !== undefined && count >= 32n) return constant(0n);
  const text = isMachineCount(right)
    ? `(${left.text} << ${countText(right)})`
    : `Math.imul(${left.text}, 2 ** ${countText(right)})`;
  return code(text, "number", -2147483648n, 2147483647n);
}

function shiftRight(left: Code, right: Code): Code {
  const count = constantOf(right);
  const known = count !== undefined && count >= 0n && count <= LARGEST_COUNT;
  const low = known ? left.low >> count : left.low < 0n ? left.low : 0n;
  const high = known ? left.high >> count : left.high > 0n ? left.high : 0n;
  if (left.rep === "number" && (!known || count < 32n)) {
    const shifts = isMachineCount(right);
    const amount = countText(right);
    if (isSigned32(left))
      return code(`(${left.text} >> ${shifts ? amount : `Math.min(${amount}, 31)`})`, "number", low, high);
    if (isUnsigned32(left))
      return code(`(${left.text} ${shifts ? `>>> ${amount}` : `/ 2 ** ${amount} >>> 0`})`, "number", low, high);
  }
  return code(`(${convert(left, "bigint").text} >> ${convert(right, "bigint").text})`, "bigint", low, high);
}

/** JavaScript takes counts modulo 32, and a small value of a wide type may be shifted by more. */
function isMachineCount(count: Code): boolean {
  return within(count, 0n, 31n);
}

function countText(count: Code): string {
  return count.rep === "number" ? count.text : convert(count, "number").text;
}

/** The value of the type congruent to a congruent value. */
function wrapped(inner: Code, type: IntType | PointerType): Code {
  const low = toBig(lowest(type));
  const high = toBig(highest(type));
  const signed = type.kind === "int" && type.signed;
  if (type.bits <= 32) {
    if (within(inner, low, high)) return inner;
    return code(wrapText(inner.text, type.bits, signed), "number", low, high);
  }
  if (inner.rep !== "pointer" && within(inner, low, high)) return inner;
  const big = inner.rep === "pointer" ? `BigInt(${inner.text})` : convert(inner, "bigint").text;
  return code(`BigInt.as${signed ? "Int" : "Uint"}N(${type.bits}, ${big})`, "bigint", low, high);
}

function wrapText(text: string, bits: number, signed: boolean): string {
  if (bits === 32) return signed ? `(${text} | 0)` : `(${text} >>> 0)`;
  return signed ? `(${text} << ${32 - bits} >> ${32 - bits})` : `(${text} & ${2 ** bits - 1})`;
}

function choose(condition: string, then: Code, otherwise: Code): Code {
  let [a, b] = [then, otherwise];
  if (a.rep !== b.rep) {
    const far = a.rep === "pointer" || b.rep === "pointer";
    const rep = far && isAddressLike(a) && isAddressLike(b) ? "pointer" : "bigint";
    a = convert(a, rep);
    b = convert(b, rep);
  }
  const low = a.low < b.low ? a.low : b.low;
  const high = a.high > b.high ? a.high : b.high;
  return code(`(${condition} ? ${a.text} : ${b.text})`, a.rep, low, high);
}

function intToFloat(operand: Code, type: FloatType): Code {
  if (operand.rep === "number") return rounded(operand.text, type);
  const big = convert(operand, "bigint").text;
  return float(type.format === "f32" ? `R.bigToFloat32(${big})` : `Number(${big})`);
}

// The edge's check has made sure that the truncated value fits the type.
function floatToInt(operand: Code, type: IntType): Code {
  const low = toBig(lowest(type));
  const high = toBig(highest(type));
  if (type.bits > 32) return code(`BigInt(Math.trunc(${operand.text}))`, "bigint", low, high);
  return code(`(${operand.text} ${type.signed ? "| 0" : ">>> 0"})`, "number", low, high);
}
