/** What an operation of the concrete level, or a check beside it, evaluates. */
import type { Formula, Term, Variable } from "../logic/term.ts";
import type { Check, Edge, Op } from "./cfa.ts";

/** All terms and formulas an operation evaluates. */
export function termsOf(op: Op): readonly (Term | Formula)[] {
  switch (op.kind) {
    case "skip":
    case "havoc":
    case "uninitialised":
    case "lifetime":
      return [];
    case "opaque":
      return op.operands;
    case "assign":
      return [op.value];
    case "place":
      return [op.pointer, op.bytes];
    case "load":
      return [op.address];
    case "store":
      return [op.address, op.value];
    case "copy":
      return [op.to, op.from];
    case "zero":
      return [op.address];
    case "allocate":
      return [op.bytes];
    case "call":
      return op.callee.kind === "indirect" ? [op.callee.pointer, ...op.arguments] : op.arguments;
    case "return":
      return op.value === undefined ? [] : [op.value];
    case "assume":
      return [op.condition];
    case "variadic":
      return op.operands;
  }
}

/** All that an edge evaluates: its operation's terms, and what its checks are about. */
export function termsOn({ op, checks }: Edge): readonly (Term | Formula)[] {
  return [...termsOf(op), ...checks.map(checkTerm)];
}

/** The variable that an operation gives a value. */
export function targetOf(op: Op): Variable | undefined {
  return "target" in op ? op.target : undefined;
}

/** The term that a check is about. */
export function checkTerm(check: Check): Term {
  switch (check.kind) {
    case "overflow":
      return check.exact;
    case "division":
      return check.divisor;
    case "shift":
      return check.count;
    case "index":
      return check.index;
    case "float-to-int":
    case "bit-count":
    case "negative-shift":
    case "array-size":
    case "argument":
    case "unreachable":
    case "nan":
    case "float-overflow":
      return check.operand;
    case "unsigned-wrap":
    case "conversion":
    case "pointer-overflow":
      return check.exact;
    case "uninitialised":
      return check.known;
  }
}

/** The check, about another term. */
export function withCheckTerm(check: Check, term: Term): Check {
  if (checkTerm(check) === term) return check;
  switch (check.kind) {
    case "overflow":
      return { ...check, exact: term };
    case "division":
      return { ...check, divisor: term };
    case "shift":
      return { ...check, count: term };
    case "index":
      return { ...check, index: term };
    case "float-to-int":
    case "bit-count":
    case "negative-shift":
    case "array-size":
    case "argument":
    case "unreachable":
    case "nan":
    case "float-overflow":
      return { ...check, operand: term };
    case "unsigned-wrap":
    case "conversion":
    case "pointer-overflow":
      return { ...check, exact: term };
    case "uninitialised":
      return { ...check, known: term };
  }
}
