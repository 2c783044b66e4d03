/** CBMC's uninterpreted functions: the same for the same arguments. What one gives is in an array that nobody writes. */
import type { EdgeOf } from "../../cfa/cfa.ts";
import { isUninterpreted } from "../../cfa/library-names.ts";
import { eq, select, variable } from "../../logic/term.ts";
import { isIntegral } from "../../logic/types.ts";
import type { ModelOp } from "../model.ts";
import type { EdgeArithmetic } from "./arithmetic.ts";
import { assume } from "./outcome.ts";
import type { Translation } from "./translation.ts";

/** Behind the input that the call is: it is what the array holds. Sound: for every function there is such an array. */
export function sameAsBefore(
  t: Translation,
  edge: EdgeOf<"call">,
  name: string | undefined,
  arithmetic: EdgeArithmetic,
): readonly ModelOp[] {
  const { target, arguments: given } = edge.op;
  if (name === undefined || !isUninterpreted(name) || target === undefined || given.length === 0) return [];
  const [only] = given;
  const into = arithmetic.variable(target);
  const type = t.program.externals.get(name)?.signature.parameters[0];
  const isPlain = given.length === 1 && isIntegral(target.type) && type !== undefined && isIntegral(type);
  if (!isPlain || only === undefined || into.type.kind === "array") {
    t.notes.record(`whether ${name} has had the same arguments before`, edge.range);
    return [];
  }
  const values = variable(t.variables.valuesOf(name, into.type));
  return [assume(eq(variable(into), select(values, arithmetic.term(only))), edge)];
}
