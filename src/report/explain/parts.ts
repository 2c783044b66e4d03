/** Parts of objects by the names that C gives them: `[1].balance` for byte 12 of an array of accounts. */
import type { Access } from "../../cfa/cfa.ts";
import type { MemberShape, Shape } from "../../cfa/shape.ts";

/** A part that is printed as one value. */
export interface Leaf {
  /** Behind the object's name. */
  readonly path: string;
  readonly offset: number;
  readonly shape: Shape & { readonly kind: "scalar" | "pointer" };
}

/** How C calls the part at an offset, behind the object's name; undefined where it has no name for it. */
export function partAt(shape: Shape | undefined, offset: number, access?: Access): string | undefined {
  if (shape === undefined) return offset === 0 ? "" : undefined;
  switch (shape.kind) {
    case "scalar":
    case "pointer":
      return offset === 0 ? "" : undefined;
    case "array": {
      const index = Math.floor(offset / shape.bytes);
      const inner = partAt(shape.of, offset - index * shape.bytes, access);
      return inner === undefined ? undefined : `[${index}]${inner}`;
    }
    case "record":
      for (const member of membersAt(shape.members, offset, access)) {
        const inner = partAt(member.shape, offset - member.offset, access);
        if (inner !== undefined) return member.name === undefined ? inner : `.${member.name}${inner}`;
      }
      return undefined;
  }
}

/** Those of a union that are accessed as they are declared come first. */
function membersAt(members: readonly MemberShape[], offset: number, access: Access | undefined): MemberShape[] {
  const inside = members.filter((one) => offset >= one.offset && offset < one.offset + one.bytes);
  const isLike = ({ shape }: MemberShape): boolean =>
    access !== undefined &&
    (shape.kind === "scalar" || shape.kind === "pointer") &&
    shape.access.bitOffset === access.bitOffset &&
    shape.access.type.kind === access.type.kind &&
    shape.access.bytes === access.bytes;
  return [...inside.filter(isLike), ...inside.filter((one) => !isLike(one))];
}

/** The shape of the part at an offset that `access` reads as a whole. */
export function shapeAt(shape: Shape | undefined, offset: number, access: Access): Shape | undefined {
  if (shape === undefined) return undefined;
  switch (shape.kind) {
    case "scalar":
    case "pointer":
      return offset === 0 && shape.access.bytes === access.bytes ? shape : undefined;
    case "array":
      return shapeAt(shape.of, offset % shape.bytes, access);
    case "record":
      for (const member of membersAt(shape.members, offset, access)) {
        const inner = shapeAt(member.shape, offset - member.offset, access);
        if (inner !== undefined) return inner;
      }
      return undefined;
  }
}

/** The first `most` parts that have a value of their own, within the first `bytes` bytes. */
export function leavesOf(shape: Shape | undefined, bytes: number, most: number): Leaf[] {
  const found: Leaf[] = [];
  const visit = (at: Shape, path: string, offset: number): void => {
    if (found.length >= most || offset >= bytes) return;
    switch (at.kind) {
      case "scalar":
      case "pointer":
        found.push({ path, offset, shape: at });
        return;
      case "array": {
        const count = at.count ?? Math.floor((bytes - offset) / Math.max(at.bytes, 1));
        for (let i = 0; i < count && found.length < most; i += 1) visit(at.of, `${path}[${i}]`, offset + i * at.bytes);
        return;
      }
      case "record":
        for (const { name, offset: inner, shape: member } of at.members)
          visit(member, name === undefined ? path : `${path}.${name}`, offset + inner);
        return;
    }
  };
  if (shape !== undefined) visit(shape, "", 0);
  return found;
}

/** In bytes; 0 where the type does not say. */
export function bytesOf(shape: Shape): number {
  switch (shape.kind) {
    case "scalar":
    case "pointer":
      return shape.access.bytes;
    case "array":
      return shape.bytes * (shape.count ?? 0);
    case "record":
      return Math.max(0, ...shape.members.map((member) => member.offset + member.bytes));
  }
}
