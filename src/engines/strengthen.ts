/**
 * Invariants first: an engine computes invariants without looking at the property (a widening pass), another one works on
 * the program in which they are assumed, as Jain et al. suggest (CAV 2006) and as the primed programs in Table 1 of the
 * DAGGER paper were made. The proof of the second is a proof for the program itself once the invariants of the first are
 * added to it: they are inductive, and all that was assumed. So nothing has to be believed, and it is checked as ever.
 */

import type { Certificate, Label, Verdict } from "../evidence/claim.ts";
import { and, type Formula, or, TRUE } from "../logic/term.ts";
import type { Model, ModelEdge, ModelLocation } from "../model/model.ts";
import type { Engine, EngineContext } from "./engine.ts";

/** Who computes the invariants: an engine that can, and the preset it should use. */
interface FirstPass {
  readonly preset: string;
  readonly invariants: NonNullable<Engine["invariants"]>;
}

export function runStrengthened(
  engine: Engine,
  preset: string,
  first: FirstPass,
  model: Model,
  context: EngineContext,
): Verdict {
  const invariants = assumable(first.invariants(model, { ...context, preset: first.preset, statistics: {} }));
  const verdict = engine.run(assuming(model, invariants), { ...context, preset });
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
    let formula = known.get(location);
    if (formula === undefined) {
      formula = or([...certificate.labelsAt(location)].map(formulaOf));
      known.set(location, formula);
    }
    return formula;
  };
}

function formulaOf(label: Label): Formula {
  return label.kind === "formula" ? label.formula : TRUE;
}

/** The model in which every edge out of a cut point assumes its invariant first. */
export function assuming(model: Model, invariants: Invariants): Model {
  const edges = new Map<ModelLocation, readonly ModelEdge[]>();
  return {
    program: model.program,
    properties: model.properties,
    propertySites: model.propertySites,
    entry: model.entry,
    get variables() {
      return model.variables;
    },
    get overApproximations() {
      return model.overApproximations;
    },
    get assumptions() {
      return model.assumptions;
    },
    edgesFrom(location) {
      let leaving = edges.get(location);
      if (leaving === undefined) {
        const condition = invariants(location);
        const plain = model.edgesFrom(location);
        leaving =
          condition === TRUE
            ? plain
            : plain.map((edge) => ({ ...edge, ops: [{ kind: "assume", condition, origin: undefined }, ...edge.ops] }));
        edges.set(location, leaving);
      }
      return leaving;
    },
  };
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
