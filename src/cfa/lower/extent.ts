/**
 * Bounds of the innermost array. Memory is checked against whole objects wherever it is accessed; an index of a row
 * (`a[0][4]` in `int a[4][4]`) or of a member array may leave that and stay inside the object, which C does not allow
 * either. The check is made where the array itself is indexed; a pointer that was taken from it may walk over the whole
 * object, as compilers and sanitizers let it.
 */
import type { Expression } from "../../c/ast.ts";
import type { CType } from "../../c/types.ts";
import { integer, type Term } from "../../logic/term.ts";
import type { SourceRange } from "../../util/source.ts";
import type { Check } from "../cfa.ts";
import { exact } from "./arithmetic.ts";
import { boundsOf } from "./bounds.ts";
import { type Lowering, plain } from "./context.ts";
import { value } from "./expression.ts";
import type { Step } from "./step.ts";

/** Where an index may point: to an element, or also to the end of the array (`&a[n]`). */
export type Limit = "inside" | "end";

export function checkIndex(
  f: Lowering,
  array: Expression,
  index: Term,
  limit: Limit,
  range: SourceRange,
  then: () => Step,
): Step {
  // A whole object's own bounds are those of the access.
  if (array.type.kind !== "array" || array.kind === "object" || array.kind === "string") return then;
  if (array.kind === "compound-literal") return then;
  const { length } = array.type;
  const tail = tailOf(array);
  const beyond = tail === "continued" ? "undecided" : "violation";
  const check = (term: Term, count: number | undefined): void => {
    const known = boundsOf(term);
    if (known.low >= 0 && (count === undefined || known.high < count)) return;
    f.check({ kind: "index", index: term, count, range: plain(range), beyond } satisfies Check);
  };
  const room = limit === "end" ? 1 : 0;
  const isOpen = length === undefined || (typeof length === "number" && length <= 1 && tail === "continued");
  if (isOpen || typeof length === "number") {
    check(index, isOpen ? undefined : length + room);
    return then;
  }
  return value(f, length, (count) => {
    check(index, undefined);
    check(exact("-", exact("+", count, integer(room - 1)), index), undefined);
    return then;
  });
}

/** Whether memory may go on behind the array: it ends a struct that only a pointer says to be there. */
function tailOf(array: Expression): "continued" | "fixed" {
  let at = array;
  let inside: "element" | "member" = "element";
  while (at.kind === "member") {
    if (!endsRecord(at.object.type, at.offset)) return "fixed";
    inside = "member";
    at = at.object;
  }
  return inside === "member" && isBehindPointer(at) ? "continued" : "fixed";
}

function endsRecord(type: CType, offset: number): boolean {
  if (type.kind !== "record") return false;
  return type.variant === "union" || (type.body.members ?? []).every((member) => member.offset <= offset);
}

/** Through elements of arrays, down to what is declared or pointed to. */
function isBehindPointer(e: Expression): boolean {
  let at = e;
  for (;;) {
    if (at.kind === "member") at = at.object;
    else if (at.kind === "convert" && (at.conversion === "same" || at.conversion === "array")) at = at.operand;
    else if (at.kind === "dereference" && at.operand.kind === "pointer-add") {
      const { pointer } = at.operand;
      if (pointer.kind !== "convert" || pointer.conversion !== "array") return true;
      at = pointer.operand;
    } else return at.kind === "dereference";
  }
}
