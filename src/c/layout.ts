import type { BitField, CType, DataModel, FloatingCType, Member, RecordBody } from "./types.ts";

/** Size in bytes; undefined for an incomplete or variable type. `void` and functions count 1, as GNU C says. */
export function sizeOf(type: CType, model: DataModel): number | undefined {
  switch (type.kind) {
    case "void":
    case "function":
      return 1;
    case "integer":
      return integerBytes(type.rank, model);
    case "enum":
      return integerBytes(type.underlying.rank, model);
    case "floating":
      return floatingBytes(type, model);
    case "pointer":
      return model.pointerBytes;
    case "va_list":
      return model.name === "LP64" ? 24 : 4;
    case "record":
      return type.body.members === undefined ? undefined : type.body.size;
    case "array": {
      if (typeof type.length !== "number") return undefined;
      const element = sizeOf(type.element, model);
      return element === undefined ? undefined : element * type.length;
    }
  }
}

function integerBytes(
  rank: "bool" | "char" | "short" | "int" | "long" | "longlong" | "int128",
  model: DataModel,
): number {
  switch (rank) {
    case "bool":
    case "char":
      return 1;
    case "short":
      return 2;
    case "int":
      return 4;
    case "long":
      return model.longBytes;
    case "longlong":
      return 8;
    case "int128":
      return 16;
  }
}

function floatingBytes(type: FloatingCType, model: DataModel): number {
  if (type.unsupported !== undefined) return 16;
  if (type.rank === "longdouble") return model.name === "LP64" ? 16 : 12;
  return type.rank === "double" ? 8 : 4;
}

/** What `__alignof__` says: the alignment an object of the type would like to have. */
export function preferredAlign(type: CType, model: DataModel): number {
  if (type.align !== undefined) return type.align;
  if (type.kind === "array") return preferredAlign(type.element, model);
  if (model.name === "ILP32") {
    if (type.kind === "floating" && type.rank === "double" && type.unsupported === undefined) return 8;
    if ((type.kind === "integer" || type.kind === "enum") && sizeOf(type, model) === 8) return 8;
  }
  return alignOf(type, model);
}

/** What `_Alignof` says, and what a member of the type gets: the least alignment an object of the type has. */
export function alignOf(type: CType, model: DataModel): number {
  if (type.align !== undefined) return type.align;
  switch (type.kind) {
    case "array":
      return alignOf(type.element, model);
    case "record":
      return type.body.align;
    case "va_list":
      return model.pointerBytes;
    case "floating":
      if (type.unsupported !== undefined) return 16;
      if (model.name === "ILP32") return 4;
      return floatingBytes(type, model);
    case "integer":
    case "enum": {
      const bytes = sizeOf(type, model) as number;
      return model.name === "ILP32" && bytes === 8 ? 4 : bytes;
    }
    default:
      return type.kind === "pointer" ? model.pointerBytes : 1;
  }
}

/** A member as declared, before it has a place. */
export interface MemberDeclaration {
  readonly name: string | undefined;
  readonly type: CType;
  /** Width of a bit-field. */
  readonly width?: number;
  /** `aligned` attribute of the member itself. */
  readonly align?: number;
  readonly packed?: true;
}

export interface RecordAttributes {
  readonly packed?: true;
  readonly align?: number;
  /** `#pragma pack(n)` in force. */
  readonly pack?: number;
}

interface Placed {
  readonly declaration: MemberDeclaration;
  readonly bit: number;
}

/** Places the members and completes the body. */
export function layOutRecord(
  body: RecordBody,
  variant: "struct" | "union",
  declarations: readonly MemberDeclaration[],
  attributes: RecordAttributes,
  model: DataModel,
): void {
  const placed: Placed[] = [];
  let bit = 0;
  let end = 0;
  let align = attributes.align ?? 1;
  for (const declaration of declarations) {
    align = Math.max(align, alignOnRecord(declaration, attributes, model));
    const start = variant === "union" ? 0 : placeMember(declaration, bit, attributes, model);
    const bits = declaration.width ?? 8 * (sizeOf(declaration.type, model) ?? 0);
    placed.push({ declaration, bit: start });
    bit = start + bits;
    end = Math.max(end, bit);
  }
  body.align = align;
  body.size = roundUp(Math.ceil(end / 8), align);
  body.members = finishMembers(placed, variant, body.size, attributes, model);
}

function roundUp(value: number, to: number): number {
  return Math.ceil(value / to) * to;
}

function isPacked(member: MemberDeclaration, attributes: RecordAttributes): boolean {
  return member.packed === true || attributes.packed === true;
}

/** Alignment in bytes that a member which is not a bit-field gets. */
function memberAlign(member: MemberDeclaration, attributes: RecordAttributes, model: DataModel): number {
  const natural = isPacked(member, attributes) ? 1 : alignOf(member.type, model);
  const align = Math.max(natural, member.align ?? 1);
  return attributes.pack === undefined ? align : Math.min(align, attributes.pack);
}

/** What a member contributes to the alignment of its record. */
function alignOnRecord(member: MemberDeclaration, attributes: RecordAttributes, model: DataModel): number {
  if (member.width === undefined) return memberAlign(member, attributes, model);
  if (member.name === undefined) return 1;
  const wanted = member.align ?? 1;
  const explicit = attributes.pack === undefined ? wanted : Math.min(wanted, attributes.pack);
  const natural = alignOf(member.type, model);
  if (attributes.pack !== undefined) return Math.max(explicit, Math.min(natural, attributes.pack));
  return isPacked(member, attributes) ? explicit : Math.max(explicit, natural);
}

/** The first bit of a member that follows `bit` bits of a struct. */
function placeMember(member: MemberDeclaration, bit: number, attributes: RecordAttributes, model: DataModel): number {
  if (member.width === undefined) return roundUp(bit, 8 * memberAlign(member, attributes, model));
  const unit = 8 * alignOf(member.type, model);
  if (member.width === 0) return roundUp(bit, Math.max(unit, 8 * (member.align ?? 1)));
  let start = bit;
  if (member.align !== undefined) {
    const align = attributes.pack === undefined ? member.align : Math.min(member.align, attributes.pack);
    start = roundUp(start, 8 * align);
  }
  if (attributes.pack !== undefined || isPacked(member, attributes)) return start;
  const units = (8 * (sizeOf(member.type, model) as number)) / unit;
  const spanned = Math.ceil(((start % unit) + member.width) / unit);
  return spanned > units ? roundUp(start, unit) : start;
}

/**
 * Gives bit-fields their storage units. A unit may touch only bytes that no ordinary member occupies, so that storing
 * a bit-field never rewrites a neighbour: the naturally aligned unit of the declared type where that is so, else
 * just the bytes the field covers.
 */
function finishMembers(
  placed: readonly Placed[],
  variant: "struct" | "union",
  size: number,
  attributes: RecordAttributes,
  model: DataModel,
): Member[] {
  const members: Member[] = [];
  let free = 0;
  placed.forEach(({ declaration, bit }, index) => {
    const { name, type, width } = declaration;
    if (width === undefined) {
      members.push({ name, type, offset: bit / 8, align: memberAlign(declaration, attributes, model) });
      free = bit / 8 + (sizeOf(type, model) ?? 0);
      return;
    }
    if (width === 0 || name === undefined) return;
    const limit = variant === "union" ? size : nextOrdinary(placed, index, size);
    const { offset, bitField } = storageUnit(bit, width, sizeOf(type, model) as number, free, limit);
    members.push({ name, type, offset, bitField });
  });
  return members;
}

function nextOrdinary(placed: readonly Placed[], index: number, size: number): number {
  for (let at = index + 1; at < placed.length; at += 1) {
    const next = placed[at] as Placed;
    if (next.declaration.width === undefined) return next.bit / 8;
  }
  return size;
}

function storageUnit(
  bit: number,
  width: number,
  bytes: number,
  free: number,
  limit: number,
): { offset: number; bitField: BitField } {
  const natural = Math.floor(bit / (8 * bytes)) * bytes;
  if (natural >= free && natural + bytes <= limit && bit + width <= 8 * (natural + bytes))
    return { offset: natural, bitField: { bitOffset: bit - 8 * natural, width, unitBytes: bytes } };
  const offset = Math.floor(bit / 8);
  const bitOffset = bit - 8 * offset;
  return { offset, bitField: { bitOffset, width, unitBytes: Math.ceil((bitOffset + width) / 8) } };
}

/** A member and the way to it through anonymous members, with the offset from the start of the record. */
export interface FoundMember {
  readonly member: Member;
  readonly offset: number;
  /** The anonymous members passed through, outermost first. */
  readonly path: readonly Member[];
}

export function findMember(members: readonly Member[], name: string): FoundMember | undefined {
  for (const member of members) if (member.name === name) return { member, offset: member.offset, path: [] };
  for (const member of members) {
    if (member.name !== undefined || member.type.kind !== "record") continue;
    const inner = findMember(member.type.body.members ?? [], name);
    if (inner === undefined) continue;
    return { member: inner.member, offset: member.offset + inner.offset, path: [member, ...inner.path] };
  }
  return undefined;
}
