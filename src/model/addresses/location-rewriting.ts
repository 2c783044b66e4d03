/**
 * The edges of one location, rewritten so that addresses are inputs (address-rewriting.ts says what for what): each term as
 * the integer, the pointer or the condition it is used as. What the edges need computed goes before them.
 */
import { ADDRESS_SLOT, POINTER_AT, SAME_OBJECT } from "../../cfa/address-functions.ts";
import type { Check, Edge, FunctionGraph, Location, Op } from "../../cfa/cfa.ts";
import { ADDRESS_BYTES } from "../../cfa/library-names.ts";
import { checkTerm, withCheckTerm } from "../../cfa/op-terms.ts";
import {
  add,
  and,
  apply,
  eq,
  type Formula,
  integer,
  ite,
  le,
  lt,
  multiply,
  not,
  or,
  subtract,
  type Term,
  type Variable,
  variable,
  wrap,
} from "../../logic/term.ts";
import type { ScalarType, ValueType } from "../../logic/types.ts";
import { isFormula, type TermNode, withChildren } from "../../logic/visit.ts";
import { memoised } from "../../util/memo.ts";
import type { Analyses } from "../analyses.ts";
import type { Target } from "../pointers/regions.ts";
import { residue } from "../pointers/strides.ts";
import type { AddressFacts } from "./observed-addresses.ts";
import type { Seen, SeenObjects } from "./seen-objects.ts";
import {
  comparesPointers,
  isPointerTerm,
  type Part,
  partsOf,
  subtractsPointers,
  type Use,
  useOf,
} from "./term-uses.ts";

/** What one function's rewriting makes. */
export interface Draft {
  readonly graph: FunctionGraph;
  readonly temporaries: Variable[];
  readonly before: Map<Location, Op[]>;
  readonly instead: Map<Edge, { readonly op: Op; readonly checks: readonly Check[] }>;
  readonly after: Map<Edge, Op[]>;
}

/** The edges that leave one location. What they need computed first goes before them all. */
export class LocationRewriter {
  readonly #t: Analyses;
  readonly #facts: AddressFacts;
  readonly #objects: SeenObjects;
  readonly #draft: Draft;
  readonly #location: Location;
  readonly #known = new Map<TermNode, Map<Use, TermNode>>();
  readonly #addresses = new Map<Term, Term>();
  readonly #checks = new Map<readonly Check[], readonly Check[]>();
  #edge: Edge | undefined;
  /** Where computations go; undefined: before the edges. */
  #computing: Op[] | undefined;

  constructor(analyses: Analyses, facts: AddressFacts, objects: SeenObjects, draft: Draft, location: Location) {
    this.#t = analyses;
    this.#facts = facts;
    this.#objects = objects;
    this.#draft = draft;
    this.#location = location;
  }

  run(): void {
    const conditions: Formula[] = [];
    const { outgoing } = this.#location;
    for (const [i, edge] of outgoing.entries()) {
      this.#edge = edge;
      const checks = this.#checksOf(edge.checks);
      let op = this.#opOf(edge.op);
      if (op.kind === "assume") {
        // A branch covers all cases: the last condition is what the others leave.
        if (i > 0 && i === outgoing.length - 1) op = { kind: "assume", condition: and(conditions.map(not)) };
        else conditions.push(op.condition);
      }
      this.#draft.instead.set(edge, this.#punned(edge, op, checks));
    }
  }

  #checksOf(checks: readonly Check[]): readonly Check[] {
    return memoised(this.#checks, checks, () => {
      const rewritten = checks.map((check) => withCheckTerm(check, this.#as(checkTerm(check), "integer")));
      return rewritten.every((check, i) => check === checks[i]) ? checks : rewritten;
    });
  }

  #opOf(op: Op): Op {
    switch (op.kind) {
      case "assign":
        return { ...op, value: this.#typed(op.value, op.target.type) };
      case "load":
        return { ...op, address: this.#as(op.address, "pointer") };
      case "store":
        return { ...op, address: this.#as(op.address, "pointer"), value: this.#typed(op.value, op.access.type) };
      case "copy":
        return { ...op, to: this.#as(op.to, "pointer"), from: this.#as(op.from, "pointer") };
      case "zero":
        return { ...op, address: this.#as(op.address, "pointer") };
      case "allocate":
        return { ...op, bytes: this.#as(op.bytes, "integer") };
      case "return": {
        const { result } = this.#draft.graph.signature;
        return op.value === undefined || result === undefined ? op : { ...op, value: this.#typed(op.value, result) };
      }
      case "assume":
        return { ...op, condition: this.#formula(op.condition) };
      case "variadic":
        return { ...op, operands: op.operands.map((operand) => this.#as(operand, "pointer")) };
      case "opaque":
        return {
          ...op,
          operands: op.operands.map((operand) => this.#as(operand, isPointerTerm(operand) ? "pointer" : "integer")),
        };
      case "call":
        return this.#call(op);
      case "place":
      case "lifetime":
      case "skip":
      case "havoc":
      case "uninitialised":
        return op;
    }
  }

  #call(op: Extract<Op, { kind: "call" }>): Op {
    const { callee } = op;
    const { functions, externals } = this.#t.program;
    const signature =
      callee.kind === "indirect"
        ? callee.signature
        : (functions.get(callee.name)?.signature ?? externals.get(callee.name)?.signature);
    const given = op.arguments.map((argument, i) => {
      const type = signature?.parameters[i];
      if (type !== undefined) return this.#typed(argument, type);
      return this.#as(argument, isPointerTerm(argument) ? "pointer" : "integer");
    });
    const called = callee.kind === "direct" ? callee : { ...callee, pointer: this.#as(callee.pointer, "pointer") };
    return { ...op, callee: called, arguments: given };
  }

  #typed(term: Term, type: ValueType): Term {
    return this.#as(term, useOf(type));
  }

  /** Memory that is read as something else than it was written as. */
  #punned(edge: Edge, op: Op, checks: readonly Check[]): { readonly op: Op; readonly checks: readonly Check[] } {
    if (op.kind !== "load") return { op, checks };
    const reading = this.#facts.integers.readingOf(edge);
    if (reading === "plain") return { op, checks };
    if (reading === "bytes") {
      const stop: Op = {
        kind: "call",
        target: undefined,
        callee: { kind: "direct", name: ADDRESS_BYTES },
        arguments: [],
      };
      put(this.#draft.before, this.#location, stop);
      return { op, checks };
    }
    const type = reading === "pointer" ? this.#objects.pointer : this.#objects.unsigned;
    const raw = this.#temporary(type);
    const targets = this.#facts.targetsOf(variable(op.target));
    const held = variable(raw);
    const after: Op[] = [];
    this.#computing = after;
    const seen = reading === "pointer" ? this.#seenAddress(held, targets) : this.#pointerAt(held, targets);
    this.#computing = undefined;
    const { type: into } = op.target;
    const value = into.kind === "int" ? wrap(seen, into, "conversion") : seen;
    put(this.#draft.after, edge, ...after, { kind: "assign", target: op.target, value });
    return { op: { ...op, target: raw, access: { ...op.access, type } }, checks };
  }

  // --- Terms ------------------------------------------------------------------------------------------------------

  #as(term: Term, use: "integer" | "pointer"): Term {
    return this.#rewrite(term, use) as Term;
  }

  #formula(formula: Formula): Formula {
    return this.#rewrite(formula, "formula") as Formula;
  }

  /** Without recursion: terms may be deep. */
  #rewrite(root: TermNode, use: Use): TermNode {
    const stack: Part[] = [{ node: root, use }];
    while (stack.length > 0) {
      const top = stack[stack.length - 1] as Part;
      const parts = partsOf(top);
      const missing = parts.filter((part) => this.#get(part) === undefined);
      if (missing.length > 0) {
        stack.push(...missing);
        continue;
      }
      stack.pop();
      const built = parts.map((part) => this.#get(part) as TermNode);
      this.#set(top, this.#build(top, built));
    }
    return this.#get({ node: root, use }) as TermNode;
  }

  #get({ node, use }: Part): TermNode | undefined {
    return this.#known.get(node)?.get(use);
  }

  #set({ node, use }: Part, result: TermNode): void {
    memoised(this.#known, node, () => new Map()).set(use, result);
  }

  #build({ node, use }: Part, built: readonly TermNode[]): TermNode {
    const [first, second] = built as [Term, Term];
    if (isFormula(node)) {
      const pointers =
        comparesPointers(node) && "left" in node && isPointerTerm(node.left) && isPointerTerm(node.right);
      return pointers ? this.#compare(node, first, second) : withChildren(node, built);
    }
    if (use === "integer") {
      if (isPointerTerm(node)) return this.#seenAddress(first, this.#facts.targetsOf(node));
      if (subtractsPointers(node)) return this.#difference(node, first, second);
      return withChildren(node, built);
    }
    if (use === "sum" && (node.kind === "add" || node.kind === "subtract")) return withChildren(node, built);
    if (!isPointerTerm(node) && node.kind !== "integer") return this.#pointerAt(first, this.#facts.targetsOf(node));
    return built.length === 0 ? node : withChildren(node, built);
  }

  #compare(node: Formula & { readonly left: Term; readonly right: Term }, left: Term, right: Term): Formula {
    const plain = withChildren(node, [left, right]) as Formula;
    const kind = node.kind === "eq" ? "eq" : "order";
    if (!this.#facts.crosses(kind, node.left, node.right, this.#edge as Edge)) return plain;
    const one = this.#sameObject(node, left, right);
    const seen = withChildren(node, this.#bothSeen(node, left, right)) as Formula;
    return or([and([one, plain]), and([not(one), seen])]);
  }

  #difference(node: { readonly left: Term; readonly right: Term }, left: Term, right: Term): Term {
    const plain = subtract(left, right);
    if (!this.#facts.crosses("order", node.left, node.right, this.#edge as Edge)) return plain;
    const [first, second] = this.#bothSeen(node, left, right);
    return ite(this.#sameObject(node, left, right), plain, subtract(first, second));
  }

  #bothSeen(node: { readonly left: Term; readonly right: Term }, left: Term, right: Term): readonly [Term, Term] {
    return [
      this.#seenAddress(left, this.#facts.targetsOf(node.left)),
      this.#seenAddress(right, this.#facts.targetsOf(node.right)),
    ];
  }

  #sameObject(node: { readonly left: Term; readonly right: Term }, left: Term, right: Term): Formula {
    const others = this.#seenIn(this.#facts.targetsOf(node.right));
    const cases: Formula[] = [eq(left, right)];
    for (const seen of this.#seenIn(this.#facts.targetsOf(node.left))) {
      if (!others.includes(seen)) continue;
      if (seen.many) cases.push(eq(apply(SAME_OBJECT, [left, right], this.#objects.unsigned), integer(1)));
      else cases.push(and([this.#inside(seen, left), this.#inside(seen, right)]));
    }
    return or(cases);
  }

  #seenIn(targets: readonly Target[]): readonly Seen[] {
    return [...new Set(targets.map(({ region }) => region))].map((region) => this.#objects.of(region));
  }

  #inside(seen: Seen, pointer: Term): Formula {
    return this.#objects.inside(seen, pointer, this.#draft.graph.name);
  }

  #here(seen: Seen): Term {
    return this.#objects.hereIn(seen, this.#draft.graph.name);
  }

  /** The address of a pointer in the program's eyes. */
  #seenAddress(pointer: Term, targets: readonly Target[]): Term {
    if (targets.length === 0) return pointer;
    const seen = this.#seenIn(targets);
    const literal = this.#literal(pointer, seen);
    if (literal !== undefined) return literal;
    const known = this.#addresses.get(pointer);
    if (known !== undefined) return known;
    const several = targets.filter(({ region }) => this.#objects.of(region).many);
    let value = several.length === 0 ? pointer : this.#addressOfMany(pointer, several);
    for (const one of seen) {
      if (one.many) continue;
      value = ite(this.#inside(one, pointer), add(variable(one.base), subtract(pointer, this.#here(one))), value);
    }
    const result = this.#computed(value, this.#objects.unsigned);
    this.#addresses.set(pointer, result);
    return result;
  }

  /** `&x`, `&x.member`: no question which object it is. */
  #literal(pointer: Term, seen: readonly Seen[]): Term | undefined {
    const [start, offset] = pointer.kind === "add" ? [pointer.left, pointer.right] : [pointer, undefined];
    if (start.kind !== "address" || (offset !== undefined && offset.kind !== "integer")) return undefined;
    const own = seen.find(({ region, many }) => region.object === start.object && !many);
    if (own === undefined) return undefined;
    return offset === undefined ? variable(own.base) : add(variable(own.base), offset);
  }

  /** Its alignment is all that is known. */
  #addressOfMany(pointer: Term, targets: readonly Target[]): Term {
    const align = Math.min(...targets.map(({ region }) => this.#objects.of(region).align));
    const rests = new Set(targets.map(({ at }) => (at.stride % align === 0 ? residue(at.offset, align) : -1)));
    const [rest] = rests;
    const unit = rests.size === 1 && rest !== undefined && rest >= 0 ? align : 1;
    const slot = apply(ADDRESS_SLOT, [pointer, integer(unit)], this.#objects.unsigned);
    const found = unit === 1 ? slot : add(multiply(integer(unit), slot), integer(rest ?? 0));
    return ite(eq(pointer, integer(0)), integer(0), found);
  }

  /** The pointer with this address. */
  #pointerAt(address: Term, targets: readonly Target[]): Term {
    const { pointer, unsigned } = this.#objects;
    if (targets.length === 0) return address.kind === "wrap" ? wrap(address, pointer, "conversion") : address;
    const plain = address.kind === "variable" && address.variable.type === unsigned;
    const at = plain ? address : this.#computed(wrap(address, unsigned, "conversion"), unsigned);
    const seen = this.#seenIn(targets);
    const exact = targets.every(({ at: { stride, offset } }) => stride === 0 && offset >= 0);
    let value = seen.some(({ many }) => many)
      ? ite(eq(at, integer(0)), integer(0), apply(POINTER_AT, [at], pointer))
      : at;
    if (exact)
      for (const { region, at: place } of targets) {
        const one = this.#objects.of(region);
        if (one.many) continue;
        const shift = integer(place.offset);
        value = ite(eq(at, add(variable(one.base), shift)), add(this.#here(one), shift), value);
      }
    else {
      // One past the end of an object may be the start of the next: that one is preferred.
      const moved = (one: Seen) => add(this.#here(one), subtract(at, variable(one.base)));
      for (const one of seen) if (!one.many) value = ite(eq(at, add(variable(one.base), one.size)), moved(one), value);
      for (const one of seen) {
        if (one.many) continue;
        const base = variable(one.base);
        value = ite(and([le(base, at), lt(at, add(base, one.size))]), moved(one), value);
      }
    }
    return this.#computed(value, pointer);
  }

  #computed(value: Term, type: ScalarType): Term {
    const target = this.#temporary(type);
    const op: Op = { kind: "assign", target, value };
    if (this.#computing === undefined) put(this.#draft.before, this.#location, op);
    else this.#computing.push(op);
    return variable(target);
  }

  #temporary(type: ScalarType): Variable {
    const made = this.#objects.temporary(`seen${this.#draft.temporaries.length + 1}`, type, this.#draft.graph.name);
    this.#draft.temporaries.push(made);
    return made;
  }
}

export function put<Key>(map: Map<Key, Op[]>, key: Key, ...ops: readonly Op[]): void {
  memoised(map, key, () => []).push(...ops);
}
