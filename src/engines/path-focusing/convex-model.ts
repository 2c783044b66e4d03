/**
 * The model with edges whose guards are convex: where a guard says `a != b` or `A or B`, there is an edge for each case. A
 * focus path then says on which side it goes, as section 5 of the paper has it for the boustrophedon (x < 0, x = 0,
 * 0 < x < 1000, ...), and acceleration knows where the path stops. Locations stay the same, so what is proved of this model
 * is proved of the other.
 */
import { disjuncts, sequences } from "../../logic/cases.ts";
import { type Formula, lt, type Term } from "../../logic/term.ts";
import { variablesOf } from "../../logic/visit.ts";
import type { Model, ModelOp } from "../../model/model.ts";
import { withEdges } from "../../model/view/with-edges.ts";

// Cases of one edge; more are left together.
const MOST_CASES = 8;
// Formulas that alternate more often are left as they are: their cases would be too many anyway.
const DEEPEST = 32;
const LIMITS = { alternatives: Number.POSITIVE_INFINITY, combinations: MOST_CASES, depth: DEEPEST };

export function convexModel(model: Model): Model {
  let count = 0;
  return withEdges(model, (location) =>
    model.edgesFrom(location).flatMap((edge) =>
      sequences(edge.ops, casesOf, MOST_CASES).map((ops) => {
        count += 1;
        return { ...edge, id: count, ops };
      }),
    ),
  );
}

function casesOf(op: ModelOp): readonly (readonly ModelOp[])[] {
  if (op.kind !== "assume") return [[op]];
  const conditions = disjuncts(op.condition, LIMITS, (part) =>
    part.kind === "not" && part.operand.kind === "eq" ? sides(part.operand.left, part.operand.right) : undefined,
  );
  return conditions.length < 2 ? [[op]] : conditions.map((condition) => [{ ...op, condition }]);
}

function sides(left: Term, right: Term): readonly Formula[] | undefined {
  const variables = [...variablesOf([left, right])];
  // On which side of a constant a drawn value lies tells nothing: the program asked for one bit.
  const drawn = variables.every(({ role }) => role === "temporary");
  const numeric = variables.every(({ type }) => type.kind !== "array");
  return drawn || !numeric ? undefined : [lt(left, right), lt(right, left)];
}
