/**
 * One snapshot as SVG: a box for each node with its place and state, edges downwards, covering as dotted arcs. A line of
 * a state that was not there in the snapshot before is marked, so that stepping shows what refinement has changed. The
 * full text of what was cut off stands in a data attribute, for the script to show.
 */
import type { Snapshot, SnapshotNode } from "../../engines/engine.ts";
import { type Layout, layered, type Point } from "./layout.ts";
import { conjuncts, escapeHtml, shortened, wrapped } from "./text.ts";

const CHARACTER = 6.7;
const LINE = 15;
const HEAD = 22;
const PADDING = 9;
const LEAST_WIDTH = 78;
// A box is to be taken in at a glance; the panel beside the picture has all of it.
const WIDEST_LINE = 34;
const MOST_LINES = 9;
const LABEL_WIDTH = 26;
const GAPS = { between: 26, layers: 46, margin: 18 };

interface Line {
  readonly text: string;
  readonly kind: "kept" | "new" | "more";
}

interface Drawn {
  readonly node: SnapshotNode;
  readonly lines: readonly Line[];
  readonly width: number;
  readonly height: number;
}

/** @param before the snapshot before this one, if any. */
export function picture(snapshot: Snapshot, before: Snapshot | undefined): string {
  const earlier = new Map((before?.nodes ?? []).map((node) => [node.id, new Set(conjuncts(node.state))]));
  const drawn = snapshot.nodes.map((node) => draw(node, before === undefined ? undefined : earlier.get(node.id)));
  const known = new Set(snapshot.nodes.map((node) => node.id));
  const edges = snapshot.edges.filter(({ source, target }) => known.has(source) && known.has(target));
  const boxes = drawn.map(({ node, width, height }) => ({ id: node.id, width, height }));
  const layout = layered(boxes, edges, GAPS);
  const byId = new Map(drawn.map((one) => [one.node.id, one]));
  const parts = [
    ...edges.map((edge, at) => edgePath(edge, layout.bends[at] ?? [], layout, byId)),
    ...drawn.flatMap((one) => coverArc(one, layout, byId)),
    ...drawn.map((one) => nodeBox(one, layout, before !== undefined && !earlier.has(one.node.id))),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${layout.width} ${layout.height}" width="${layout.width}" height="${layout.height}" role="img" aria-label="${escapeHtml(snapshot.title)}">${parts.join("\n")}</svg>`;
}

function draw(node: SnapshotNode, earlier: ReadonlySet<string> | undefined): Drawn {
  const all = conjuncts(node.state).flatMap((part) =>
    wrapped(part, WIDEST_LINE).map(
      (text): Line => ({ text, kind: earlier !== undefined && !earlier.has(part) ? "new" : "kept" }),
    ),
  );
  const hidden = all.length - MOST_LINES;
  const lines: Line[] = hidden > 1 ? [...all.slice(0, MOST_LINES), { text: `… ${hidden} more`, kind: "more" }] : all;
  const longest = Math.max(headText(node).length + 2, ...lines.map((line) => line.text.length));
  return {
    node,
    lines,
    width: Math.max(LEAST_WIDTH, Math.ceil(longest * CHARACTER + 2 * PADDING)),
    height: HEAD + lines.length * LINE + (lines.length > 0 ? PADDING : 0),
  };
}

function headText({ id, place }: SnapshotNode): string {
  return `${id}  ${place}`;
}

function nodeBox({ node, lines, width, height }: Drawn, layout: Layout, isNew: boolean): string {
  const centre = layout.centres.get(node.id) as Point;
  const x = centre.x - width / 2;
  const y = centre.y - height / 2;
  const text = lines.map(
    (line, at) =>
      `<text class="state ${line.kind}" x="${PADDING}" y="${HEAD + at * LINE + 11}">${escapeHtml(line.text)}</text>`,
  );
  return `<g class="node ${node.kind}${isNew ? " added" : ""}" tabindex="0" data-id="${node.id}" data-place="${escapeHtml(node.place)}" data-state="${escapeHtml(conjuncts(node.state).join("\n"))}" data-kind="${node.kind}"${node.coveredBy === undefined ? "" : ` data-covered="${node.coveredBy}"`} transform="translate(${round(x)} ${round(y)})"><rect width="${width}" height="${height}" rx="7"/><text class="head" x="${PADDING}" y="15"><tspan class="id">${node.id}</tspan>  ${escapeHtml(node.place)}</text>${text.join("")}</g>`;
}

function edgePath(
  edge: Snapshot["edges"][number],
  bends: readonly Point[],
  layout: Layout,
  drawn: ReadonlyMap<number, Drawn>,
): string {
  const source = drawn.get(edge.source) as Drawn;
  const target = drawn.get(edge.target) as Drawn;
  const from = layout.centres.get(edge.source) as Point;
  const to = layout.centres.get(edge.target) as Point;
  const start = { x: from.x, y: from.y + source.height / 2 };
  const end = { x: to.x, y: to.y - target.height / 2 };
  const path = curve([start, ...bends, end]);
  const arrow = `<path class="arrow" d="M${round(end.x - 4)} ${round(end.y - 8)}L${end.x} ${round(end.y)}L${round(end.x + 4)} ${round(end.y - 8)}Z"/>`;
  const first = bends[0] ?? end;
  const label =
    edge.label === undefined || edge.label === ""
      ? ""
      : `<text class="label" x="${round((start.x + first.x) / 2 + 5)}" y="${round(start.y + GAPS.layers / 2 + 3)}">${escapeHtml(shortened(edge.label.replaceAll("\n", "; "), LABEL_WIDTH))}<title>${escapeHtml(edge.label)}</title></text>`;
  return `<g class="edge"><path d="${path}"/>${arrow}${label}</g>`;
}

/** Vertical where it leaves and enters each point. */
function curve(points: readonly Point[]): string {
  const [first, ...rest] = points as [Point, ...Point[]];
  let text = `M${round(first.x)} ${round(first.y)}`;
  let last = first;
  for (const next of rest) {
    const middle = round((last.y + next.y) / 2);
    text += `C${round(last.x)} ${middle} ${round(next.x)} ${middle} ${round(next.x)} ${round(next.y)}`;
    last = next;
  }
  return text;
}

/** From the covered node's side to the side of the node that covers it. */
function coverArc({ node, width }: Drawn, layout: Layout, drawn: ReadonlyMap<number, Drawn>): string[] {
  if (node.coveredBy === undefined) return [];
  const coverer = drawn.get(node.coveredBy);
  if (coverer === undefined) return [];
  const from = layout.centres.get(node.id) as Point;
  const to = layout.centres.get(node.coveredBy) as Point;
  const side = to.x >= from.x ? 1 : -1;
  const start = { x: from.x + (side * width) / 2, y: from.y };
  const end = { x: to.x + (side * coverer.width) / 2, y: to.y };
  const out = side * (24 + Math.abs(from.y - to.y) / 8);
  const beyond = side > 0 ? Math.max(start.x, end.x) + out : Math.min(start.x, end.x) + out;
  const bound = Math.min(Math.max(beyond, 2), layout.width - 2);
  return [
    `<g class="cover"><path d="M${round(start.x)} ${round(start.y)}C${round(bound)} ${round(start.y)} ${round(bound)} ${round(end.y)} ${round(end.x)} ${round(end.y)}"/><circle cx="${round(end.x)}" cy="${round(end.y)}" r="3"/><title>${node.id} is covered by ${node.coveredBy}</title></g>`,
  ];
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
