import type { Arg } from "../../src/engines/arg.ts";

/** Throws when an invariant of the data structure (see its file) is broken. */
export function checkArg<L, P, E extends { readonly source: P; readonly target: P }>(arg: Arg<L, P, E>): void {
  for (const node of arg.nodes()) {
    const parent = arg.parent(node);
    const edge = arg.edge(node);
    if ((parent === undefined) !== (edge === undefined))
      throw new Error("a node should have both parent and edge, or neither");
    if (parent !== undefined && edge !== undefined) {
      if (!arg.isLive(parent)) throw new Error("the parent of a live node should be live");
      if (edge.source !== arg.location(parent)) throw new Error("an edge should leave its parent's location");
      if (edge.target !== arg.location(node)) throw new Error("an edge should enter its node's location");
      if (!arg.children(parent).includes(node)) throw new Error("a parent should list its child");
    }
    const coverer = arg.coveredBy(node);
    if (coverer === undefined) continue;
    if (arg.children(node).length > 0) throw new Error("a covered node should have no children");
    if (!arg.isLive(coverer)) throw new Error("a coverer should be live");
    if (arg.coveredBy(coverer) !== undefined) throw new Error("a coverer should not be covered");
    if (arg.location(coverer) !== arg.location(node)) throw new Error("covering should be within one location");
  }
}
