/** A safe, complete, well-labelled ARG as evidence: at each cut point the disjunction of its uncovered labels. */

import type { Certificate, Label } from "../evidence/claim.ts";
import { type Formula, TRUE } from "../logic/term.ts";
import type { ModelLocation } from "../model/model.ts";
import type { CutPoint, CutPointGraph } from "./cutpoint-graph.ts";

const ANYTHING: readonly Label[] = [{ kind: "formula", formula: TRUE }];

interface LabelledNode {
  readonly cutPoint: CutPoint;
  readonly covered: boolean;
  readonly label: { readonly formula: Formula };
}

export function certificateOf(graph: CutPointGraph, visits: Iterable<LabelledNode>): Certificate {
  const labels = new Map<ModelLocation, Label[]>();
  for (const { cutPoint, covered, label } of visits) {
    if (covered || cutPoint.location === undefined) continue;
    const at = labels.get(cutPoint.location);
    const one: Label = { kind: "formula", formula: label.formula };
    if (at === undefined) labels.set(cutPoint.location, [one]);
    else at.push(one);
  }
  return {
    granularity: "cut-points",
    locations: [...labels.keys()].filter((location) => location.cutPoint || location === graph.entry.location),
    // From a cut point outside the graph no error can be reached, whatever holds there.
    labelsAt: (location) => labels.get(location) ?? (graph.at(location) === undefined ? ANYTHING : []),
  };
}

/** No error can be reached at all, whatever the data. */
export const EVERYTHING_IS_SAFE: Certificate = {
  granularity: "cut-points",
  locations: [],
  labelsAt: () => ANYTHING,
};
