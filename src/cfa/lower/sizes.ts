/** Sizes that only the run knows: the parser keeps each variable length in a hidden object, set where its type is declared. */
import type { Expression } from "../../c/ast.ts";
import { sizeOf } from "../../c/layout.ts";
import type { CType } from "../../c/types.ts";
import { integer, type Term } from "../../logic/term.ts";
import { intType } from "../../logic/types.ts";
import type { SourceRange } from "../../util/source.ts";
import { binaryOperation, convertTerm } from "./arithmetic.ts";
import { type Lowering, plain } from "./context.ts";
import { value } from "./expression.ts";
import { type Continue, each, type Step } from "./step.ts";

/** Size in bytes of a type whose arrays have variable lengths; the product should fit a long. */
export function variableSize(f: Lowering, type: CType, range: SourceRange, k: Continue<Term>): Step {
  const factors: (Expression | number)[] = [];
  let element = type;
  for (; element.kind === "array"; element = element.element) factors.push(element.length ?? 0);
  const long = intType(f.program.model.longBytes * 8, "signed");
  const convert = (term: Term, from: CType): Term => convertTerm(term, f.machine(from), long, plain(range), f.check);
  let size: Term = integer(sizeOf(element, f.program.model) ?? 1);
  const times = (factor: Term): void => {
    size = binaryOperation("*", factor, size, long, plain(range), f.check);
  };
  return each(
    factors.reverse(),
    (factor, next) => {
      if (typeof factor === "object")
        return value(f, factor, (term) => {
          times(convert(term, factor.type));
          return next();
        });
      times(integer(factor));
      return next();
    },
    () => () => k(convertTerm(size, long, intType(long.bits, "unsigned"), plain(range), f.check)),
  );
}
