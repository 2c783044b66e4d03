/**
 * Does the program look at addresses? Objects have constant addresses (layout.ts), which is as good as any as long as
 * nothing depends on them. It does where
 * - an integer that came from a pointer is compared (but with null), divides, indexes, or becomes a float or a size;
 * - pointers that may point into different objects are ordered or subtracted, or compared where one may point one past the
 *   end of its object and the other to the start of another, or to memory that was freed;
 * - a pointer is compared with a number at which an object could lie.
 * Comparing and subtracting inside one object does not: C leaves the order across objects undefined, so where points-to
 * cannot tell apart objects of one allocation site, they are taken to be one. Such a program is rewritten
 * (address-rewriting.ts) so that addresses are inputs; all others keep their model.
 */
import { type Check, type Edge, type FunctionGraph, kindOf } from "../../cfa/cfa.ts";
import { checkTerm, termsOn } from "../../cfa/op-terms.ts";
import { intervalOfTerm, rangeOfType } from "../../logic/range.ts";
import { type Formula, type Term, type Variable, variable } from "../../logic/term.ts";
import { forEachNode, type TermNode } from "../../logic/visit.ts";
import type { SourceRange } from "../../util/source.ts";
import type { Analyses } from "../analyses.ts";
import { libraryEffect } from "../library/library.ts";
import { type Flow, flowsOf, type Numbers } from "../pointers/flows.ts";
import { variableNumbers } from "../pointers/numbers.ts";
import type { Region, Target } from "../pointers/regions.ts";
import { contains, sum } from "../pointers/strides.ts";
import { checksOf } from "../properties.ts";
import { AddressIntegers } from "./address-integers.ts";
import { DanglingPointers } from "./dangling.ts";
import { comparesPointers, isPointerTerm, subtractsPointers } from "./term-uses.ts";

/** No object lies below: what is there counts as null with an offset. */
export const LOWEST_ADDRESS = 4096;

/** No object ends beyond: one past its end is an address, and the last page is for error codes. */
export function highestAddress(pointerBytes: 4 | 8): bigint {
  return pointerBytes === 8 ? 2n ** 63n - 4096n : 2n ** 32n - 4096n;
}

type Comparison = Extract<Formula, { kind: "eq" | "lt" | "le" }>;

export class AddressFacts {
  readonly #t: Analyses;
  readonly #numbers: Numbers;
  readonly #dangling: DanglingPointers;
  readonly integers: AddressIntegers;
  readonly #targets = new Map<Term, readonly Target[]>();

  constructor(analyses: Analyses) {
    this.#t = analyses;
    this.#numbers = variableNumbers(analyses.program);
    this.integers = new AddressIntegers(analyses, (term) => this.targetsOf(term));
    this.#dangling = new DanglingPointers(
      analyses,
      (of) => of.type.kind === "int" && this.integers.holdsAddress(variable(of)),
    );
  }

  /** The objects of the program that a term's value points to, or came from if it is an integer. */
  targetsOf(term: Term): readonly Target[] {
    let known = this.#targets.get(term);
    if (known !== undefined) return known;
    const found: Target[] = [];
    const onwards = onwardsFrom(term);
    for (const flow of flowsOf(term, this.#numbers)) {
      if (flow.kind === "object") found.push({ region: this.#t.pointsTo.regionOf(flow.object), at: flow.move });
      else {
        const distance = onwards?.pointer === flow.variable ? onwards.distance : undefined;
        for (const target of this.#t.pointsTo.targetsOf(variable(flow.variable)))
          if (target.region.kind !== "external") found.push(onwardsIn(target, distance, this.#moved(target, flow)));
      }
    }
    known = found;
    this.#targets.set(term, known);
    return known;
  }

  /**
   * `s->text` where s may point to any element of `m.slots`: behind the first one, since s does not point before the object. C does not
   * allow to compute such a pointer, but who walks backwards from the start of an array does, and for those nothing is said.
   */
  #moved(target: Target, { variable: of, move }: Extract<Flow, { kind: "variable" }>): Target {
    const { region, at } = target;
    if (region.object?.role === "function") return target;
    const moved = { region, at: sum(at, move) };
    if (of.type.kind !== "pointer" || at.stride === 0 || move.stride !== 0 || move.offset <= 0) return moved;
    const isBefore = (other: Target) => other.region === region && other.at.stride === 0 && other.at.offset < 0;
    if (this.#t.pointsTo.targetsOf(variable(of)).some(isBefore)) return moved;
    return { ...moved, least: at.offset + move.offset };
  }

  isMany(region: Region): boolean {
    return this.#t.placementOf(region).many;
  }

  /** May the answer to comparing (or subtracting) two pointers depend on where different objects lie? */
  crosses(kind: "eq" | "order", left: Term, right: Term, edge: Edge): boolean {
    const [first, second] = [this.targetsOf(left), this.targetsOf(right)];
    if (first.some((x) => second.some((y) => this.#apart(kind, x, y)))) return true;
    if (kind !== "eq" || !hasHeap(first) || !hasHeap(second) || left === right) return false;
    return this.#dangling.mayDangle(edge, left) || this.#dangling.mayDangle(edge, right);
  }

  #apart(kind: "eq" | "order", x: Target, y: Target): boolean {
    const same = x.region === y.region;
    if (same && !this.isMany(x.region)) return false;
    if (kind === "order") return !same || (x.at.stride === 0 && y.at.stride === 0);
    // Distinct functions have distinct addresses; string literals may share theirs.
    if (!same && x.region.object?.role === "string" && y.region.object?.role === "string") return true;
    return (this.#mayBeEnd(x) && mayBeStart(y)) || (mayBeStart(x) && this.#mayBeEnd(y));
  }

  /** One past the end; of an object whose size is not known, a place is not its end where something is accessed at or behind it. */
  #mayBeEnd({ region, at }: Target): boolean {
    if (region.object?.role === "function") return false;
    if (region.size !== undefined) return contains(at, { offset: region.size, stride: 0 });
    if (at.stride !== 0) return true;
    return at.offset > 0 && !this.#t.memory.cellsIn(region).some((cell) => cell.at.offset >= at.offset);
  }

  // --- Observation ------------------------------------------------------------------------------------------------

  observes(edge: Edge): boolean {
    if (edge.checks.some((check) => this.#decides(check) && this.#isAddress(checkTerm(check)))) return true;
    let found = false;
    forEachNode(termsOn(edge), (node) => {
      if (!found && this.#observesAt(node, edge)) found = true;
    });
    return found || this.#observesByUse(edge);
  }

  #observesAt(node: TermNode, edge: Edge): boolean {
    switch (node.kind) {
      case "eq":
      case "lt":
      case "le":
        return this.#observesByComparison(node, edge);
      case "subtract":
        return subtractsPointers(node) && this.crosses("order", node.left, node.right, edge);
      case "intToFloat":
        return this.integers.holdsAddress(node.operand);
      default:
        return false;
    }
  }

  #observesByComparison(node: Comparison, edge: Edge): boolean {
    const { left, right } = node;
    const pointers = [left, right].filter(isPointerTerm).length;
    if (pointers === 2) return this.crosses(node.kind === "eq" ? "eq" : "order", left, right, edge);
    if (comparesPointers(node) || ![left, right].some((term) => this.integers.holdsAddress(term))) return false;
    const signed = this.#t.program.pointerBytes === 4 && node.kind !== "eq" && (isSigned(left) || isSigned(right));
    if (signed) return true;
    const plain = (term: Term) => isPointerTerm(term) || this.integers.isPlainAddress(term);
    if (plain(left) && plain(right))
      return this.crosses(node.kind === "eq" ? "eq" : "order", left, right, edge) || this.#mayOutlive(left, right);
    const compared = left.kind === "integer" ? right : left;
    const number = left.kind === "integer" ? left : right;
    if (number.kind !== "integer" || !plain(compared)) return true;
    // What lies where no object can be tells nothing.
    return number.value >= LOWEST_ADDRESS && number.value <= highestAddress(this.#t.program.pointerBytes);
  }

  /** An integer may hold the address of a local that is over; another object may have its place then. */
  #mayOutlive(left: Term, right: Term): boolean {
    const others = this.targetsOf(right);
    const isLocal = ({ region }: Target) => region.object?.role === "local";
    return this.targetsOf(left).some((x) =>
      others.some((y) => (x.region !== y.region || this.isMany(x.region)) && (isLocal(x) || isLocal(y))),
    );
  }

  /** Arguments and indices that are made from addresses. */
  #observesByUse({ op }: Edge): boolean {
    switch (op.kind) {
      case "load":
      case "store":
        return this.#indexesByAddress(op.address);
      case "allocate":
        return this.integers.holdsAddress(op.bytes);
      case "call":
        if (op.callee.kind === "indirect") return false;
        return op.arguments.some((argument) => this.#isAddress(argument) && looksAt(op.callee));
      default:
        return false;
    }
  }

  /** Overflow is the end of an execution only where it is asked for; addresses are far from it otherwise. */
  #decides(check: Check): boolean {
    return check.kind !== "overflow" || checksOf(this.#t.options.properties).includes(kindOf(check));
  }

  #isAddress(term: Term): boolean {
    return !isPointerTerm(term) && !this.integers.isPlainAddress(term) && this.integers.holdsAddress(term);
  }

  #indexesByAddress(address: Term): boolean {
    let at = address.kind === "wrap" ? address.operand : address;
    while (at.kind === "add" || at.kind === "subtract") {
      if (this.integers.holdsAddress(at.right)) return true;
      at = at.left;
    }
    return false;
  }
}

function isSigned(term: Term): boolean {
  const type = term.kind === "variable" ? term.variable.type : term.kind === "wrap" ? term.type : undefined;
  return type?.kind === "int" && type.signed;
}

function hasHeap(targets: readonly Target[]): boolean {
  return targets.some(({ region }) => region.kind === "heap");
}

function mayBeStart({ at }: Target): boolean {
  return contains(at, { offset: 0, stride: 0 });
}

function looksAt(callee: Extract<Edge["op"], { kind: "call" }>["callee"]): boolean {
  if (callee.kind === "indirect") return false;
  const { kind } = libraryEffect(callee.name);
  return kind === "assume" || kind === "error-if-zero" || kind === "allocate" || kind === "copy" || kind === "fill";
}

/** Whether the program looks at addresses, and by which stores through pointers that do not point before their objects it is so. */
export function observedAddresses(analyses: Analyses): {
  readonly some: boolean;
  readonly behindStart: ReadonlySet<SourceRange>;
} {
  const { pointsTo } = analyses;
  if (!pointsTo.functions.some(mayObserve)) return { some: false, behindStart: new Set() };
  const facts = new AddressFacts(analyses);
  const some = pointsTo.functions.some((graph) => graph.edges.some((edge) => facts.observes(edge)));
  return { some, behindStart: facts.integers.behindStart };
}

/** Cheap: without any of these no term can observe. */
function mayObserve(graph: FunctionGraph): boolean {
  let found = false;
  for (const edge of graph.edges) {
    forEachNode(termsOn(edge), (node) => {
      if (node.kind === "variable" ? node.variable.type.kind === "pointer" : node.kind === "address") found = true;
    });
    if (found) return true;
  }
  return false;
}

/** An address that is a pointer and what can only be added to it. */
interface Onwards {
  readonly pointer: Variable;
  readonly distance: number;
}

/** `p + 8 * i + 16` of an unsigned i: from p + 16 on. Sound: a pointer that is moved does not wrap, or behaviour is undefined. */
function onwardsFrom(address: Term): Onwards | undefined {
  let at = address.kind === "wrap" && address.type.kind === "pointer" ? address.operand : address;
  let distance = 0;
  for (; at.kind === "add"; at = at.left) {
    if (at.right.kind === "integer") distance += Number(at.right.value);
    else if (!(intervalOfTerm(at.right, ({ type }) => rangeOfType(type)).low >= 0)) return undefined;
  }
  return at.kind === "variable" && at.variable.type.kind === "pointer" ? { pointer: at.variable, distance } : undefined;
}

/** What the pointer's own target says of where the moved one begins. */
function onwardsIn({ at }: Target, distance: number | undefined, moved: Target): Target {
  const isKnown = distance !== undefined && at.stride === 0 && moved.at.stride !== 0 && moved.least === undefined;
  return isKnown ? { ...moved, least: at.offset + distance } : moved;
}
