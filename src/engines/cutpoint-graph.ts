/**
 * The program as a cut-point graph (Albarghouthi, Gurfinkel and Chechik, "Craig Interpretation", SAS 2012, section 3): nodes are the entry, loop heads and one error node; an action is all
 * loop-free paths from one cut point to the next. Every error location is the one `error` cut point, and so is every
 * unmodelled one: a program whose executions may go on where the model ends is not safe either.
 *
 * What cannot lead to the error is left out, as the paper assumes: cut points, actions and edges inside actions.
 *
 * Blocks may end elsewhere, too (Beyer, Keremoglu and Wendler, "Predicate Abstraction with Adjustable-Block Encoding", FMCAD
 * 2010): at function heads, or behind every edge. All ends of blocks are called cut points here.
 */

import type { Model, ModelEdge, ModelLocation } from "../model/model.ts";
import { allBlocks, type Block, edgesTowards, isBad, isCut } from "../model/view/blocks.ts";

export interface CutPoint {
  /** Dense; the entry is 0. */
  readonly id: number;
  /** Undefined for the error, which stands for several locations. */
  readonly location: ModelLocation | undefined;
  readonly actions: readonly Action[];
}

/** All paths from `source` to `target` that meet no other cut point: the edges of a DAG in topological order. */
export interface Action {
  readonly source: CutPoint;
  readonly target: CutPoint;
  readonly edges: readonly ModelEdge[];
}

export interface CutPointGraph {
  readonly entry: CutPoint;
  readonly error: CutPoint;
  /** The entry first, the error last. */
  readonly cutPoints: readonly CutPoint[];
  /** Edges that lie on some way to the error, by the cut point where they start, in topological order. */
  edgesFrom(source: CutPoint): readonly ModelEdge[];
  /** The same, with the ends that have a cut point. */
  blockFrom(source: CutPoint): Block;
  /** The cut point of a location where a block ends; undefined where no error can follow. */
  at(location: ModelLocation): CutPoint | undefined;
}

interface Draft {
  readonly id: number;
  readonly location: ModelLocation | undefined;
  readonly actions: Action[];
}

export type BlockEnds = "loop" | "loop+function" | "edge";
type Cut = (location: ModelLocation) => boolean;

/** Undefined if a block is too large to be looked at as one, or nothing leads to an error (`"safe"`). */
export function cutPointGraph(
  model: Model,
  tick: (work: number) => void,
  ends: BlockEnds = "loop",
): CutPointGraph | "safe" | "too-large" {
  let blocks = exploreBlocks(model, tick, ends === "edge" ? () => true : isCut);
  if (blocks === undefined) return "too-large";
  const heads = ends === "loop+function" ? functionHeads(blocks) : new Set<ModelLocation>();
  const cut: Cut = ends === "edge" ? () => true : (location) => isCut(location) || heads.has(location);
  if (heads.size > 0) blocks = exploreBlocks(model, tick, cut);
  if (blocks === undefined) return "too-large";
  const useful = canReachError(blocks);
  if (!useful.has(model.entry)) return "safe";
  return assemble(blocks, useful, model.entry, cut);
}

/** Where a call leads: edges run through calls, so that it is the first location inside. */
function functionHeads(blocks: ReadonlyMap<ModelLocation, Block>): Set<ModelLocation> {
  const heads = new Set<ModelLocation>();
  for (const { edges } of blocks.values())
    for (const { source, target } of edges) if (target.context.depth > source.context.depth) heads.add(target);
  return heads;
}

function exploreBlocks(model: Model, tick: (work: number) => void, cut: Cut): Map<ModelLocation, Block> | undefined {
  const blocks = new Map<ModelLocation, Block>();
  for (const block of allBlocks(model, undefined, cut)) {
    if (block === undefined) return undefined;
    tick(block.edges.length);
    blocks.set(block.source, block);
  }
  return blocks;
}

/** Sources of blocks from which some error can be reached, whatever the data. */
function canReachError(blocks: ReadonlyMap<ModelLocation, Block>): Set<ModelLocation> {
  const before = new Map<ModelLocation, ModelLocation[]>();
  const useful = new Set<ModelLocation>();
  const work: ModelLocation[] = [];
  for (const [source, block] of blocks) {
    for (const exit of block.exits) {
      const sources = before.get(exit);
      if (sources === undefined) before.set(exit, [source]);
      else sources.push(source);
    }
    if (block.exits.some(isBad)) work.push(source);
  }
  for (let location = work.pop(); location !== undefined; location = work.pop()) {
    if (useful.has(location)) continue;
    useful.add(location);
    work.push(...(before.get(location) ?? []));
  }
  return useful;
}

function assemble(
  blocks: ReadonlyMap<ModelLocation, Block>,
  useful: ReadonlySet<ModelLocation>,
  entryLocation: ModelLocation,
  cut: Cut,
): CutPointGraph {
  const drafts = new Map<ModelLocation, Draft>();
  const all: Draft[] = [];
  for (const source of blocks.keys()) {
    if (!useful.has(source)) continue;
    const draft: Draft = { id: all.length, location: source, actions: [] };
    drafts.set(source, draft);
    all.push(draft);
  }
  const error: Draft = { id: all.length, location: undefined, actions: [] };
  all.push(error);
  const at = (location: ModelLocation): Draft | undefined => (isBad(location) ? error : drafts.get(location));
  const edges = new Map<CutPoint, readonly ModelEdge[]>();
  for (const [source, block] of blocks) {
    const draft = drafts.get(source);
    if (draft === undefined) continue;
    const targets = new Set<Draft>();
    for (const exit of block.exits) {
      const target = at(exit);
      if (target !== undefined) targets.add(target);
    }
    for (const target of targets)
      draft.actions.push({ source: draft, target, edges: edgesTowards(block.edges, (end) => at(end) === target, cut) });
    edges.set(
      draft,
      edgesTowards(block.edges, (end) => at(end) !== undefined, cut),
    );
  }
  const edgesFrom = (source: CutPoint) => edges.get(source) ?? [];
  return {
    entry: drafts.get(entryLocation) as Draft,
    error,
    cutPoints: all,
    edgesFrom,
    blockFrom: (source) => {
      const exits = new Set(edgesFrom(source).map(({ target }) => target));
      return {
        source: source.location as ModelLocation,
        edges: edgesFrom(source),
        exits: [...exits].filter((end) => at(end) !== undefined),
      };
    },
    at,
  };
}
