/**
 * Assignments, compound assignments, increments. Whether place or value comes first is gcc's choice (`gcc-order.ts`);
 * nothing of what C sequences depends on it.
 */
import type { Expression } from "../../c/ast.ts";
import { INT, promoted } from "../../c/type-operations.ts";
import type { CType } from "../../c/types.ts";
import { integer, type Term, variable } from "../../logic/term.ts";
import type { SourceRange } from "../../util/source.ts";
import { binaryOperation, checkInto, convertTerm, exact } from "./arithmetic.ts";
import { type BeforeCall, type CallExpression, call } from "./call.ts";
import { type Lowering, plain } from "./context.ts";
import { ALL_EFFECTS, type Effects, effectsOf, mayChange, NO_EFFECTS } from "./effects.ts";
import { commasFirst, negated, protect, staysWhole, value, valueType } from "./expression.ts";
import { beforePlace, hoistCommas, unconverted } from "./gcc-order.ts";
import { interleave, type Part } from "./interleave.ts";
import { copyObject, type Lvalue, lvalue, read, requireAligned, write } from "./lvalue.ts";
import { movedPointer } from "./move-pointer.ts";
import { noteOrder, type OrderNote } from "./order-note.ts";
import type { Continue, Step } from "./step.ts";
import { fieldType, isScalarType } from "./types.ts";

export function assign(f: Lowering, e: Expression & { kind: "assign" }, k: Continue<Term>): Step {
  const { target } = e;
  if (target.kind === "object") {
    const storage = f.storageOf(target.declaration);
    if (storage.kind === "variable") {
      const own = storage.variable;
      const to: Lvalue = { kind: "variable", variable: own, type: target.type };
      const into = own.type === f.machine(e.value.type) ? own : undefined;
      return value(f, e.value, (term) => () => k(write(f, to, term, e)), into);
    }
  }
  const put = (to: Lvalue, term: Term): Step => {
    if (to.kind === "variable" || isScalarType(to.type)) return () => k(write(f, to, term, e));
    requireAligned(f, to, e);
    copyObject(f, to.address, term, to.type, e);
    return () => k(to.address);
  };
  if (f.exploresOrders(e)) return assignInAnyOrder(f, target, e, put);
  const note = noteOrder(f, e, [target, e.value]);
  return leadingCommas(f, e.value, (rest) => {
    const from = unconverted(rest);
    switch (beforePlace(from)) {
      case "value":
        return valueFirst(f, target, rest, put, note);
      case "arguments":
        return argumentsFirst(f, target, from as CallExpression, put, note);
      case "address":
        return addressFirst(f, target, from, put, note);
      case "nothing":
        return placeFirst(f, target, rest, put, note);
    }
  });
}

type Put = (to: Lvalue, term: Term) => Step;

function assignInAnyOrder(f: Lowering, target: Expression, e: Expression & { kind: "assign" }, put: Put): Step {
  const { place: to, part } = lvaluePart(f, target);
  const from: Part = {
    of: e.value,
    type: valueType(f, e.value.type),
    evaluate: (done) => value(f, e.value, done),
  };
  return interleave(f, e, [part, from], ([at, term]) => put(to(at as Term), term as Term));
}

/** The place as something to evaluate in any order: its address is the value. */
function lvaluePart(f: Lowering, target: Expression): { readonly part: Part; place(at: Term): Lvalue } {
  let found: Lvalue | undefined;
  const evaluate: Part["evaluate"] = (done) => () =>
    lvalue(f, target, (to) => {
      found = to;
      return done(addressOf(to) ?? integer(0));
    });
  const placeAt = (at: Term): Lvalue => {
    const to = found as Lvalue;
    return to.kind === "memory" ? { ...to, address: at } : to;
  };
  return { part: { of: target, type: f.program.pointer, evaluate }, place: placeAt };
}

function valueFirst(f: Lowering, target: Expression, from: Expression, put: Put, note: OrderNote): Step {
  return value(f, from, (term) => {
    const kept = protect(f, term, from, effectsOf(target));
    note.operand(kept);
    return () => lvalue(f, target, (to) => noted(note, to, () => put(to, kept)));
  });
}

function placeFirst(f: Lowering, target: Expression, from: Expression, put: Put, note: OrderNote): Step {
  return targetLvalue(f, target, effectsOf(from), (to) => {
    note.operand(addressOf(to));
    return value(f, from, (term) => {
      note.operand(term);
      note.finish();
      return put(to, term);
    });
  });
}

/** The target's place was the last operand. */
function noted(note: OrderNote, to: Lvalue, then: () => Step): Step {
  note.operand(addressOf(to));
  note.finish();
  return then();
}

function addressOf(place: Lvalue): Term | undefined {
  return place.kind === "memory" ? place.address : undefined;
}

function argumentsFirst(f: Lowering, target: Expression, from: CallExpression, put: Put, note: OrderNote): Step {
  let found: Lvalue | undefined;
  const before: BeforeCall = {
    effects: effectsOf(target),
    run: (then) => {
      note.operand(undefined);
      return targetLvalue(f, target, effectsOf(from), (to) => {
        found = to;
        note.operand(addressOf(to));
        return then;
      });
    },
  };
  const finish = (term: Term): Step => {
    if (found !== undefined) {
      note.more(0);
      note.finish();
      return put(found, term);
    }
    // A builtin that is a term: it changes nothing that the place could depend on.
    const kept = protect(f, term, from, effectsOf(target));
    note.operand(kept);
    return () => lvalue(f, target, (to) => noted(note, to, () => put(to, kept)));
  };
  return call(f, from, "used", finish, undefined, before);
}

function addressFirst(f: Lowering, target: Expression, from: Expression, put: Put, note: OrderNote): Step {
  const source = from.kind === "convert" ? from.operand : from;
  return targetLvalue(f, source, effectsOf(target), (there) => {
    note.operand(undefined);
    return () =>
      lvalue(f, target, (to) => {
        note.operand(addressOf(to));
        const term = read(f, there, from, undefined);
        note.more(0);
        note.finish();
        return put(to, term);
      });
  });
}

/** What a value does before it is computed, and then the rest of it. */
function leadingCommas(f: Lowering, value: Expression, then: (rest: Expression) => Step): Step {
  const hoisted = hoistCommas(value);
  if (hoisted.first.length === 0 || staysWhole(f, hoisted)) return then(value);
  return commasFirst(f, hoisted, (rest) => leadingCommas(f, rest, then));
}

/** The place of the target, with its address saved where the effects to come may change it. */
function targetLvalue(f: Lowering, target: Expression, effects: Effects, k: Continue<Lvalue>): Step {
  return () =>
    lvalue(f, target, (to) => {
      if (to.kind === "variable" || !mayChange(to.address, effects)) return k(to);
      return k({ ...to, address: f.save(to.address, f.program.pointer, target) });
    });
}

export function compoundAssign(f: Lowering, e: Expression & { kind: "compound-assign" }, k: Continue<Term>): Step {
  if (f.exploresOrders(e)) return updateInAnyOrder(f, e, k);
  const note = noteOrder(f, e, [e.target, e.value]);
  const finish = (to: Lvalue, old: Term, operand: Term): Step => {
    note.finish();
    const result = updated(f, e, old, operand);
    return () => k(write(f, to, result, e));
  };
  if (effectsOf(e.value) === NO_EFFECTS)
    return targetLvalue(f, e.target, NO_EFFECTS, (to) => {
      note.operand(addressOf(to));
      return value(f, e.value, (operand) => {
        note.operand(operand);
        const old = read(f, to, e.target, undefined);
        note.more(0);
        return finish(to, old, operand);
      });
    });
  return value(f, e.value, (operand) => {
    const kept = protect(f, operand, e.value, effectsOf(e.target));
    note.operand(kept);
    return targetLvalue(f, e.target, NO_EFFECTS, (to) => {
      const old = read(f, to, e.target, undefined);
      note.operand(old);
      return finish(to, old, kept);
    });
  });
}

function updateInAnyOrder(f: Lowering, e: Expression & { kind: "compound-assign" }, k: Continue<Term>): Step {
  let found: Lvalue | undefined;
  const evaluate: Part["evaluate"] = (done) =>
    targetLvalue(f, e.target, ALL_EFFECTS, (to) => {
      found = to;
      return done(read(f, to, e.target, undefined));
    });
  const old: Part = { of: e.target, type: valueType(f, e.target.type), evaluate };
  const from: Part = {
    of: e.value,
    type: valueType(f, e.value.type),
    evaluate: (done) => value(f, e.value, done),
  };
  return interleave(f, e, [old, from], ([before, operand]) => {
    const result = updated(f, e, before as Term, operand as Term);
    return () => k(write(f, found as Lvalue, result, e));
  });
}

function updated(f: Lowering, e: Expression & { kind: "compound-assign" }, old: Term, operand: Term): Term {
  if (e.computation === undefined) {
    const bytes = exact("*", operand, integer(e.scale));
    return movedPointer(f, old, e.operator === "+" ? bytes : negated(bytes), e);
  }
  const range = plain(e);
  const own = f.machine(e.target.type);
  const wide = f.machine(e.computation);
  const left = convertTerm(old, own, wide, range, f.check);
  const result = binaryOperation(e.operator, left, operand, wide, range, f.check);
  const field = e.target.kind === "member" ? e.target.bitField : undefined;
  return convertTerm(result, wide, own, range, checkInto(f.check, field && fieldType(e.target.type, field)));
}

export function increment(
  f: Lowering,
  e: Expression & { kind: "increment" },
  usage: "used" | "unused",
  k: Continue<Term>,
): Step {
  return targetLvalue(f, e.target, NO_EFFECTS, (to) => {
    const old = read(f, to, e.target, undefined);
    const keepsOld = usage === "used" && e.position === "postfix";
    const own = to.kind === "variable" && old === variable(to.variable);
    const result = keepsOld && own ? f.save(old, f.machine(e.target.type), e) : old;
    const after = write(f, to, stepped(f, e, to, old), e);
    return () => k(keepsOld ? result : after);
  });
}

function stepped(f: Lowering, e: Expression & { kind: "increment" }, to: Lvalue, old: Term): Term {
  const type = e.target.type;
  const operator = e.operator === "++" ? "+" : "-";
  if (type.kind === "pointer") return movedPointer(f, old, integer(operator === "+" ? e.scale : -e.scale), e);
  const range: SourceRange = plain(e);
  const own = f.machine(type);
  const wide = f.machine(computationType(type, to));
  const one = convertTerm(integer(1), f.machine(INT), wide, range, f.check);
  const left = convertTerm(old, own, wide, range, f.check);
  return convertTerm(binaryOperation(operator, left, one, wide, range, f.check), wide, own, range, f.check);
}

/** The type that `x + 1` has: a bit-field narrower than int is an int. */
function computationType(type: CType, of: Lvalue): CType {
  if (type.kind !== "integer" && type.kind !== "enum") return type;
  const field = of.kind === "memory" ? of.field : undefined;
  if (field !== undefined && field.width < 32) return INT;
  return promoted(type);
}
