/**
 * Layered layout of a small graph (Sugiyama, Tagawa and Toda, "Methods for visual understanding of hierarchical system
 * structures", 1981): nodes get a layer below all of their predecessors; an edge over several layers gets a bend in each;
 * layers are ordered by barycentres; positions are then the closest to the neighbours' that keep the order and the gaps.
 * Edges that would close a cycle are left out of the ranking, so that any graph can be drawn.
 */
import { postorder } from "../../util/postorder.ts";

export interface Box {
  readonly id: number;
  readonly width: number;
  readonly height: number;
}

export interface Link {
  readonly source: number;
  readonly target: number;
  /** What the first bend needs, where there is one: a label may stand there. */
  readonly bendWidth?: number;
}

/** Where something crosses a layer: the middle of a box or of a passing edge, and the layer's upper and lower end. */
export interface Crossing {
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  /** Boxes hang from the tops of their layers. */
  readonly boxes: ReadonlyMap<number, Crossing>;
  /** For each link the layers that it passes between its ends, in order. */
  readonly bends: readonly (readonly Crossing[])[];
}

export interface Gaps {
  readonly between: number;
  readonly layers: number;
  readonly margin: number;
}

/** A box, or a bend of an edge that passes a layer. */
interface Item {
  readonly layer: number;
  readonly width: number;
  readonly above: Item[];
  readonly below: Item[];
  order: number;
  x: number;
}

// Further sweeps move nothing in graphs that a person would look at.
const ORDER_SWEEPS = 8;
const PLACE_SWEEPS = 12;
const BEND_WIDTH = 12;

export function layered(boxes: readonly Box[], links: readonly Link[], gaps: Gaps): Layout {
  const ranks = ranksOf(boxes, links);
  const items = new Map<number, Item>();
  for (const { id, width } of boxes) items.set(id, item(ranks.get(id) ?? 0, width));
  const chains = links.map((link) => chain(link, items));
  const layers = layersOf([...items.values(), ...chains.flat()]);
  order(layers);
  place(layers, gaps.between);
  return positions(boxes, items, chains, layers, gaps);
}

function item(layer: number, width: number): Item {
  return { layer, width, above: [], below: [], order: 0, x: 0 };
}

/** Longest distance from a node without predecessors; links back to a node that is being visited do not count. */
function ranksOf(boxes: readonly Box[], links: readonly Link[]): Map<number, number> {
  const successors = new Map<number, number[]>(boxes.map(({ id }) => [id, []]));
  const entered = new Set<number>();
  for (const { source, target } of links) {
    if (source === target || !successors.has(target)) continue;
    successors.get(source)?.push(target);
    entered.add(target);
  }
  const backward = new Set<string>();
  const roots = [...boxes.filter((box) => !entered.has(box.id)), ...boxes].map(({ id }) => id);
  const finished = postorder(
    roots,
    (id) => successors.get(id) ?? [],
    (from, to) => backward.add(`${from} ${to}`),
  );
  const ranks = new Map<number, number>(boxes.map(({ id }) => [id, 0]));
  for (const id of finished.reverse())
    for (const child of successors.get(id) ?? [])
      if (!backward.has(`${id} ${child}`)) ranks.set(child, Math.max(ranks.get(child) ?? 0, (ranks.get(id) ?? 0) + 1));
  return ranks;
}

/** Connects the ends of a link through a bend in each layer between; links within a layer or upwards have none. */
function chain({ source, target, bendWidth }: Link, items: ReadonlyMap<number, Item>): Item[] {
  const from = items.get(source);
  const to = items.get(target);
  if (from === undefined || to === undefined || to.layer <= from.layer) return [];
  const width = (at: number): number => (at === 0 ? Math.max(bendWidth ?? 0, BEND_WIDTH) : BEND_WIDTH);
  const bends = Array.from({ length: to.layer - from.layer - 1 }, (_, at) => item(from.layer + 1 + at, width(at)));
  const all = [from, ...bends, to];
  for (let at = 0; at + 1 < all.length; at += 1) {
    (all[at] as Item).below.push(all[at + 1] as Item);
    (all[at + 1] as Item).above.push(all[at] as Item);
  }
  return bends;
}

/** Items by layer; within a layer in the order in which a depth-first walk from the top meets them. */
function layersOf(items: readonly Item[]): Item[][] {
  const layers: Item[][] = [];
  const seen = new Set<Item>();
  for (const root of [...items.filter((one) => one.above.length === 0), ...items]) {
    const stack = [root];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      while (layers.length <= next.layer) layers.push([]);
      (layers[next.layer] as Item[]).push(next);
      for (const child of [...next.below].reverse()) stack.push(child);
    }
  }
  renumber(layers);
  return layers;
}

function renumber(layers: readonly Item[][]): void {
  for (const layer of layers) for (const [at, one] of layer.entries()) one.order = at;
}

/** Barycentre sweeps, down and up in turn; the order with the fewest crossings is kept. */
function order(layers: readonly Item[][]): void {
  let best = layers.map((layer) => [...layer]);
  let fewest = crossings(layers);
  for (let sweep = 0; sweep < ORDER_SWEEPS && fewest > 0; sweep += 1) {
    const down = sweep % 2 === 0;
    const sequence = down ? layers : [...layers].reverse();
    for (const layer of sequence) {
      const keys = new Map(layer.map((one) => [one, barycentre(down ? one.above : one.below, one.order, byOrder)]));
      layer.sort((a, b) => (keys.get(a) as number) - (keys.get(b) as number) || a.order - b.order);
      for (const [at, one] of layer.entries()) one.order = at;
    }
    const count = crossings(layers);
    if (count >= fewest) continue;
    fewest = count;
    best = layers.map((layer) => [...layer]);
  }
  for (const [at, layer] of layers.entries()) layer.splice(0, layer.length, ...(best[at] as Item[]));
  renumber(layers);
}

function byOrder(one: Item): number {
  return one.order;
}

function barycentre(neighbours: readonly Item[], otherwise: number, of: (one: Item) => number): number {
  if (neighbours.length === 0) return otherwise;
  return neighbours.reduce((sum, one) => sum + of(one), 0) / neighbours.length;
}

function crossings(layers: readonly Item[][]): number {
  let count = 0;
  for (const layer of layers) {
    const ends = layer.flatMap((one) => one.below.map(byOrder).sort((a, b) => a - b));
    for (let i = 0; i < ends.length; i += 1)
      for (let j = i + 1; j < ends.length; j += 1) if ((ends[i] as number) > (ends[j] as number)) count += 1;
  }
  return count;
}

/** Each item as near to its neighbours as the order and the gaps allow, layer by layer, down and up in turn. */
function place(layers: readonly Item[][], gap: number): void {
  for (const layer of layers) settle(layer, gap, (_, at) => at);
  for (let sweep = 0; sweep < PLACE_SWEEPS; sweep += 1) {
    const down = sweep % 2 === 0;
    for (const layer of down ? layers : [...layers].reverse())
      settle(layer, gap, (one) => barycentre(down ? one.above : one.below, one.x, (neighbour) => neighbour.x));
  }
}

/**
 * Least squares under the gaps: with the gaps subtracted this is isotonic regression, solved by pooling adjacent
 * violators.
 */
function settle(layer: readonly Item[], gap: number, wish: (one: Item, at: number) => number): void {
  const offsets: number[] = [];
  let offset = 0;
  for (const [at, one] of layer.entries()) {
    if (at > 0) offset += ((layer[at - 1] as Item).width + one.width) / 2 + gap;
    offsets.push(offset);
  }
  const pools: { sum: number; count: number }[] = [];
  for (const [at, one] of layer.entries()) {
    let pool = { sum: wish(one, at) - (offsets[at] as number), count: 1 };
    for (
      let last = pools.at(-1);
      last !== undefined && last.sum / last.count >= pool.sum / pool.count;
      last = pools.at(-1)
    ) {
      pools.pop();
      pool = { sum: last.sum + pool.sum, count: last.count + pool.count };
    }
    pools.push(pool);
  }
  let at = 0;
  for (const { sum, count } of pools)
    for (let n = 0; n < count; n += 1, at += 1) (layer[at] as Item).x = sum / count + (offsets[at] as number);
}

function positions(
  boxes: readonly Box[],
  items: ReadonlyMap<number, Item>,
  chains: readonly Item[][],
  layers: readonly Item[][],
  gaps: Gaps,
): Layout {
  const all = layers.flat();
  const left = Math.min(0, ...all.map((one) => one.x - one.width / 2));
  const right = Math.max(0, ...all.map((one) => one.x + one.width / 2));
  const heights = layers.map(() => 0);
  for (const { id, height } of boxes) {
    const layer = (items.get(id) as Item).layer;
    heights[layer] = Math.max(heights[layer] as number, height);
  }
  let y = gaps.margin;
  const tops = heights.map((height) => {
    const top = y;
    y += height + gaps.layers;
    return top;
  });
  const at = ({ x, layer }: Item): Crossing => {
    const top = tops[layer] as number;
    return { x: round(x - left + gaps.margin), top, bottom: top + (heights[layer] as number) };
  };
  return {
    width: Math.ceil(right - left + 2 * gaps.margin),
    height: Math.ceil(y - gaps.layers + gaps.margin),
    boxes: new Map(boxes.map(({ id }) => [id, at(items.get(id) as Item)])),
    bends: chains.map((bends) => bends.map(at)),
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
