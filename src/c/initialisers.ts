/**
 * Initialisers (C11 6.7.9): a parsed initialiser, with its braces and designators, is laid over a type and becomes a
 * flat list of entries at byte offsets. The walk keeps a stack of the aggregates that the current position lies in:
 * an expression that does not fit an aggregate whole goes down into it (brace elision), a finished aggregate is
 * popped, a designator starts again from the innermost braces. GNU ranges, `field: value` and flexible array members
 * included.
 */
import type { SourceRange } from "../util/source.ts";
import type { Expression, Initialiser, InitialiserEntry } from "./ast.ts";
import { evaluate, isStaticInitialiser } from "./constant.ts";
import { findMember, sizeOf } from "./layout.ts";
import { convertForAssignment, integerConstant, requireAccessible } from "./parser/conversions.ts";
import type { Session } from "./parser/session.ts";
import { integerOf, isInteger, isVariable, showType, unqualified, wrapInteger } from "./type-operations.ts";
import type { ArrayCType, BitField, CType, IntegerCType, Member } from "./types.ts";

/** An initialiser as written. */
export type InitialiserSyntax =
  | { readonly kind: "expression"; readonly expression: Expression }
  | { readonly kind: "list"; readonly items: readonly InitialiserItem[]; readonly range: SourceRange };

export interface InitialiserItem {
  readonly designators: readonly Designator[];
  readonly value: InitialiserSyntax;
}

export type Designator =
  | { readonly kind: "member"; readonly name: string; readonly range: SourceRange }
  | { readonly kind: "index"; readonly low: number; readonly high: number; readonly range: SourceRange };

export interface ResolvedInitialiser {
  readonly initialiser: Initialiser;
  /** The object's type, completed where the initialiser says how long an array is. */
  readonly type: CType;
  /** Bytes that the elements of a flexible array member take beyond the type's size. */
  readonly flexibleBytes: number;
}

/** Elements that a range designator may stand for; more would be a table nobody writes. */
const RANGE_LIMIT = 1 << 20;

/** Whether the initialised object is static, which asks for constants. */
export type Lifetime = "static" | "automatic";

export function resolveInitialiser(
  session: Session,
  type: CType,
  syntax: InitialiserSyntax,
  lifetime: Lifetime,
): ResolvedInitialiser {
  const range = syntax.kind === "list" ? syntax.range : syntax.expression;
  if (isVariable(type)) {
    const isEmpty = syntax.kind === "list" && syntax.items.length === 0;
    if (!isEmpty) session.fail("a variable-length array cannot be initialised", range);
  }
  const walk = new Walk(session, lifetime);
  const whole = wholeExpression(session, type, syntax);
  if (whole !== undefined) return walk.single(type, whole);
  const length = walk.initialise(type, 0, syntax);
  const completed = completeArray(type, length);
  const size = sizeOf(completed, session.model) ?? 0;
  const initialiser: Initialiser = {
    kind: "aggregate",
    entries: walk.entries,
    range: { start: range.start, end: range.end },
  };
  return { initialiser, type: completed, flexibleBytes: Math.max(0, walk.end - size) };
}

function completeArray(type: CType, length: number): CType {
  return type.kind === "array" && type.length === undefined ? { ...type, length } : type;
}

/** The one expression that initialises the whole object: any scalar, or a struct from a struct. */
function wholeExpression(session: Session, type: CType, syntax: InitialiserSyntax): Expression | undefined {
  if (type.kind === "array") {
    // GNU: an array may be initialised from a compound literal of its type.
    return undefined;
  }
  if (syntax.kind === "expression") return syntax.expression;
  if (type.kind === "record") return undefined;
  const first = syntax.items[0];
  if (first === undefined) return session.fail("an empty initialiser for a scalar", syntax.range);
  if (syntax.items.length > 1) session.warn("excess elements in the initialiser of a scalar", syntax.range);
  if (first.designators.length > 0) return session.fail("a designator in the initialiser of a scalar", syntax.range);
  return session.nested(() => wholeExpression(session, type, first.value));
}

/** An aggregate that the current position lies in. `next` counts its elements or initialisable members. */
interface Frame {
  readonly type: CType;
  readonly offset: number;
  readonly members: readonly Member[];
  next: number;
}

interface Place {
  readonly type: CType;
  readonly offset: number;
  readonly bitField: BitField | undefined;
}

class Walk {
  readonly session: Session;
  readonly lifetime: Lifetime;
  readonly entries: InitialiserEntry[] = [];
  /** Where the last initialised byte ends. */
  end = 0;

  constructor(session: Session, lifetime: Lifetime) {
    this.session = session;
    this.lifetime = lifetime;
  }

  /** A whole object from one expression. */
  single(type: CType, expression: Expression): ResolvedInitialiser {
    const literal = this.lifetime === "static" && type.kind === "record" ? literalOf(expression) : undefined;
    if (literal !== undefined && literal.initialiser !== undefined)
      return { initialiser: literal.initialiser, type, flexibleBytes: literal.flexibleBytes ?? 0 };
    const value = this.#convert(expression, type);
    return { initialiser: { kind: "scalar", value }, type, flexibleBytes: 0 };
  }

  /** Initialises the object of `type` at `offset`; for an array, the answer is the number of elements reached. */
  initialise(type: CType, offset: number, syntax: InitialiserSyntax): number {
    const { session } = this;
    if (type.kind === "array") {
      const text = stringFor(type, syntax);
      if (text !== undefined) return this.#string(type, offset, text);
      if (syntax.kind === "expression") return this.#arrayFromLiteral(type, offset, syntax.expression);
    }
    if (syntax.kind === "list" && (type.kind === "array" || type.kind === "record"))
      return session.nested(() => this.#list(type, offset, syntax));
    const expression = syntax.kind === "expression" ? syntax.expression : wholeExpression(session, type, syntax);
    if (expression !== undefined) this.#store({ type, offset, bitField: undefined }, expression);
    return 0;
  }

  #arrayFromLiteral(type: ArrayCType, offset: number, expression: Expression): number {
    const literal = expression.kind === "compound-literal" ? expression.declaration : undefined;
    if (literal?.initialiser?.kind !== "aggregate" || literal.type.kind !== "array")
      return this.session.fail(`'${showType(type)}' needs a braced initialiser or a string`, expression);
    for (const entry of literal.initialiser.entries) this.#push({ ...entry, offset: entry.offset + offset });
    return literal.type.length as number;
  }

  /** Walks a braced list over an aggregate. */
  #list(type: CType, offset: number, list: InitialiserSyntax & { kind: "list" }): number {
    const root = this.#frame(type, offset);
    const stack: Frame[] = [root];
    let reached = 0;
    let excess = false;
    for (const item of list.items) {
      for (const designators of expandRanges(this.session, item.designators)) {
        if (designators.length > 0) this.#designate(stack, root, designators);
        if (!this.#place(stack, item.value)) excess = true;
        reached = Math.max(reached, root.next);
      }
    }
    if (excess) this.session.warn("excess elements in an initialiser", list.range);
    return reached;
  }

  #frame(type: CType, offset: number): Frame {
    const members = type.kind === "record" ? initialisable(type.body.members ?? []) : [];
    return { type, offset, members, next: 0 };
  }

  /** Points the stack at the designated element. */
  #designate(stack: Frame[], root: Frame, designators: readonly Designator[]): void {
    stack.length = 1;
    let frame = root;
    designators.forEach((designator, index) => {
      if (index > 0) frame = this.#descend(stack, frame);
      frame = this.#select(stack, frame, designator);
    });
  }

  /** Enters the element at the frame's position. */
  #descend(stack: Frame[], frame: Frame): Frame {
    const place = this.#current(frame) as Place;
    this.#advance(frame);
    const inner = this.#frame(place.type, place.offset);
    stack.push(inner);
    return inner;
  }

  #select(stack: Frame[], start: Frame, designator: Designator): Frame {
    const { session } = this;
    let frame = start;
    if (designator.kind === "index") {
      if (frame.type.kind !== "array") return session.fail(`an index into '${showType(frame.type)}'`, designator.range);
      const limit = frame.type.length;
      if (typeof limit === "number" && designator.low >= limit)
        return session.fail("an array index in an initialiser exceeds the array", designator.range);
      frame.next = designator.low;
      return frame;
    }
    if (frame.type.kind !== "record")
      return session.fail(`a member name into '${showType(frame.type)}'`, designator.range);
    const found = findMember(frame.type.body.members ?? [], designator.name);
    if (found === undefined)
      return session.fail(`'${showType(frame.type)}' has no member '${designator.name}'`, designator.range);
    for (const step of found.path) {
      frame.next = frame.members.indexOf(step);
      frame = this.#descend(stack, frame);
    }
    frame.next = frame.members.indexOf(found.member);
    return frame;
  }

  /** The element at the frame's position, if there is one left. */
  #current(frame: Frame): Place | undefined {
    const { type } = frame;
    if (type.kind === "array") {
      if (typeof type.length === "number" && frame.next >= type.length) return undefined;
      const size = sizeOf(type.element, this.session.model) ?? 0;
      // Elements without a byte hold nothing; walking over any number of them would be a hang.
      if (size === 0) return undefined;
      return { type: type.element, offset: frame.offset + frame.next * size, bitField: undefined };
    }
    const member = frame.members[frame.next];
    if (member === undefined) return undefined;
    return { type: member.type, offset: frame.offset + member.offset, bitField: member.bitField };
  }

  /** Takes the element at the current position; of a union only one member is initialised. */
  #advance(frame: Frame): void {
    const isUnion = frame.type.kind === "record" && frame.type.variant === "union";
    frame.next = isUnion ? frame.members.length : frame.next + 1;
  }

  /** Puts one item at the current position, going up from finished aggregates and down into elided braces. */
  #place(stack: Frame[], value: InitialiserSyntax): boolean {
    for (;;) {
      const frame = stack[stack.length - 1] as Frame;
      const place = this.#current(frame);
      if (place === undefined) {
        if (stack.length === 1) return false;
        stack.pop();
        continue;
      }
      this.#advance(frame);
      if (this.#fits(place.type, value)) {
        if (value.kind === "expression" && place.type.kind !== "array") this.#store(place, value.expression);
        else this.#initialisePart(place, value);
        return true;
      }
      stack.push(this.#frame(place.type, place.offset));
    }
  }

  #initialisePart(place: Place, value: InitialiserSyntax): void {
    if (place.bitField !== undefined && value.kind === "list") {
      const expression = wholeExpression(this.session, place.type, value);
      if (expression !== undefined) this.#store(place, expression);
    } else this.initialise(place.type, place.offset, value);
  }

  /** Whether the item initialises the whole element rather than its first part. */
  #fits(type: CType, value: InitialiserSyntax): boolean {
    if (value.kind === "list") return true;
    if (type.kind === "array")
      return stringFor(type, value) !== undefined || value.expression.kind === "compound-literal";
    if (type.kind !== "record") return true;
    const from = value.expression.type;
    return from.kind === "record" && from.body === type.body;
  }

  #store(place: Place, expression: Expression): void {
    const type = unqualified(place.type);
    const literal = this.lifetime === "static" && type.kind === "record" ? literalOf(expression) : undefined;
    if (literal?.initialiser?.kind === "aggregate") {
      for (const entry of literal.initialiser.entries) this.#push({ ...entry, offset: entry.offset + place.offset });
      return;
    }
    const value = this.#convert(expression, type);
    const { offset, bitField } = place;
    requireAccessible(this.session, bitField, expression);
    this.#push(bitField === undefined ? { offset, type, value } : { offset, type, bitField, value });
  }

  #push(entry: InitialiserEntry): void {
    this.entries.push(entry);
    this.end = Math.max(
      this.end,
      entry.offset + (entry.bitField?.unitBytes ?? sizeOf(entry.type, this.session.model) ?? 0),
    );
  }

  #convert(expression: Expression, type: CType): Expression {
    const { session } = this;
    const value = convertForAssignment(session, expression, type, "initialisation");
    if (this.lifetime === "static" && !isStaticInitialiser(value, session.model))
      session.fail("the initialiser of a static object should be constant", expression);
    return this.lifetime === "static" ? folded(session, value) : value;
  }

  #string(type: ArrayCType, offset: number, text: Expression & { kind: "string" }): number {
    const size = sizeOf(type.element, this.session.model) as number;
    const limit = typeof type.length === "number" ? type.length : text.elements.length;
    // The terminating zero may be cut off by the array's length; anything else that is cut off gets gcc's warning.
    if (text.elements.length - 1 > limit) this.session.warn("the string is longer than the array", text);
    const element = unqualified(type.element);
    text.elements.slice(0, limit).forEach((unit, index) => {
      const value = integerConstant(
        wrapInteger(BigInt(unit), integerOf(element as IntegerCType), this.session.model),
        element,
        text,
      );
      this.#push({ offset: offset + index * size, type: element, value });
    });
    return limit;
  }
}

/** A constant with its value worked out, so that static data needs no evaluation. */
function folded(session: Session, value: Expression): Expression {
  if (value.kind === "integer-constant" || value.kind === "floating-constant") return value;
  const constant = isInteger(value.type) || value.type.kind === "floating" ? evaluate(value, session.model) : undefined;
  const { type, start, end } = value;
  if (typeof constant === "bigint") return { kind: "integer-constant", value: constant, type, start, end };
  if (typeof constant === "number") return { kind: "floating-constant", value: constant, type, start, end };
  return value;
}

function literalOf(expression: Expression) {
  return expression.kind === "compound-literal" ? expression.declaration : undefined;
}

/** Unnamed bit-fields are not members for this purpose; anonymous records are. */
function initialisable(members: readonly Member[]): readonly Member[] {
  return members.filter((member) => member.name !== undefined || member.type.kind === "record");
}

/** The string that initialises a character array, perhaps in braces of its own. */
function stringFor(type: ArrayCType, syntax: InitialiserSyntax): (Expression & { kind: "string" }) | undefined {
  let at = syntax;
  if (at.kind === "list") {
    const only = at.items.length === 1 ? at.items[0] : undefined;
    if (only === undefined || only.designators.length > 0) return undefined;
    at = only.value;
  }
  if (at.kind !== "expression" || at.expression.kind !== "string" || !isInteger(type.element)) return undefined;
  const element = at.expression.type.kind === "array" ? at.expression.type.element : undefined;
  if (element?.kind !== "integer") return undefined;
  return integerOf(type.element).rank === element.rank ? at.expression : undefined;
}

/** `[a ... b]` as the designators it stands for. */
function expandRanges(session: Session, designators: readonly Designator[]): (readonly Designator[])[] {
  let lists: Designator[][] = [[]];
  for (const designator of designators) {
    if (designator.kind === "member" || designator.low === designator.high) {
      for (const list of lists) list.push(designator);
      continue;
    }
    const count = designator.high - designator.low + 1;
    if (lists.length * count > RANGE_LIMIT)
      return session.fail("this range of elements is too large", designator.range);
    const expanded: Designator[][] = [];
    for (const list of lists)
      for (let index = designator.low; index <= designator.high; index += 1)
        expanded.push([...list, { kind: "index", low: index, high: index, range: designator.range }]);
    lists = expanded;
  }
  return lists;
}
