/**
 * What an initialiser says so far, as a tree over the initialised type: a node is a value for a whole place, or an
 * aggregate with nodes for some of its elements. Nodes carry no offsets, so that a range of elements shares one node;
 * whoever changes a shared node gets a copy first. At the end the tree is laid out as entries at byte offsets.
 */
import type { SourceRange } from "../util/source.ts";
import type { Expression, InitialiserEntry } from "./ast.ts";
import { evaluate, isStaticInitialiser } from "./constant.ts";
import { sizeOf } from "./layout.ts";
import type { Session } from "./parser/session.ts";
import { unqualified } from "./type-operations.ts";
import type { BitField, CType, DataModel, Member } from "./types.ts";

export type InitialiserNode = ValueNode | AggregateNode;

/** A scalar, or an expression of struct or union type; `value` has the type of the place. */
interface ValueNode {
  readonly kind: "value";
  readonly value: Expression;
}

export interface AggregateNode {
  readonly kind: "aggregate";
  /** By the number of the element, or of the member among those that can be initialised. */
  readonly children: Map<number, InitialiserNode>;
  /** The members that the numbers mean; empty for an array. */
  readonly members: readonly Member[];
  /** One more than the greatest number that was ever initialised. */
  reached: number;
  /** Several places hold this very node. */
  shared: boolean;
  /** A range's value that is not constant: evaluated once and copied, so nothing can go into it. */
  whole: boolean;
}

/** A node that another one took the place of, whole or by saying a part of it anew. */
export interface Replaced {
  readonly node: InitialiserNode;
  readonly by: "whole" | "part";
  readonly range: SourceRange;
}

/** Entries of one object; a table of more is nothing that anybody writes. */
const ENTRY_LIMIT = 1 << 21;

export function aggregateNode(type: CType): AggregateNode {
  const members = type.kind === "record" ? initialisable(type.body.members ?? []) : [];
  return { kind: "aggregate", children: new Map(), members, reached: 0, shared: false, whole: false };
}

/** Unnamed bit-fields are not members for this purpose; anonymous records are. */
function initialisable(members: readonly Member[]): readonly Member[] {
  return members.filter((member) => member.name !== undefined || member.type.kind === "record");
}

/** The node, or a copy of it where others hold it too, to be changed. */
export function enterNode(node: AggregateNode): AggregateNode {
  if (!node.shared) return node;
  for (const child of node.children.values()) if (child.kind === "aggregate") child.shared = true;
  return { ...node, children: new Map(node.children), shared: false };
}

/** The node for one of several places. */
export function shareNode(node: InitialiserNode, model: DataModel): InitialiserNode {
  if (node.kind === "value" || node.shared) return node;
  node.shared = true;
  node.whole = !isConstant(node, model);
  return node;
}

function isConstant(node: InitialiserNode, model: DataModel): boolean {
  const waiting = [node];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at.kind === "aggregate") for (const child of at.children.values()) waiting.push(child);
    else if (evaluate(at.value, model) === undefined && !isAddressConstant(at.value, model)) return false;
  }
  return true;
}

function isAddressConstant(value: Expression, model: DataModel): boolean {
  return value.type.kind === "pointer" && isStaticInitialiser(value, model);
}

/** Puts a node at an element; answers the nodes that it takes the place of. Of a union's members one is left. */
export function putNode(
  parent: AggregateNode,
  index: number,
  node: InitialiserNode,
  elements: "one" | "many",
): readonly InitialiserNode[] {
  const before = parent.children.get(index);
  if (elements === "many") {
    parent.children.set(index, node);
    return before === undefined ? [] : [before];
  }
  const all = [...parent.children.values()];
  parent.children.clear();
  parent.children.set(index, node);
  return all;
}

/** The values below a node, each once. */
export function* valuesOf(root: InitialiserNode): IterableIterator<Expression> {
  const waiting = new Set([root]);
  for (const node of waiting) {
    if (node.kind === "value") yield node.value;
    else for (const child of node.children.values()) waiting.add(child);
  }
}

// --- Layout -----------------------------------------------------------------------------------------------------------

interface Laid {
  readonly node: InitialiserNode;
  readonly type: CType;
  readonly bitField: BitField | undefined;
  readonly offset: number;
}

/** The tree as entries in the order of their places, where the last initialised byte ends, and whether nothing is left out. */
export function entriesOf(
  session: Session,
  tree: InitialiserNode,
  type: CType,
  range: SourceRange,
): { readonly entries: readonly InitialiserEntry[]; readonly end: number; readonly complete: boolean } {
  const entries: InitialiserEntry[] = [];
  let end = 0;
  let complete = true;
  const waiting: Laid[] = [{ node: tree, type, bitField: undefined, offset: 0 }];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const { node, offset, bitField } = at;
    if (node.kind === "aggregate") {
      const parts = partsOf(node, at.type, offset, session.model);
      for (let i = parts.length - 1; i >= 0; i -= 1) waiting.push(parts[i] as Laid);
      end = Math.max(end, endOf(node, at.type, offset, session.model));
      complete &&= isComplete(node, at.type, session.model);
      continue;
    }
    if (entries.length >= ENTRY_LIMIT) return session.fail("this initialiser has too many elements", range);
    const place = unqualified(at.type);
    entries.push(
      bitField === undefined
        ? { offset, type: place, value: node.value }
        : { offset, type: place, bitField, value: node.value },
    );
    end = Math.max(end, offset + (bitField?.unitBytes ?? sizeOf(place, session.model) ?? 0));
  }
  return { entries, end, complete };
}

/** Whether every element is initialised; of a union, a member as long as the whole. */
function isComplete(node: AggregateNode, type: CType, model: DataModel): boolean {
  if (type.kind === "array") return node.children.size === (type.length ?? node.reached);
  if (type.kind !== "record" || type.variant === "struct") return node.children.size === node.members.length;
  const [number] = node.children.keys();
  const member = number === undefined ? undefined : node.members[number];
  return member !== undefined && sizeOf(member.type, model) === sizeOf(type, model);
}

function partsOf(node: AggregateNode, type: CType, offset: number, model: DataModel): readonly Laid[] {
  const numbers = [...node.children.keys()];
  if (numbers.some((number, i) => i > 0 && number < (numbers[i - 1] as number))) numbers.sort((a, b) => a - b);
  const size = type.kind === "array" ? (sizeOf(type.element, model) ?? 0) : 0;
  return numbers.map((number) => {
    const child = node.children.get(number) as InitialiserNode;
    if (type.kind === "array")
      return { node: child, type: type.element, bitField: undefined, offset: offset + number * size };
    const member = node.members[number] as Member;
    return { node: child, type: member.type, bitField: member.bitField, offset: offset + member.offset };
  });
}

/** Where the elements of an array without a length end. */
function endOf(node: AggregateNode, type: CType, offset: number, model: DataModel): number {
  if (type.kind !== "array" || type.length !== undefined) return 0;
  return offset + node.reached * (sizeOf(type.element, model) ?? 0);
}
