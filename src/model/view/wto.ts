/**
 * Weak topological order: F. Bourdoncle, "Efficient chaotic iteration strategies with widenings", FMPA 1993, section 4.
 * A hierarchical order of the vertices reachable from an entry: a component is a head followed by the order of the
 * component without its head. Every cycle contains a head, so the heads serve as cut points and as the places to widen.
 *
 * The strongly connected components of the graph are taken in topological order; a component's head is its vertex that
 * the depth-first search met first; the head is removed and the rest is ordered in the same way. Without recursion:
 * goto programs have thousands of vertices in a row.
 */
import { stronglyConnectedComponents } from "../../util/components.ts";

export type WtoElement<V> =
  | { readonly kind: "vertex"; readonly vertex: V }
  | { readonly kind: "component"; readonly head: V; readonly body: readonly WtoElement<V>[] };

interface Part<V> {
  /** Where the search starts: for the whole graph the entry, for a component its head's successors. */
  readonly starts: readonly V[];
  /** Number of the enclosing component; only vertices that carry it take part. */
  readonly level: number;
  readonly into: WtoElement<V>[];
}

export function weakTopologicalOrder<V>(entry: V, successors: (vertex: V) => readonly V[]): readonly WtoElement<V>[] {
  const order: WtoElement<V>[] = [];
  const level = new Map<V, number>();
  let levels = 0;
  const inPart = (vertex: V, of: number) => (level.get(vertex) ?? 0) === of;
  const work: Part<V>[] = [{ starts: [entry], level: 0, into: order }];
  for (let part = work.pop(); part !== undefined; part = work.pop()) {
    const at = part.level;
    const components = stronglyConnectedComponents(part.starts, (vertex) =>
      successors(vertex).filter((next) => inPart(next, at)),
    );
    for (const component of components.reverse()) {
      const head = component[0] as V;
      if (component.length === 1 && !successors(head).includes(head)) {
        part.into.push({ kind: "vertex", vertex: head });
        continue;
      }
      const body: WtoElement<V>[] = [];
      part.into.push({ kind: "component", head, body });
      levels += 1;
      for (const vertex of component) level.set(vertex, levels);
      // The head leaves its component: nothing inside may lead back to it.
      level.set(head, -1);
      const inner = levels;
      work.push({ starts: successors(head).filter((next) => inPart(next, inner)), level: inner, into: body });
    }
  }
  return order;
}

/** The heads of all components. */
export function headsOf<V>(order: readonly WtoElement<V>[]): Set<V> {
  const heads = new Set<V>();
  const work = [order];
  for (let elements = work.pop(); elements !== undefined; elements = work.pop()) {
    for (const element of elements) {
      if (element.kind === "vertex") continue;
      heads.add(element.head);
      work.push(element.body);
    }
  }
  return heads;
}
