/**
 * The recursive iteration strategy over cut points (section 3): WtoNext leads to the element that follows within the
 * innermost component, and from the last one back to its head; WtoExit leads from a head past its component. The two
 * functions are stated for the places where Fig. 3 uses them; here a place that is not a head has a WtoExit as well,
 * its WtoNext, since a covered node may stand anywhere.
 */
import { type WtoElement, weakTopologicalOrder } from "../../model/view/wto.ts";
import type { CutPoint, CutPointGraph } from "../cutpoint-graph.ts";

export class RecursiveOrder {
  readonly #next = new Map<CutPoint, CutPoint>();
  readonly #exit = new Map<CutPoint, CutPoint>();
  /** By head: the other cut points of its component. */
  readonly #components = new Map<CutPoint, CutPoint[]>();
  readonly elements: readonly WtoElement<CutPoint>[];

  constructor(graph: CutPointGraph) {
    const order = weakTopologicalOrder(graph.entry, (from) => from.actions.map((action) => action.target));
    // The error comes last: it has no successors, and everything that leads to it should be looked at before it.
    const isLast = (element: WtoElement<CutPoint>) => element.kind === "vertex" && element.vertex === graph.error;
    this.elements = [...order.filter((element) => !isLast(element)), { kind: "vertex", vertex: graph.error }];
    this.#place(this.elements, undefined);
  }

  /** Returns the cut points placed. */
  #place(elements: readonly WtoElement<CutPoint>[], head: CutPoint | undefined): CutPoint[] {
    const placed: CutPoint[] = [];
    for (const [i, element] of elements.entries()) {
      const following = elements[i + 1];
      const after = following === undefined ? head : firstOf(following);
      placed.push(firstOf(element));
      if (element.kind === "vertex") {
        if (after === undefined) continue;
        this.#next.set(element.vertex, after);
        this.#exit.set(element.vertex, after);
        continue;
      }
      const [inner] = element.body;
      this.#next.set(element.head, inner === undefined ? element.head : firstOf(inner));
      if (after !== undefined) this.#exit.set(element.head, after);
      const body = this.#place(element.body, element.head);
      this.#components.set(element.head, body);
      placed.push(...body);
    }
    return placed;
  }

  /** Where to go on after an uncovered node. Undefined only for the error. */
  wtoNext(from: CutPoint): CutPoint | undefined {
    return this.#next.get(from);
  }

  /** Where to go on after a covered node. Undefined only for the error. */
  wtoExit(from: CutPoint): CutPoint | undefined {
    return this.#exit.get(from);
  }

  isHead(cutPoint: CutPoint): boolean {
    return this.#components.has(cutPoint);
  }

  /** The cut points of the component with this head, without the head. */
  inComponent(head: CutPoint): readonly CutPoint[] {
    return this.#components.get(head) ?? [];
  }
}

function firstOf(element: WtoElement<CutPoint>): CutPoint {
  return element.kind === "vertex" ? element.vertex : element.head;
}
