/**
 * Turns a graph under construction into its final, compact form: locations that nothing reaches are dropped, skips
 * without checks are collapsed, ids are dense in an order that follows the source (reverse postorder, a branch's first
 * edge first). A skip stays where collapsing would lose something: from a loop head to another loop head, around an
 * empty cycle, from the entry into a location that has other ways in, and behind a label that is a property: merged with
 * what follows, the label would be reached by all who get there.
 */
import { postorder } from "../../util/postorder.ts";
import { type Assembled, GraphAssembly } from "../assemble.ts";
import { isErrorLabel } from "../cfa.ts";
import type { DraftEdge, DraftLocation } from "./graph.ts";

export function freezeGraph(name: string, entry: DraftLocation, exit: DraftLocation): Assembled {
  const representative = collapse(entry, exit);
  // The last edge is explored first, so that the first one's target comes first in the reversed order.
  const order = postorder([entry], ({ outgoing }) => outgoing.map(({ target }) => representative(target)).reverse());
  order.reverse();
  if (!order.includes(exit)) order.push(exit);
  const made = new GraphAssembly(name);
  const locations = new Map(order.map((draft) => [draft, made.location(draft)]));
  const locationOf = (draft: DraftLocation) => locations.get(draft) as ReturnType<typeof made.location>;
  for (const draft of order)
    for (const { target, op, checks, range } of draft.outgoing)
      made.connect(locationOf(draft), locationOf(representative(target)), op, checks, range);
  return made.finish(locationOf(entry), locationOf(exit));
}

/** Answers, for every location, the one that stands for it once skips are collapsed. */
function collapse(entry: DraftLocation, exit: DraftLocation): (location: DraftLocation) => DraftLocation {
  const forward = new Map<DraftLocation, DraftLocation>();
  const find = (location: DraftLocation): DraftLocation => {
    let root = location;
    for (let next = forward.get(root); next !== undefined; next = forward.get(root)) root = next;
    // Path compression: chains of joins are as long as else-if chains.
    for (let at = location; at !== root; ) {
      const next = forward.get(at) as DraftLocation;
      forward.set(at, root);
      at = next;
    }
    return root;
  };
  for (const location of reachable(entry)) {
    const edge = location.outgoing[0];
    if (location === entry || location === exit || edge === undefined || !isPlainSkip(location, edge)) continue;
    if (location.labels?.some(isErrorLabel) === true) continue;
    const target = find(edge.target);
    if (target === location || (location.loop !== undefined && target.loop !== undefined)) continue;
    forward.set(location, target);
    if (location.labels !== undefined) target.labels = [...location.labels, ...(target.labels ?? [])];
    target.loop ??= location.loop;
  }
  mergeEntry(entry, exit, find);
  return find;
}

/** The entry takes over what its skip leads to, if that has no other way in. */
function mergeEntry(entry: DraftLocation, exit: DraftLocation, find: (at: DraftLocation) => DraftLocation): void {
  const edge = entry.outgoing[0];
  if (edge === undefined || !isPlainSkip(entry, edge)) return;
  const target = find(edge.target);
  if (target === entry || target === exit || target.loop !== undefined) return;
  let ways = 0;
  for (const location of reachable(entry)) {
    if (find(location) !== location) continue;
    for (const open of location.outgoing) if (find(open.target) === target) ways += 1;
  }
  if (ways !== 1) return;
  entry.outgoing.splice(0, 1, ...target.outgoing.map((open) => ({ ...open, source: entry })));
  if (target.labels !== undefined) entry.labels = target.labels;
}

function isPlainSkip(location: DraftLocation, edge: DraftEdge): boolean {
  return location.outgoing.length === 1 && edge.op.kind === "skip" && edge.checks.length === 0;
}

function reachable(entry: DraftLocation): Set<DraftLocation> {
  const seen = new Set([entry]);
  // A Set visits what is added during iteration.
  for (const location of seen) for (const edge of location.outgoing) seen.add(edge.target);
  return seen;
}
