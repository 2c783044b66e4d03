/** Struct, union and enum specifiers (C11 6.7.2.1-3) with GNU attributes, anonymous members and forward enums. */
import type { SourceRange } from "../../util/source.ts";
import { evaluateInteger } from "../constant.ts";
import { layOutRecord, type MemberDeclaration } from "../layout.ts";
import {
  bitsOf,
  INT,
  integerOf,
  isComplete,
  isInteger,
  isVariablyModified,
  LONG,
  LONG_LONG,
  SHORT,
  SIGNED_CHAR,
  showType,
  UNSIGNED_CHAR,
  UNSIGNED_INT,
  UNSIGNED_LONG,
  UNSIGNED_LONG_LONG,
  UNSIGNED_SHORT,
} from "../type-operations.ts";
import type { CType, EnumCType, IntegerCType } from "../types.ts";
import { type Attributes, parseAttributes, parseDeclaratorTail } from "./attributes.ts";
import { parseStaticAssert } from "./declarations.ts";
import { parseDeclarator } from "./declarators.ts";
import { conditionalExpression } from "./expressions.ts";
import { keyword } from "./keywords.ts";
import { describe, type Session, type Tag } from "./session.ts";
import { parseSpecifiers, type Specifiers, startsType } from "./specifiers.ts";

type RecordType = CType & { kind: "record" };

// --- Tags ---------------------------------------------------------------------------------------------------------

/** The tag a specifier means: `defines` looks only here, `declares` (`struct S;`) too, a plain use everywhere. */
function resolveTag(
  session: Session,
  variant: Tag["variant"],
  name: string,
  purpose: "definition" | "declaration" | "use",
  range: SourceRange,
  create: () => CType,
): Tag {
  const known = purpose === "use" ? session.lookupTag(name) : session.lookupTagHere(name);
  if (known !== undefined) {
    if (known.variant !== variant) session.fail(`'${name}' is a ${known.variant}, not a ${variant}`, range);
    return known;
  }
  const tag: Tag = { variant, type: create(), complete: false };
  session.declareTag(name, tag);
  return tag;
}

// --- Struct and union ---------------------------------------------------------------------------------------------

/** A record within a record takes the stack of five pairs of parentheses; C asks for 63 of them. */
const RECORD_DEPTH = 20;

export function parseRecord(session: Session, variant: "struct" | "union"): CType {
  const { start } = session.next();
  const attributes: Attributes = {};
  parseAttributes(session, attributes);
  const name = parseTagName(session);
  parseAttributes(session, attributes);
  const create = (): RecordType => ({ kind: "record", variant, tag: name, body: session.newRecordBody() });
  if (!session.is("{")) {
    if (name === undefined) return session.fail(`expected a tag or '{' after '${variant}'`, session.token);
    const purpose = session.is(";") ? "declaration" : "use";
    return resolveTag(session, variant, name, purpose, session.rangeFrom(start), create).type;
  }
  const tag = name === undefined ? undefined : resolveTag(session, variant, name, "definition", session.token, create);
  if (tag?.complete) session.fail(`redefinition of '${variant} ${name}'`, session.rangeFrom(start));
  const type = (tag?.type ?? create()) as RecordType;
  defineRecord(session, type, attributes);
  if (tag !== undefined) tag.complete = true;
  return type;
}

function parseTagName(session: Session): string | undefined {
  if (session.token.kind !== "identifier") return undefined;
  return session.next().text;
}

function defineRecord(session: Session, type: RecordType, attributes: Attributes): void {
  session.next();
  const members: MemberDeclaration[] = [];
  session.nested(() => {
    while (!session.is("}")) {
      if (session.token.kind === "end") session.fail(`missing '}' in ${showType(type)}`, session.token);
      if (session.accept(";")) continue;
      parseMembers(session, members);
    }
  }, RECORD_DEPTH);
  const pack = session.pack;
  session.next();
  parseAttributes(session, attributes);
  const layout = {
    ...(attributes.packed && { packed: attributes.packed }),
    ...(attributes.align !== undefined && { align: attributes.align }),
    ...(pack !== undefined && { pack }),
  };
  layOutRecord(type.body, type.variant, members, layout, session.model);
  if (attributes.transparentUnion) type.body.transparent = true;
}

function parseMembers(session: Session, members: MemberDeclaration[]): void {
  if (keyword(session.token.text) === "_Static_assert") {
    parseStaticAssert(session);
    return;
  }
  const { start } = session.token;
  if (!startsType(session))
    session.fail(`expected a member declaration, found ${describe(session.token)}`, session.token);
  const specifiers = parseSpecifiers(session);
  if (session.is(";")) {
    session.next();
    addUnnamed(session, specifiers, members);
    return;
  }
  do {
    parseMember(session, specifiers, members, start);
  } while (session.accept(","));
  if (session.is("}")) session.warn("no ';' at the end of a struct or union", session.token);
  else session.expect(";", "after a member");
}

/** `struct { ... };` inside a record: its members count as the record's own. */
function addUnnamed(session: Session, specifiers: Specifiers, members: MemberDeclaration[]): void {
  const { type } = specifiers;
  if (type?.kind === "record" && type.tag === undefined && type.body.members !== undefined)
    members.push(memberOf(undefined, type, specifiers.attributes));
  else session.warn("this declaration declares nothing", specifiers.range);
}

function memberOf(name: string | undefined, type: CType, attributes: Attributes, width?: number): MemberDeclaration {
  return {
    name,
    type,
    ...(width !== undefined && { width }),
    ...(attributes.align !== undefined && { align: attributes.align }),
    ...(attributes.packed && { packed: attributes.packed }),
  };
}

function parseMember(session: Session, specifiers: Specifiers, members: MemberDeclaration[], start: number): void {
  const attributes: Attributes = { ...specifiers.attributes };
  const base = specifiers.type;
  if (base === undefined) throw session.fail("'__auto_type' in a member", specifiers.range);
  let name: string | undefined;
  let type = base;
  if (!session.is(":")) {
    const declarator = parseDeclarator(session, base, "named");
    name = declarator.name;
    type = declarator.type;
  }
  const width = session.accept(":") ? parseWidth(session, name, type) : undefined;
  parseDeclaratorTail(session, attributes);
  const range = session.rangeFrom(start);
  if (name !== undefined && members.some((other) => other.name === name))
    session.fail(`duplicate member '${name}'`, range);
  if (width === undefined) checkMemberType(session, name, type, range);
  members.push(memberOf(name, type, attributes, width));
}

function checkMemberType(session: Session, name: string | undefined, type: CType, range: SourceRange): void {
  if (type.kind === "function") session.fail(`member '${name}' is declared as a function`, range);
  if (isVariablyModified(type))
    session.fail(`member '${name}' is a variable-length array, which is not supported`, range);
  const isOpenArray = type.kind === "array" && type.length === undefined && isComplete(type.element);
  if (!isComplete(type) && !isOpenArray)
    session.fail(`member '${name}' has incomplete type '${showType(type)}'`, range);
  if (type.kind === "floating" && type.unsupported !== undefined && sizeIsUnknown(type.unsupported))
    session.fail(`the type '${type.unsupported}' is not supported`, range);
}

/** glibc's max_align_t has a __float128 member; of that type the size is known. */
function sizeIsUnknown(name: string): boolean {
  return name !== "__float128" && name !== "_Float128";
}

function parseWidth(session: Session, name: string | undefined, type: CType): number {
  const expression = conditionalExpression(session);
  const shown = name ?? "an unnamed bit-field";
  if (!isInteger(type)) return session.fail(`bit-field '${shown}' has type '${showType(type)}'`, expression);
  const width = evaluateInteger(expression, session.model);
  if (width === undefined) return session.fail(`the width of '${shown}' should be an integer constant`, expression);
  // _Bool has one value bit but takes a byte.
  const limit = bitsOf(type, session.model);
  if (width < 0n || width > BigInt(limit))
    return session.fail(`the width ${width} of '${shown}' does not fit its type '${showType(type)}'`, expression);
  if (width === 0n && name !== undefined) return session.fail(`bit-field '${shown}' has width zero`, expression);
  return Number(width);
}

// --- Enum ---------------------------------------------------------------------------------------------------------

export function parseEnum(session: Session): CType {
  const { start } = session.next();
  const attributes: Attributes = {};
  parseAttributes(session, attributes);
  const name = parseTagName(session);
  parseAttributes(session, attributes);
  const create = (): EnumCType => ({ kind: "enum", tag: name, underlying: UNSIGNED_INT });
  if (!session.is("{")) {
    if (name === undefined) return session.fail("expected a tag or '{' after 'enum'", session.token);
    const purpose = session.is(";") ? "declaration" : "use";
    return resolveTag(session, "enum", name, purpose, session.rangeFrom(start), create).type;
  }
  const tag = name === undefined ? undefined : resolveTag(session, "enum", name, "definition", session.token, create);
  if (tag?.complete) session.fail(`redefinition of 'enum ${name}'`, session.rangeFrom(start));
  const constants = session.nested(() => parseEnumerators(session), RECORD_DEPTH);
  parseAttributes(session, attributes);
  const underlying = underlyingType(session, constants, attributes);
  const type: EnumCType = { kind: "enum", tag: name, underlying };
  const wide = constants.filter((constant) => BigInt.asIntN(32, constant.value) !== constant.value);
  for (const constant of wide)
    session.declare(constant.name, { kind: "constant", value: constant.value, type: underlying });
  if (tag !== undefined) {
    tag.type = type;
    tag.complete = true;
  }
  return type;
}

interface Enumerator {
  readonly name: string;
  readonly value: bigint;
}

/** The constants; each is usable by those that follow, as an int where it fits. */
function parseEnumerators(session: Session): Enumerator[] {
  session.next();
  const constants: Enumerator[] = [];
  let next = 0n;
  while (!session.is("}")) {
    const token = session.next();
    if (token.kind !== "identifier") session.fail(`expected an enumeration constant, found ${describe(token)}`, token);
    parseAttributes(session, {});
    if (session.accept("=")) {
      const expression = conditionalExpression(session);
      const value = evaluateInteger(expression, session.model);
      if (value === undefined)
        return session.fail(`the value of '${token.text}' should be an integer constant`, expression);
      next = value;
    }
    const here = session.lookupHere(token.text);
    if (here !== undefined) session.fail(`redeclaration of '${token.text}'`, token);
    const type = BigInt.asIntN(32, next) === next ? INT : next > 0n && next < 1n << 32n ? UNSIGNED_INT : LONG_LONG;
    session.declare(token.text, { kind: "constant", value: next, type });
    constants.push({ name: token.text, value: next });
    next += 1n;
    if (!session.accept(",")) break;
  }
  session.expect("}", "to end an enumeration");
  return constants;
}

function underlyingType(session: Session, constants: readonly Enumerator[], attributes: Attributes): IntegerCType {
  const negative = constants.some(({ value }) => value < 0n);
  const narrow = attributes.packed ? (negative ? [SIGNED_CHAR, SHORT] : [UNSIGNED_CHAR, UNSIGNED_SHORT]) : [];
  const wide = negative ? [INT, LONG, LONG_LONG] : [UNSIGNED_INT, UNSIGNED_LONG, UNSIGNED_LONG_LONG];
  for (const type of [...narrow, ...wide]) if (constants.every(({ value }) => fits(session, value, type))) return type;
  return wide[2] as IntegerCType;
}

function fits(session: Session, value: bigint, type: IntegerCType): boolean {
  const bits = bitsOf(integerOf(type), session.model);
  return type.signed ? BigInt.asIntN(bits, value) === value : BigInt.asUintN(bits, value) === value;
}
