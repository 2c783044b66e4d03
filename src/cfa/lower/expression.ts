/**
 * Expressions as terms. `value` answers a term for the expression's value after appending to the graph whatever its
 * evaluation does; `effect` evaluates for the side effects only. Operands are evaluated in gcc's order (`gcc-order.ts`).
 *
 * A value of struct or union type (and of va_list) is its address; it stays valid until the object is written again.
 * `into`, where given, is a variable of the expression's machine type that is assigned next: a load or call may put
 * the result straight there and answer the variable itself.
 */
import type { Expression, FunctionDeclaration, ObjectDeclaration } from "../../c/ast.ts";
import type { CType } from "../../c/types.ts";
import {
  address,
  divide,
  type Formula,
  float,
  floatBinary,
  integer,
  ite,
  ne,
  negate,
  not,
  type Term,
  truthValue,
  type Variable,
  variable,
  wrap,
} from "../../logic/term.ts";
import { type ScalarType, typeRange } from "../../logic/types.ts";
import { fromBig } from "../../numbers/int.ts";
import { includes } from "../../numbers/interval.ts";
import type { SourceRange } from "../../util/source.ts";
import { ONE_OBJECT } from "../library-names.ts";
import {
  binaryOperation,
  bitComplement,
  checkInto,
  compareTerms,
  convertTerm,
  exact,
  isNonZero,
  moveAddress,
  negation,
} from "./arithmetic.ts";
import { assign, compoundAssign, increment } from "./assign.ts";
import {
  conditional,
  conditionalEffect,
  isControl,
  logicalEffect,
  materialise,
  statementExpression,
} from "./branching.ts";
import { call } from "./call.ts";
import { type Lowering, plain } from "./context.ts";
import { type Effects, effectsOf, mayChange, NO_EFFECTS } from "./effects.ts";
import { checkIndex, type Limit } from "./extent.ts";
import {
  AS_TRUTH,
  AS_VALUE,
  type Context,
  contextOf,
  contextUnder,
  firstOperand,
  type Hoisted,
  hoistCommas,
} from "./gcc-order.ts";
import { interleave, type Part } from "./interleave.ts";
import { copyObject, lvalue, lvalueAddress, read } from "./lvalue.ts";
import { movedPointer } from "./move-pointer.ts";
import { asWritten, noteOrder } from "./order-note.ts";
import { variableSize } from "./sizes.ts";
import { block } from "./statement.ts";
import { type Continue, each, type Step } from "./step.ts";
import { fieldType, isScalarType } from "./types.ts";
import { noteUnsequenced } from "./unsequenced.ts";
import { variadic } from "./variadic.ts";

export function value(f: Lowering, e: Expression, k: Continue<Term>, into?: Variable): Step {
  return () => evaluate(f, e, k, into);
}

/** Operators: what their commas hide comes first. */
function withoutCommas(f: Lowering, e: Expression, then: (rest: Expression) => Step): Step | undefined {
  // Where every order is explored, commas stay where they are: they say what comes before what.
  if (e.kind === "comma" || f.exploring > 0) return undefined;
  const hoisted = hoistCommas(e);
  return hoisted.first.length === 0 || staysWhole(f, hoisted) ? undefined : commasFirst(f, hoisted, then);
}

/** Where an operator's orders are explored, its operands keep their commas. */
export function staysWhole(f: Lowering, { operators }: Hoisted): boolean {
  return operators.some((range) => f.exploresOrders(range));
}

/** What the commas do, and then the rest, whose operands remember what was theirs. */
export function commasFirst(f: Lowering, { first, rest, led }: Hoisted, then: (rest: Expression) => Step): Step {
  const pieces: { from: number; to: number }[] = [];
  return each(
    first,
    (part, next) => {
      const from = f.graph.operations.length;
      return effect(f, part, () => {
        pieces.push({ from, to: f.graph.operations.length });
        return next();
      });
    },
    () => {
      for (const [operand, { from, to, written }] of led)
        f.led.set(operand, { pieces: pieces.slice(from, to), written });
      return then(rest);
    },
  );
}

function evaluate(f: Lowering, e: Expression, k: Continue<Term>, into: Variable | undefined): Step {
  noteUnsequenced(f, e);
  const hoisted = withoutCommas(f, e, (rest) => evaluate(f, rest, k, into));
  if (hoisted !== undefined) return hoisted;
  switch (e.kind) {
    case "integer-constant":
      return k(integer(fromBig(e.value)));
    case "floating-constant":
      return k(floatConstant(f, e));
    case "object":
    case "dereference":
    case "member":
    case "compound-literal":
      if (e.kind === "dereference" && e.type.kind === "function") return value(f, e.operand, k);
      return lvalue(f, e, (from) => () => k(read(f, from, e, into)));
    case "string":
      return lvalueAddress(f, e, k);
    case "function":
      return k(perhapsNull(f, e.declaration, address(f.program.functionObject(e.declaration))));
    case "unary":
      return unary(f, e, k, into);
    case "binary":
      return binary(f, e, AS_VALUE, k);
    case "comparison":
      return comparison(f, e, (formula) => () => k(truthValue(formula)));
    case "pointer-add":
      return pointerAdd(f, e, k);
    case "pointer-difference":
      return operands(
        f,
        asValue(e.left),
        asValue(e.right),
        "left",
        (left, right) => () => k(pointerDifference(f, e, left, right)),
      );
    case "logical":
      return materialise(f, e, k, into);
    case "conditional":
      return conditional(f, e, k, into);
    case "comma":
      return effect(f, e.left, () => value(f, e.right, k, into));
    case "assign":
      return assign(f, e, k);
    case "compound-assign":
      return compoundAssign(f, e, k);
    case "increment":
      return increment(f, e, "used", k);
    case "call":
      return call(f, e, "used", k, into);
    case "address-of":
      return e.operand.type.kind === "function" ? value(f, e.operand, k) : addressOf(f, e.operand, k);
    case "convert":
      return convert(f, e, k, into);
    case "statement-expression":
      return statementExpression(f, e, k, into);
    case "sizeof-variable":
      return variableSize(f, e.of, k);
    case "variadic":
      return variadic(f, e, k);
    case "label-address":
      return k(integer(f.program.labelNumber(f.labelScope, e.label)));
  }
}

/** Evaluates for the side effects; the value is not used. */
export function effect(f: Lowering, e: Expression, then: () => Step): Step {
  noteUnsequenced(f, e);
  switch (e.kind) {
    case "comma":
      return () => effect(f, e.left, () => effect(f, e.right, then));
    case "convert":
      if (e.conversion === "void" || e.conversion === "same") return () => effect(f, e.operand, then);
      // Its value is not used: `(void)x`.
      if (e.conversion === "lvalue" && isPlainLocal(e.operand)) return then;
      break;
    case "object":
      if (isPlainLocal(e)) return then;
      break;
    case "increment":
      return increment(f, e, "unused", then);
    case "call":
      return call(f, e, "unused", then, undefined);
    case "conditional":
      return () => conditionalEffect(f, e, then);
    case "logical":
      return () => logicalEffect(f, e, then);
    case "statement-expression":
      return block(f, e.body.body, e.end, then);
    default:
      break;
  }
  return value(f, e, (term) => {
    if (e.type.kind === "record" && isPlace(e.kind === "convert" ? e.operand : e))
      copyObject(f, address(f.temporaryObject(e.type)), term, e.type, e);
    f.graph.flush(plain(e));
    return then;
  });
}

/** Memory that is read where its value is asked for, though it is a whole struct's and goes nowhere. */
function isPlace({ kind }: Expression): boolean {
  return kind === "dereference" || kind === "member";
}

/** A variable that nothing happens to where it is only named. */
function isPlainLocal(e: Expression): boolean {
  return (
    e.kind === "object" && e.type.volatile !== true && isScalarType(e.type) && e.declaration.storage === "automatic"
  );
}

// --- Operands ---------------------------------------------------------------------------------------------------------

/** Two values, in the order that is said; the first one is saved where the other one may change it. */
function operands(
  f: Lowering,
  left: Operand,
  right: Operand,
  first: "left" | "right",
  k: (left: Term, right: Term) => Step,
): Step {
  const [one, other] = first === "left" ? [left, right] : [right, left];
  const whole = { start: asWritten(f, left.of).start, end: asWritten(f, right.of).end };
  if (f.exploresOrders(whole))
    return interleave(f, whole, [part(f, left), part(f, right)], ([a, b]) => k(a as Term, b as Term));
  const note = noteOrder(f, whole, [left.of, right.of]);
  return used(f, one, (early) => {
    const kept = protect(f, early, one.of, effectsOf(other.of));
    note.operand(kept, one.of);
    return used(f, other, (late) => {
      note.operand(late, other.of);
      note.finish();
      return first === "left" ? k(kept, late) : k(late, kept);
    });
  });
}

function part(f: Lowering, operand: Operand): Part {
  return { of: operand.of, type: valueType(f, operand.of.type), evaluate: (done) => used(f, operand, done) };
}

interface Operand {
  readonly of: Expression;
  readonly context: Context;
  /** Otherwise than as a value. */
  readonly evaluate?: typeof value;
}

function used(f: Lowering, { of, context, evaluate }: Operand, k: Continue<Term>): Step {
  if (evaluate !== undefined) return evaluate(f, of, k);
  return of.kind === "binary" && context !== AS_VALUE ? () => binary(f, of, context, k) : value(f, of, k);
}

function asValue(of: Expression): Operand {
  return { of, context: AS_VALUE };
}

/** An operator whose value is used as `context` says. */
export function binary(f: Lowering, e: Expression & { kind: "binary" }, context: Context, k: Continue<Term>): Step {
  const left = { of: e.left, context: contextOf(f, e, "left", context) };
  const right = { of: e.right, context: contextOf(f, e, "right", context) };
  return operands(f, left, right, firstOperand(f, e, context), (one, other) => {
    const type = f.machine(e.type);
    return () => k(binaryOperation(e.operator, one, other, type, plain(e), f.check));
  });
}

/** The term, or a temporary with its present value where the effects to come may change it. */
export function protect(f: Lowering, term: Term, of: Expression, effects: Effects): Term {
  return mayChange(term, effects) ? f.save(term, f.machine(of.type), of) : term;
}

/** All values, evaluated one after the other from one end of the list. */
export function values(
  f: Lowering,
  list: readonly Expression[],
  order: "left-to-right" | "right-to-left",
  k: Continue<Term[]>,
): Step {
  const turns = order === "left-to-right" ? list.map((_, i) => i) : list.map((_, i) => list.length - 1 - i);
  // Effects of everything that comes after each argument.
  const later: Effects[] = new Array(list.length).fill(NO_EFFECTS);
  for (let turn = turns.length - 2; turn >= 0; turn -= 1)
    later[turn] = (later[turn + 1] as Effects) | effectsOf(list[turns[turn + 1] as number] as Expression);
  const results: Term[] = new Array(list.length);
  const whole = { start: list[0]?.start ?? 0, end: list.at(-1)?.end ?? 0 };
  if (list.length > 1 && f.exploresOrders(whole))
    return interleave(
      f,
      whole,
      list.map((e) => part(f, asValue(e))),
      k,
    );
  const note = noteOrder(f, whole, list);
  const next = (turn: number): Step => {
    const index = turns[turn];
    if (index === undefined) {
      note.finish();
      return () => k(results);
    }
    const e = list[index] as Expression;
    return value(f, e, (term) => {
      results[index] = protect(f, term, e, later[turn] as Effects);
      note.operand(results[index]);
      return () => next(turn + 1);
    });
  };
  return next(0);
}

// --- Operators --------------------------------------------------------------------------------------------------------

function floatConstant(f: Lowering, e: Expression & { kind: "floating-constant" }): Term {
  const type = f.machine(e.type);
  if (type.kind !== "float") throw new Error("a floating constant should have a floating type");
  const constant = float(e.value, type);
  // A long double has more digits than the double that stands for it: as a sum it is known up to rounding only.
  return e.rounded === true ? floatBinary("fadd", constant, float(0, type), type) : constant;
}

function unary(f: Lowering, e: Expression & { kind: "unary" }, k: Continue<Term>, into: Variable | undefined): Step {
  const { operator, operand } = e;
  if (operator === "!" && isControl(operand)) return materialise(f, e, k, into);
  return used(f, { of: operand, context: contextUnder(f, e) }, (term) => {
    const type = f.machine(operand.type);
    switch (operator) {
      case "-":
        return () => k(negation(term, type, plain(e), f.check));
      case "~":
        if (type.kind === "float") throw new Error("~ should have an integer operand");
        return () => k(bitComplement(term, type));
      case "!":
        return () => k(truthValue(not(isNonZero(term, type))));
    }
  });
}

export function comparison(f: Lowering, e: Expression & { kind: "comparison" }, k: Continue<Formula>): Step {
  const hoisted = withoutCommas(f, e, (rest) => comparison(f, rest as typeof e, k));
  if (hoisted !== undefined) return hoisted;
  const context = isZero(e.right) && (e.operator === "==" || e.operator === "!=") ? AS_TRUTH : AS_VALUE;
  const left = { of: e.left, context };
  return operands(f, left, asValue(e.right), firstOperand(f, e, AS_VALUE), (left, right) => {
    const type = f.machine(e.left.type);
    if (type.kind === "pointer" && e.operator !== "==" && e.operator !== "!=") relate(f, left, right, e);
    return k(compareTerms(e.operator, left, right, type));
  });
}

/** Where it is asked about, pointers that are subtracted or ordered should point into one object. */
function relate(f: Lowering, left: Term, right: Term, range: SourceRange): void {
  if (!f.program.optionalChecks.has(ONE_OBJECT)) return;
  const callee = { kind: "direct", name: ONE_OBJECT } as const;
  f.emit({ kind: "call", target: undefined, callee, arguments: [left, right] }, range);
}

function isZero(e: Expression): boolean {
  return e.kind === "integer-constant" && e.value === 0n;
}

/** With a limit: the element is accessed, or its address taken, so that the index has to be one of the array's. */
export function pointerAdd(
  f: Lowering,
  e: Expression & { kind: "pointer-add" },
  k: Continue<Term>,
  limit?: Limit,
): Step {
  const hoisted = withoutCommas(f, e, (rest) => pointerAdd(f, rest as typeof e, k, limit));
  if (hoisted !== undefined) return hoisted;
  const array = e.pointer.kind === "convert" && e.pointer.conversion === "array" ? e.pointer.operand : undefined;
  const moved = (pointer: Term, index: Term): Step => {
    const move = (scale: Term): Step => {
      const bytes = exact("*", index, scale);
      const signed = e.operator === "+" ? bytes : negated(bytes);
      // An index of an array that is accessed is checked against its length.
      const isIndex = array !== undefined && limit !== undefined;
      return () => k(isIndex ? moveAddress(pointer, signed, f.program.pointer) : movedPointer(f, pointer, signed, e));
    };
    const go = () => (e.scaleExpression === undefined ? move(integer(e.scale)) : value(f, e.scaleExpression, move));
    if (array === undefined || limit === undefined) return go();
    return checkIndex(f, array, e.operator === "+" ? index : negated(index), limit, e, go);
  };
  if (array === undefined) return operands(f, asValue(e.pointer), asValue(e.index), "left", moved);
  const evaluate: typeof value = (_, __, next) => lvalueAddress(f, array, next, "inside");
  return operands(f, { ...asValue(e.pointer), evaluate }, asValue(e.index), "left", moved);
}

export function negated(term: Term): Term {
  return term.kind === "integer" ? exact("-", integer(0), term) : negate(term);
}

/** In elements. Pointers into one object are less than half the address space apart, so the wrap is the identity. */
function pointerDifference(f: Lowering, e: Expression & { kind: "pointer-difference" }, left: Term, right: Term): Term {
  const type = f.machine(e.type);
  if (type.kind !== "int") throw new Error("a pointer difference should be an integer");
  relate(f, left, right, e);
  const difference = exact("-", left, right);
  const bytes = difference.kind === "integer" ? difference : wrap(difference, type, "arithmetic");
  return e.scale <= 1 ? bytes : divide(bytes, integer(e.scale));
}

function convert(
  f: Lowering,
  e: Expression & { kind: "convert" },
  k: Continue<Term>,
  into: Variable | undefined,
): Step {
  const { operand } = e;
  switch (e.conversion) {
    case "lvalue":
      return () => lvalue(f, operand, (from) => () => k(read(f, from, e, into)));
    case "same":
      return value(f, operand, k, into);
    case "function":
      return value(f, operand, k);
    case "array":
      return addressOf(f, operand, k);
    case "void":
      return effect(f, operand, () => () => k(integer(0)));
    case "value": {
      const from = f.machine(operand.type);
      const to = f.machine(e.type);
      // 0 and 1 are values of every integer type; the arms of a conditional have values that need the conversion.
      if (operand.kind === "binary" && from.kind === "int" && to.kind === "int" && to.bits < from.bits)
        return binary(
          f,
          operand,
          { kind: "cut", bits: to.bits },
          (term) => () => k(convertTerm(term, from, to, plain(e), f.check)),
        );
      const direct = from === to || (isControl(operand) && operand.kind !== "conditional" && to.kind === "int");
      return value(
        f,
        operand,
        (term) => {
          if (direct && into !== undefined && term === variable(into)) return () => k(term);
          return () =>
            k(convertTerm(term, from, to, plain(e), checkInto(f.check, e.field && fieldType(e.type, e.field))));
        },
        direct ? into : undefined,
      );
    }
  }
}

function addressOf(f: Lowering, operand: Expression, k: Continue<Term>): Step {
  if (operand.kind !== "object") return lvalueAddress(f, operand, k);
  return lvalueAddress(f, operand, (at) => k(perhapsNull(f, operand.declaration, at)));
}

/** The address of what the linker may not find is null then. */
function perhapsNull(f: Lowering, declaration: FunctionDeclaration | ObjectDeclaration, at: Term): Term {
  if (declaration.kind === "object" && declaration.storage !== "extern") return at;
  const presence = f.program.presenceOf(declaration);
  return presence === undefined ? at : ite(ne(variable(presence), integer(0)), at, integer(0));
}

/** A conversion that keeps zero zero and everything else something else. */
export function keepsTruth(f: Lowering, e: Expression & { kind: "convert" }): boolean {
  if (e.conversion === "same") return true;
  if (e.conversion !== "value") return false;
  const from = f.machine(e.operand.type);
  const to = f.machine(e.type);
  if (to.kind === "int" && to.bits === 1) return true;
  return (
    from.kind !== "float" && to.kind !== "float" && (includes(typeRange(to), typeRange(from)) || to.bits >= from.bits)
  );
}

/** The type a value of the C type has on edges. */
export function valueType(f: Lowering, type: CType): ScalarType {
  return isScalarType(type) ? f.machine(type) : f.program.pointer;
}
