/**
 * Places in a weak topological order get a nesting: their index in the order, then, for each component around them, the
 * index in its body; a component's head has index 0 there. Comparing nestings, with the number of the iteration
 * between one level and the next, gives the order in which a structural analysis visits things.
 */
import type { WtoElement } from "../../model/view/wto.ts";
import type { Place } from "./control-graph.ts";

/** Sets the nestings; returns the places in order. */
export function nestingOf(order: readonly WtoElement<Place>[]): Place[] {
  const places: Place[] = [];
  const work: { readonly element: WtoElement<Place>; readonly nesting: readonly number[] }[] = order
    .map((element, i) => ({ element, nesting: [i] }))
    .reverse();
  for (let item = work.pop(); item !== undefined; item = work.pop()) {
    const { element, nesting } = item;
    if (element.kind === "vertex") {
      element.vertex.nesting = nesting;
      places.push(element.vertex);
      continue;
    }
    element.head.nesting = [...nesting, 0];
    places.push(element.head);
    for (let i = element.body.length - 1; i >= 0; i--)
      work.push({ element: element.body[i]!, nesting: [...nesting, i + 1] });
  }
  return places;
}

/** Lexicographic; a shorter list that agrees comes first. */
export function compareLists(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return a.length - b.length;
}
