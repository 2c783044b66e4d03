/**
 * Initialisers (C11 6.7.9): a parsed initialiser, with its braces and designators, is laid over a type and becomes a
 * tree (`initialiser-tree.ts`), then a flat list of entries at byte offsets. The walk keeps a stack of the aggregates
 * that the current position lies in: an expression that does not fit an aggregate whole goes down into it (brace
 * elision), a finished aggregate is popped, a designator starts again from the innermost braces. GNU ranges,
 * `field: value` and flexible array members included.
 *
 * What is said twice is as gcc has it: braces and whole values replace what the place had, a designator or an elided
 * brace that goes into an aggregate keeps the rest of it. A value that was replaced is not evaluated, a range's value is
 * evaluated once, and the values are evaluated in the order of their places.
 */
import type { SourceRange } from "../util/source.ts";
import type { Expression, Initialiser, InitialiserEntry, ReplacedInitialiser } from "./ast.ts";
import { evaluate, isStaticInitialiser } from "./constant.ts";
import {
  type AggregateNode,
  aggregateNode,
  enterNode,
  entriesOf,
  type InitialiserNode,
  putNode,
  type Replaced,
  shareNode,
  valuesOf,
} from "./initialiser-tree.ts";
import { findMember, sizeOf } from "./layout.ts";
import { convertForAssignment, integerConstant, requireAccessible } from "./parser/conversions.ts";
import type { Session } from "./parser/session.ts";
import {
  compatible,
  integerOf,
  isInteger,
  isLongDouble,
  isVariable,
  showType,
  unqualified,
  wrapInteger,
} from "./type-operations.ts";
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
  /** The tree of a braced initialiser. */
  readonly tree?: InitialiserNode;
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
  const tree = walk.node(type, syntax);
  const completed = completeArray(type, tree);
  const { entries, end, complete } = entriesOf(session, tree, completed, range);
  const initialiser: Initialiser = {
    kind: "aggregate",
    entries,
    complete,
    ...(walk.replaced.length > 0 ? { replaced: forgotten(session, walk.replaced, entries) } : {}),
    range: { start: range.start, end: range.end },
  };
  const size = sizeOf(completed, session.model) ?? 0;
  return { initialiser, type: completed, flexibleBytes: Math.max(0, end - size), tree };
}

/** What was replaced and is evaluated nowhere: constants do not count. */
function forgotten(
  session: Session,
  replaced: readonly Replaced[],
  entries: readonly InitialiserEntry[],
): readonly ReplacedInitialiser[] {
  const kept = new Set(entries.map((entry) => entry.value));
  const seen = new Set<InitialiserNode>();
  const found: ReplacedInitialiser[] = [];
  for (const { node, by, range } of replaced) {
    if (seen.has(node)) continue;
    seen.add(node);
    const values = [...valuesOf(node)].filter((value) => !kept.has(value) || by === "part");
    const changing = values.filter((value) => !isStaticInitialiser(value, session.model));
    if (changing.length > 0) found.push({ values: changing, by, range: { start: range.start, end: range.end } });
  }
  return found;
}

function completeArray(type: CType, tree: InitialiserNode): CType {
  if (type.kind !== "array" || type.length !== undefined) return type;
  return { ...type, length: tree.kind === "aggregate" ? tree.reached : 0 };
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
  readonly members: readonly Member[];
  readonly node: AggregateNode;
  next: number;
}

/** An element of the aggregate in a frame: its number there, and what it is. */
interface Slot {
  readonly index: number;
  readonly type: CType;
  readonly bitField: BitField | undefined;
}

/** One item of a list, whose value is worked out once however many elements a range gives it to. */
interface Item {
  readonly value: InitialiserSyntax;
  readonly isRange: boolean;
  made: { readonly type: CType; readonly node: InitialiserNode } | undefined;
}

class Walk {
  readonly session: Session;
  readonly lifetime: Lifetime;
  readonly replaced: Replaced[] = [];

  constructor(session: Session, lifetime: Lifetime) {
    this.session = session;
    this.lifetime = lifetime;
  }

  /** A whole object from one expression. */
  single(type: CType, expression: Expression): ResolvedInitialiser {
    const literal = this.lifetime === "static" && type.kind === "record" ? literalOf(expression) : undefined;
    if (literal !== undefined && literal.initialiser !== undefined) {
      const tree = this.session.literals.get(literal);
      const { initialiser, flexibleBytes } = literal;
      return { initialiser, type, flexibleBytes: flexibleBytes ?? 0, ...(tree === undefined ? {} : { tree }) };
    }
    const value = this.#convert(expression, type);
    return { initialiser: { kind: "scalar", value }, type, flexibleBytes: 0 };
  }

  /** What initialises a whole object of the type. */
  node(type: CType, syntax: InitialiserSyntax, field?: BitField | undefined): InitialiserNode {
    const { session } = this;
    if (type.kind === "array") {
      const text = stringFor(type, syntax);
      if (text !== undefined) return this.#string(type, text);
      if (syntax.kind === "expression") return this.#arrayFromLiteral(type, syntax.expression);
    }
    if (syntax.kind === "list" && (type.kind === "array" || type.kind === "record"))
      return session.nested(() => this.#list(type, syntax));
    const expression = syntax.kind === "expression" ? syntax.expression : wholeExpression(session, type, syntax);
    if (expression === undefined) return aggregateNode(type);
    return this.#value(unqualified(type), expression, field);
  }

  #arrayFromLiteral(type: ArrayCType, expression: Expression): InitialiserNode {
    const literal = expression.kind === "compound-literal" ? expression.declaration : undefined;
    const tree = literal === undefined ? undefined : this.session.literals.get(literal);
    if (tree?.kind !== "aggregate" || literal?.type.kind !== "array")
      return this.session.fail(`'${showType(type)}' needs a braced initialiser or a string`, expression);
    const length = literal.type.length;
    return { ...enterNode(tree), reached: typeof length === "number" ? length : tree.reached };
  }

  /** Walks a braced list over an aggregate. */
  #list(type: CType, list: InitialiserSyntax & { kind: "list" }): AggregateNode {
    const root = this.#frame(type, aggregateNode(type));
    const stack: Frame[] = [root];
    let excess = false;
    for (const { value, designators } of list.items) {
      const isRange = designators.some((designator) => designator.kind === "index" && designator.high > designator.low);
      const item: Item = { value, isRange, made: undefined };
      for (const expanded of expandRanges(this.session, designators)) {
        if (expanded.length > 0) this.#designate(stack, root, expanded);
        if (!this.#place(stack, item)) excess = true;
        root.node.reached = Math.max(root.node.reached, root.next);
      }
    }
    if (excess) this.session.warn("excess elements in an initialiser", list.range);
    return root.node;
  }

  #frame(type: CType, node: AggregateNode): Frame {
    return { type, members: node.members, node, next: 0 };
  }

  /** Points the stack at the designated element. */
  #designate(stack: Frame[], root: Frame, designators: readonly Designator[]): void {
    stack.length = 1;
    let frame = root;
    designators.forEach((designator, index) => {
      if (index > 0) frame = this.#descend(stack, frame, designator.range);
      frame = this.#select(stack, frame, designator);
    });
  }

  /** Enters the element at the frame's position. */
  #descend(stack: Frame[], frame: Frame, range: SourceRange): Frame {
    const slot = this.#current(frame);
    if (slot === undefined) return this.session.fail("a designator of an element that has no bytes", range);
    this.#advance(frame);
    return this.#enter(stack, frame, slot, range);
  }

  /** Goes into an element without braces of its own: what it holds stays. */
  #enter(stack: Frame[], frame: Frame, slot: Slot, range: SourceRange): Frame {
    const before = frame.node.children.get(slot.index);
    const isUnion = frame.type.kind === "record" && frame.type.variant === "union";
    let node: AggregateNode;
    if (before?.kind === "aggregate" && !before.whole) node = enterNode(before);
    else {
      // gcc forgets a value that is not a braced list of constants when a part of it is said anew.
      if (before !== undefined) this.replaced.push({ node: before, by: "part", range });
      node = aggregateNode(slot.type);
    }
    if (node !== before) this.#forget(putNode(frame.node, slot.index, node, isUnion ? "one" : "many"), before, range);
    const inner = this.#frame(slot.type, node);
    stack.push(inner);
    return inner;
  }

  /** Notes nodes that something else took the place of. */
  #forget(nodes: readonly InitialiserNode[], known: InitialiserNode | undefined, range: SourceRange): void {
    for (const node of nodes) if (node !== known) this.replaced.push({ node, by: "whole", range });
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
      frame = this.#descend(stack, frame, designator.range);
    }
    frame.next = frame.members.indexOf(found.member);
    return frame;
  }

  /** The element at the frame's position, if there is one left. */
  #current(frame: Frame): Slot | undefined {
    const { type, next } = frame;
    if (type.kind === "array") {
      if (typeof type.length === "number" && next >= type.length) return undefined;
      // Elements without a byte hold nothing; walking over any number of them would be a hang.
      if ((sizeOf(type.element, this.session.model) ?? 0) === 0) return undefined;
      return { index: next, type: type.element, bitField: undefined };
    }
    const member = frame.members[next];
    return member === undefined ? undefined : { index: next, type: member.type, bitField: member.bitField };
  }

  /** Takes the element at the current position; of a union only one member is initialised. */
  #advance(frame: Frame): void {
    const isUnion = frame.type.kind === "record" && frame.type.variant === "union";
    frame.next = isUnion ? frame.members.length : frame.next + 1;
    frame.node.reached = Math.max(frame.node.reached, frame.next);
  }

  /** Puts one item at the current position, going up from finished aggregates and down into elided braces. */
  #place(stack: Frame[], item: Item): boolean {
    let entered = false;
    for (;;) {
      const frame = stack[stack.length - 1] as Frame;
      const slot = this.#current(frame);
      if (slot === undefined) {
        if (stack.length === 1) return false;
        stack.pop();
        // An aggregate without elements takes the item, and has no place for it.
        if (entered) return false;
        continue;
      }
      this.#advance(frame);
      const range = item.value.kind === "list" ? item.value.range : item.value.expression;
      if (this.#fits(slot.type, item.value)) {
        const isUnion = frame.type.kind === "record" && frame.type.variant === "union";
        const node = this.#itemNode(item, slot, range);
        this.#forget(putNode(frame.node, slot.index, node, isUnion ? "one" : "many"), node, range);
        return true;
      }
      this.#enter(stack, frame, slot, range);
      entered = true;
    }
  }

  #itemNode(item: Item, slot: Slot, range: SourceRange): InitialiserNode {
    requireAccessible(this.session, slot.bitField, range);
    if (item.made?.type !== slot.type)
      item.made = { type: slot.type, node: this.node(slot.type, item.value, slot.bitField) };
    return item.isRange ? shareNode(item.made.node, this.session.model) : item.made.node;
  }

  /** Whether the item initialises the whole element rather than its first part. */
  #fits(type: CType, value: InitialiserSyntax): boolean {
    if (value.kind === "list") return true;
    const from = value.expression.type;
    if (type.kind === "array") {
      if (stringFor(type, value) !== undefined) return true;
      const isLiteral = value.expression.kind === "compound-literal" && from.kind === "array";
      return isLiteral && compatible(unqualified(from.element), unqualified(type.element));
    }
    if (type.kind !== "record") return true;
    return from.kind === "record" && from.body === type.body;
  }

  #value(type: CType, expression: Expression, field: BitField | undefined): InitialiserNode {
    const literal = this.lifetime === "static" && type.kind === "record" ? literalOf(expression) : undefined;
    const tree = literal === undefined ? undefined : this.session.literals.get(literal);
    if (tree !== undefined) return shareNode(tree, this.session.model);
    return { kind: "value", value: this.#convert(expression, type, field) };
  }

  #convert(expression: Expression, type: CType, field?: BitField | undefined): Expression {
    const { session } = this;
    const value = convertForAssignment(session, expression, type, "initialisation", field);
    if (this.lifetime === "static" && !isStaticInitialiser(value, session.model))
      session.fail("the initialiser of a static object should be constant", expression);
    return this.lifetime === "static" ? folded(session, value) : value;
  }

  #string(type: ArrayCType, text: Expression & { kind: "string" }): AggregateNode {
    const limit = typeof type.length === "number" ? type.length : text.elements.length;
    // The terminating zero may be cut off by the array's length; anything else that is cut off gets gcc's warning.
    if (text.elements.length - 1 > limit) this.session.warn("the string is longer than the array", text);
    const element = unqualified(type.element);
    const integer = integerOf(element as IntegerCType);
    const node = aggregateNode(type);
    text.elements.slice(0, limit).forEach((unit, index) => {
      const value = integerConstant(wrapInteger(BigInt(unit), integer, this.session.model), element, text);
      node.children.set(index, { kind: "value", value });
    });
    node.reached = limit;
    return node;
  }
}

/** A constant with its value worked out, so that static data needs no evaluation. */
function folded(session: Session, value: Expression): Expression {
  if (value.kind === "integer-constant" || value.kind === "floating-constant") return value;
  // Of long doubles only the doubles that stand for them are known here.
  if (hasLongDoubles(value)) return value;
  const constant = isInteger(value.type) || value.type.kind === "floating" ? evaluate(value, session.model) : undefined;
  const { type, start, end } = value;
  if (typeof constant === "bigint") return { kind: "integer-constant", value: constant, type, start, end };
  if (typeof constant === "number") return { kind: "floating-constant", value: constant, type, start, end };
  return value;
}

/** Somewhere in a constant expression. */
function hasLongDoubles(expression: Expression): boolean {
  const waiting: Expression[] = [expression];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (isLongDouble(one.type)) return true;
    switch (one.kind) {
      case "unary":
      case "convert":
        waiting.push(one.operand);
        break;
      case "binary":
      case "comparison":
      case "logical":
        waiting.push(one.left, one.right);
        break;
      case "conditional":
        waiting.push(one.condition, ...(one.then === undefined ? [] : [one.then]), one.otherwise);
        break;
      default:
    }
  }
  return false;
}

function literalOf(expression: Expression) {
  return expression.kind === "compound-literal" ? expression.declaration : undefined;
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

/** `[a ... b]` as the designators it stands for, in order. */
function* expandRanges(session: Session, designators: readonly Designator[]): IterableIterator<readonly Designator[]> {
  const ranges = designators.filter((designator) => designator.kind === "index" && designator.low < designator.high);
  if (ranges.length === 0) {
    yield designators;
    return;
  }
  let count = 1;
  for (const range of ranges) if (range.kind === "index") count *= range.high - range.low + 1;
  if (count > RANGE_LIMIT) return session.fail("this range of elements is too large", (ranges[0] as Designator).range);
  for (let number = 0; number < count; number += 1) {
    let rest = number;
    const chosen = [...designators];
    for (let i = designators.length - 1; i >= 0; i -= 1) {
      const designator = designators[i] as Designator;
      if (designator.kind === "member") continue;
      const width = designator.high - designator.low + 1;
      const index = designator.low + (rest % width);
      rest = Math.floor(rest / width);
      chosen[i] = { kind: "index", low: index, high: index, range: designator.range };
    }
    yield chosen;
  }
}
