/**
 * CBMC's `__CPROVER_forall { T i; a ==> b }` and `__CPROVER_exists { T i; a && b }`, as C that means the same, so that
 * everything behind the parser executes and proves it without knowing quantifiers, and is exact whether it is assumed or
 * asserted:
 *   - all bytes of an object are zero: its members and its padding are (`representation.ts`);
 *   - a few constant values of i: the expression for each of them, read again with i as a constant;
 *   - otherwise a loop over the values of i that the expression bounds, or over all values of its type.
 * Bounds are comparisons of i among the conjuncts of `a` (of the whole expression, for `exists`): a value outside makes the
 * expression true (false), so that it need not be looked at.
 */
import type { SourceRange } from "../../util/source.ts";
import type { Expression, ObjectDeclaration, Statement } from "../ast.ts";
import { evaluate, evaluateInteger } from "../constant.ts";
import { sizeOf } from "../layout.ts";
import {
  bitsOf,
  compatible,
  INT,
  INT128,
  integerOf,
  isInteger,
  UNSIGNED_LONG_LONG,
  unqualified,
} from "../type-operations.ts";
import type { CType, EnumCType, IntegerCType } from "../types.ts";
import { cast, integerConstant, rvalue, scalarValue } from "./conversions.ts";
import { newObject, parseDeclared } from "./declarations.ts";
import { parseExpression } from "./expressions.ts";
import { assign, binary, unary } from "./operators.ts";
import { allOf, countOf, pieceAt, piecesOf } from "./representation.ts";
import type { Entity, Session } from "./session.ts";
import { parseSpecifiers, startsType } from "./specifiers.ts";

export type Quantifier = "forall" | "exists";

/** More values than this are a loop. */
const MOST_VALUES = 64n;

type Index = IntegerCType | EnumCType;

/** The name of the quantifier is behind the cursor, which is at its block. */
export function quantified(session: Session, quantifier: Quantifier, start: number): Expression {
  const name = `'__CPROVER_${quantifier}'`;
  session.expect("{", `after ${name}`);
  return quantify(session, {
    quantifier,
    name,
    start,
    values: "all",
    variable: () => {
      const variable = variableOfType(session, name);
      session.expect(";", `behind the variable of ${name}`);
      return variable;
    },
    read: () => {
      const expression = scalarValue(session, parseExpression(session), `what ${name} says`);
      session.expect("}", `after ${name}`);
      return expression;
    },
  });
}

export interface QuantifiedVariable {
  readonly name: string;
  readonly type: Index;
  readonly range: SourceRange;
  /** whole: of all whole numbers, so that the type is one that all of those have that are between the bounds. */
  readonly numbers?: "whole";
}

/** `T i`. */
export function variableOfType(session: Session, quantifier: string): QuantifiedVariable {
  if (!startsType(session)) return session.fail(`${quantifier} over what is not understood`, session.token);
  const { declarator, type } = parseDeclared(session, parseSpecifiers(session));
  const { name = "", range } = declarator;
  if (!isInteger(type)) return session.fail(`${quantifier} over a variable that is not an integer`, range);
  return { name, type: unqualified(type) as Index, range };
}

interface Quantified {
  readonly quantifier: Quantifier;
  /** For messages. */
  readonly name: string;
  readonly start: number;
  /** Over all values of the index's type, or only over those that its bounds leave: then there should be both. */
  readonly values: "all" | "bounded";
  /** Reads the variable, and what stands between it and what is said of it. */
  readonly variable: () => QuantifiedVariable;
  /** Reads what is said of it; several times, where it is said of each of its values. */
  readonly read: (index: ObjectDeclaration) => Expression;
}

/** The variable is at the cursor. */
export function quantify(session: Session, quantified: Quantified): Expression {
  session.pushScope();
  const { name, type, range, numbers } = quantified.variable();
  const from = session.at;
  const readerOf =
    (index: ObjectDeclaration) =>
    (entity: Entity): Expression => {
      session.goBack(from);
      session.pushScope();
      session.declare(name, entity);
      const expression = quantified.read(index);
      session.popScope();
      return expression;
    };
  const indexOf = (one: Index) => newObject(session, name, one, "automatic", range);
  const holds = (one: ObjectDeclaration) => holdsBounds(session, quantified.quantifier, readerOf(one)(one), one);
  const index =
    numbers === "whole" ? ([type, UNSIGNED_LONG_LONG].map(indexOf).find(holds) ?? indexOf(INT128)) : indexOf(type);
  const result = overValues(session, quantified, index, readerOf(index));
  session.popScope();
  return result;
}

/** Whether all values between its bounds are of the index's type, whatever the bounds are. */
function holdsBounds(session: Session, quantifier: Quantifier, body: Expression, index: ObjectDeclaration): boolean {
  const [low, high] = limitsOf(session, index.type as Index);
  return rangeConjuncts(quantifier, body).every((one) => {
    const than = comparedWith(one, index);
    if (than === undefined) return true;
    const constant = evaluateInteger(than, session.model);
    if (constant !== undefined) return low <= constant && constant <= high;
    let at = than;
    while (
      at.kind === "convert" &&
      isInteger(at.type) &&
      isInteger(at.operand.type) &&
      isPart(session, at.operand.type, at.type)
    )
      at = at.operand;
    if (!isInteger(at.type)) return true;
    const [least, most] = limitsOf(session, at.type);
    return low <= least && most <= high;
  });
}

function isPart(session: Session, smaller: Index, larger: Index): boolean {
  const [least, most] = limitsOf(session, smaller);
  const [low, high] = limitsOf(session, larger);
  return low <= least && most <= high;
}

/** @param readAs what is said with the index as this entity; each time the cursor is behind it afterwards. */
function overValues(
  session: Session,
  { quantifier, name, start, values: which }: Quantified,
  index: ObjectDeclaration,
  readAs: (entity: Entity) => Expression,
): Expression {
  const body = readAs(index);
  const range = session.rangeFrom(start);
  const bounds = boundsOf(session, quantifier, body, index);
  if (hasEffects(body)) return session.fail(`${name} of an expression with side effects`, range);
  const zero = quantifier === "forall" ? zeroTest(session, body, index, bounds, range) : undefined;
  if (zero !== undefined) return zero;
  const [least] = limitsOf(session, index.type as Index);
  const isOpen =
    (bounds.from === undefined && bounds.first === least) ||
    (bounds.last === undefined && bounds.whileTrue === undefined);
  if (which === "bounded" && isOpen) return session.fail(`${name} needs bounds on both sides: 0 <= i < n`, range);
  const count = bounds.last === undefined ? undefined : bounds.last - bounds.first + 1n;
  if (bounds.from === undefined && count !== undefined && count <= MOST_VALUES) {
    const constant = (value: bigint): Entity => ({ kind: "constant", value, type: index.type });
    const values = Array.from({ length: Math.max(0, Number(count)) }, (_, i) => bounds.first + BigInt(i));
    return together(
      session,
      quantifier,
      values.map((value) => readAs(constant(value))),
      range,
    );
  }
  if (session.function === undefined) return session.fail(`${name} outside of a function`, range);
  return loop(session, quantifier, body, index, bounds, range);
}

/** `a ==> b`. */
export function implication(session: Session, left: Expression, right: Expression): Expression {
  const range = { start: left.start, end: Math.max(left.end, right.end) };
  return { ...binary(session, "||", unary(session, "!", left, left), right), ...range };
}

// --- Bounds -------------------------------------------------------------------------------------------------------

interface Bounds {
  /** The first value that is looked at; with `from`, the least that it may be. */
  readonly first: bigint;
  /** Where the first value is computed. */
  readonly from: Expression | undefined;
  /** The last value where that is a constant; first - 1 where there is none. */
  readonly last: bigint | undefined;
  /** The comparison that ends a loop, once it fails. */
  readonly whileTrue: Expression | undefined;
}

interface Bound {
  readonly operator: "<" | "<=" | ">" | ">=";
  readonly than: Expression;
  /** The comparison sees every value of the index as it is; or only those that are not negative. */
  readonly sees: "all" | "non-negative";
  readonly comparison: Expression;
}

function boundsOf(session: Session, quantifier: Quantifier, body: Expression, index: ObjectDeclaration): Bounds {
  const found = rangeConjuncts(quantifier, body).flatMap((one) => boundIn(session, one, index) ?? []);
  const [low, high] = limitsOf(session, index.type as Index);
  let first = low;
  let from: Expression | undefined;
  for (const { operator, than, sees } of found) {
    if ((operator !== ">" && operator !== ">=") || sees !== "all") continue;
    const constant = evaluateInteger(than, session.model);
    const step = operator === ">" ? 1n : 0n;
    if (constant !== undefined) first = constant + step > first ? constant + step : first;
    // A value too many is looked at, and found to be outside.
    else if (from === undefined && compatible(unqualified(than.type), index.type)) from = than;
  }
  if (first > high) first = high;
  let last: bigint | undefined;
  let whileTrue: Expression | undefined;
  for (const { operator, than, sees, comparison } of found) {
    if ((operator !== "<" && operator !== "<=") || (sees !== "all" && first < 0n)) continue;
    const constant = evaluateInteger(than, session.model);
    const step = operator === "<" ? 1n : 0n;
    if (constant !== undefined) last = last === undefined || constant - step < last ? constant - step : last;
    else whileTrue ??= comparison;
  }
  // A computed start may be negative, which such a comparison would take for a large number.
  if (found.some((bound) => bound.sees === "non-negative")) from = undefined;
  if (last === undefined && high - low < MOST_VALUES * 4n) last = high;
  if (last !== undefined && last > high) last = high;
  return { first, from, last, whileTrue };
}

function limitsOf(session: Session, type: Index): readonly [bigint, bigint] {
  const bits = BigInt(bitsOf(type, session.model));
  if (integerOf(type).rank === "bool") return [0n, 1n];
  return integerOf(type).signed ? [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n] : [0n, (1n << bits) - 1n];
}

/** Without which of these a value of the index need not be looked at. */
function rangeConjuncts(quantifier: Quantifier, body: Expression): readonly Expression[] {
  if (quantifier === "exists") return conjuncts(body);
  const isImplication = body.kind === "logical" && body.operator === "||" && body.left.kind === "unary";
  return isImplication && body.left.kind === "unary" && body.left.operator === "!" ? conjuncts(body.left.operand) : [];
}

function conjuncts(expression: Expression): readonly Expression[] {
  const found: Expression[] = [];
  const pending = [expression];
  while (pending.length > 0) {
    const at = pending.pop() as Expression;
    if (at.kind === "logical" && at.operator === "&&") pending.push(at.right, at.left);
    else found.push(at);
  }
  return found;
}

const TURNED = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" } as const;

function boundIn(session: Session, expression: Expression, index: ObjectDeclaration): Bound | undefined {
  if (expression.kind !== "comparison" || expression.operator === "==" || expression.operator === "!=")
    return undefined;
  const than = comparedWith(expression, index);
  if (than === undefined || mentions(than, index) || hasEffects(than)) return undefined;
  const { left, right, operator } = expression;
  const isLeft = than === right;
  const sees = seenBy(session, isLeft ? left : right, index);
  return sees && { operator: isLeft ? operator : TURNED[operator], than, sees, comparison: expression };
}

/** The other side of a comparison with the index. */
function comparedWith(expression: Expression, index: ObjectDeclaration): Expression | undefined {
  if (expression.kind !== "comparison") return undefined;
  const { left, right } = expression;
  if (isIndex(left, index)) return right;
  return isIndex(right, index) ? left : undefined;
}

/** Which values of the index all conversions around it leave as they are; undefined where not even those that are not negative. */
function seenBy(session: Session, expression: Expression, index: ObjectDeclaration): Bound["sees"] | undefined {
  const [low, high] = limitsOf(session, index.type as Index);
  let sees: Bound["sees"] = "all";
  for (let at = expression; at.kind === "convert"; at = at.operand) {
    if (!isInteger(at.type)) return undefined;
    const [least, most] = limitsOf(session, at.type);
    if (most < high) return undefined;
    if (low < least) sees = "non-negative";
  }
  return sees;
}

/** The index itself, converted perhaps. */
function isIndex(expression: Expression, index: ObjectDeclaration): boolean {
  let at = expression;
  while (at.kind === "convert" && isInteger(at.type)) at = at.operand;
  return at.kind === "object" && at.declaration === index;
}

// --- What an expression consists of ---------------------------------------------------------------------------------

const EFFECTS: ReadonlySet<string> = new Set([
  "assign",
  "compound-assign",
  "increment",
  "variadic",
  "compound-literal",
]);

/** Of functions, those of CBMC's vocabulary, of the compiler and of annotations have none; "no calls": whatever is called or executed counts. */
export function hasEffects(expression: Expression, calls: "questions" | "no calls" = "questions"): boolean {
  return someNode(expression, (node) => {
    if (node.kind === "statement-expression" && calls === "no calls") return true;
    if (node.kind !== "call") return EFFECTS.has(node.kind);
    if (calls === "no calls") return true;
    return node.callee.kind !== "function" || !/^__(?:CPROVER|builtin|hone)_/.test(node.callee.declaration.name);
  });
}

function mentions(expression: Expression, object: ObjectDeclaration): boolean {
  return someNode(expression, (node) => node.kind === "object" && node.declaration === object);
}

/** Without the statements of statement expressions, which the parser makes of quantifiers inside. */
function someNode(expression: Expression, test: (node: Expression) => boolean): boolean {
  const pending: Expression[] = [expression];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (test(at)) return true;
    for (const part of Object.values(at)) {
      if (Array.isArray(part)) pending.push(...part.filter(isExpression));
      else if (isExpression(part)) pending.push(part);
    }
  }
  return false;
}

function isExpression(value: unknown): value is Expression {
  return typeof value === "object" && value !== null && "kind" in value && "type" in value && "start" in value;
}

// --- Objects that are zero ------------------------------------------------------------------------------------------

/** `((char *)&object)[i] == 0` for all its bytes; undefined where it is something else. */
function zeroTest(
  session: Session,
  body: Expression,
  index: ObjectDeclaration,
  { first, from, last }: Bounds,
  range: SourceRange,
): Expression | undefined {
  if (first !== 0n || from !== undefined || last === undefined || body.kind !== "logical") return undefined;
  // Nothing but the range may be asked before, and nothing of the range may be missing from `first` and `last`.
  const asked = rangeConjuncts("forall", body);
  const isTold = (one: Expression) => {
    const bound = boundIn(session, one, index);
    if (bound === undefined || evaluateInteger(bound.than, session.model) === undefined) return false;
    return bound.sees === "all" || bound.operator === "<" || bound.operator === "<=";
  };
  if (asked.length === 0 || !asked.every(isTold)) return undefined;
  const object = zeroBytes(session, body.right, index);
  if (object?.type.kind !== "pointer") return undefined;
  const { target } = object.type;
  if (sizeOf(target, session.model) !== Number(last) + 1) return undefined;
  const pieces = piecesOf(session, target);
  if (pieces === undefined) return undefined;
  const none = integerConstant(0n, INT, range);
  const zeros = pieces.map((piece) => binary(session, "==", pieceAt(session, object, piece, range), none));
  return allOf(session, zeros, range);
}

/** The pointer whose bytes are compared with zero, as it was before it became a pointer to bytes. */
function zeroBytes(session: Session, body: Expression, index: ObjectDeclaration): Expression | undefined {
  if (body.kind !== "comparison" || body.operator !== "==") return undefined;
  const byte = evaluate(body.right, session.model) === 0n ? body.left : body.right;
  if (evaluate(byte === body.left ? body.right : body.left, session.model) !== 0n) return undefined;
  let at = byte;
  while (at.kind === "convert") at = at.operand;
  if (at.kind !== "dereference" || at.operand.kind !== "pointer-add") return undefined;
  const { pointer, index: place, operator, scale } = at.operand;
  if (scale !== 1 || operator !== "+" || !isIndex(place, index) || !isInteger(at.type)) return undefined;
  if (seenBy(session, place, index) === undefined) return undefined;
  let object = pointer;
  while (object.kind === "convert" && object.conversion === "value" && object.operand.type.kind === "pointer")
    object = object.operand;
  const calls = someNode(object, (node) => node.kind === "call" || node.kind === "statement-expression");
  return calls || mentions(object, index) ? undefined : object;
}

// --- Expressions ----------------------------------------------------------------------------------------------------

function together(
  session: Session,
  quantifier: Quantifier,
  all: readonly Expression[],
  range: SourceRange,
): Expression {
  const truths = all.map((one) => truth(session, withoutConstants(session, one), range));
  if (quantifier === "forall") return allOf(session, truths, range);
  const none = integerConstant(0n, INT, range);
  return { ...binary(session, "!=", countOf(session, truths, range), none), ...range };
}

/** The operand that decides, where the other one is a constant: of `0 <= 3 && 3 < 8 ==> b` it is `b`. */
function withoutConstants(session: Session, expression: Expression): Expression {
  let at = expression;
  while (at.kind === "logical") {
    const left = evaluate(at.left, session.model);
    if (left === undefined) return at;
    const isTrue = left !== 0n && left !== 0;
    if (isTrue === (at.operator === "||")) return integerConstant(isTrue ? 1n : 0n, INT, at);
    at = at.right;
  }
  return at;
}

function truth(session: Session, expression: Expression, range: SourceRange): Expression {
  const isTruth = expression.kind === "comparison" || expression.kind === "logical";
  if (isTruth) return expression;
  const value = rvalue(session, expression);
  return {
    ...binary(session, "!=", value, cast(session, integerConstant(0n, INT, range), value.type, range)),
    ...range,
  };
}

/** A loop that ends with the first value that decides. */
function loop(
  session: Session,
  quantifier: Quantifier,
  body: Expression,
  index: ObjectDeclaration,
  { first, from, last, whileTrue }: Bounds,
  range: SourceRange,
): Expression {
  const one = integerConstant(1n, INT, range);
  const number = (value: bigint, type: CType) => integerConstant(value, type, range);
  const value = (of: ObjectDeclaration): Expression => ({ kind: "object", declaration: of, type: of.type, ...range });
  const statement = (expression: Expression): Statement => ({ kind: "expression", expression, ...range });
  const block = (...list: Statement[]): Statement => ({ kind: "compound", body: list, ...range });
  const when = (condition: Expression, ...list: Statement[]): Statement => ({
    kind: "if",
    condition,
    // biome-ignore lint/suspicious/noThenProperty: `then` is C's branch
    then: block(...list),
    otherwise: undefined,
    ...range,
  });
  const answer = newObject(session, `<${quantifier} ${session.newNumber()}>`, INT, "automatic", range);
  answer.initialiser = { kind: "scalar", value: number(quantifier === "forall" ? 1n : 0n, INT) };
  const start = from === undefined ? number(first, index.type) : cast(session, from, index.type, range);
  index.initialiser = { kind: "scalar", value: start };
  const decided = number(quantifier === "forall" ? 0n : 1n, INT);
  const decides = quantifier === "forall" ? unary(session, "!", body, range) : body;
  const stop: Statement = { kind: "break", ...range };
  const [, most] = limitsOf(session, index.type as Index);
  const end = number(last ?? most, index.type);
  const condition = whileTrue ?? (last !== undefined && last < first ? number(0n, INT) : one);
  const steps: Statement[] = [
    when(decides, statement(assign(session, value(answer), decided, range)), stop),
    // Behind the last value there is none.
    when(binary(session, ">=", value(index), end), stop),
    statement(assign(session, value(index), binary(session, "+", value(index), one), range)),
  ];
  const empty = from !== undefined && last !== undefined ? binary(session, ">", value(index), end) : undefined;
  const all: Statement = { kind: "while", condition, body: block(...steps), quantifier: true, ...range };
  const list: Statement[] = [
    { kind: "declaration", objects: [index, answer], ...range },
    empty === undefined ? all : when(unary(session, "!", empty, range), all),
    statement(rvalue(session, value(answer))),
  ];
  return { kind: "statement-expression", body: { kind: "compound", body: list, ...range }, type: INT, ...range };
}
