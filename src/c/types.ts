/**
 * C types as data. A type may carry the qualifiers `const` and `volatile`; comparing types ignores them unless said
 * otherwise. Records are compared by identity (each definition makes one object, filled in when it is completed).
 * Layout (sizes, alignment, member offsets) depends on the data model and lives in `layout.ts`.
 */
import type { Expression } from "./ast.ts";

interface Qualifiers {
  readonly const?: true;
  readonly volatile?: true;
  /** `aligned` attribute on a typedef, in bytes: replaces the natural alignment, not part of the type's identity. */
  readonly align?: number;
}

export type IntegerRank = "bool" | "char" | "short" | "int" | "long" | "longlong" | "int128";

export interface IntegerCType extends Qualifiers {
  readonly kind: "integer";
  readonly rank: IntegerRank;
  readonly signed: boolean;
  /** `char` without a sign: signed on our targets, but a type of its own. */
  readonly plain?: true;
}

export interface FloatingCType extends Qualifiers {
  readonly kind: "floating";
  readonly rank: "float" | "double" | "longdouble";
  /** The spelling of a type that hone only lets pass in unused declarations: `_Complex`, `__float128`, vectors. */
  readonly unsupported?: string;
}

export interface EnumCType extends Qualifiers {
  readonly kind: "enum";
  readonly tag: string | undefined;
  /** `unsigned int` unless a constant is negative (gcc), or wider where the constants need it. */
  readonly underlying: IntegerCType;
}

export interface PointerCType extends Qualifiers {
  readonly kind: "pointer";
  readonly target: CType;
}

export interface ArrayCType extends Qualifiers {
  readonly kind: "array";
  readonly element: CType;
  /** A number, an expression for a variable-length array, or undefined while incomplete (and in `[]` parameters). */
  readonly length: number | Expression | undefined;
}

export interface FunctionCType extends Qualifiers {
  readonly kind: "function";
  readonly result: CType;
  readonly parameters: readonly CType[];
  readonly variadic: boolean;
  /** Declared without a prototype, `f()`: calls pass whatever they like. */
  readonly unprototyped: boolean;
}

export interface Member {
  /** Undefined for an anonymous struct/union member or an unnamed bit-field. */
  readonly name: string | undefined;
  readonly type: CType;
  /** Byte offset of the member; for a bit-field, of the storage unit that holds it. */
  readonly offset: number;
  readonly bitField?: BitField;
  /** In bytes, as its record has it: less than its type's where that is packed. Bit-fields have none. */
  readonly align?: number;
}

/** Little endian: bit 0 is the least significant bit of the unit at the member's offset. */
export interface BitField {
  readonly bitOffset: number;
  readonly width: number;
  /** Bytes of the unit to load and store: it covers bitOffset + width bits and stays inside the record. */
  readonly unitBytes: number;
}

/** Mutable on purpose: a record type has identity and is completed later than it is named. */
interface RecordCType extends Qualifiers {
  readonly kind: "record";
  readonly variant: "struct" | "union";
  readonly tag: string | undefined;
  /** Shared by all qualified copies of one record: identity of the type. */
  readonly body: RecordBody;
}

export interface RecordBody {
  readonly id: number;
  /** Undefined while the type is incomplete. */
  members: readonly Member[] | undefined;
  size: number;
  align: number;
  /** `transparent_union`: as a parameter it takes an argument of any member's type. */
  transparent?: true;
}

interface VoidCType extends Qualifiers {
  readonly kind: "void";
}

/** `va_list`; opaque. */
interface VaListCType extends Qualifiers {
  readonly kind: "va_list";
}

export type CType =
  | VoidCType
  | IntegerCType
  | FloatingCType
  | EnumCType
  | PointerCType
  | ArrayCType
  | FunctionCType
  | RecordCType
  | VaListCType;

/** ILP32 or LP64. `long double` takes 12 and 16 bytes, `long long` in a struct aligns to 4 on ILP32, as with gcc. */
export interface DataModel {
  readonly name: "ILP32" | "LP64";
  readonly pointerBytes: 4 | 8;
  readonly longBytes: 4 | 8;
}

export const ILP32: DataModel = { name: "ILP32", pointerBytes: 4, longBytes: 4 };
export const LP64: DataModel = { name: "LP64", pointerBytes: 8, longBytes: 8 };
