/**
 * Invariants first: an engine computes invariants without looking at the property (a widening pass), another one works on
 * the program in which they are assumed, as Jain et al. suggest (CAV 2006) and as the primed programs in Table 1 of the
 * DAGGER paper were made. The proof of the second is a proof for the program itself once the invariants of the first are
 * added to it: they are inductive, and all that was assumed. So nothing has to be believed, and it is checked as ever.
 */

import type { Certificate, Label, Verdict } from "../evidence/claim.ts";
import { and, type Formula, or, TRUE } from "../logic/term.ts";
import type { Model, ModelLocation } from "../model/model.ts";
import { withEdges } from "../model/view/with-edges.ts";
import { memoised } from "../util/memo.ts";
import type { EngineContext, Preset } from "./engine.ts";

/** @param first who computes the invariants, with the domain of the other; nothing is assumed where that has none. */
export function runStrengthened(base: Preset, first: Preset, model: Model, context: EngineContext): Verdict {
  if (first.invariants === undefined || context.domain === undefined) return base.run(model, context);
  const invariants = assumable(first.invariants(model, { ...context, statistics: {} }));
  const verdict = base.run(assuming(model, invariants), context);
  if (verdict.kind !== "safe") return verdict;
  return { kind: "safe", certificate: withInvariants(verdict.certificate, invariants) };
}

type Invariants = (location: ModelLocation) => Formula;

/** What is known at a cut point, as one formula. */
function assumable(certificate: Certificate): Invariants {
  const known = new Map<ModelLocation, Formula>();
  const locations = new Set(certificate.locations);
  return (location) => {
    // A cut point that the certificate does not name may be one that it claims unreachable; nothing is made of that.
    if (!location.cutPoint || !locations.has(location)) return TRUE;
    return memoised(known, location, () => or([...certificate.labelsAt(location)].map(formulaOf)));
  };
}

function formulaOf(label: Label): Formula {
  return label.kind === "formula" ? label.formula : TRUE;
}

/** The model in which every edge out of a cut point assumes its invariant first. */
export function assuming(model: Model, invariants: Invariants): Model {
  return withEdges(model, (location) => {
    const condition = invariants(location);
    const plain = model.edgesFrom(location);
    if (condition === TRUE) return plain;
    return plain.map((edge) => ({ ...edge, ops: [{ kind: "assume", condition, origin: undefined }, ...edge.ops] }));
  });
}

/** Sound: only makes labels stronger; the checker proves the result on the model itself. */
function withInvariants(certificate: Certificate, invariants: Invariants): Certificate {
  if (certificate.granularity !== "cut-points") return certificate;
  return {
    granularity: "cut-points",
    locations: certificate.locations,
    labelsAt: (location) =>
      [...certificate.labelsAt(location)].map((label) => ({
        kind: "formula",
        formula: and([formulaOf(label), invariants(location)]),
      })),
  };
}
