/**
 * What C calls the parts of an object: members, elements, what a pointer points to. For people only: what is printed of memory
 * has the program's names; nothing that decides looks here. Offsets and sizes are in bytes.
 */
import type { Access } from "./cfa.ts";

export type Shape =
  | { readonly kind: "scalar"; readonly access: Access; readonly isCharacter: boolean }
  /** `to` is a function, since a list's node points to its like. */
  | { readonly kind: "pointer"; readonly access: Access; readonly to: () => Shape | undefined }
  | { readonly kind: "array"; readonly of: Shape; readonly bytes: number; readonly count: number | undefined }
  | { readonly kind: "record"; readonly variant: "struct" | "union"; readonly members: readonly MemberShape[] };

export interface MemberShape {
  /** Undefined where its members are named as if they were the record's own. */
  readonly name: string | undefined;
  readonly offset: number;
  readonly bytes: number;
  readonly shape: Shape;
}
