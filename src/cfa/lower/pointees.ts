/**
 * What an undefined function sees behind the pointers that it is given, by the types of its parameters; where these say
 * nothing (`void *`, `...`, no prototype) by the types of the arguments.
 */
import type { Expression } from "../../c/ast.ts";
import { sizeOf } from "../../c/layout.ts";
import { isComplete } from "../../c/type-operations.ts";
import type { CType, DataModel, FunctionCType, RecordBody } from "../../c/types.ts";
import type { ArgumentPointee, Pointee, Signature } from "../cfa.ts";

/** One entry an argument, hidden ones included; undefined where none is a pointer. */
export function pointeesOf(
  given: readonly Expression[],
  type: FunctionCType,
  signature: Signature,
  model: DataModel,
): readonly (ArgumentPointee | undefined)[] | undefined {
  const seen: Seen = { read: new Map(), write: new Map() };
  const own = given.map((argument, i) => argumentPointee(argument, type.parameters[i], model, seen));
  const { resultByAddress: hidden } = signature;
  const all = hidden === undefined ? own : [resultPointee(hidden.bytes), ...own];
  return all.some((one) => one !== undefined) ? all : undefined;
}

function resultPointee(bytes: number): ArgumentPointee {
  return { to: { bytes, access: "write", constants: [], pointers: [], opaque: true }, extent: bytes };
}

function argumentPointee(
  argument: Expression,
  parameter: CType | undefined,
  model: DataModel,
  seen: Seen,
): ArgumentPointee | undefined {
  if (argument.type.kind === "record") return { to: pointeeOf(argument.type, "read", model, seen), byValue: true };
  const named = withoutConversions(argument);
  const declared = parameter?.kind === "pointer" ? parameter.target : undefined;
  if (declared === undefined && argument.type.kind !== "pointer") return undefined;
  const own = named.type.kind === "pointer" ? named.type.target : undefined;
  const says = declared !== undefined && declared.kind !== "void";
  const target = says ? declared : (own ?? declared);
  if (target === undefined || target.kind === "function") return undefined;
  const promised = declared?.const === true || (!says && own?.const === true);
  const to = pointeeOf(target, promised || isConst(target) ? "read" : "write", model, seen);
  const extent = extentOf(named, model);
  return extent === undefined ? { to } : { to, extent };
}

/** The expression that names an object: casts of pointers do not change what is there. */
function withoutConversions(argument: Expression): Expression {
  let at = argument;
  while (
    at.kind === "convert" &&
    (at.conversion === "value" || at.conversion === "same") &&
    at.operand.type.kind === "pointer"
  )
    at = at.operand;
  return at;
}

function extentOf(named: Expression, model: DataModel): number | undefined {
  const isArray = named.kind === "convert" && named.conversion === "array";
  if (!isArray && named.kind !== "address-of") return undefined;
  const { type } = named.operand;
  return isComplete(type) && type.kind !== "function" ? sizeOf(type, model) : undefined;
}

function isConst(type: CType): boolean {
  return type.const === true || (type.kind === "array" && isConst(type.element));
}

/** Types refer to themselves: what is known of a record is shared. */
type Seen = Record<Pointee["access"], Map<RecordBody, Pointee>>;

interface Parts {
  readonly constants: { offset: number; bytes: number }[];
  readonly pointers: { offset: number; to: Pointee }[];
  opaque: boolean;
}

function pointeeOf(type: CType, access: Pointee["access"], model: DataModel, seen: Seen): Pointee {
  const known = type.kind === "record" ? seen[access].get(type.body) : undefined;
  if (known !== undefined) return known;
  const bytes = isComplete(type) && type.kind !== "function" ? (sizeOf(type, model) ?? 0) : 0;
  const made: Parts & { bytes: number; access: Pointee["access"] } = {
    bytes,
    access,
    constants: [],
    pointers: [],
    opaque: false,
  };
  if (type.kind === "record") seen[access].set(type.body, made);
  collect(type, 0, made, model, seen);
  return made;
}

// Elements of an array of records that are looked at one by one; more make the whole opaque.
const ELEMENTS = 64;

function collect(type: CType, offset: number, into: Parts, model: DataModel, seen: Seen): void {
  switch (type.kind) {
    case "pointer":
      if (type.target.kind === "function") into.opaque = true;
      else
        into.pointers.push({
          offset,
          to: pointeeOf(type.target, isConst(type.target) ? "read" : "write", model, seen),
        });
      return;
    case "array": {
      const size = isComplete(type.element) ? sizeOf(type.element, model) : undefined;
      const { length } = type;
      if (isPlain(type.element)) return;
      if (size === undefined || typeof length !== "number" || length > ELEMENTS) into.opaque = true;
      else for (let i = 0; i < length; i += 1) collect(type.element, offset + i * size, into, model, seen);
      return;
    }
    case "record":
      if (type.body.members === undefined || type.variant === "union") {
        into.opaque ||= !isPlain(type);
        return;
      }
      for (const member of type.body.members) {
        if (isConst(member.type))
          into.constants.push({ offset: offset + member.offset, bytes: sizeOf(member.type, model) ?? 0 });
        collect(member.type, offset + member.offset, into, model, seen);
      }
      return;
    case "void":
    case "va_list":
    case "function":
      into.opaque = true;
      return;
    case "integer":
    case "enum":
    case "floating":
      return;
  }
}

/** Numbers only. */
function isPlain(type: CType): boolean {
  switch (type.kind) {
    case "integer":
    case "enum":
    case "floating":
      return true;
    case "array":
      return isPlain(type.element);
    case "record":
      return type.body.members?.every((member) => isPlain(member.type)) ?? false;
    default:
      return false;
  }
}
