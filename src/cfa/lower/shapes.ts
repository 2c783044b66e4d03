/** C types as shapes: what a reader calls the parts of an object. Made only when somebody prints. */
import { sizeOf } from "../../c/layout.ts";
import type { CType, DataModel, Member } from "../../c/types.ts";
import type { MemberShape, Shape } from "../shape.ts";
import { accessOf } from "./types.ts";

/** undefined: the type is incomplete, or has no parts to speak of. */
export function shapeOf(type: CType, model: DataModel): Shape | undefined {
  switch (type.kind) {
    case "integer":
    case "enum":
    case "floating": {
      const isCharacter = type.kind === "integer" && type.rank === "char";
      return { kind: "scalar", access: accessOf(type, undefined, model), isCharacter };
    }
    case "pointer": {
      const { target } = type;
      return { kind: "pointer", access: accessOf(type, undefined, model), to: () => shapeOf(target, model) };
    }
    case "array": {
      const of = shapeOf(type.element, model);
      const bytes = sizeOf(type.element, model);
      if (of === undefined || bytes === undefined) return undefined;
      return { kind: "array", of, bytes, count: typeof type.length === "number" ? type.length : undefined };
    }
    case "record": {
      const { members } = type.body;
      if (members === undefined) return undefined;
      return {
        kind: "record",
        variant: type.variant,
        members: members.flatMap((member) => memberShape(member, model)),
      };
    }
    case "void":
    case "function":
    case "va_list":
      return undefined;
  }
}

function memberShape({ name, type, offset, bitField }: Member, model: DataModel): MemberShape[] {
  if (bitField !== undefined) {
    // Nobody can name an unnamed bit-field.
    if (name === undefined) return [];
    const access = accessOf(type, bitField, model);
    return [{ name, offset, bytes: access.bytes, shape: { kind: "scalar", access, isCharacter: false } }];
  }
  const shape = shapeOf(type, model);
  const bytes = sizeOf(type, model) ?? 0;
  return shape === undefined ? [] : [{ name, offset, bytes, shape }];
}
