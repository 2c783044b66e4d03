/**
 * Declaration specifiers (C11 6.7): storage, qualifiers and the type they name, with struct, union and enum
 * definitions, typeof and the GNU spellings. A typedef name counts as a type only while no other type was seen, so
 * that `typedef float _Float32;` declares what newer compilers have built in.
 */
import type { SourceRange } from "../../util/source.ts";
import { evaluateInteger } from "../constant.ts";
import { alignOf, sizeOf } from "../layout.ts";
import {
  BOOL,
  bitsOf,
  CHAR,
  DOUBLE,
  FLOAT,
  INT,
  INT128,
  isInteger,
  isVariablyModified,
  LONG,
  LONG_DOUBLE,
  LONG_LONG,
  type QualifierSet,
  qualify,
  SHORT,
  SIGNED_CHAR,
  UNSIGNED_CHAR,
  UNSIGNED_INT,
  UNSIGNED_INT128,
  UNSIGNED_LONG,
  UNSIGNED_LONG_LONG,
  UNSIGNED_SHORT,
  VOID,
} from "../type-operations.ts";
import type { CType, FloatingCType } from "../types.ts";
import { type Attributes, parseAttributes, setAlign } from "./attributes.ts";
import { settleOperand } from "./conversions.ts";
import { evaluateOperand, parseTypeName } from "./declarators.ts";
import { conditionalExpression, parseExpression } from "./expressions.ts";
import { isSpecifier, keyword } from "./keywords.ts";
import { parseEnum, parseRecord } from "./records.ts";
import type { Session } from "./session.ts";

type StorageClass = "typedef" | "extern" | "static" | "auto" | "register";

export interface Specifiers {
  /** Undefined for `__auto_type`: the initialiser gives the type. */
  readonly type: CType | undefined;
  readonly storage: StorageClass | undefined;
  readonly isInline: boolean;
  readonly attributes: Attributes;
  /** No type was written: int, as before C99. */
  readonly implicitInt: boolean;
  /** A struct, union or enum was defined or named, so that no declarator is needed. */
  readonly declaresTag: boolean;
  readonly range: SourceRange;
}

interface Collected {
  words: string[] | undefined;
  type: CType | undefined;
  storage: StorageClass | undefined;
  qualifiers: QualifierSet;
  isInline: boolean;
  isAuto: boolean;
  isAtomic: boolean;
  declaresTag: boolean;
  attributes: Attributes;
}

/** Whether the current token begins a declaration (or a type name). */
export function startsType(session: Session, distance = 0): boolean {
  const token = distance === 0 ? session.token : session.peek(distance);
  return token.kind === "identifier" && (isSpecifier(token.text) || session.isTypedefName(token));
}

export function parseSpecifiers(session: Session): Specifiers {
  const start = session.token.start;
  const into: Collected = {
    words: undefined,
    type: undefined,
    storage: undefined,
    qualifiers: {},
    isInline: false,
    isAuto: false,
    isAtomic: false,
    declaresTag: false,
    attributes: {},
  };
  while (session.token.kind === "identifier" && parseSpecifier(session, into));
  const range = session.rangeFrom(start);
  const implicitInt = into.type === undefined && into.words === undefined && !into.isAuto;
  const { storage, isInline, attributes, declaresTag } = into;
  let type: CType | undefined;
  if (!into.isAuto) {
    const named = into.type ?? (into.words === undefined ? INT : combine(session, into.words, range));
    const attributed = applyTypeAttributes(session, named, attributes, range);
    type = qualify(into.isAtomic ? atomic(session, attributed) : attributed, into.qualifiers);
  }
  return { type, storage, isInline, attributes, implicitInt, declaresTag, range };
}

const STORAGE: ReadonlySet<string> = new Set(["typedef", "extern", "static", "auto", "register"]);
const WORDS: ReadonlySet<string> = new Set(
  "void char short int long float double signed unsigned _Bool _Complex _Imaginary __int128".split(" "),
);

/** One specifier; false where the current token is none. */
function parseSpecifier(session: Session, into: Collected): boolean {
  const { token } = session;
  const word = keyword(token.text);
  const isBuiltInFloat = word !== undefined && BUILT_IN_FLOATS.has(word);
  if (word === "_Complex" && into.type?.kind === "floating") {
    into.type = COMPLEX;
    session.next();
    return true;
  }
  if (isBuiltInFloat && into.words?.length === 1 && into.words[0] === "_Complex") {
    session.next();
    return true;
  }
  if (word === undefined || (isBuiltInFloat && hasType(into))) return parseTypedefName(session, into);
  if (WORDS.has(word)) {
    addWord(session, into, word);
    return true;
  }
  if (STORAGE.has(word)) {
    if (into.storage !== undefined && into.storage !== word)
      session.fail(`'${token.text}' together with '${into.storage}'`, token);
    into.storage = word as StorageClass;
    session.next();
    return true;
  }
  return parseOtherSpecifier(session, into, word);
}

function hasType(into: Collected): boolean {
  return into.type !== undefined || into.words !== undefined || into.isAuto;
}

function parseTypedefName(session: Session, into: Collected): boolean {
  if (hasType(into)) return false;
  const entity = session.lookup(session.token.text);
  if (entity?.kind !== "typedef") return false;
  into.type = entity.type;
  session.next();
  return true;
}

function addWord(session: Session, into: Collected, word: string): void {
  if (into.type !== undefined) session.fail(`'${word}' together with another type`, session.token);
  if (into.words === undefined) into.words = [word];
  else into.words.push(word);
  session.next();
}

const COMPLEX: FloatingCType = { kind: "floating", rank: "longdouble", unsupported: "_Complex" };

const BUILT_IN_FLOATS: ReadonlyMap<string, FloatingCType> = new Map<string, FloatingCType>([
  ["_Float32", FLOAT],
  ["_Float64", DOUBLE],
  ["_Float32x", DOUBLE],
  ["_Float64x", LONG_DOUBLE],
  ["__float80", LONG_DOUBLE],
  ...["_Float16", "__bf16", "_Float128", "__float128", "__ibm128", "_Decimal32", "_Decimal64", "_Decimal128"].map(
    (name) => [name, { kind: "floating", rank: "longdouble", unsupported: name }] as [string, FloatingCType],
  ),
]);

function parseOtherSpecifier(session: Session, into: Collected, word: string): boolean {
  switch (word) {
    case "const":
    case "volatile":
      into.qualifiers[word] = true;
      break;
    case "restrict":
    case "_Thread_local":
      break;
    case "inline":
      into.isInline = true;
      break;
    case "_Noreturn":
      into.attributes.noreturn = true;
      break;
    case "__extension__":
    case "__attribute__":
    case "__declspec":
      parseAttributes(session, into.attributes);
      return true;
    case "_Alignas":
      parseAlignas(session, into.attributes);
      return true;
    case "__auto_type":
      into.isAuto = true;
      break;
    default:
      return parseTypeSpecifier(session, into, word);
  }
  session.next();
  return true;
}

function parseTypeSpecifier(session: Session, into: Collected, word: string): boolean {
  if (!TYPE_WORDS.has(word) && !BUILT_IN_FLOATS.has(word)) return false;
  if (word === "_Atomic" && session.peek(1).text !== "(") {
    into.isAtomic = true;
    session.next();
    return true;
  }
  const { token } = session;
  if (hasType(into)) session.fail(`'${token.text}' together with another type`, token);
  into.type = typeSpecifier(session, into, word);
  return true;
}

/** gcc aligns an atomic object of 1, 2, 4, 8 or 16 bytes to its size, so that one instruction can access it. */
function atomic(session: Session, type: CType): CType {
  const size = sizeOf(type, session.model);
  if (size === undefined || ![1, 2, 4, 8, 16].includes(size) || alignOf(type, session.model) >= size) return type;
  return { ...type, align: size };
}

const TYPE_WORDS: ReadonlySet<string> = new Set(["struct", "union", "enum", "typeof", "_Atomic", "long long"]);

function typeSpecifier(session: Session, into: Collected, word: string): CType {
  switch (word) {
    case "struct":
    case "union":
      into.declaresTag = true;
      return parseRecord(session, word);
    case "enum":
      into.declaresTag = true;
      return parseEnum(session);
    case "typeof":
      return parseTypeof(session);
    case "_Atomic": {
      session.next();
      session.next();
      const type = parseTypeName(session, "inline");
      session.expect(")", "after a type");
      return atomic(session, type);
    }
    case "long long":
      session.next();
      return LONG_LONG;
    default:
      session.next();
      return BUILT_IN_FLOATS.get(word) as CType;
  }
}

function parseTypeof(session: Session): CType {
  session.next();
  session.expect("(", "after 'typeof'");
  session.unevaluated += 1;
  const operand = (): CType => {
    // In a declaration the lengths are saved with those of its declarators.
    if (startsType(session))
      return parseTypeName(session, session.pendingLengths === undefined ? "inline" : session.lengths);
    const expression = parseExpression(session);
    evaluateOperand(session, expression);
    return expression.type;
  };
  const type = session.nested(operand, 16);
  session.unevaluated -= 1;
  settleOperand(session, isVariablyModified(type) ? "evaluated" : "unevaluated");
  session.expect(")", "after the operand of 'typeof'");
  return type;
}

function parseAlignas(session: Session, into: Attributes): void {
  session.next();
  session.expect("(", "after '_Alignas'");
  const { start } = session.token;
  let value: bigint | undefined;
  if (startsType(session)) value = BigInt(alignOf(parseTypeName(session, "inline"), session.model));
  else value = evaluateInteger(conditionalExpression(session), session.model);
  const range = session.rangeFrom(start);
  session.expect(")", "after an alignment");
  if (value === undefined) session.fail("an alignment should be an integer constant", range);
  // _Alignas(0) has no effect (C11 6.7.5p6).
  if (value !== 0n) setAlign(session, into, value, range);
}

// --- Combinations of words ----------------------------------------------------------------------------------------

const COMBINATIONS: ReadonlyMap<string, CType> = new Map<string, CType>([
  ["void", VOID],
  ["_Bool", BOOL],
  ["char", CHAR],
  ["char signed", SIGNED_CHAR],
  ["char unsigned", UNSIGNED_CHAR],
  ["short", SHORT],
  ["short unsigned", UNSIGNED_SHORT],
  ["int", INT],
  ["unsigned", UNSIGNED_INT],
  ["long", LONG],
  ["long unsigned", UNSIGNED_LONG],
  ["long long", LONG_LONG],
  ["long long unsigned", UNSIGNED_LONG_LONG],
  ["__int128", INT128],
  ["__int128 unsigned", UNSIGNED_INT128],
  ["float", FLOAT],
  ["double", DOUBLE],
  ["double long", LONG_DOUBLE],
]);

function combine(session: Session, list: readonly string[], range: SourceRange): CType {
  const single = list.length === 1 ? COMBINATIONS.get(list[0] as string) : undefined;
  if (single !== undefined) return single;
  if (list.includes("_Complex") || list.includes("_Imaginary")) return COMPLEX;
  // `int` and `signed` add nothing beside another word, except that `signed char` is not `char`.
  let reduced = list.length > 1 && !list.includes("char") ? list.filter((word) => word !== "signed") : [...list];
  if (reduced.length > 1) reduced = reduced.filter((word) => word !== "int");
  if (reduced.length === 1 && reduced[0] === "signed") reduced = ["int"];
  const type = COMBINATIONS.get(reduced.sort().join(" "));
  const contradicts = list.includes("signed") && list.includes("unsigned");
  if (type === undefined || contradicts) return session.fail(`'${list.join(" ")}' is not a type`, range);
  return type;
}

// --- Attributes that change a type --------------------------------------------------------------------------------

export function applyTypeAttributes(session: Session, type: CType, attributes: Attributes, range: SourceRange): CType {
  if (attributes.vector) return { kind: "floating", rank: "longdouble", unsupported: "vector_size" };
  if (attributes.mode !== undefined) return applyMode(session, type, attributes.mode, range);
  return type;
}

function applyMode(session: Session, type: CType, mode: string, range: SourceRange): CType {
  if (type.kind === "floating") {
    if (type.unsupported !== undefined) return type;
    const float = { SF: FLOAT, DF: DOUBLE, XF: LONG_DOUBLE }[mode];
    if (float !== undefined) return float;
    return { kind: "floating", rank: "longdouble", unsupported: `mode(${mode})` };
  }
  if (!isInteger(type)) return session.fail(`mode(${mode}) on a type that is not arithmetic`, range);
  const signed = type.kind === "enum" ? type.underlying.signed : type.signed;
  const word = session.model.pointerBytes === 8 ? "DI" : "SI";
  const bits = modeBits(mode === "word" || mode === "pointer" || mode === "unwind_word" ? word : mode);
  const choices = [SIGNED_CHAR, SHORT, INT, LONG, LONG_LONG, INT128];
  const found = choices.find((choice) => bitsOf(choice, session.model) === bits);
  if (found === undefined) return session.fail(`mode(${mode}) is not supported`, range);
  return { ...found, signed };
}

function modeBits(mode: string): number | undefined {
  return { QI: 8, byte: 8, HI: 16, SI: 32, DI: 64, TI: 128 }[mode];
}
