/**
 * The one expression language of edges, domains and solvers. Integer terms denote mathematical integers: `add`
 * never overflows. Where C wraps or truncates there is an explicit `wrap` around the term, so that nothing that
 * reads terms needs to know C.
 *
 * Terms and formulas are immutable and hash-consed: equal structure means the same object, and every node has a
 * dense `id` for memo tables. The table of nodes lives in this module and is dropped by `release` between
 * programs (docs/adr/0003). Constructors here build exactly what they are asked for up to constant folding of
 * trivial cases; `simplify.ts` does the rest.
 */
import type { Int } from "../numbers/int.ts";
import { count } from "../util/budget.ts";
import { onRelease } from "../util/release.ts";
import type { QualifiedParts } from "./qualified-parts.ts";
import type { FloatType, IntType, PointerType, ValueType } from "./types.ts";

/**
 * A program variable. Compared by identity. `id` is unique in its program and dense enough to index arrays.
 * Unless its type is unbounded, a variable only ever holds values of its type: the lowering guarantees it.
 */
export interface Variable {
  readonly id: number;
  /** Name for people: `x`, `main::x` when ambiguous, `buffer[3]` or `node.next` for a memory cell. */
  readonly name: string;
  readonly type: ValueType;
  readonly role: "global" | "local" | "parameter" | "temporary" | "result" | "memory";
  /** The function that owns it; absent for globals. */
  readonly function?: string;
  /** Which activation of its function it belongs to where that is recursive, from 1; absent for the first. */
  readonly activation?: number;
  /** Reads of it are nondeterministic to the model; `hone run` treats it as an ordinary variable. */
  readonly volatile?: true;
  /** It holds an address, though its type is not that of a pointer. */
  readonly address?: true;
  /** Of hone, not of the program: a pointer in it keeps no memory from being lost. */
  readonly ghost?: true;
}

/** Why a `wrap` is there. `arithmetic`: the result of a signed operation, whose overflow is undefined behaviour. */
export type WrapReason = "arithmetic" | "conversion";

export type ArithmeticKind = "add" | "subtract" | "multiply" | "divide" | "remainder";
/** Two's complement of unbounded width, as on BigInt: no operand type is needed. */
export type BitKind = "bitand" | "bitor" | "bitxor" | "shiftleft" | "shiftright";
export type FloatKind = "fadd" | "fsubtract" | "fmultiply" | "fdivide" | "fremainder";

interface Node {
  readonly id: number;
}

export type Term = Node &
  (
    | { readonly kind: "integer"; readonly value: Int }
    /** A float constant; `value` is exactly representable in the format. NaN and infinities occur. */
    | { readonly kind: "float"; readonly value: number; readonly type: FloatType }
    | { readonly kind: "variable"; readonly variable: Variable }
    /** The address of a memory object (of the current activation, for a local one). */
    | { readonly kind: "address"; readonly object: MemoryObject }
    /** `divide` truncates toward zero, `remainder` has the sign of the dividend (C's / and %); zero divisors are
     *  excluded by the edge's checks. */
    | { readonly kind: ArithmeticKind; readonly left: Term; readonly right: Term }
    | { readonly kind: "negate"; readonly operand: Term }
    /** `shiftleft(x, n)` is x * 2^n, `shiftright(x, n)` is floor(x / 2^n); n outside 0..width-1 is excluded by checks. */
    | { readonly kind: BitKind; readonly left: Term; readonly right: Term }
    /** The value of the type that is congruent to the operand modulo 2^bits. */
    | {
        readonly kind: "wrap";
        readonly operand: Term;
        readonly type: IntType | PointerType;
        readonly reason: WrapReason;
      }
    | { readonly kind: "ite"; readonly condition: Formula; readonly then: Term; readonly else: Term }
    | { readonly kind: FloatKind; readonly left: Term; readonly right: Term; readonly type: FloatType }
    | { readonly kind: "fnegate"; readonly operand: Term; readonly type: FloatType }
    /** Integer to float, rounding to nearest even. */
    | { readonly kind: "intToFloat"; readonly operand: Term; readonly type: FloatType }
    /** Float to integer, truncating toward zero; a value outside the type is undefined behaviour (see Check). */
    | { readonly kind: "floatToInt"; readonly operand: Term; readonly type: IntType }
    /** Float to float, rounding to nearest even. */
    | { readonly kind: "floatToFloat"; readonly operand: Term; readonly type: FloatType }
    /** Uninterpreted or library function on scalars (sqrt, fabs, bit reinterpretation): known to the interpreter by
     *  name, to everybody else a value of its type. */
    | { readonly kind: "apply"; readonly name: string; readonly arguments: readonly Term[]; readonly type: ValueType }
    /** The element of an array at an index (a byte address); model level only. */
    | { readonly kind: "select"; readonly array: Term; readonly index: Term }
    /** The array with one element replaced; model level only. */
    | { readonly kind: "store"; readonly array: Term; readonly index: Term; readonly value: Term }
  );

export type ComparisonKind = "eq" | "lt" | "le";
/** Comparisons of floats: all are false when an operand is NaN, so `!(a < b)` is not `b <= a`. */
export type FloatComparisonKind = "feq" | "flt" | "fle";

export type Formula = Node &
  (
    | { readonly kind: "true" }
    | { readonly kind: "false" }
    | { readonly kind: "not"; readonly operand: Formula }
    | { readonly kind: "and"; readonly operands: readonly Formula[] }
    | { readonly kind: "or"; readonly operands: readonly Formula[] }
    | { readonly kind: ComparisonKind; readonly left: Term; readonly right: Term }
    | { readonly kind: FloatComparisonKind; readonly left: Term; readonly right: Term }
  );

/** Bytes of an object: from the first to before the end. */
export interface ByteRange {
  readonly first: number;
  readonly end: number;
}

/** Memory that has an address: a declaration whose address matters, a string literal, a function. */
export interface MemoryObject {
  readonly id: number;
  readonly name: string;
  readonly role: "global" | "local" | "string" | "function" | "heap";
  /** Size in bytes; undefined for a variable-length array (its allocation says how long) and for functions. */
  readonly size: number | undefined;
  readonly align: number;
  /** The owner, for role `local`; the function itself, for role `function`. */
  readonly function?: string;
  /** The block inside the function that it lives in, as a path of numbers; absent where it lives as long as the call. */
  readonly block?: string;
  /** What of it was defined volatile. */
  readonly volatile?: true | QualifiedParts;
  readonly readOnly?: true;
  /** The address that the program sees, where that is fixed. */
  readonly fixedAddress?: number;
  /** What of it was defined const and lies in ordinary memory all the same: only its initialiser may write it. */
  readonly constant?: true | QualifiedParts;
  /** The value of an expression, which is over with it, and which the program may not change. */
  readonly temporary?: true;
  /** Where the arrays lie that are members of it, in order; absent where it has none. */
  readonly arrays?: readonly ByteRange[];
  /** For role `string`: the content of a literal of plain characters, one character a byte, without its end. */
  readonly text?: string;
}

// --- Hash-consing -------------------------------------------------------------------------------------------------

const table = new Map<number, (Term | Formula)[]>();
// 0 and 1 belong to the constants TRUE and FALSE.
let nextId = 2;

onRelease(() => {
  table.clear();
  nextId = 2;
});

const kindCodes = new Map<string, number>();

function codeOf(kind: string): number {
  let code = kindCodes.get(kind);
  if (code === undefined) {
    code = kindCodes.size + 1;
    kindCodes.set(kind, code);
  }
  return code;
}

function hash(a: number, b: number, c: number): number {
  let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b + 0x7f4a7c15, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0xc2b2ae35) ^ Math.imul(c + 0x165667b1, 0x27d4eb2f);
  return h ^ (h >>> 13);
}

type Shape = Record<string, unknown>;

function sameShape(a: Shape, b: Shape): boolean {
  for (const key in b) {
    if (key === "id") continue;
    const left = a[key];
    const right = b[key];
    if (left === right) continue;
    if (
      Array.isArray(left) &&
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((x, i) => x === right[i])
    )
      continue;
    // -0 and NaN: constants are the same when they are the same bits to a C program.
    if (typeof left === "number" && Object.is(left, right)) continue;
    return false;
  }
  return a["kind"] === b["kind"];
}

function intern<N extends Term | Formula>(key: number, node: N): N {
  const bucket = table.get(key);
  if (bucket === undefined) {
    table.set(key, [node]);
    return node;
  }
  for (const other of bucket) {
    if (sameShape(other as unknown as Shape, node as unknown as Shape) && !isNegativeZeroMix(other, node))
      return other as N;
  }
  bucket.push(node);
  return node;
}

// `===` takes 0 and -0 for one; as float constants they differ.
function isNegativeZeroMix(a: Term | Formula, b: Term | Formula): boolean {
  return a.kind === "float" && b.kind === "float" && !Object.is(a.value, b.value);
}

// Looking a node up takes about this many units of work.
const NODE_WORK = 0.25;

function make<N extends Term | Formula>(key: number, node: N): N {
  count(NODE_WORK);
  const interned = intern(key, node);
  if (interned === node) nextId += 1;
  return interned;
}

// --- Constants and variables --------------------------------------------------------------------------------------

export const TRUE: Formula = { kind: "true", id: 0 };
export const FALSE: Formula = { kind: "false", id: 1 };

export function integer(value: Int): Term {
  const small = typeof value === "number" ? value : Number(value & 0xffffffffn);
  return make<Term>(hash(1, small | 0, (small / 4294967296) | 0), { kind: "integer", value, id: nextId });
}

export function float(value: number, type: FloatType): Term {
  return make<Term>(hash(2, (value * 1024) | 0, type.format.charCodeAt(1)), { kind: "float", value, type, id: nextId });
}

export function variable(of: Variable): Term {
  return make<Term>(hash(3, of.id, 0), { kind: "variable", variable: of, id: nextId });
}

export function address(object: MemoryObject): Term {
  return make<Term>(hash(4, object.id, 0), { kind: "address", object, id: nextId });
}

// --- Integers -----------------------------------------------------------------------------------------------------

function binary(kind: ArithmeticKind | BitKind, left: Term, right: Term): Term {
  return make<Term>(hash(codeOf(kind), left.id, right.id), { kind, left, right, id: nextId });
}

export function add(left: Term, right: Term): Term {
  if (isZero(left)) return right;
  if (isZero(right)) return left;
  return binary("add", left, right);
}

export function subtract(left: Term, right: Term): Term {
  return isZero(right) ? left : binary("subtract", left, right);
}

export function multiply(left: Term, right: Term): Term {
  if (isOne(left)) return right;
  if (isOne(right)) return left;
  return binary("multiply", left, right);
}

export function divide(left: Term, right: Term): Term {
  return binary("divide", left, right);
}

export function remainder(left: Term, right: Term): Term {
  return binary("remainder", left, right);
}

export function negate(operand: Term): Term {
  return make<Term>(hash(codeOf("negate"), operand.id, 0), { kind: "negate", operand, id: nextId });
}

export function bits(kind: BitKind, left: Term, right: Term): Term {
  return binary(kind, left, right);
}

/** `~x` is `-x - 1` on two's complement of any width. */
export function complement(operand: Term): Term {
  return subtract(negate(operand), integer(1));
}

export function wrap(operand: Term, type: IntType | PointerType, reason: WrapReason): Term {
  const typeCode = type.bits * 4 + (type.kind === "int" ? (type.signed ? 1 : 2) : 3);
  return make<Term>(hash(codeOf("wrap"), operand.id, typeCode * 2 + (reason === "arithmetic" ? 1 : 0)), {
    kind: "wrap",
    operand,
    type,
    reason,
    id: nextId,
  });
}

export function ite(condition: Formula, then: Term, otherwise: Term): Term {
  if (condition.kind === "true" || then === otherwise) return then;
  if (condition.kind === "false") return otherwise;
  return make<Term>(hash(codeOf("ite"), condition.id, Math.imul(then.id, 31) + otherwise.id), {
    kind: "ite",
    condition,
    then,
    else: otherwise,
    id: nextId,
  });
}

// --- Floats -------------------------------------------------------------------------------------------------------

function formatCode(type: FloatType): number {
  return type.format === "f32" ? 1 : type.format === "f64" ? 2 : 3;
}

export function floatBinary(kind: FloatKind, left: Term, right: Term, type: FloatType): Term {
  return make<Term>(hash(codeOf(kind) + 64 * formatCode(type), left.id, right.id), {
    kind,
    left,
    right,
    type,
    id: nextId,
  });
}

export function floatNegate(operand: Term, type: FloatType): Term {
  return make<Term>(hash(codeOf("fnegate"), operand.id, formatCode(type)), {
    kind: "fnegate",
    operand,
    type,
    id: nextId,
  });
}

export function intToFloat(operand: Term, type: FloatType): Term {
  return make<Term>(hash(codeOf("intToFloat"), operand.id, formatCode(type)), {
    kind: "intToFloat",
    operand,
    type,
    id: nextId,
  });
}

export function floatToInt(operand: Term, type: IntType): Term {
  const key = hash(codeOf("floatToInt"), operand.id, type.bits * 2 + (type.signed ? 1 : 0));
  return make<Term>(key, { kind: "floatToInt", operand, type, id: nextId });
}

export function floatToFloat(operand: Term, type: FloatType): Term {
  return make<Term>(hash(codeOf("floatToFloat"), operand.id, formatCode(type)), {
    kind: "floatToFloat",
    operand,
    type,
    id: nextId,
  });
}

export function apply(name: string, operands: readonly Term[], type: ValueType): Term {
  const key = hash(codeOf(`apply ${name}`), operands[0]?.id ?? -1, operands[1]?.id ?? -1);
  return make<Term>(key, { kind: "apply", name, arguments: operands, type, id: nextId });
}

// --- Arrays -------------------------------------------------------------------------------------------------------

export function select(array: Term, index: Term): Term {
  return make<Term>(hash(codeOf("select"), array.id, index.id), { kind: "select", array, index, id: nextId });
}

export function store(array: Term, index: Term, value: Term): Term {
  const key = hash(codeOf("store"), array.id, Math.imul(index.id, 31) + value.id);
  return make<Term>(key, { kind: "store", array, index, value, id: nextId });
}

// --- Formulas -----------------------------------------------------------------------------------------------------

function comparison(kind: ComparisonKind | FloatComparisonKind, left: Term, right: Term): Formula {
  return make<Formula>(hash(codeOf(kind), left.id, right.id), { kind, left, right, id: nextId });
}

/** Equality of integers (or of arrays). Constant operands are decided. */
export function eq(left: Term, right: Term): Formula {
  if (left === right) return TRUE;
  if (left.kind === "integer" && right.kind === "integer") return left.value === right.value ? TRUE : FALSE;
  return comparison("eq", left, right);
}

export function ne(left: Term, right: Term): Formula {
  return not(eq(left, right));
}

export function lt(left: Term, right: Term): Formula {
  if (left === right) return FALSE;
  if (left.kind === "integer" && right.kind === "integer") return left.value < right.value ? TRUE : FALSE;
  return comparison("lt", left, right);
}

export function le(left: Term, right: Term): Formula {
  if (left === right) return TRUE;
  if (left.kind === "integer" && right.kind === "integer") return left.value <= right.value ? TRUE : FALSE;
  return comparison("le", left, right);
}

export function floatComparison(kind: FloatComparisonKind, left: Term, right: Term): Formula {
  return comparison(kind, left, right);
}

/** Negation; pushed through integer comparisons and double negations, never through float comparisons. */
export function not(operand: Formula): Formula {
  switch (operand.kind) {
    case "true":
      return FALSE;
    case "false":
      return TRUE;
    case "not":
      return operand.operand;
    case "lt":
      return le(operand.right, operand.left);
    case "le":
      return lt(operand.right, operand.left);
    default:
      return make<Formula>(hash(codeOf("not"), operand.id, 0), { kind: "not", operand, id: nextId });
  }
}

/** Conjunction, flattened one level, duplicates and units dropped, order kept. */
export function and(operands: readonly Formula[]): Formula {
  return junction("and", operands, TRUE, FALSE);
}

/** Disjunction, flattened one level, duplicates and units dropped, order kept. */
export function or(operands: readonly Formula[]): Formula {
  return junction("or", operands, FALSE, TRUE);
}

/** Operands among which to look for one without a table. */
const FEW = 8;

function junction(kind: "and" | "or", operands: readonly Formula[], unit: Formula, zero: Formula): Formula {
  const kept: Formula[] = [];
  let seen: Set<Formula> | undefined;
  for (let i = 0; i < operands.length; i++) {
    const operand = operands[i] as Formula;
    const parts = operand.kind === kind ? operand.operands : undefined;
    const count = parts === undefined ? 1 : parts.length;
    for (let k = 0; k < count; k++) {
      const part = parts === undefined ? operand : (parts[k] as Formula);
      if (part === zero) return zero;
      if (part === unit || (seen === undefined ? kept.includes(part) : seen.has(part))) continue;
      kept.push(part);
      if (seen !== undefined) seen.add(part);
      else if (kept.length > FEW) seen = new Set(kept);
    }
  }
  if (kept.length === 0) return unit;
  if (kept.length === 1) return kept[0] as Formula;
  let key = codeOf(kind);
  for (let i = 0; i < kept.length; i++) key = hash(key, (kept[i] as Formula).id, kept.length);
  return make<Formula>(key, { kind, operands: kept, id: nextId });
}

/** 1 where the formula holds, 0 elsewhere: C's value of a comparison. */
export function truthValue(formula: Formula): Term {
  return ite(formula, integer(1), integer(0));
}

function isZero(term: Term): boolean {
  return term.kind === "integer" && term.value === 0;
}

function isOne(term: Term): boolean {
  return term.kind === "integer" && term.value === 1;
}
