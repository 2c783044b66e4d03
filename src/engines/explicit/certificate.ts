/** The ARG as evidence: per location the disjunction of its labels, each a conjunction of equations. */

import type { Certificate, KnownValue, Label } from "../../evidence/claim.ts";
import type { ModelLocation } from "../../model/model.ts";
import { memoised } from "../../util/memo.ts";
import type { NodeId } from "../arg.ts";
import type { ExplicitCpa } from "./cpa.ts";
import { TOP } from "./values.ts";

export function certificateOf(cpa: ExplicitCpa): Certificate {
  const nodesAt = new Map<ModelLocation, NodeId[]>();
  for (const node of cpa.arg.nodes()) {
    // A covered node's states are among its coverer's.
    if (cpa.arg.coveredBy(node) !== undefined) continue;
    const location = cpa.arg.location(node);
    memoised(nodesAt, location, () => []).push(node);
  }
  return {
    locations: [...nodesAt.keys()],
    labelsAt: (location) => labels(cpa, nodesAt.get(location) ?? []),
  };
}

function* labels(cpa: ExplicitCpa, nodes: readonly NodeId[]): IterableIterator<Label> {
  const codes = new Int32Array(cpa.states.capacity);
  for (const node of nodes) {
    cpa.states.load(cpa.arg.label(node), codes, cpa.slots.count);
    const values: KnownValue[] = [];
    for (let slot = 0; slot < cpa.slots.count; slot += 1) {
      if (codes[slot] === TOP) continue;
      const value = cpa.values.decode(codes[slot] as number);
      if (value === undefined) continue;
      const { variable, index } = cpa.slots.describe(slot);
      values.push(index === undefined ? { variable, value } : { variable, index, value });
    }
    yield { kind: "values", values };
  }
}
