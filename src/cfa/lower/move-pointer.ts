/**
 * Pointers that are moved: `p + n`, `p++`, `p += n`. Where it is asked about, both ends of the way should lie in one object, and the
 * distance, before the processor cuts it to an address, should be one that an object can have.
 */
import type { Term } from "../../logic/term.ts";
import { intType } from "../../logic/types.ts";
import type { SourceRange } from "../../util/source.ts";
import { POINTER_MOVED } from "../library-names.ts";
import { moveAddress } from "./arithmetic.ts";
import { fits } from "./bounds.ts";
import type { Lowering } from "./context.ts";

export function movedPointer(f: Lowering, pointer: Term, bytes: Term, range: SourceRange): Term {
  const moved = moveAddress(pointer, bytes, f.program.pointer);
  if (!f.asksFor("pointer-overflow", range) || isInside(moved)) return moved;
  const type = intType(f.program.pointer.bits, "signed");
  const { start, end } = range;
  if (!fits(bytes, type)) f.check({ kind: "pointer-overflow", exact: bytes, type, range: { start, end } });
  const callee = { kind: "direct", name: POINTER_MOVED } as const;
  f.emit({ kind: "call", target: undefined, callee, arguments: [pointer, moved] }, range);
  return moved;
}

/** At a constant place of a declared object, which is there where its name is. */
function isInside(moved: Term): boolean {
  if (moved.kind === "address") return true;
  if (moved.kind !== "add" || moved.left.kind !== "address" || moved.right.kind !== "integer") return false;
  return moved.right.value >= 0 && moved.right.value <= (moved.left.object.size ?? 0);
}
