/**
 * Sizes that only the run knows. The lengths in a variably modified type are evaluated once, when its declaration is
 * reached; later uses of the type read what was evaluated then.
 */
import type { Expression } from "../../c/ast.ts";
import { sizeOf } from "../../c/layout.ts";
import { isVariablyModified } from "../../c/type-operations.ts";
import type { CType } from "../../c/types.ts";
import { integer, type Term } from "../../logic/term.ts";
import { intType } from "../../logic/types.ts";
import type { SourceRange } from "../../util/source.ts";
import { binaryOperation, convertTerm } from "./arithmetic.ts";
import { type Lowering, plain } from "./context.ts";
import { value } from "./expression.ts";
import { type Continue, each, type Step } from "./step.ts";

/** Evaluates the lengths of the arrays in a declared type and keeps them for later uses of the type. */
export function evaluateLengths(f: Lowering, type: CType, then: () => Step): Step {
  if (!isVariablyModified(type)) return then;
  return each(
    lengthsIn(type),
    (length, next) =>
      value(f, length, (term) => {
        const machine = f.machine(length.type);
        f.lengths.set(length, term.kind === "integer" ? term : f.save(term, machine, length));
        return next();
      }),
    then,
  );
}

function lengthsIn(type: CType): Expression[] {
  const lengths: Expression[] = [];
  for (let at = type; ; ) {
    if (at.kind === "array") {
      if (typeof at.length === "object") lengths.push(at.length);
      at = at.element;
    } else if (at.kind === "pointer") at = at.target;
    else if (at.kind === "function") at = at.result;
    else return lengths;
  }
}

/** Size in bytes of a type whose arrays have variable lengths; the product should fit a long. */
export function variableSize(f: Lowering, type: CType, range: SourceRange, k: Continue<Term>): Step {
  const factors: (Expression | number)[] = [];
  let element = type;
  for (; element.kind === "array"; element = element.element) factors.push(element.length ?? 0);
  const long = intType(f.program.model.longBytes * 8, "signed");
  let size: Term = integer(sizeOf(element, f.program.model) ?? 1);
  const times = (factor: Term): void => {
    size = binaryOperation("*", factor, size, long, plain(range), f.check);
  };
  return each(
    factors.reverse(),
    (factor, next) => {
      const known = typeof factor === "number" ? integer(factor) : f.lengths.get(factor);
      if (known !== undefined) times(known);
      if (known !== undefined || typeof factor === "number") return next();
      return value(f, factor, (term) => {
        times(convertTerm(term, f.machine(factor.type), long, plain(range), f.check));
        return next();
      });
    },
    () => () => k(convertTerm(size, long, intType(long.bits, "unsigned"), plain(range), f.check)),
  );
}
