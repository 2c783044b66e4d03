/**
 * What is proved of some places where the property could be violated, though others are open. The claim is checked like any other, in
 * the model in which executions end where they come to an open error.
 *
 * Sound: only errors count as open of which the model says exactly when they happen; an execution that ends there violates the property.
 * So no execution violates a place that is proved before it violates another one.
 */
import type { Model, ModelEdge, ModelLocation } from "../model/model.ts";
import type { SiteName } from "../model/properties.ts";
import { siteName, sitesOf, withoutOpen } from "../model/property.ts";
import { withEdges } from "../model/view/with-edges.ts";
import type { Budget } from "../util/budget.ts";
import { memoised } from "../util/memo.ts";
import { checkInvariants, type Provers } from "./check.ts";
import type { PartialClaim } from "./claim.ts";

/** The places that the claim is about; none where nothing could be proved of them. */
export function claimedSites(model: Model, { open }: PartialClaim, settled: readonly SiteName[]): readonly SiteName[] {
  const names: SiteName[] = [];
  for (const { location } of open) {
    if (location.kind !== "error" || location.site?.condition !== "exact") return [];
    names.push(...location.site.names);
  }
  const others = new Set(settled);
  const places = model.properties.flatMap((property) =>
    sitesOf(model.program, [property]).map((range) => siteName(property, range)),
  );
  return withoutOpen(places, names).filter((name) => !others.has(name));
}

/** Whether the claim stands. */
export function isProved(model: Model, { certificate, open }: PartialClaim, budget: Budget, provers: () => Provers) {
  const ended = withEnds(model, new Set(open.map(({ location }) => location)));
  const { check, checked } = checkInvariants(ended, certificate, budget, provers);
  return checked && check.kind === "proved";
}

function withEnds(model: Model, open: ReadonlySet<ModelLocation>): Model {
  const ends = new Map<ModelLocation, ModelLocation>();
  const endOf = (location: ModelLocation) => memoised(ends, location, () => ({ ...location, kind: "end" as const }));
  const ended = (edge: ModelEdge) => (open.has(edge.target) ? { ...edge, target: endOf(edge.target) } : edge);
  return withEdges(model, (location) => model.edgesFrom(location).map(ended));
}
