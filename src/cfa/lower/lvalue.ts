/** Lvalues: where an object lives, reading it and writing it. */
import type { Expression } from "../../c/ast.ts";
import { alignOf, sizeOf } from "../../c/layout.ts";
import type { BitField, CType, DataModel } from "../../c/types.ts";
import { address, integer, type Term, type Variable, variable } from "../../logic/term.ts";
import type { IntType } from "../../logic/types.ts";
import type { SourceRange } from "../../util/source.ts";
import { ALIGNED } from "../library-names.ts";
import { moveAddress, wrapInto } from "./arithmetic.ts";
import { beginLiteral } from "./block.ts";
import { fits } from "./bounds.ts";
import { type Lowering, plain } from "./context.ts";
import { pointerAdd, value } from "./expression.ts";
import type { Limit } from "./extent.ts";
import { initialise } from "./initialise.ts";
import type { Continue, Step } from "./step.ts";
import { fieldType, isScalarType } from "./types.ts";

export type Lvalue =
  | { readonly kind: "variable"; readonly variable: Variable; readonly type: CType }
  | {
      readonly kind: "memory";
      readonly address: Term;
      readonly type: CType;
      readonly field: BitField | undefined;
      /** What the address has to be a multiple of, where a pointer gave it and somebody asks. */
      readonly align?: number | undefined;
    };

/** The place of an lvalue, or of a struct value wherever it happens to lie. */
export function lvalue(f: Lowering, e: Expression, k: Continue<Lvalue>, limit: Limit = "inside"): Step {
  switch (e.kind) {
    case "object": {
      const storage = f.storageOf(e.declaration);
      if (storage.kind === "variable") return k({ kind: "variable", variable: storage.variable, type: e.type });
      return k(memory(storage.address, e.type));
    }
    case "string":
      return k(memory(stringAddress(f, e), e.type));
    case "dereference":
      if (e.operand.kind === "pointer-add")
        return pointerAdd(f, e.operand, (pointer) => k(memory(pointer, e.type, requiredBy(f, e))), limit);
      return value(f, e.operand, (pointer) => k(memory(pointer, e.type, requiredBy(f, e))));
    case "member":
      return () =>
        lvalue(f, e.object, (whole) => {
          if (whole.kind === "variable") return unexpected(f, e, k);
          // Who asks for a member says that the whole is there: its members lie where its layout has them.
          requireAligned(f, whole, e);
          const at = moveAddress(whole.address, integer(e.offset), f.program.pointer);
          return () => k({ kind: "memory", address: at, type: e.type, field: e.bitField });
        });
    case "compound-literal": {
      const storage = e.declaration.storage === "automatic" ? f.declare(e.declaration) : f.storageOf(e.declaration);
      if (e.declaration.storage === "automatic") beginLiteral(f, e.declaration, e);
      return initialise(f, e.declaration, storage, e, () => {
        if (storage.kind === "variable") return k({ kind: "variable", variable: storage.variable, type: e.type });
        return k(memory(storage.address, e.type));
      });
    }
    case "convert":
      if (e.conversion === "same" || e.conversion === "lvalue") return () => lvalue(f, e.operand, k, limit);
      break;
    default:
      break;
  }
  if (isScalarType(e.type)) return unexpected(f, e, k);
  return value(f, e, (at) => k(memory(at, e.type)));
}

function memory(at: Term, type: CType, align?: number | undefined): Lvalue {
  return { kind: "memory", address: at, type, field: undefined, align };
}

function requiredBy(f: Lowering, e: Expression): number | undefined {
  return f.program.optionalChecks.has(ALIGNED) ? alignmentOf(e, f.program.model) : undefined;
}

/**
 * What an address that comes from a pointer has to be a multiple of; undefined for what a declaration has placed, and for
 * members, of which the whole is asked.
 */
function alignmentOf(e: Expression, model: DataModel): number | undefined {
  switch (e.kind) {
    case "dereference": {
      const pointer = e.operand.kind === "pointer-add" ? e.operand.pointer : e.operand;
      if (pointer.kind !== "convert" || pointer.conversion !== "array") return alignOf(e.type, model);
      return alignmentOf(pointer.operand, model);
    }
    case "convert":
      return e.conversion === "same" || e.conversion === "lvalue" ? alignmentOf(e.operand, model) : undefined;
    default:
      return undefined;
  }
}

/** Where somebody asks, before a place is read or written. */
export function requireAligned(f: Lowering, place: Lvalue & { kind: "memory" }, range: SourceRange): void {
  if (place.align === undefined || place.align <= 1) return;
  const callee = { kind: "direct", name: ALIGNED } as const;
  f.emit({ kind: "call", target: undefined, callee, arguments: [place.address, integer(place.align)] }, range);
}

function unexpected(f: Lowering, e: Expression, k: Continue<Lvalue>): Step {
  f.error("expression is not an lvalue", e);
  return k(memory(integer(0), e.type));
}

function stringAddress(f: Lowering, e: Expression & { kind: "string" }): Term {
  const element = e.type.kind === "array" ? e.type.element : e.type;
  return address(f.program.stringObject(e.elements, sizeOf(element, f.program.model) ?? 1));
}

/** The address of a place in memory, or of the end of an array. */
export function lvalueAddress(f: Lowering, e: Expression, k: Continue<Term>, limit: Limit = "end"): Step {
  return () =>
    lvalue(
      f,
      e,
      (at) => {
        if (at.kind === "memory") return () => k(at.address);
        f.error(`the address of '${at.variable.name}' should not be taken: it is a register variable`, e);
        return k(integer(0));
      },
      limit,
    );
}

/** The value in a place; `into` may receive it. Whatever is not scalar is its address. */
export function read(f: Lowering, from: Lvalue, range: SourceRange, into: Variable | undefined): Term {
  if (from.kind === "variable") {
    if (f.initialising.has(from.variable))
      f.emit({ kind: "havoc", target: from.variable, why: "uninitialised" }, range);
    // Where reads are checked, one counts though the term around it may be folded away: `0 * x`.
    if (from.variable.role === "local" && from.variable.volatile !== true)
      f.check({ kind: "uninitialised", known: variable(from.variable), range });
    // Each read of a volatile variable is an event of its own, and so is one that may come before or after a call.
    return from.variable.volatile === true || (f.exploring > 0 && from.variable.role === "global")
      ? f.save(variable(from.variable), f.machine(from.type), range)
      : variable(from.variable);
  }
  requireAligned(f, from, range);
  if (!isScalarType(from.type)) return from.address;
  const access = f.readAccess(from);
  const target = into !== undefined && into.type === access.type ? into : f.temporary(access.type);
  f.emit({ kind: "load", target, address: from.address, access }, range);
  return variable(target);
}

/** Puts a value of the place's type there; answers the place's value after it. */
export function write(
  f: Lowering,
  to: Lvalue,
  term: Term,
  range: SourceRange,
  purpose: "assign" | "initialise" = "assign",
): Term {
  if (to.kind === "variable") {
    const own = variable(to.variable);
    if (term !== own) f.emit({ kind: "assign", target: to.variable, value: term }, range);
    return to.variable.volatile === true ? term : own;
  }
  requireAligned(f, to, range);
  const stored = to.field === undefined ? term : intoField(f, term, fieldType(to.type, to.field), range);
  f.emit({ kind: "store", address: to.address, value: stored, access: f.access(to), ...markOf(purpose) }, range);
  return stored;
}

function intoField(f: Lowering, term: Term, type: IntType, range: SourceRange): Term {
  if (!fits(term, type)) f.check({ kind: "conversion", exact: term, type, range: plain(range) });
  return wrapInto(term, type, "conversion");
}

/** Copies a struct, union or va_list. */
export function copyObject(
  f: Lowering,
  to: Term,
  from: Term,
  type: CType,
  range: SourceRange,
  purpose: "assign" | "initialise" = "assign",
): void {
  const bytes = sizeOf(type, f.program.model) ?? 0;
  // A declared object is there; of what a pointer points to, `*p = *p` asks that it is.
  const isNothing = bytes === 0 || (to === from && to.kind === "address");
  if (!isNothing) f.emit({ kind: "copy", to, from, bytes, ...markOf(purpose) }, plain(range));
}

function markOf(purpose: "assign" | "initialise"): { readonly initialises?: true } {
  return purpose === "initialise" ? { initialises: true } : {};
}
