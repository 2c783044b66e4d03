/**
 * What C says about types without looking at expressions: the basic types, qualifiers, compatibility and composite
 * types (C11 6.2.7), promotions and the usual arithmetic conversions (6.3.1), and types as C text for messages.
 * Everything here is pure; types are shared freely, so identity means nothing except for a record's body.
 */
import type {
  ArrayCType,
  CType,
  DataModel,
  EnumCType,
  FloatingCType,
  FunctionCType,
  IntegerCType,
  IntegerRank,
  PointerCType,
} from "./types.ts";

const integer = (rank: IntegerRank, signed: boolean): IntegerCType => ({ kind: "integer", rank, signed });

export const VOID: CType = { kind: "void" };
export const BOOL = integer("bool", false);
export const CHAR: IntegerCType = { kind: "integer", rank: "char", signed: true, plain: true };
export const SIGNED_CHAR = integer("char", true);
export const UNSIGNED_CHAR = integer("char", false);
export const SHORT = integer("short", true);
export const UNSIGNED_SHORT = integer("short", false);
export const INT = integer("int", true);
export const UNSIGNED_INT = integer("int", false);
export const LONG = integer("long", true);
export const UNSIGNED_LONG = integer("long", false);
export const LONG_LONG = integer("longlong", true);
export const UNSIGNED_LONG_LONG = integer("longlong", false);
export const INT128 = integer("int128", true);
export const UNSIGNED_INT128 = integer("int128", false);
export const FLOAT: FloatingCType = { kind: "floating", rank: "float" };
export const DOUBLE: FloatingCType = { kind: "floating", rank: "double" };
export const LONG_DOUBLE: FloatingCType = { kind: "floating", rank: "longdouble" };

export function isLongDouble(type: CType): boolean {
  return type.kind === "floating" && type.rank === "longdouble";
}
export const VA_LIST: CType = { kind: "va_list" };
export const VOID_POINTER = pointerTo(VOID);
export const CHAR_POINTER = pointerTo(CHAR);

export function pointerTo(target: CType): PointerCType {
  return { kind: "pointer", target };
}

export function arrayOf(element: CType, length: ArrayCType["length"]): ArrayCType {
  return { kind: "array", element, length };
}

export function sizeType(model: DataModel): IntegerCType {
  return model.pointerBytes === 8 ? UNSIGNED_LONG : UNSIGNED_INT;
}

export function differenceType(model: DataModel): IntegerCType {
  return model.pointerBytes === 8 ? LONG : INT;
}

/** `wchar_t` of the target: `long` on 32-bit x86 Linux, `int` on 64-bit. */
export function wideCharacterType(model: DataModel): IntegerCType {
  return model.pointerBytes === 8 ? INT : LONG;
}

// --- Qualifiers ---------------------------------------------------------------------------------------------------

export interface QualifierSet {
  const?: true;
  volatile?: true;
}

/** The type of a value: no qualifiers, no typedef alignment. */
export function unqualified<T extends CType>(type: T): T {
  if (type.const === undefined && type.volatile === undefined && type.align === undefined) return type;
  const { const: _const, volatile: _volatile, align: _align, ...rest } = type;
  return rest as unknown as T;
}

/** Adds qualifiers; on an array they go to the elements (C11 6.7.3p9). */
export function qualify(type: CType, qualifiers: QualifierSet): CType {
  if (qualifiers.const === undefined && qualifiers.volatile === undefined) return type;
  if (type.kind === "array") return { ...type, element: qualify(type.element, qualifiers) };
  return { ...type, ...qualifiers };
}

// --- Classes of types ---------------------------------------------------------------------------------------------

/** Integers in the wide sense: enumerated types included. */
export function isInteger(type: CType): type is IntegerCType | EnumCType {
  return type.kind === "integer" || type.kind === "enum";
}

export function isArithmetic(type: CType): type is IntegerCType | EnumCType | FloatingCType {
  return type.kind === "integer" || type.kind === "enum" || type.kind === "floating";
}

export function isScalar(type: CType): boolean {
  return isArithmetic(type) || type.kind === "pointer";
}

/** The integer type that represents an integer or enumerated type. */
export function integerOf(type: IntegerCType | EnumCType): IntegerCType {
  return type.kind === "enum" ? type.underlying : type;
}

export function bitsOf(type: IntegerCType | EnumCType, model: DataModel): number {
  const rank = integerOf(type).rank;
  switch (rank) {
    case "bool":
      return 1;
    case "char":
      return 8;
    case "short":
      return 16;
    case "int":
      return 32;
    case "long":
      return model.longBytes * 8;
    case "longlong":
      return 64;
    case "int128":
      return 128;
  }
}

/** The value that `value` becomes in the type: modulo 2^bits; not zero to one for _Bool. */
export function wrapInteger(value: bigint, type: IntegerCType | EnumCType, model: DataModel): bigint {
  const real = integerOf(type);
  if (real.rank === "bool") return value === 0n ? 0n : 1n;
  const bits = bitsOf(real, model);
  return real.signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);
}

/** A type whose size is known only at run time: a variable-length array, or an array of them. */
export function isVariable(type: CType): boolean {
  let at = type;
  while (at.kind === "array") {
    if (typeof at.length === "object") return true;
    at = at.element;
  }
  return false;
}

/** A variable-length array anywhere in the type, as in a pointer to one. */
export function isVariablyModified(type: CType): boolean {
  let at = type;
  for (;;) {
    if (at.kind === "array") {
      if (typeof at.length === "object") return true;
      at = at.element;
    } else if (at.kind === "pointer") at = at.target;
    else if (at.kind === "function") at = at.result;
    else return false;
  }
}

export function isComplete(type: CType): boolean {
  let at = type;
  while (at.kind === "array") {
    if (at.length === undefined) return false;
    at = at.element;
  }
  if (at.kind === "record") return at.body.members !== undefined;
  return at.kind !== "void" && at.kind !== "function";
}

/** The name of an unsupported type in what a value of this type is made of, seen through pointers and arrays. */
export function unsupportedIn(type: CType): string | undefined {
  let at = type;
  while (at.kind === "pointer" || at.kind === "array") at = at.kind === "pointer" ? at.target : at.element;
  return at.kind === "floating" ? at.unsupported : undefined;
}

// --- Compatibility ------------------------------------------------------------------------------------------------

/** C11 6.2.7, without top-level qualifiers. */
export function compatible(a: CType, b: CType): boolean {
  if (a === b) return true;
  if (a.kind === "enum" && b.kind === "integer") return compatible(a.underlying, b);
  if (b.kind === "enum" && a.kind === "integer") return compatible(a, b.underlying);
  switch (a.kind) {
    case "void":
    case "va_list":
      return a.kind === b.kind;
    case "integer":
      return b.kind === "integer" && a.rank === b.rank && a.signed === b.signed && a.plain === b.plain;
    case "floating":
      return b.kind === "floating" && a.rank === b.rank && a.unsupported === b.unsupported;
    case "enum":
      return b.kind === "enum" && a.tag === b.tag && compatible(a.underlying, b.underlying);
    case "pointer":
      return b.kind === "pointer" && sameQualifiers(a.target, b.target) && compatible(a.target, b.target);
    case "array":
      return b.kind === "array" && lengthsAgree(a, b) && compatible(a.element, b.element);
    case "record":
      return b.kind === "record" && a.body === b.body;
    case "function":
      return b.kind === "function" && functionsAgree(a, b);
  }
}

function sameQualifiers(a: CType, b: CType): boolean {
  return a.const === b.const && a.volatile === b.volatile;
}

function lengthsAgree(a: ArrayCType, b: ArrayCType): boolean {
  return typeof a.length !== "number" || typeof b.length !== "number" || a.length === b.length;
}

function functionsAgree(a: FunctionCType, b: FunctionCType): boolean {
  if (!compatible(a.result, b.result)) return false;
  if (a.unprototyped || b.unprototyped) {
    // Two old-style types say nothing about each other's parameters; a prototype must survive the promotions.
    const prototype = a.unprototyped ? b : a;
    return (a.unprototyped && b.unprototyped) || !prototype.variadic;
  }
  if (a.variadic !== b.variadic || a.parameters.length !== b.parameters.length) return false;
  return a.parameters.every((parameter, index) => compatible(parameter, b.parameters[index] as CType));
}

/** What two compatible declarations say together: known lengths and prototypes win. */
export function composite(a: CType, b: CType): CType {
  if (a.kind === "array" && b.kind === "array") {
    const length = typeof a.length === "number" ? a.length : (b.length ?? a.length);
    return { ...a, element: composite(a.element, b.element), length };
  }
  if (a.kind === "pointer" && b.kind === "pointer") return { ...a, target: composite(a.target, b.target) };
  if (a.kind === "function" && b.kind === "function") return compositeFunction(a, b);
  return a;
}

function compositeFunction(a: FunctionCType, b: FunctionCType): FunctionCType {
  if (a.unprototyped) return b.unprototyped && b.parameters.length === 0 ? a : b;
  if (b.unprototyped) return a;
  const parameters = a.parameters.map((parameter, index) => {
    const other = b.parameters[index];
    return other === undefined ? parameter : composite(parameter, other);
  });
  return { ...a, result: composite(a.result, b.result), parameters };
}

// --- Promotions ---------------------------------------------------------------------------------------------------

const RANK_ORDER: Record<IntegerRank, number> = { bool: 0, char: 1, short: 2, int: 3, long: 4, longlong: 5, int128: 6 };

/** Integer promotion of a value that is not a bit-field. */
export function promoted(type: IntegerCType | EnumCType): IntegerCType {
  const real = unqualified(integerOf(type));
  return RANK_ORDER[real.rank] < RANK_ORDER.int ? INT : real;
}

const FLOAT_ORDER = { float: 0, double: 1, longdouble: 2 } as const;

/** The usual arithmetic conversions (C11 6.3.1.8) on types that are already promoted. */
export function commonArithmeticType(
  a: IntegerCType | FloatingCType,
  b: IntegerCType | FloatingCType,
  model: DataModel,
): IntegerCType | FloatingCType {
  if (a.kind === "floating" || b.kind === "floating") {
    if (a.kind !== "floating") return unqualified(b);
    if (b.kind !== "floating") return unqualified(a);
    return unqualified(FLOAT_ORDER[a.rank] >= FLOAT_ORDER[b.rank] ? a : b);
  }
  if (a.signed === b.signed) return RANK_ORDER[a.rank] >= RANK_ORDER[b.rank] ? a : b;
  const [signed, unsigned] = a.signed ? [a, b] : [b, a];
  if (RANK_ORDER[unsigned.rank] >= RANK_ORDER[signed.rank]) return unsigned;
  return bitsOf(signed, model) > bitsOf(unsigned, model) ? signed : integer(signed.rank, false);
}

/** Default argument promotions, for arguments without a parameter type. */
export function defaultPromoted(type: CType): CType {
  if (type.kind === "floating" && type.rank === "float") return DOUBLE;
  return isInteger(type) ? promoted(type) : unqualified(type);
}

/** The type a parameter declaration gives its parameter: arrays and functions become pointers. */
export function adjustParameter(type: CType): CType {
  if (type.kind === "array") return pointerTo(type.element);
  return type.kind === "function" ? pointerTo(type) : type;
}

// --- Text ---------------------------------------------------------------------------------------------------------

/** The type as C would write it, around `name` where one is given. */
export function showType(
  type: CType,
  name = "",
  baseName: (type: CType) => string | undefined = () => undefined,
): string {
  let at = type;
  let text = name;
  // Bounded by the depth of the type, which the parser bounds.
  for (;;) {
    if (at.kind === "pointer") {
      const star = `*${qualifierText(at)}${text}`;
      text = at.target.kind === "array" || at.target.kind === "function" ? `(${star})` : star;
      at = at.target;
    } else if (at.kind === "array") {
      text = `${text}[${typeof at.length === "number" ? at.length : at.length === undefined ? "" : "*"}]`;
      at = at.element;
    } else if (at.kind === "function") {
      text = `${text}(${parameterText(at, baseName)})`;
      at = at.result;
    } else {
      const base = `${qualifierText(at)}${baseName(at) ?? baseText(at)}`;
      return text === "" ? base : `${base} ${text}`;
    }
  }
}

function qualifierText(type: CType): string {
  return `${type.const ? "const " : ""}${type.volatile ? "volatile " : ""}`;
}

function parameterText(type: FunctionCType, baseName: (type: CType) => string | undefined): string {
  if (type.unprototyped) return "";
  const list = type.parameters.map((parameter) => showType(parameter, "", baseName));
  if (type.variadic) list.push("...");
  return list.length === 0 ? "void" : list.join(", ");
}

const INTEGER_NAMES: Record<IntegerRank, string> = {
  bool: "_Bool",
  char: "char",
  short: "short",
  int: "int",
  long: "long",
  longlong: "long long",
  int128: "__int128",
};

function baseText(type: Exclude<CType, { kind: "pointer" | "array" | "function" }>): string {
  switch (type.kind) {
    case "void":
      return "void";
    case "va_list":
      return "va_list";
    case "integer": {
      if (type.rank === "bool" || type.plain) return INTEGER_NAMES[type.rank];
      if (type.rank === "char") return type.signed ? "signed char" : "unsigned char";
      return `${type.signed ? "" : "unsigned "}${INTEGER_NAMES[type.rank]}`;
    }
    case "floating":
      return type.unsupported ?? (type.rank === "longdouble" ? "long double" : type.rank);
    case "enum":
      return `enum ${type.tag ?? "<unnamed>"}`;
    case "record":
      return `${type.variant} ${type.tag ?? "<unnamed>"}`;
  }
}
