/**
 * Disjunctive steps as alternatives: a sequence of operations with disjunctions, disequalities or conditional values
 * becomes several sequences without them, whose union it is. Joins, which refinement can undo, then happen at merge
 * places and nowhere inside an image.
 */
import { choiceOf, comparisonCases, disjuncts, sequences } from "../../logic/cases.ts";
import { isArrayTerm } from "../../logic/sort.ts";
import { and, type Formula, lt, not, or, type Term } from "../../logic/term.ts";
import type { ModelOp } from "../../model/model.ts";
import { arithmeticCases } from "./arithmetic-cases.ts";

/** Beyond this many an operation stays as it is: its image and preimage over-approximate. */
const MOST = 16;
/** Nested conditionals deeper than this stay as they are. */
const DEEPEST = 12;

/** all: disequalities become two cases as well; conditions: they stay whole, as with the paper's domains. */
export type Splitting = "all" | "conditions";

export function alternatives(ops: readonly ModelOp[], splitting: Splitting): readonly (readonly ModelOp[])[] {
  return sequences(ops, (op) => casesOf(op, splitting), MOST);
}

/** @param signs the dividends whose sign the operations before have fixed. */
function casesOf(
  op: ModelOp,
  splitting: Splitting,
  signs: ReadonlySet<Term> = new Set(),
): readonly (readonly ModelOp[])[] {
  if (op.kind === "havoc") return [[op]];
  const whole = op.kind === "assume" ? op.condition : op.value;
  const split = splitting === "all" ? arithmeticCases(whole, signs) : undefined;
  if (split !== undefined)
    return split.flatMap(({ guard, node, dividend }) => {
      const rest = op.kind === "assume" ? { ...op, condition: node as Formula } : { ...op, value: node as Term };
      const before: ModelOp[] = guard.kind === "true" ? [] : [{ kind: "assume", condition: guard, origin: op.origin }];
      const fixed = dividend === undefined ? signs : new Set([...signs, dividend]);
      return casesOf(rest, splitting, fixed).map((others) => [...before, ...others]);
    });
  if (op.kind === "assume") {
    const cases = conjunctive(op.condition, splitting);
    if (cases.length === 1) return [[op]];
    return cases.map((condition) => [{ ...op, condition }]);
  }
  const conditional = choiceOf(op.value);
  if (conditional === undefined) return [[op]];
  const { condition, chosen, otherwise } = conditional;
  const branch = (guard: Formula, value: Term): readonly (readonly ModelOp[])[] =>
    conjunctive(guard, splitting).flatMap((part) =>
      casesOf({ ...op, value }, splitting, signs).map((rest) => [
        { kind: "assume", condition: part, origin: op.origin },
        ...rest,
      ]),
    );
  return [...branch(condition, chosen), ...branch(not(condition), otherwise)];
}

/** Formulas whose disjunction is the given one, conjunctive as far as that is cheap. */
export function conjunctive(formula: Formula, splitting: Splitting): readonly Formula[] {
  return disjuncts(formula, { alternatives: MOST, combinations: MOST, depth: DEEPEST }, (part) => {
    if (part.kind === "eq" || part.kind === "le" || part.kind === "lt") return comparisonCases(part);
    if (part.kind !== "not") return undefined;
    const { operand } = part;
    if (operand.kind === "and") return [or(operand.operands.map(not))];
    if (operand.kind === "or") return [and(operand.operands.map(not))];
    if (operand.kind !== "eq" || splitting !== "all" || isArrayTerm(operand.left)) return undefined;
    // Arrays are compared for equality too, and have no order.
    return [lt(operand.left, operand.right), lt(operand.right, operand.left)];
  });
}
