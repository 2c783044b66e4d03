/** `va_start` and its kin. A va_list is an object; operands are the addresses of such objects. */
import type { Expression } from "../../c/ast.ts";
import { integer, type Term, variable } from "../../logic/term.ts";
import type { Lowering } from "./context.ts";
import { valueType } from "./expression.ts";
import { lvalue } from "./lvalue.ts";
import { type Continue, each, type Step } from "./step.ts";

export function variadic(f: Lowering, e: Expression & { kind: "variadic" }, k: Continue<Term>): Step {
  // The second operand of va_start only names the last parameter.
  const lists = e.operands.slice(0, e.operation === "copy" ? 2 : 1);
  const addresses: Term[] = [];
  return each(
    lists,
    (list, next) => () =>
      lvalue(f, list, (at) => {
        if (at.kind === "memory") addresses.push(at.address);
        else f.error("va_list operand is not a va_list", list);
        return next();
      }),
    () => {
      const target = e.operation === "arg" && e.type.kind !== "void" ? f.temporary(valueType(f, e.type)) : undefined;
      f.emit({ kind: "variadic", operation: e.operation, operands: addresses, target }, e);
      return () => k(target === undefined ? integer(0) : variable(target));
    },
  );
}
