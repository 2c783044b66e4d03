/**
 * What somebody else's invariants claim, as a certificate: at each cut point what the annotations directly behind it demand, and nothing
 * elsewhere. The demand is read off the model, as the weakest precondition of the annotations' own edges, so that it means what their
 * checks mean. It is only a claim: whether it is inductive, and the property with it, the certificate checker has to prove.
 */
import type { Edge, Program } from "../cfa/cfa.ts";
import type { Certificate, Label } from "../evidence/claim.ts";
import { and, FALSE, type Formula, not, or, TRUE } from "../logic/term.ts";
import { substitute } from "../logic/visit.ts";
import type { Model, ModelEdge, ModelLocation, ModelOp } from "../model/model.ts";
import { memoised } from "../util/memo.ts";

/** @param names those of the annotations, which are the names of their texts. */
export function givenInvariants(model: Model, names: ReadonlySet<string>): Certificate {
  const labels = new Map<ModelLocation, readonly Label[]>();
  const labelsAt = (location: ModelLocation): readonly Label[] =>
    memoised(labels, location, () => {
      const violated = new Map<ModelLocation, Formula>();
      const formula = location.cutPoint ? not(violation(model, location, names, violated)) : TRUE;
      return [{ kind: "formula", formula }];
    });
  return { granularity: "cut-points", locations: [], labelsAt };
}

/** In which states an annotation that follows, with nothing of the program between, is violated. */
function violation(
  model: Model,
  location: ModelLocation,
  names: ReadonlySet<string>,
  known: Map<ModelLocation, Formula>,
): Formula {
  return memoised(known, location, () =>
    or(
      model.edgesFrom(location).map((edge) => {
        const { target } = edge;
        if (!isOfAnnotation(edge, model.program, names)) return FALSE;
        if (target.kind === "error") return before(edge.ops, TRUE);
        // The head itself: its annotation is behind it.
        if (target.kind !== "ordinary" || target.cutPoint) return FALSE;
        return before(edge.ops, violation(model, target, names, known));
      }),
    ),
  );
}

function isOfAnnotation({ origin }: ModelEdge, { sources }: Program, names: ReadonlySet<string>): boolean {
  return origin.every(({ range }: Edge) => names.has(sources.fileAt(range.start)?.name ?? ""));
}

/** From which states the operations lead to such a one. What reads an input is none of an annotation's. */
function before(ops: readonly ModelOp[], after: Formula): Formula {
  let formula = after;
  for (const op of [...ops].reverse()) {
    if (op.kind === "havoc") return FALSE;
    formula =
      op.kind === "assume" ? and([op.condition, formula]) : substitute(formula, new Map([[op.target, op.value]]));
  }
  return formula;
}
