/**
 * The model with edges whose guards are convex: where a guard says `a != b` or `A or B`, there is an edge for each case. A
 * focus path then says on which side it goes, as section 5 of the paper has it for the boustrophedon (x < 0, x = 0,
 * 0 < x < 1000, ...), and acceleration knows where the path stops. Locations stay the same, so what is proved of this model
 * is proved of the other.
 */
import { and, type Formula, lt, type Term } from "../../logic/term.ts";
import { variablesOf } from "../../logic/visit.ts";
import type { Model, ModelOp } from "../../model/model.ts";
import { withEdges } from "../../model/view/with-edges.ts";

// Cases of one edge; more are left together.
const MOST_CASES = 8;

export function convexModel(model: Model): Model {
  let count = 0;
  return withEdges(model, (location) =>
    model.edgesFrom(location).flatMap((edge) =>
      casesOf(edge.ops).map((ops) => {
        count += 1;
        return { ...edge, id: count, ops };
      }),
    ),
  );
}

/** The operations with one choice for each guard that has several cases. */
function casesOf(ops: readonly ModelOp[]): readonly (readonly ModelOp[])[] {
  let cases: readonly (readonly ModelOp[])[] = [[]];
  for (const op of ops) {
    const conditions = op.kind === "assume" ? convexParts(op.condition) : [];
    if (op.kind !== "assume" || conditions.length < 2 || cases.length * conditions.length > MOST_CASES)
      cases = cases.map((before) => [...before, op]);
    else cases = cases.flatMap((before) => conditions.map((condition) => [...before, { ...op, condition }]));
  }
  return cases;
}

// Formulas that alternate more often are left as they are: their cases would be too many anyway.
const DEEPEST = 32;

/** Formulas, each convex as far as it goes, whose disjunction is the given one. */
function convexParts(formula: Formula, depth = 0): readonly Formula[] {
  if (depth > DEEPEST) return [formula];
  switch (formula.kind) {
    case "or":
      return formula.operands.flatMap((operand) => convexParts(operand, depth + 1));
    case "and": {
      let parts: readonly Formula[] = [formula.operands.length === 0 ? formula : and([])];
      for (const operand of formula.operands) {
        const own = convexParts(operand, depth + 1);
        if (parts.length * own.length > MOST_CASES) return [formula];
        parts = parts.flatMap((before) => own.map((part) => and([before, part])));
      }
      return parts;
    }
    case "not":
      return formula.operand.kind === "eq" ? sides(formula, formula.operand.left, formula.operand.right) : [formula];
    default:
      return [formula];
  }
}

function sides(whole: Formula, left: Term, right: Term): readonly Formula[] {
  const variables = [...variablesOf([left, right])];
  // On which side of a constant a drawn value lies tells nothing: the program asked for one bit.
  const drawn = variables.every(({ role }) => role === "temporary");
  const numeric = variables.every(({ type }) => type.kind !== "array");
  return drawn || !numeric ? [whole] : [lt(left, right), lt(right, left)];
}
