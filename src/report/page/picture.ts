/**
 * One snapshot as SVG: a box for each node with its place and state, edges downwards, covering as dotted arcs. A line of
 * a state that was not there in the snapshot before is marked, so that stepping shows what refinement has changed. The
 * full text of what was cut off stands in a data attribute, for the script to show.
 */
import type { Snapshot, SnapshotNode } from "../../engines/engine.ts";
import { type Crossing, type Layout, layered } from "./layout.ts";
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
const LABEL_CHARACTER = 6.1;
const GAPS = { between: 26, layers: 64, margin: 18 };
// Where edges stay straight, above and below a layer: labels stand beside no curve.
const STRAIGHT = 22;
// How far an edge that leads back to its node goes out to the side.
const LOOP = 34;

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

type SnapshotEdge = Snapshot["edges"][number];

/** @param before the snapshot before this one, if any. */
export function picture(snapshot: Snapshot, before: Snapshot | undefined): string {
  const earlier = new Map((before?.nodes ?? []).map((node) => [node.id, new Set(conjuncts(node.state))]));
  const drawn = snapshot.nodes.map((node) => draw(node, before === undefined ? undefined : earlier.get(node.id)));
  const known = new Set(snapshot.nodes.map((node) => node.id));
  const edges = snapshot.edges.filter(({ source, target }) => known.has(source) && known.has(target));
  const ends = labelEnds(edges);
  const labelWidth = (edge: SnapshotEdge): number => labelText(edge).length * LABEL_CHARACTER;
  const boxes = drawn.map(({ node, width, height }) => {
    const labels = edges.filter((edge) => ends.get(edge) !== "bend" && edge[ends.get(edge) as End] === node.id);
    const widest = Math.max(0, ...labels.filter((edge) => !isLoop(edge)).map(labelWidth));
    const loops = edges.filter((edge) => isLoop(edge) && edge.source === node.id);
    // A box stands in the middle of its place: what is beside it on the right is left free on the left.
    const beside = Math.max(0, ...loops.map((edge) => LOOP + labelWidth(edge)));
    return { id: node.id, width: Math.max(width + 2 * beside, widest), height };
  });
  const links = edges.map((edge) => (ends.get(edge) === "bend" ? { ...edge, bendWidth: labelWidth(edge) } : edge));
  const layout = layered(boxes, links, GAPS);
  const byId = new Map(drawn.map((one) => [one.node.id, one]));
  const paths = edges.map((edge, at) =>
    isLoop(edge)
      ? loopPath(edge, layout, byId)
      : edgePath(edge, layout.bends[at] ?? [], ends.get(edge) ?? "source", layout, byId),
  );
  const parts = [
    ...paths.map((path) => path.line),
    ...drawn.flatMap((one) => coverArc(one, layout, byId)),
    ...paths.map((path) => path.label),
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

/** No execution comes here. */
function isEmpty({ state }: SnapshotNode): boolean {
  return state === "bottom" || state === "false";
}

function headText({ id, place }: SnapshotNode): string {
  return `${id}  ${place}`;
}

function nodeBox({ node, lines, width, height }: Drawn, layout: Layout, isNew: boolean): string {
  const { x: middle, top: y } = layout.boxes.get(node.id) as Crossing;
  const x = middle - width / 2;
  const text = lines.map(
    (line, at) =>
      `<text class="state ${line.kind}" x="${PADDING}" y="${HEAD + at * LINE + 11}">${escapeHtml(line.text)}</text>`,
  );
  return `<g class="node ${node.kind}${isNew ? " added" : ""}${isEmpty(node) ? " empty" : ""}" tabindex="0" data-id="${node.id}" data-place="${escapeHtml(node.place)}" data-state="${escapeHtml(conjuncts(node.state).join("\n"))}" data-kind="${node.kind}"${node.coveredBy === undefined ? "" : ` data-covered="${node.coveredBy}"`} transform="translate(${round(x)} ${round(y)})"><rect width="${width}" height="${height}" rx="7"/><text class="head" x="${PADDING}" y="15"><tspan class="id">${node.id}</tspan>  ${escapeHtml(node.place)}</text>${text.join("")}</g>`;
}

function labelText({ label }: SnapshotEdge): string {
  return label === undefined ? "" : shortened(label.replaceAll("\n", "; "), LABEL_WIDTH);
}

type End = "source" | "target";

/**
 * Labels of branches stand where they arrive, others where they leave; where several branches arrive, on the way, if it is
 * long: so labels seldom meet.
 */
function labelEnds(edges: readonly SnapshotEdge[]): ReadonlyMap<SnapshotEdge, End | "bend"> {
  const leaving = counted(edges.map((edge) => edge.source));
  const isBranch = (edge: SnapshotEdge): boolean => (leaving.get(edge.source) ?? 0) > 1;
  const arriving = counted(edges.filter(isBranch).map((edge) => edge.target));
  const end = (edge: SnapshotEdge) =>
    !isBranch(edge) ? "source" : (arriving.get(edge.target) ?? 0) > 1 ? "bend" : "target";
  return new Map(edges.map((edge) => [edge, end(edge)]));
}

function counted(ids: readonly number[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

function isLoop({ source, target }: SnapshotEdge): boolean {
  return source === target;
}

interface DrawnEdge {
  readonly line: string;
  readonly label: string;
}

/** Out of the right side of its node and back. */
function loopPath(edge: SnapshotEdge, layout: Layout, drawn: ReadonlyMap<number, Drawn>): DrawnEdge {
  const { width, height } = drawn.get(edge.source) as Drawn;
  const { x, top } = layout.boxes.get(edge.source) as Crossing;
  const [side, upper, lower] = [round(x + width / 2), top + HEAD / 2, top + height - Math.min(HEAD / 2, height / 4)];
  const out = side + (LOOP * 4) / 3;
  const arrow = `<path class="arrow" d="M${side + 8} ${upper - 4}L${side} ${upper}L${side + 8} ${upper + 4}Z"/>`;
  return {
    line: `<g class="edge"><path d="M${side} ${lower}C${out} ${lower} ${out} ${upper} ${side} ${upper}"/>${arrow}</g>`,
    label: labelAt(edge, side + LOOP + 4, (upper + lower) / 2 + 4, "beside"),
  };
}

function labelAt(edge: SnapshotEdge, x: number, y: number, where: "centred" | "beside" = "centred"): string {
  const text = labelText(edge);
  if (text === "") return "";
  const anchor = where === "beside" ? ' style="text-anchor: start"' : "";
  return `<text class="label" x="${round(x)}" y="${round(y)}"${anchor}>${escapeHtml(text)}<title>${escapeHtml(edge.label ?? "")}</title></text>`;
}

function edgePath(
  edge: SnapshotEdge,
  bends: readonly Crossing[],
  labelEnd: End | "bend",
  layout: Layout,
  drawn: ReadonlyMap<number, Drawn>,
): DrawnEdge {
  const { height } = drawn.get(edge.source) as Drawn;
  const from = layout.boxes.get(edge.source) as Crossing;
  const to = layout.boxes.get(edge.target) as Crossing;
  const path = curve([{ ...from, top: from.top + height }, ...bends, { ...to, bottom: to.top }]);
  const arrow = `<path class="arrow" d="M${round(to.x - 4)} ${to.top - 8}L${to.x} ${to.top}L${round(to.x + 4)} ${to.top - 8}Z"/>`;
  const [bend] = bends;
  const [x, y] =
    labelEnd === "source"
      ? [from.x, from.bottom + 15]
      : labelEnd === "bend" && bend !== undefined
        ? [bend.x, bend.top + 10]
        : [to.x, to.top - 13];
  return { line: `<g class="edge"><path d="${path}"/>${arrow}</g>`, label: labelAt(edge, x, y) };
}

/** Straight through the layers and near them, curved between. */
function curve(crossings: readonly Crossing[]): string {
  const [first, ...rest] = crossings as [Crossing, ...Crossing[]];
  let text = `M${first.x} ${first.top}`;
  let last = first;
  for (const next of rest) {
    const [upper, lower] = [last.bottom + STRAIGHT, next.top - STRAIGHT];
    const middle = (upper + lower) / 2;
    text += `V${upper}C${last.x} ${middle} ${next.x} ${middle} ${next.x} ${lower}V${next.bottom}`;
    last = next;
  }
  return text;
}

/** From the covered node's side to the side of the node that covers it. */
function coverArc({ node, width }: Drawn, layout: Layout, drawn: ReadonlyMap<number, Drawn>): string[] {
  if (node.coveredBy === undefined) return [];
  const coverer = drawn.get(node.coveredBy);
  if (coverer === undefined) return [];
  const from = layout.boxes.get(node.id) as Crossing;
  const to = layout.boxes.get(node.coveredBy) as Crossing;
  const side = to.x >= from.x ? 1 : -1;
  const start = { x: from.x + (side * width) / 2, y: from.top + HEAD / 2 };
  const end = { x: to.x + (side * coverer.width) / 2, y: to.top + HEAD / 2 };
  const out = side * (24 + Math.abs(start.y - end.y) / 8);
  const beyond = side > 0 ? Math.max(start.x, end.x) + out : Math.min(start.x, end.x) + out;
  const bound = Math.min(Math.max(beyond, 2), layout.width - 2);
  return [
    `<g class="cover"><path d="M${round(start.x)} ${start.y}C${round(bound)} ${start.y} ${round(bound)} ${end.y} ${round(end.x)} ${end.y}"/><circle cx="${round(end.x)}" cy="${end.y}" r="3"/><title>${node.id} is covered by ${node.coveredBy}</title></g>`,
  ];
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
