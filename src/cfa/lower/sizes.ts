/** Sizes that only the run knows: the parser keeps each variable length in a hidden object, set where its type is declared. */
import type { Expression } from "../../c/ast.ts";
import { sizeOf } from "../../c/layout.ts";
import type { CType } from "../../c/types.ts";
import { integer, type Term } from "../../logic/term.ts";
import { intType } from "../../logic/types.ts";
import { exact, wrapInto } from "./arithmetic.ts";
import type { Lowering } from "./context.ts";
import { value } from "./expression.ts";
import { type Continue, each, type Step } from "./step.ts";

/** Size in bytes of a type whose arrays have variable lengths: a size_t, which no more overflows than gcc's does. */
export function variableSize(f: Lowering, type: CType, k: Continue<Term>): Step {
  const factors: (Expression | number)[] = [];
  let element = type;
  for (; element.kind === "array"; element = element.element) factors.push(element.length ?? 0);
  let size: Term = integer(sizeOf(element, f.program.model) ?? 1);
  const times = (factor: Term): void => {
    size = exact("*", factor, size);
  };
  return each(
    factors.reverse(),
    (factor, next) => {
      if (typeof factor === "object")
        return value(f, factor, (term) => {
          times(term);
          return next();
        });
      times(integer(factor));
      return next();
    },
    () => () => k(wrapInto(size, intType(f.program.model.longBytes * 8, "unsigned"), "arithmetic")),
  );
}
