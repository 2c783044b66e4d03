import { describe, expect, test } from "vitest";
import { headsOf, type WtoElement, weakTopologicalOrder } from "./wto.ts";

function orderOf(graph: Record<number, readonly number[]>, entry: number) {
  return weakTopologicalOrder(entry, (vertex) => graph[vertex] ?? []);
}

/** `1 2 (3 4 (5 6) 7) 8`, as the paper writes it. */
function showOrder(order: readonly WtoElement<number>[]): string {
  return order
    .map((one) => (one.kind === "vertex" ? `${one.vertex}` : `(${[one.head, showOrder(one.body)].join(" ").trim()})`))
    .join(" ");
}

describe("weak topological order", () => {
  test("the example of Bourdoncle's paper", () => {
    const graph = { 1: [2], 2: [3, 8], 3: [4], 4: [5, 7], 5: [6], 6: [5, 7], 7: [3, 8], 8: [] };
    const order = orderOf(graph, 1);
    expect(showOrder(order)).toBe("1 2 (3 4 (5 6) 7) 8");
    expect(headsOf(order)).toEqual(new Set([3, 5]));
  });

  test("a self-loop is a component, unreachable vertices are left out", () => {
    expect(showOrder(orderOf({ 1: [1, 2], 2: [], 3: [1] }, 1))).toBe("(1) 2");
  });

  test("a loop with two entries", () => {
    expect(showOrder(orderOf({ 0: [1, 2], 1: [2], 2: [1, 3], 3: [] }, 0))).toBe("0 (1 2) 3");
  });

  test("every cycle contains a head, on pseudo-random graphs", () => {
    let seed = 7;
    const random = (limit: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor((seed / 2147483648) * limit);
    };
    for (let round = 0; round < 200; round += 1) {
      const size = 2 + random(12);
      const graph = Array.from({ length: size }, () => Array.from({ length: random(4) }, () => random(size)));
      const heads = headsOf(weakTopologicalOrder(0, (vertex) => graph[vertex] ?? []));
      // Without the heads the graph should have no cycle: peeling vertices without successors empties it.
      let rest = new Set(graph.keys());
      const reachable = new Set([0]);
      for (const vertex of reachable) for (const next of graph[vertex] ?? []) reachable.add(next);
      rest = new Set([...rest].filter((vertex) => reachable.has(vertex) && !heads.has(vertex)));
      for (let shrunk = true; shrunk; ) {
        shrunk = false;
        for (const vertex of rest) {
          if ((graph[vertex] ?? []).some((next) => rest.has(next))) continue;
          rest.delete(vertex);
          shrunk = true;
        }
      }
      expect(rest.size).toBe(0);
    }
  });

  test("100,000 vertices in a row and nested loops need no stack", () => {
    const length = 100_000;
    const order = weakTopologicalOrder(0, (v) => (v < length ? [v + 1] : []));
    expect(order).toHaveLength(length + 1);
    const depth = 300;
    const nest = weakTopologicalOrder(0, (v) => (v < depth ? [v + 1] : v < 2 * depth ? [v + 1, 2 * depth - v] : []));
    expect(headsOf(nest).size).toBeGreaterThan(0);
  });
});
