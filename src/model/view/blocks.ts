/**
 * Blocks: the loop-free part of the graph between cut points. Removing the cut points leaves no cycle, so what can be
 * reached from a cut point without passing another one is a DAG; its exits are cut points again (perhaps the same one),
 * errors, ends and unmodelled locations. Large-block engines and the certificate checker reason about a block at once.
 */
import type { Model, ModelEdge, ModelLocation } from "../model.ts";

export interface Block {
  readonly source: ModelLocation;
  /** In topological order: all edges into a location come before the edges out of it; the source's edges come first. */
  readonly edges: readonly ModelEdge[];
  /** Where the block ends, in order of discovery. The source is among them where a path leads back to it. */
  readonly exits: readonly ModelLocation[];
}

/** Whether execution is looked at again there: a cut point, or a location that has no edges. */
export function isCut(location: ModelLocation): boolean {
  return location.cutPoint || location.kind !== "ordinary";
}

/** Where the program goes wrong, or goes on in a way that the model does not cover: `safe` means none is reached. */
export function isBad(location: ModelLocation): boolean {
  return location.kind === "error" || location.kind === "unmodelled";
}

/**
 * The blocks between cut points, from the entry's on, in order of discovery. One that has more edges than `limit` is
 * undefined, and the last.
 * @param cut where blocks end, where that is not at cut points only.
 */
export function* allBlocks(model: Model, limit?: number, cut = isCut): Generator<Block | undefined> {
  const sources = new Set([model.entry]);
  for (const source of sources) {
    const block = blockFrom(model, source, cut, limit);
    yield block;
    if (block === undefined) return;
    for (const exit of block.exits) if (exit.cutPoint || exit.kind === "ordinary") sources.add(exit);
  }
}

/** Those of a block's edges, in topological order, that lie on a way to an end that is wanted. */
export function edgesTowards(
  edges: readonly ModelEdge[],
  wanted: (end: ModelLocation) => boolean,
  cut = isCut,
): ModelEdge[] {
  const leading = new Set<ModelLocation>();
  const kept: ModelEdge[] = [];
  for (let i = edges.length - 1; i >= 0; i -= 1) {
    const edge = edges[i]!;
    if (!(cut(edge.target) ? wanted(edge.target) : leading.has(edge.target))) continue;
    leading.add(edge.source);
    kept.push(edge);
  }
  return kept.reverse();
}

/**
 * @param cut where blocks end; should cut every cycle.
 * @param limit edges a block may have; a larger one is undefined.
 */
export function blockFrom(
  model: Pick<Model, "edgesFrom">,
  source: ModelLocation,
  cut: (location: ModelLocation) => boolean = isCut,
  limit = 200_000,
): Block | undefined {
  // Depth-first, without recursion; a location is finished when all that follows it is.
  const finished: ModelLocation[] = [];
  const exits = new Set<ModelLocation>();
  const seen = new Set<ModelLocation>([source]);
  const unfinished = new Set<ModelLocation>([source]);
  const stack: { readonly location: ModelLocation; readonly edges: readonly ModelEdge[]; next: number }[] = [
    { location: source, edges: model.edgesFrom(source), next: 0 },
  ];
  let count = model.edgesFrom(source).length;
  while (stack.length > 0) {
    const top = stack[stack.length - 1]!;
    const edge = top.edges[top.next];
    if (edge === undefined) {
      finished.push(top.location);
      unfinished.delete(top.location);
      stack.pop();
      continue;
    }
    top.next += 1;
    const { target } = edge;
    if (cut(target) || target.kind !== "ordinary") {
      exits.add(target);
    } else if (!seen.has(target)) {
      seen.add(target);
      unfinished.add(target);
      const edges = model.edgesFrom(target);
      count += edges.length;
      if (count > limit) return undefined;
      stack.push({ location: target, edges, next: 0 });
    } else if (unfinished.has(target)) {
      // Sound: what comes back by a cycle that nothing cuts would be lost.
      throw new Error("every cycle should have a cut point");
    }
  }
  return { source, edges: finished.reverse().flatMap((location) => model.edgesFrom(location)), exits: [...exits] };
}
