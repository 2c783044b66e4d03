/** Pictures of runs for reports: what the engines' graphs have in common, and those that are trees of nodes with covering edges. */
import { showFormula, showTerm } from "../logic/print.ts";
import type { Model, ModelEdge, ModelLocation, ModelOp } from "../model/model.ts";
import type { Arg, NodeId } from "./arg.ts";
import type { Snapshot, SnapshotNode } from "./engine.ts";

/** Larger graphs are cut off: nobody reads them. */
export const MOST_NODES = 200;
const LONGEST_TEXT = 300;

/** @param location undefined where it stands for all errors. */
export function placeName(location: ModelLocation | undefined, { program }: Model): string {
  if (location === undefined) return "error";
  return `line ${program.sources.resolve(location.range.start)?.line ?? "?"}`;
}

/** What a node is where nothing has happened to it. */
export function kindOf(location: ModelLocation | undefined): SnapshotNode["kind"] {
  if (location === undefined || location.kind === "error" || location.kind === "unmodelled") return "error";
  return location.cutPoint ? "loop" : "ordinary";
}

/** What edges do, one after the other. */
export function showEdges(edges: readonly Pick<ModelEdge, "ops">[]): string {
  return limited(
    edges
      .flatMap(({ ops }) => ops)
      .map(showOp)
      .join("\n"),
  );
}

/** The edges of a block that is one path; of several ways none is told. */
export function onlyWay(edges: readonly ModelEdge[]): readonly ModelEdge[] {
  return edges.every((edge, i) => i === 0 || edge.source === edges[i - 1]?.target) ? edges : [];
}

function showOp(op: ModelOp): string {
  switch (op.kind) {
    case "assign":
      return `${op.target.name} := ${showTerm(op.value)}`;
    case "havoc":
      return `${op.target.name} := any`;
    case "assume":
      return showFormula(op.condition);
  }
}

export function limited(text: string): string {
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}...`;
}

/** How a tree of nodes is to be shown. */
export interface ArgView<L, P, E> {
  readonly arg: Arg<L, P, E>;
  readonly model: Model;
  locationOf(place: P): ModelLocation | undefined;
  state(node: NodeId): string;
  label(edge: E): readonly ModelEdge[];
}

/** The nodes that a step changed, each with what it learnt. */
export type Learnt = ReadonlyMap<NodeId, string>;

/**
 * The oldest nodes of the tree, those that have learnt something and the way to `target`. Nodes that execution only passes through, on the
 * way from one branch or loop to the next, are left out.
 */
export function argSnapshot<L, P, E>(view: ArgView<L, P, E>, title: string, learnt: Learnt, target?: NodeId): Snapshot {
  const { arg, model } = view;
  const shown = shownNodes(view, learnt, target);
  const place = (node: NodeId) => placeName(view.locationOf(arg.location(node)), model);
  return {
    title,
    notes: [...learnt].map(([node, text]) => limited(`node ${node} at ${place(node)}: ${text}`)),
    nodes: [...shown].map((node) => snapshotNode(view, node, learnt, shown)),
    edges: [...shown].flatMap((node) => {
      const { from, edges } = above(view, node, shown);
      return from === undefined ? [] : [{ source: from, target: node, label: showEdges(edges) }];
    }),
  };
}

function shownNodes<L, P, E>(view: ArgView<L, P, E>, learnt: Learnt, target: NodeId | undefined): Set<NodeId> {
  const { arg } = view;
  const way = target === undefined ? [] : arg.nodesTo(target).slice(-MOST_NODES);
  const wanted = [...learnt.keys(), ...way.filter((node) => node === target || isLandmark(view, node))];
  const shown = new Set(wanted.slice(-MOST_NODES));
  for (const node of arg.nodes()) {
    if (shown.size >= MOST_NODES) break;
    if (isLandmark(view, node)) shown.add(node);
  }
  return new Set([...shown].sort((a, b) => a - b));
}

function isLandmark<L, P, E>({ arg, locationOf }: ArgView<L, P, E>, node: NodeId): boolean {
  const location = locationOf(arg.location(node));
  return (
    location === undefined ||
    location.cutPoint ||
    location.kind !== "ordinary" ||
    arg.parent(node) === undefined ||
    arg.coveredBy(node) !== undefined ||
    arg.children(node).length !== 1
  );
}

/** The next node above that is shown, and the way from there; where all above are left out there is none. */
function above<L, P, E>({ arg, label }: ArgView<L, P, E>, node: NodeId, shown: ReadonlySet<NodeId>) {
  const ways: (readonly ModelEdge[])[] = [];
  let at = node;
  for (let edge = arg.edge(at); edge !== undefined; edge = arg.edge(at)) {
    ways.push(label(edge));
    at = arg.parent(at) as NodeId;
    if (shown.has(at)) return { from: at, edges: ways.reverse().flat() };
  }
  return { from: undefined, edges: [] };
}

function snapshotNode<L, P, E>(
  view: ArgView<L, P, E>,
  node: NodeId,
  learnt: Learnt,
  shown: ReadonlySet<NodeId>,
): SnapshotNode {
  const { arg, model } = view;
  const location = view.locationOf(arg.location(node));
  const coverer = arg.coveredBy(node);
  return {
    id: node,
    place: placeName(location, model),
    state: limited(view.state(node)),
    kind: learnt.has(node) ? "refined" : coverer === undefined ? kindOf(location) : "covered",
    ...(coverer !== undefined && shown.has(coverer) ? { coveredBy: coverer } : {}),
  };
}
