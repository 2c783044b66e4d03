/**
 * The reduced control multigraph of section 3.1. Its nodes are the abstraction points P_R: the entry and the cut points,
 * which are the widening points P_W too. Its edges are the paths between them, and are never listed: a block holds all the
 * paths out of a node as a DAG.
 *
 * Partitioning (section 4.3) gives a location several nodes, one for each cell of a partition of the states there.
 */
import { type Formula, TRUE, type Variable } from "../../logic/term.ts";
import { Liveness, type ModelLiveness, mentionedBy } from "../../model/live.ts";
import type { Model, ModelEdge, ModelLocation, ModelOp } from "../../model/model.ts";
import { allBlocks, type Block } from "../../model/view/blocks.ts";
import { type WtoElement, weakTopologicalOrder } from "../../model/view/wto.ts";
import { Origins } from "./origins.ts";

/** A path of the program between two nodes: an edge of the multigraph. */
export type Path = readonly ModelEdge[];

export function opsOf(path: Path): ModelOp[] {
  return path.flatMap((edge) => edge.ops);
}

export interface GraphNode {
  readonly location: ModelLocation;
  /** The states of this node satisfy it; the cells of a location cover all states. */
  readonly cell: Formula;
}

/** Cells by location; a location that is not there has one cell, TRUE. */
export type Partition = ReadonlyMap<ModelLocation, readonly Formula[]>;

/** Variables that somebody looks at where executions end. */
export type Observed = (exit: ModelLocation, variable: Variable) => boolean;

export interface ReducedGraph {
  readonly model: Model;
  readonly entry: GraphNode;
  readonly nodes: readonly GraphNode[];
  readonly order: readonly WtoElement<GraphNode>[];
  readonly live: ModelLiveness;
  blockOf(location: ModelLocation): Block;
  nodesAt(location: ModelLocation): readonly GraphNode[];
}

// A block of this size keeps a solver busy for minutes.
const MOST_EDGES = 10_000;

/**
 * Undefined where the program is too large: `limit` edges in all.
 * @param sources whether what a variable was computed from stays live with it, for domains that remember such things.
 */
export function reducedGraph(
  model: Model,
  partition: Partition,
  observed?: Observed,
  limit = MOST_EDGES,
  sources: "kept" | "forgotten" = "forgotten",
): ReducedGraph | undefined {
  const blocks = new Map<ModelLocation, Block>();
  const byLocation = new Map<ModelLocation, readonly GraphNode[]>();
  let edges = 0;
  for (const block of allBlocks(model, limit)) {
    edges += block?.edges.length ?? 0;
    if (block === undefined || edges > limit) return undefined;
    const location = block.source;
    blocks.set(location, block);
    const cells = partition.get(location) ?? [TRUE];
    byLocation.set(
      location,
      cells.map((cell) => ({ location, cell })),
    );
  }
  const nodesAt = (location: ModelLocation) => byLocation.get(location) ?? [];
  const blockOf = (location: ModelLocation) => blocks.get(location) as Block;
  const successors = (node: GraphNode) => blockOf(node.location).exits.flatMap(nodesAt);
  const [entry] = nodesAt(model.entry) as [GraphNode];
  return {
    model,
    entry,
    nodes: [...byLocation.values()].flat(),
    order: weakTopologicalOrder(entry, successors),
    live: liveIn(
      [...blocks.values()].flatMap((block) => block.edges),
      observed,
      sources,
    ),
    blockOf,
    nodesAt,
  };
}

/** What is dead is forgotten at cut points, so that no constraint speaks of a temporary of the last iteration. */
function liveIn(
  edges: readonly ModelEdge[],
  observed: Observed | undefined,
  sources: "kept" | "forgotten",
): ModelLiveness {
  const ops = opsOf(edges);
  const mentioned = observed === undefined ? [] : [...mentionedBy(ops)];
  const origins = sources === "kept" ? new Origins(ops) : undefined;
  const beside = origins === undefined ? {} : { beside: (of: Variable) => origins.sources(of) };
  const seenAt = (exit: ModelLocation) =>
    exit.kind === "ordinary" ? undefined : mentioned.filter((variable) => observed?.(exit, variable));
  return new Liveness(edges, { reads: "all", arrays: "always", observed: seenAt, ...beside });
}

/**
 * Bourdoncle's recursive iteration strategy: visits active nodes in the weak topological order, and every component again
 * and again until none of its nodes is active. A visit takes a node out of the active ones and may put others in.
 */
export function iterate<V>(order: readonly WtoElement<V>[], active: Set<V>, visit: (node: V) => void): void {
  const touch = (vertex: V) => {
    if (active.delete(vertex)) visit(vertex);
  };
  for (const element of order) {
    if (element.kind === "vertex") touch(element.vertex);
    else
      while (anyActive(element, active)) {
        touch(element.head);
        iterate(element.body, active, visit);
      }
  }
}

function anyActive<V>(element: WtoElement<V>, active: ReadonlySet<V>): boolean {
  if (active.size === 0) return false;
  if (element.kind === "vertex") return active.has(element.vertex);
  return active.has(element.head) || element.body.some((inner) => anyActive(inner, active));
}
