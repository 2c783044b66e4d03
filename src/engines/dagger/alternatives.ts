/**
 * Disjunctive steps as alternatives: a sequence of operations with disjunctions, disequalities or conditional values
 * becomes several sequences without them, whose union it is. Joins, which refinement can undo, then happen at merge
 * places and nowhere inside an image.
 */
import { and, eq, type Formula, le, lt, not, or, type Term, wrap } from "../../logic/term.ts";
import type { ModelOp } from "../../model/model.ts";
import { arithmeticCases } from "./arithmetic-cases.ts";

/** Beyond this many an operation stays as it is: its image and preimage over-approximate. */
const MOST = 16;
/** Nested conditionals deeper than this stay as they are. */
const DEEPEST = 12;

/** all: disequalities become two cases as well; conditions: they stay whole, as with the paper's domains. */
export type Splitting = "all" | "conditions";

export function alternatives(ops: readonly ModelOp[], splitting: Splitting): readonly (readonly ModelOp[])[] {
  let sequences: ModelOp[][] = [[]];
  for (const op of ops) {
    const cases = casesOf(op, splitting);
    if (cases.length * sequences.length > MOST) for (const sequence of sequences) sequence.push(op);
    else if (cases.length === 1) for (const sequence of sequences) sequence.push(...cases[0]!);
    else sequences = sequences.flatMap((sequence) => cases.map((one) => [...sequence, ...one]));
  }
  return sequences;
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
    const cases = disjuncts(op.condition, splitting);
    if (cases.length === 1) return [[op]];
    return cases.map((condition) => [{ ...op, condition }]);
  }
  const conditional = choice(op.value);
  if (conditional === undefined) return [[op]];
  const { condition, chosen, otherwise } = conditional;
  const branch = (guard: Formula, value: Term): readonly (readonly ModelOp[])[] =>
    disjuncts(guard, splitting).flatMap((part) =>
      casesOf({ ...op, value }, splitting, signs).map((rest) => [
        { kind: "assume", condition: part, origin: op.origin },
        ...rest,
      ]),
    );
  return [...branch(condition, chosen), ...branch(not(condition), otherwise)];
}

/** Formulas whose disjunction is the given one, conjunctive as far as that is cheap. */
export function disjuncts(formula: Formula, splitting: Splitting, depth = 0): readonly Formula[] {
  if (depth > DEEPEST) return [formula];
  switch (formula.kind) {
    case "or":
      return limited(formula, () => formula.operands.flatMap((operand) => disjuncts(operand, splitting, depth + 1)));
    case "and": {
      let products: Formula[][] = [[]];
      for (const operand of formula.operands) {
        const cases = disjuncts(operand, splitting, depth + 1);
        if (cases.length * products.length > MOST) return [formula];
        products = products.flatMap((product) => cases.map((one) => [...product, one]));
      }
      return products.map(and);
    }
    case "not": {
      const inner = formula.operand;
      if (inner.kind === "and") return disjuncts(or(inner.operands.map(not)), splitting, depth + 1);
      if (inner.kind === "or") return disjuncts(and(inner.operands.map(not)), splitting, depth + 1);
      if (inner.kind !== "eq" || splitting !== "all" || !isNumber(inner.left)) return [formula];
      const sides = [lt(inner.left, inner.right), lt(inner.right, inner.left)];
      return limited(formula, () => sides.flatMap((side) => disjuncts(side, splitting, depth + 1)));
    }
    case "eq":
    case "le":
    case "lt":
      return comparisonCases(formula, splitting, depth);
    default:
      return [formula];
  }
}

function limited(whole: Formula, cases: () => readonly Formula[]): readonly Formula[] {
  const list = cases();
  return list.length > MOST ? [whole] : list;
}

function comparisonCases(
  formula: Formula & { kind: "eq" | "le" | "lt"; left: Term; right: Term },
  splitting: Splitting,
  depth: number,
): readonly Formula[] {
  const build = formula.kind === "eq" ? eq : formula.kind === "le" ? le : lt;
  const left = choice(formula.left);
  const split = left ?? choice(formula.right);
  if (split === undefined) return [formula];
  const { condition, chosen, otherwise } = split;
  const compare = (part: Term) => (left === undefined ? build(formula.left, part) : build(part, formula.right));
  return limited(formula, () => [
    ...disjuncts(and([condition, compare(chosen)]), splitting, depth + 1),
    ...disjuncts(and([not(condition), compare(otherwise)]), splitting, depth + 1),
  ]);
}

interface Choice {
  readonly condition: Formula;
  readonly chosen: Term;
  readonly otherwise: Term;
}

/** A conditional value, or a wrapped one. */
function choice(term: Term): Choice | undefined {
  if (term.kind === "ite") return { condition: term.condition, chosen: term.then, otherwise: term.else };
  if (term.kind !== "wrap" || term.operand.kind !== "ite") return undefined;
  const { condition, then: chosen, else: otherwise } = term.operand;
  const inner = (part: Term) => wrap(part, term.type, term.reason);
  return { condition, chosen: inner(chosen), otherwise: inner(otherwise) };
}

/** Arrays are compared for equality too, and have no order. */
function isNumber(term: Term): boolean {
  return term.kind === "variable" ? term.variable.type.kind !== "array" : term.kind !== "store";
}
