/**
 * Assignments, compound assignments, increments. For `=` the value comes before the place, as gcc does it where a call
 * makes the order visible; for `op=` the old value is read first. Nothing of what C sequences depends on it.
 */
import type { Expression } from "../../c/ast.ts";
import { INT, promoted } from "../../c/type-operations.ts";
import type { CType } from "../../c/types.ts";
import { integer, type Term, variable } from "../../logic/term.ts";
import type { SourceRange } from "../../util/source.ts";
import { binaryOperation, convertTerm, exact, moveAddress } from "./arithmetic.ts";
import { type Lowering, plain } from "./context.ts";
import { type Effects, effectsOf, mayChange, NO_EFFECTS } from "./effects.ts";
import { negated, protect, value } from "./expression.ts";
import { copyObject, type Place, place, read, write } from "./place.ts";
import type { Continue, Step } from "./step.ts";
import { isScalarType } from "./types.ts";

export function assign(f: Lowering, e: Expression & { kind: "assign" }, k: Continue<Term>): Step {
  const { target } = e;
  if (target.kind === "object") {
    const storage = f.storageOf(target.declaration);
    if (storage.kind === "variable") {
      const own = storage.variable;
      const to: Place = { kind: "variable", variable: own, type: target.type };
      const into = own.type === f.machine(e.value.type) ? own : undefined;
      return value(f, e.value, (term) => () => k(write(f, to, term, e)), into);
    }
  }
  return value(f, e.value, (term) => {
    const kept = protect(f, term, e.value, effectsOf(target));
    return () =>
      place(f, target, (to) => {
        if (to.kind === "variable" || isScalarType(to.type)) return () => k(write(f, to, kept, e));
        copyObject(f, to.address, kept, to.type, e);
        return () => k(to.address);
      });
  });
}

/** The place of the target, with its address saved where the effects to come may change it. */
function targetPlace(f: Lowering, target: Expression, effects: Effects, k: Continue<Place>): Step {
  return () =>
    place(f, target, (to) => {
      if (to.kind === "variable" || !mayChange(to.address, effects)) return k(to);
      return k({ ...to, address: f.save(to.address, f.program.pointer, target) });
    });
}

export function compoundAssign(f: Lowering, e: Expression & { kind: "compound-assign" }, k: Continue<Term>): Step {
  const effects = effectsOf(e.value);
  return targetPlace(f, e.target, effects, (to) => {
    const old = protect(f, read(f, to, e.target, undefined), e.target, effects);
    return value(f, e.value, (operand) => {
      const result = updated(f, e, old, operand);
      return () => k(write(f, to, result, e));
    });
  });
}

function updated(f: Lowering, e: Expression & { kind: "compound-assign" }, old: Term, operand: Term): Term {
  if (e.computation === undefined) {
    const bytes = exact("*", operand, integer(e.scale));
    return moveAddress(old, e.operator === "+" ? bytes : negated(bytes), f.program.pointer);
  }
  const range = plain(e);
  const own = f.machine(e.target.type);
  const wide = f.machine(e.computation);
  const left = convertTerm(old, own, wide, range, f.check);
  const result = binaryOperation(e.operator, left, operand, wide, range, f.check);
  return convertTerm(result, wide, own, range, f.check);
}

export function increment(
  f: Lowering,
  e: Expression & { kind: "increment" },
  usage: "used" | "unused",
  k: Continue<Term>,
): Step {
  return targetPlace(f, e.target, NO_EFFECTS, (to) => {
    const old = read(f, to, e.target, undefined);
    const keepsOld = usage === "used" && e.position === "postfix";
    const own = to.kind === "variable" && old === variable(to.variable);
    const result = keepsOld && own ? f.save(old, f.machine(e.target.type), e) : old;
    const after = write(f, to, stepped(f, e, to, old), e);
    return () => k(keepsOld ? result : after);
  });
}

function stepped(f: Lowering, e: Expression & { kind: "increment" }, to: Place, old: Term): Term {
  const type = e.target.type;
  const operator = e.operator === "++" ? "+" : "-";
  if (type.kind === "pointer")
    return moveAddress(old, integer(operator === "+" ? e.scale : -e.scale), f.program.pointer);
  const range: SourceRange = plain(e);
  const own = f.machine(type);
  const wide = f.machine(computationType(type, to));
  const one = convertTerm(integer(1), f.machine(INT), wide, range, f.check);
  const left = convertTerm(old, own, wide, range, f.check);
  return convertTerm(binaryOperation(operator, left, one, wide, range, f.check), wide, own, range, f.check);
}

/** The type that `x + 1` has: a bit-field narrower than int is an int. */
function computationType(type: CType, of: Place): CType {
  if (type.kind !== "integer" && type.kind !== "enum") return type;
  const field = of.kind === "memory" ? of.field : undefined;
  if (field !== undefined && field.width < 32) return INT;
  return promoted(type);
}
