/**
 * Undefined behaviour that the syntax shows: an expression that changes a variable and, unsequenced to that, reads or changes
 * it again (C11 6.5p2): `i = i++`, `a[i] = i++`, `f(i++, i++)`, `x++ + x`. Only what is certain counts: variables by their
 * names, and what is evaluated whenever the expression is.
 */
import type { Expression, ObjectDeclaration } from "../../c/ast.ts";
import { UNSEQUENCED } from "../library-names.ts";
import { type Lowering, plain } from "./context.ts";
import { isLeaf, mayAssign, operandsOf } from "./effects.ts";
import { isScalarType } from "./types.ts";

interface Accesses {
  readonly reads: ReadonlySet<ObjectDeclaration>;
  readonly writes: ReadonlySet<ObjectDeclaration>;
  /** Writes that may come after the expression's value is known. */
  readonly pending: ReadonlySet<ObjectDeclaration>;
  /** The first variable found to be changed so, here or inside. */
  readonly found: ObjectDeclaration | undefined;
}

const NOTHING: ReadonlySet<ObjectDeclaration> = new Set();
const NO_ACCESSES: Accesses = { reads: NOTHING, writes: NOTHING, pending: NOTHING, found: undefined };

const known = new WeakMap<Expression, Accesses>();

/**
 * Marks where the expression surely changes a variable unsequenced to another access of it: a run ends there, and a proof
 * goes on as gcc does but assumes that it does not happen.
 */
export function noteUnsequenced(f: Lowering, e: Expression): void {
  if (!mayAssign(e) || accessesOf(e).found === undefined) return;
  // Its parts are no news.
  if (f.unsequenced !== undefined && f.unsequenced.start <= e.start && e.end <= f.unsequenced.end) return;
  f.unsequenced = plain(e);
  f.assumeThat("no object is changed unsequenced to another access of it", e);
  const callee = { kind: "direct", name: UNSEQUENCED } as const;
  f.emit({ kind: "call", target: undefined, callee, arguments: [] }, e);
}

/** Whether one of the expressions surely changes a variable that another one reads or changes. */
export function changeEachOther(expressions: readonly Expression[]): boolean {
  if (!expressions.some(mayAssign)) return false;
  const parts = expressions.map((e) => ({ ...accessesOf(e), found: undefined }));
  return unsequenced(parts).found !== undefined;
}

/** Iterative: a sum may have ten thousand terms. */
function accessesOf(root: Expression): Accesses {
  const stack = [root];
  while (stack.length > 0) {
    const e = stack[stack.length - 1] as Expression;
    const parts = known.has(e) ? [] : operandsOf(e).filter((part) => !known.has(part) && !isConstant(part));
    stack.push(...parts);
    if (parts.length > 0) continue;
    stack.pop();
    if (!known.has(e)) known.set(e, combine(e));
  }
  return known.get(root) as Accesses;
}

function isConstant(e: Expression): boolean {
  return isLeaf(e) && variableIn(e) === undefined;
}

function of(e: Expression | undefined): Accesses {
  return e === undefined ? NO_ACCESSES : (known.get(e) ?? NO_ACCESSES);
}

function combine(e: Expression): Accesses {
  const read = variableIn(e);
  if (read !== undefined) return { ...NO_ACCESSES, reads: new Set([read]) };
  switch (e.kind) {
    case "binary":
    case "comparison":
    case "pointer-difference":
      return unsequenced([of(e.left), of(e.right)]);
    case "pointer-add":
      return unsequenced([of(e.pointer), of(e.index)]);
    case "call":
      // All arguments are complete before the call.
      return settled(unsequenced([of(e.callee), ...e.arguments.map(of)]));
    case "assign":
      return changed(e.target, unsequenced([placeOf(e.target), of(e.value)]));
    case "compound-assign":
      return changed(e.target, unsequenced([of(e.target), of(e.value)]));
    case "increment":
      return changed(e.target, of(e.target));
    // What comes first may not come to an end, and whether the rest of a condition is evaluated is not certain: what is found
    // inside them counts when they are lowered.
    case "comma":
      return sequenced(of(e.left), of(e.right));
    case "logical":
      return sequenced(of(e.left), NO_ACCESSES);
    case "conditional":
      return sequenced(of(e.condition), NO_ACCESSES);
    case "unary":
    case "address-of":
    case "dereference":
    case "convert":
      return of(e.operand);
    case "member":
      return of(e.object);
    default:
      return NO_ACCESSES;
  }
}

/** What finding the place of an lvalue accesses: not the object itself. */
function placeOf(target: Expression): Accesses {
  return variableIn(target) === undefined ? of(target) : NO_ACCESSES;
}

/** Operands whose evaluations may overlap. */
function unsequenced(parts: readonly Accesses[]): Accesses {
  let found = parts.find((part) => part.found !== undefined)?.found;
  const all = { reads: NOTHING, writes: NOTHING, pending: NOTHING };
  for (const part of parts) {
    found ??= common(part.writes, all.reads) ?? common(part.writes, all.writes) ?? common(part.reads, all.writes);
    all.reads = union(all.reads, part.reads);
    all.writes = union(all.writes, part.writes);
    all.pending = union(all.pending, part.pending);
  }
  return { ...all, found };
}

function sequenced(first: Accesses, second: Accesses): Accesses {
  return {
    reads: union(first.reads, second.reads),
    writes: union(first.writes, second.writes),
    pending: second.pending,
    found: undefined,
  };
}

function settled(part: Accesses): Accesses {
  return part.pending.size === 0 ? part : { ...part, pending: NOTHING };
}

function changed(target: Expression, parts: Accesses): Accesses {
  const variable = variableIn(target);
  if (variable === undefined) return parts;
  const own = new Set([variable]);
  return {
    reads: parts.reads,
    writes: union(parts.writes, own),
    pending: union(parts.pending, own),
    found: parts.found ?? common(own, parts.pending),
  };
}

function variableIn(e: Expression): ObjectDeclaration | undefined {
  let at = e;
  while (at.kind === "convert" && at.conversion !== "array" && at.conversion !== "void") at = at.operand;
  return at.kind === "object" && isScalarType(at.type) ? at.declaration : undefined;
}

function common(a: ReadonlySet<ObjectDeclaration>, b: ReadonlySet<ObjectDeclaration>): ObjectDeclaration | undefined {
  for (const item of a) if (b.has(item)) return item;
  return undefined;
}

function union<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): ReadonlySet<T> {
  if (b.size === 0 || a === b) return a;
  return a.size === 0 ? b : new Set([...a, ...b]);
}
