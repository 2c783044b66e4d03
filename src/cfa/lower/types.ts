/** C types as machine types: what of a C type survives in variables, accesses and wraps. */
import { sizeOf } from "../../c/layout.ts";
import { bitsOf } from "../../c/type-operations.ts";
import type { BitField, CType, DataModel, FunctionCType } from "../../c/types.ts";
import type { QualifiedParts } from "../../logic/qualified-parts.ts";
import type { ByteRange } from "../../logic/term.ts";
import {
  F32,
  F64,
  type FloatType,
  type IntType,
  intType,
  type PointerType,
  pointerType,
  X87,
} from "../../logic/types.ts";
import type { Access, Signature } from "../cfa.ts";

/** The machine types that C values have. */
export type MachineType = IntType | PointerType | FloatType;

/**
 * The machine type of a value. Whatever is not scalar (records, arrays, functions, va_list) is handled by its address.
 */
export function machineType(type: CType, model: DataModel): MachineType {
  switch (type.kind) {
    case "integer":
      return intType(type.rank === "bool" ? 1 : bitsOf(type, model), type.signed ? "signed" : "unsigned");
    case "enum":
      return machineType(type.underlying, model);
    case "floating":
      return type.rank === "float" ? F32 : type.rank === "double" ? F64 : X87;
    case "pointer":
    case "array":
    case "function":
    case "record":
    case "va_list":
    case "void":
      return pointerType(model.pointerBytes * 8);
  }
}

/** Whether a value of the type is a number or a pointer; everything else lives in memory and is named by its address. */
export function isScalarType(type: CType): boolean {
  return type.kind === "integer" || type.kind === "enum" || type.kind === "floating" || type.kind === "pointer";
}

export function fieldType(type: CType, field: BitField): IntType {
  const integer = type.kind === "enum" ? type.underlying : type;
  return intType(field.width, integer.kind === "integer" && integer.signed ? "signed" : "unsigned");
}

/** What a load or store of a scalar of the type touches. */
export function accessOf(type: CType, field: BitField | undefined, model: DataModel): Access {
  const volatile = type.volatile === true ? ({ volatile: true } as const) : {};
  if (field !== undefined)
    return { type: fieldType(type, field), bytes: field.unitBytes, bitOffset: field.bitOffset, ...volatile };
  const machine = machineType(type, model);
  // The value bits of an x87 long double; the rest of its 12 or 16 bytes is padding.
  const bytes = machine === X87 ? 10 : (sizeOf(type, model) ?? model.pointerBytes);
  return { type: machine, bytes, ...volatile };
}

export function signatureOf(type: FunctionCType, model: DataModel): Signature {
  const parameters = type.parameters.map((parameter) => machineType(parameter, model));
  const { variadic, unprototyped } = type;
  if (type.result.kind === "record" || type.result.kind === "va_list") {
    const bytes = sizeOf(type.result, model) ?? 0;
    const hidden = pointerType(model.pointerBytes * 8);
    return {
      parameters: [hidden, ...parameters],
      variadic,
      unprototyped,
      result: undefined,
      resultByAddress: { bytes },
    };
  }
  const result = type.result.kind === "void" ? undefined : machineType(type.result, model);
  return { parameters, variadic, unprototyped, result };
}

/** More qualified members than this are not told apart: then all of the object counts. */
const MANY_PARTS = 4096;

type Qualifier = "volatile" | "const";

/** What of an object of the type is defined volatile, or const. */
export function qualifiedParts(type: CType, qualifier: Qualifier, model: DataModel): true | QualifiedParts | undefined {
  // Structures of structures: each is looked at once, however often it occurs.
  const known = new Map<RecordType["body"], true | QualifiedParts | undefined>();
  const partsOf = (type: CType): true | QualifiedParts | undefined => {
    let element = type;
    let isQualified = type[qualifier] === true;
    while (element.kind === "array") {
      element = element.element;
      isQualified ||= element[qualifier] === true;
    }
    if (isQualified) return true;
    if (element.kind !== "record") return undefined;
    if (!known.has(element.body)) known.set(element.body, partsOfRecord(element));
    return known.get(element.body);
  };
  const partsOfRecord = (record: RecordType): true | QualifiedParts | undefined => {
    const period = sizeOf(record, model);
    if (period === undefined || period === 0) return undefined;
    const spans = qualifiedSpans(record, qualifier, model, partsOf);
    if (spans.length === 0) return undefined;
    return spans.length > MANY_PARTS ? true : { period, spans };
  };
  return partsOf(type);
}

type RecordType = CType & { kind: "record" };

/** More are not told apart: pointers into each of them would be followed on their own. */
const MANY_ARRAYS = 64;

/**
 * Where the arrays lie that are members of a structure, or of structures inside it, in order. Members of a union share their bytes: none
 * of them has any of its own.
 */
export function memberArrays(type: CType, model: DataModel): readonly ByteRange[] {
  // Structures of structures: each is looked at once, and one with too many arrays counts as one without.
  const known = new Map<RecordType["body"], readonly ByteRange[]>();
  const arraysOf = (type: CType): readonly ByteRange[] => {
    if (type.kind !== "record" || type.variant === "union") return [];
    if (!known.has(type.body)) known.set(type.body, ofMembers(type));
    return known.get(type.body) ?? [];
  };
  const ofMembers = ({ body }: RecordType): readonly ByteRange[] => {
    const found: ByteRange[] = [];
    for (const { type: member, offset, bitField } of body.members ?? []) {
      if (bitField !== undefined) continue;
      const bytes = sizeOf(member, model) ?? 0;
      if (member.kind === "array" && bytes > 0) found.push({ first: offset, end: offset + bytes });
      for (const { first, end } of arraysOf(member)) found.push({ first: offset + first, end: offset + end });
      if (found.length > MANY_ARRAYS) return [];
    }
    return found;
  };
  return arraysOf(type);
}

function qualifiedSpans(
  record: RecordType,
  qualifier: Qualifier,
  model: DataModel,
  partsOf: (type: CType) => true | QualifiedParts | undefined,
): readonly { offset: number; bytes: number }[] {
  const spans: { offset: number; bytes: number }[] = [];
  for (const { type, offset, bitField } of record.body.members ?? []) {
    const bytes = bitField?.unitBytes ?? sizeOf(type, model) ?? 0;
    const inner = bitField === undefined ? partsOf(type) : type[qualifier];
    if (inner === undefined || spans.length > MANY_PARTS) continue;
    if (inner === true) spans.push({ offset, bytes });
    else
      for (let at = 0; at < bytes; at += inner.period)
        for (const span of inner.spans) spans.push({ offset: offset + at + span.offset, bytes: span.bytes });
  }
  return spans;
}
