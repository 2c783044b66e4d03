/**
 * Conditions: instead of a value, two places to go on. Short circuits, negations and comparisons become branches that
 * jump straight to their targets. Afterwards no location is current: the caller starts at one of the targets.
 */
import type { Expression } from "../../c/ast.ts";
import { isNonZero } from "./arithmetic.ts";
import { type Lowering, plain } from "./context.ts";
import { containsComma } from "./effects.ts";
import { binary, comparison, effect, keepsTruth, value } from "./expression.ts";
import { AS_TRUTH } from "./gcc-order.ts";
import type { DraftLocation } from "./graph.ts";
import type { Step } from "./step.ts";
import { noteUnsequenced } from "./unsequenced.ts";

export function condition(
  f: Lowering,
  e: Expression,
  whenTrue: DraftLocation,
  whenFalse: DraftLocation,
  then: () => Step,
): Step {
  const { graph } = f;
  noteUnsequenced(f, e);
  switch (e.kind) {
    case "logical": {
      const middle = graph.location();
      const [yes, no] = e.operator === "&&" ? [middle, whenFalse] : [whenTrue, middle];
      return () =>
        condition(f, e.left, yes, no, () => {
          graph.startAt(middle, plain(e));
          return condition(f, e.right, whenTrue, whenFalse, then);
        });
    }
    case "unary":
      if (e.operator === "!") return () => condition(f, e.operand, whenFalse, whenTrue, then);
      break;
    case "convert":
      if (keepsTruth(f, e)) return () => condition(f, e.operand, whenTrue, whenFalse, then);
      break;
    case "comma":
      return effect(f, e.left, () => condition(f, e.right, whenTrue, whenFalse, then));
    case "conditional":
      if (e.then !== undefined) return conditionalBranch(f, e, e.then, whenTrue, whenFalse, then);
      break;
    case "comparison": {
      const tested = comparedWithZero(f, e);
      if (tested !== undefined) {
        const [yes, no] = e.operator === "!=" ? [whenTrue, whenFalse] : [whenFalse, whenTrue];
        return () => condition(f, tested, yes, no, then);
      }
      return comparison(f, e, (formula) => {
        graph.branch(formula, whenTrue, whenFalse, plain(e));
        return then;
      });
    }
    default:
      break;
  }
  if (e.kind === "binary" && !containsComma(e))
    return binary(f, e, AS_TRUTH, (term) => {
      graph.branch(isNonZero(term, f.machine(e.type)), whenTrue, whenFalse, plain(e));
      return then;
    });
  return value(f, e, (term) => {
    graph.branch(isNonZero(term, f.machine(e.type)), whenTrue, whenFalse, plain(e));
    return then;
  });
}

function conditionalBranch(
  f: Lowering,
  e: Expression & { kind: "conditional" },
  thenArm: Expression,
  whenTrue: DraftLocation,
  whenFalse: DraftLocation,
  then: () => Step,
): Step {
  const [yes, no] = [f.graph.location(), f.graph.location()];
  return () =>
    condition(f, e.condition, yes, no, () => {
      f.graph.startAt(yes, plain(e));
      return condition(f, thenArm, whenTrue, whenFalse, () => {
        f.graph.startAt(no, plain(e));
        return condition(f, e.otherwise, whenTrue, whenFalse, then);
      });
    });
}

/** For `c == 0` and `c != 0` where c is itself a condition: c. */
function comparedWithZero(f: Lowering, e: Expression & { kind: "comparison" }): Expression | undefined {
  if (e.operator !== "==" && e.operator !== "!=") return undefined;
  if (e.right.kind !== "integer-constant" || e.right.value !== 0n) return undefined;
  let at = e.left;
  while (at.kind === "convert" && keepsTruth(f, at)) at = at.operand;
  const isCondition = at.kind === "comparison" || at.kind === "logical" || (at.kind === "unary" && at.operator === "!");
  return isCondition ? at : undefined;
}
