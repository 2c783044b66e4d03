/**
 * The ARG as evidence: per location the disjunction of its labels, each a conjunction of equations. Where states have predicates,
 * too, labels are formulas at cut points.
 */

import type { Certificate, KnownValue, Label } from "../../evidence/claim.ts";
import { and, eq, type Formula, integer, select, TRUE, variable } from "../../logic/term.ts";
import { isIntegral } from "../../logic/types.ts";
import type { ModelLocation } from "../../model/model.ts";
import { memoised } from "../../util/memo.ts";
import type { NodeId } from "../arg.ts";
import type { ExplicitCpa } from "./cpa.ts";
import type { PredicatePart } from "./predicate-part.ts";
import { TOP } from "./values.ts";

export function certificateOf(cpa: ExplicitCpa): Certificate {
  const nodesAt = new Map<ModelLocation, NodeId[]>();
  for (const node of cpa.arg.nodes()) {
    // A covered node's states are among its coverer's.
    if (cpa.arg.coveredBy(node) !== undefined) continue;
    const location = cpa.arg.location(node);
    memoised(nodesAt, location, () => []).push(node);
  }
  const { predicates } = cpa;
  if (predicates?.isAsked === true)
    return {
      granularity: "cut-points",
      locations: [...nodesAt.keys()].filter((location) => location.cutPoint),
      labelsAt: (location) => formulas(cpa, predicates, nodesAt.get(location) ?? []),
    };
  return {
    locations: [...nodesAt.keys()],
    labelsAt: (location) => labels(cpa, nodesAt.get(location) ?? []),
  };
}

function* formulas(cpa: ExplicitCpa, predicates: PredicatePart, nodes: readonly NodeId[]): IterableIterator<Label> {
  for (const node of nodes) {
    const values = [...valuesOf(cpa, cpa.arg.label(node))].map(equation);
    yield { kind: "formula", formula: and([...values, predicates.formulaOf(node)]) };
  }
}

/** Sound: a weaker label where the value is a float, for which there is no equation. */
function equation({ variable: of, index, value }: KnownValue): Formula {
  const element = of.type.kind === "array" ? of.type.element : of.type;
  if (!isIntegral(element)) return TRUE;
  return eq(index === undefined ? variable(of) : select(variable(of), integer(index)), integer(value));
}

function* labels(cpa: ExplicitCpa, nodes: readonly NodeId[]): IterableIterator<Label> {
  for (const node of nodes) yield { kind: "values", values: [...valuesOf(cpa, cpa.arg.label(node))] };
}

/** What a state knows. */
export function* valuesOf(
  { states, slots, values }: Pick<ExplicitCpa, "states" | "slots" | "values">,
  state: number,
): IterableIterator<KnownValue> {
  const codes = new Int32Array(states.capacity);
  states.load(state, codes, slots.count);
  for (let slot = 0; slot < slots.count; slot += 1) {
    if (codes[slot] === TOP) continue;
    const value = values.decode(codes[slot] as number);
    if (value === undefined) continue;
    const { variable: of, index } = slots.describe(slot);
    yield index === undefined ? { variable: of, value } : { variable: of, index, value };
  }
}
