/**
 * Which edges a run may take so that its course is fixed by the program alone: nothing that the environment, the compiler or
 * the layout of memory decides. What can be said from the edge is said here, once an edge; what depends on the values of the
 * run (whether two pointers are into one object) is listed for `execution-proof.ts`, which watches the run.
 *
 * A term is an address where its value is one: a variable or access of pointer type, `&x`, and sums with numbers. Addresses
 * may be passed on, compared with null, followed; compared or subtracted where both are into one object; no more than that.
 */
import type { Edge, FunctionGraph, Program, Signature } from "../cfa/cfa.ts";
import { libraryRow } from "../cfa/library/functions.ts";
import type { LibraryRow } from "../cfa/library/row.ts";
import { libraryMeaning } from "../cfa/library-names.ts";
import { checkTerm, termsOf } from "../cfa/op-terms.ts";
import type { Term } from "../logic/term.ts";
import type { ValueType } from "../logic/types.ts";
import { forEachNode, type TermNode, variablesOf } from "../logic/visit.ts";

/** Two addresses whose order, equality or distance the edge asks for. */
export interface AddressPair {
  readonly left: Term;
  readonly right: Term;
  readonly asks: "equality" | "order";
}

export interface EdgeDemand {
  /** Why a run over this edge is not fixed by the program; undefined: it may be. */
  readonly flaw: string | undefined;
  readonly pairs: readonly AddressPair[];
}

export interface Surroundings {
  readonly program: Program;
  readonly entry: FunctionGraph | undefined;
  readonly malloc: "succeeds" | "may-fail";
}

export function demandOf(edge: Edge, surroundings: Surroundings): EdgeDemand {
  const pairs: AddressPair[] = [];
  const flaw = flawOfOperation(edge, surroundings) ?? flawOfTerms(edge, surroundings, pairs);
  return { flaw, pairs };
}

// --- Operations -----------------------------------------------------------------------------------------------------

function flawOfOperation(edge: Edge, surroundings: Surroundings): string | undefined {
  const { op } = edge;
  switch (op.kind) {
    case "opaque":
      return op.what;
    case "variadic":
      return "variadic arguments";
    case "havoc":
      // An uninitialised variable that is read asks the inputs; one that is not has no part in the run.
      return op.why === "uninitialised" ? undefined : `a value from ${op.why}`;
    case "assign":
      return mismatch(op.target.type, op.value);
    case "store":
      return mismatch(op.access.type, op.value);
    case "load":
      return op.access.volatile === true
        ? "a volatile read"
        : isPointer(op.access.type) === isPointer(op.target.type)
          ? undefined
          : AS_NUMBER;
    case "return": {
      const type = surroundings.program.functions.get(edge.source.function)?.signature.result;
      return op.value === undefined || type === undefined ? undefined : mismatch(type, op.value);
    }
    case "copy":
      return readsVolatile(surroundings.program);
    case "call":
      return flawOfCall(op, surroundings);
    default:
      return undefined;
  }
}

function flawOfCall(op: Extract<Edge["op"], { kind: "call" }>, { program, malloc }: Surroundings): string | undefined {
  if (op.callee.kind === "indirect") {
    const stranger = program.objects.find(
      ({ role, name, function: of }) => role === "function" && !program.functions.has(of ?? name),
    );
    return stranger === undefined ? passing(op.callee.signature, op.arguments) : "a call through a pointer";
  }
  const { name } = op.callee;
  const defined = program.functions.get(name);
  if (defined !== undefined) return passing(defined.signature, op.arguments);
  if (!isDefinite(name, op.target === undefined ? "unused" : "used", malloc)) return `the library function ${name}`;
  return op.arguments.some(isAddress) ? readsVolatile(program) : undefined;
}

/** Copies and library functions read whole objects, where nobody looks whether a part of them is volatile. */
function readsVolatile({ objects }: Program): string | undefined {
  return objects.some((object) => object.volatile !== undefined) ? "a volatile object" : undefined;
}

function passing(signature: Signature, given: readonly Term[]): string | undefined {
  if (given.length !== signature.parameters.length)
    return signature.variadic ? undefined : "a call with other arguments";
  for (const [i, type] of signature.parameters.entries()) {
    const flaw = mismatch(type, given[i] as Term);
    if (flaw !== undefined) return flaw;
  }
  return undefined;
}

// Exact functions that terms apply, with the width or the type behind the name.
const EXACT_TERMS = /^(?:popcount|parity|ffs|clrsb|bswap)\d*$/;

export function plainName(name: string): string {
  return name.replace(/^__builtin_/, "");
}

/** Whether C fixes what a library function does, with or without `__builtin_` before its name. */
export function exactnessOf(name: string): LibraryRow["exact"] {
  return libraryRow(plainName(name))?.exact;
}

function isDefinite(name: string, result: "used" | "unused", malloc: Surroundings["malloc"]): boolean {
  switch (exactnessOf(name)) {
    case "always":
    case "zero":
      return true;
    case "memory":
      return malloc === "succeeds";
    case "output":
      return result === "unused";
  }
  const meaning = libraryMeaning(name);
  return meaning === "error" || meaning === "error-if-zero" || meaning === "assume" || meaning === "end";
}

// --- Terms ----------------------------------------------------------------------------------------------------------

const AS_NUMBER = "an address as a number";

function flawOfTerms(edge: Edge, surroundings: Surroundings, pairs: AddressPair[]): string | undefined {
  const roots: TermNode[] = [...termsOf(edge.op), ...edge.checks.map(checkTerm)];
  const { entry, program } = surroundings;
  if (entry !== undefined && edge.source.function === entry.name)
    for (const read of variablesOf(roots)) if (entry.parameters.includes(read)) return `the argument ${read.name}`;
  for (const read of variablesOf(roots)) if (read.volatile) return "a volatile read";
  let flaw: string | undefined;
  forEachNode(roots, (node) => {
    flaw ??= flawOfNode(node, program.pointerBytes, pairs);
  });
  return flaw;
}

function flawOfNode(node: TermNode, pointerBytes: 4 | 8, pairs: AddressPair[]): string | undefined {
  switch (node.kind) {
    case "eq":
    case "lt":
    case "le":
      return flawOfComparison(node.left, node.right, node.kind === "eq" ? "equality" : "order", pairs);
    case "subtract":
      if (isAddress(node.left) && isAddress(node.right))
        pairs.push({ left: node.left, right: node.right, asks: "order" });
      else if (isAddress(node.right)) return AS_NUMBER;
      return undefined;
    case "add":
      return isAddress(node.left) && isAddress(node.right) ? AS_NUMBER : undefined;
    case "multiply":
    case "divide":
    case "remainder":
    case "bitand":
    case "bitor":
    case "bitxor":
    case "shiftleft":
    case "shiftright":
      return isAddress(node.left) || isAddress(node.right) ? AS_NUMBER : undefined;
    case "negate":
    case "intToFloat":
      return isAddress(node.operand) ? AS_NUMBER : floatFlaw(node, pointerBytes);
    case "wrap":
      return isPointer(node.type) || !isAddress(node.operand) ? numberAsAddress(node) : AS_NUMBER;
    case "apply":
      if (node.arguments.some(isAddress)) return AS_NUMBER;
      return EXACT_TERMS.test(node.name) || exactnessOf(node.name) === "always"
        ? undefined
        : `the function ${node.name}`;
    default:
      return floatFlaw(node, pointerBytes);
  }
}

/** x87 arithmetic keeps more digits than the types say (FLT_EVAL_METHOD 2). */
function floatFlaw(node: TermNode, pointerBytes: 4 | 8): string | undefined {
  const rounds = /^f(?:add|subtract|multiply|divide|remainder|eq|lt|le)$|^intToFloat$|^floatTo/.test(node.kind);
  return pointerBytes === 4 && rounds ? "floating-point arithmetic with 32 bits" : undefined;
}

function flawOfComparison(
  left: Term,
  right: Term,
  asks: AddressPair["asks"],
  pairs: AddressPair[],
): string | undefined {
  const [a, b] = [isAddress(left), isAddress(right)];
  if (!a && !b) return undefined;
  if (a && b) {
    pairs.push({ left, right, asks });
    return undefined;
  }
  // Whether an address is null is known; how it compares with any other number is not.
  return asks === "equality" && isNull(a ? right : left) ? undefined : AS_NUMBER;
}

function numberAsAddress(node: Extract<Term, { kind: "wrap" }>): string | undefined {
  if (!isPointer(node.type)) return undefined;
  return isAddress(node.operand) || isNull(node.operand) ? undefined : "a number as an address";
}

/** Why this value cannot be put into a place of that type. */
function mismatch(type: ValueType, value: Term): string | undefined {
  if (isPointer(type)) return isAddress(value) || isNull(value) ? undefined : "a number as an address";
  return isAddress(value) ? AS_NUMBER : undefined;
}

function isNull(term: Term): boolean {
  if (term.kind === "wrap") return isNull(term.operand);
  if (term.kind === "ite") return isNull(term.then) && isNull(term.else);
  return term.kind === "integer" && term.value === 0;
}

function isPointer(type: ValueType): boolean {
  return type.kind === "pointer";
}

function isAddress(term: Term): boolean {
  switch (term.kind) {
    case "variable":
      return isPointer(term.variable.type);
    case "address":
      return true;
    case "wrap":
      return isPointer(term.type) && !isNull(term);
    case "add":
      return isAddress(term.left) || isAddress(term.right);
    case "subtract":
      return isAddress(term.left) && !isAddress(term.right);
    case "ite":
      return isAddress(term.then) || isAddress(term.else);
    default:
      return false;
  }
}
