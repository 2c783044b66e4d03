/**
 * What a program asks about memory in CBMC's words: whether bytes may be accessed, whether pointers point into one object,
 * how large it is, how far into it a pointer points. The answer is a term where the model knows it, and any value elsewhere,
 * which is recorded: a program may assume an answer as well as assert it, so that both of "yes" and "no" have to be right.
 */
import type { EdgeOf } from "../../cfa/cfa.ts";
import {
  add,
  and,
  eq,
  FALSE,
  type Formula,
  integer,
  ite,
  le,
  ne,
  not,
  or,
  subtract,
  type Term,
  variable,
} from "../../logic/term.ts";
import { isIntegral, type ScalarType } from "../../logic/types.ts";
import type { ModelOp } from "../model.ts";
import { constantBytes } from "../pointers/points-to.ts";
import type { Region, Target } from "../pointers/regions.ts";
import type { Accesses } from "./access.ts";
import type { EdgeArithmetic } from "./arithmetic.ts";
import { assign, havoc } from "./outcome.ts";
import type { Translation } from "./translation.ts";
import type { Validity } from "./validity.ts";

export type MemoryQuestion = "accessible" | "same-object" | "offset" | "size";

/** What is answered: `value` where `known` holds. */
interface Answer {
  readonly value: Term;
  readonly known: Formula | undefined;
}

export function answerAboutMemory(
  t: Translation,
  validity: Validity,
  about: MemoryQuestion,
  edge: EdgeOf<"call">,
  arithmetic: EdgeArithmetic,
): readonly ModelOp[] {
  const { target } = edge.op;
  if (target === undefined) return [];
  const into = arithmetic.variable(target);
  const answer = isIntegral(target.type) ? answerTo(t, validity, about, edge, arithmetic) : undefined;
  const isSure = answer !== undefined && (answer.known === undefined || answer.known.kind === "true");
  if (!isSure) t.notes.record("an answer about memory that the model does not know", edge.range);
  if (answer === undefined) return [havoc(into, edge)];
  if (isSure) return [assign(into, answer.value, edge)];
  const any = t.variables.scratch(into.type as ScalarType);
  return [havoc(any, edge), assign(into, ite(answer.known as Formula, answer.value, variable(any)), edge)];
}

function answerTo(
  t: Translation,
  validity: Validity,
  about: MemoryQuestion,
  edge: EdgeOf<"call">,
  arithmetic: EdgeArithmetic,
): Answer | undefined {
  const [first, second] = edge.op.arguments;
  if (first === undefined) return undefined;
  if (about === "same-object")
    return second === undefined ? undefined : sameObject(validity, edge, first, second, arithmetic);
  if (about === "accessible")
    return second === undefined ? undefined : accessible(t, validity, edge, first, second, arithmetic);
  return ofObject(t, validity, about, edge, first, arithmetic);
}

function truth(of: Formula): Term {
  return ite(of, integer(1), integer(0));
}

/**
 * "No" is known of null, and of an address in the stretch of a region that is pointed to: a pointer that was never set, or
 * that comes from elsewhere, may hold the address of any object.
 */
function accessible(
  t: Translation,
  validity: Validity,
  edge: EdgeOf<"call">,
  pointer: Term,
  bytes: Term,
  arithmetic: EdgeArithmetic,
): Answer | undefined {
  const count = arithmetic.term(bytes);
  const inside = validity.inside(edge, pointer, count, "read", arithmetic);
  if (inside === undefined) return undefined;
  const address = arithmetic.term(pointer);
  const stretches = t.pointsTo.targetsOf(pointer).map(({ region }) => {
    const { base, end } = t.placementOf(region);
    return and([le(integer(base), address), le(address, integer(end))]);
  });
  // No bytes may be accessed behind an object and not at null: which is which `inside` does not tell.
  const known = and([ne(count, integer(0)), or([inside, eq(address, integer(0)), ...stretches])]);
  return { value: truth(inside), known };
}

/** Pointers that are neither null nor point into an object that is there have objects only to CBMC. */
function sameObject(
  validity: Validity,
  edge: EdgeOf<"call">,
  left: Term,
  right: Term,
  arithmetic: EdgeArithmetic,
): Answer | undefined {
  const one = validity.sameObject(edge, left, right, arithmetic);
  const [p, q] = [arithmetic.term(left), arithmetic.term(right)];
  const isNull = (address: Term) => eq(address, integer(0));
  const bothNull = and([isNull(p), isNull(q)]);
  const [intoLeft, intoRight] = [left, right].map((side) => validity.inside(edge, side, 1, "read", arithmetic));
  if (one === undefined || intoLeft === undefined || intoRight === undefined) return undefined;
  const same = not(and([not(one), not(bothNull)]));
  const isPlace = (address: Term, inside: Formula) => not(and([not(isNull(address)), not(inside)]));
  const known = not(and([not(same), not(and([isPlace(p, intoLeft), isPlace(q, intoRight)]))]));
  return { value: truth(same), known };
}

/** The size of the object that the pointer points into, or right behind, and the pointer's distance from its start. */
function ofObject(
  t: Translation,
  validity: Validity,
  about: "offset" | "size",
  edge: EdgeOf<"call">,
  pointer: Term,
  arithmetic: EdgeArithmetic,
): Answer | undefined {
  const address = arithmetic.term(pointer);
  const targets = t.pointsTo.targetsOf(pointer);
  const pick = (start: Term, size: Term) => (about === "size" ? size : subtract(address, start));
  const inside = (start: Term, size: Term) => and([le(start, address), le(address, add(start, size))]);
  if (targets.length > 0 && targets.every(({ region }) => validity.extents.follows(region))) {
    const object = validity.extents.objectOf(pointer, arithmetic);
    if (object === undefined) return undefined;
    const { start, extent } = object;
    const isThere = and([le(integer(1), extent), inside(start, extent)]);
    return { value: pick(start, extent), known: isThere };
  }
  let value: Term = integer(0);
  let known: Formula = FALSE;
  for (const target of targets) {
    const { region } = target;
    const { base, many } = t.placementOf(region);
    if (many || region.kind === "external" || region.object?.role === "function") return undefined;
    if (validity.extents.follows(region) || (region.size === undefined && region.kind !== "heap")) return undefined;
    const alive = validity.alive(edge, target, pointer, address);
    if (alive === undefined) return undefined;
    const size = region.size === undefined ? variable(t.variables.sizeOf(region)) : integer(region.size);
    const here = and([alive, inside(integer(base), size)]);
    value = ite(here, pick(integer(base), size), value);
    known = not(and([not(known), not(here)]));
  }
  return { value, known };
}

/** The object that is pointed into gets any content. */
export function renewObject(t: Translation, accesses: Accesses, edge: EdgeOf<"call">): readonly ModelOp[] {
  const whole = renewedObject(t, edge);
  if (whole !== undefined) return accesses.renew(whole, t.placementOf(whole).base, edge);
  t.notes.record("an object of any content", edge.range);
  const regions = new Set(renewed(t, edge).map(({ region }) => region));
  return [...regions].flatMap((region) => (region.object?.role === "function" ? [] : accesses.forget(region, edge)));
}

/** The object that all of gets any content, where it is known; with a number of bytes (KLEE's words) they are all that it has. */
export function renewedObject(t: Translation, edge: EdgeOf<"call">): Region | undefined {
  const targets = renewed(t, edge);
  const [only] = targets;
  if (only === undefined || targets.some(({ region }) => region !== only.region)) return undefined;
  const { region } = only;
  if (t.placementOf(region).many || region.object?.readOnly === true) return undefined;
  const bytes = edge.op.arguments[1];
  if (bytes === undefined) return region;
  const isStart = targets.every(({ at }) => at.offset === 0 && at.stride === 0);
  return isStart && constantBytes(bytes) === region.size ? region : undefined;
}

function renewed(t: Translation, { op }: EdgeOf<"call">): readonly Target[] {
  return op.arguments[0] === undefined ? [] : t.pointsTo.targetsOf(op.arguments[0]);
}
