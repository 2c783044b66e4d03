import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkArg } from "../../tests/support/check-arg.ts";
import { makeModel } from "../../tests/support/model-builder.ts";
import { Arg, type NodeId } from "./arg.ts";

const model = makeModel("a", [
  ["a", [], "b"],
  ["b", [], "a"],
  ["b", [], "b"],
]);

/** Applies random additions, covers and prunes, keeping to the contract (cover only uncovered leaves of one location). */
function grow(choices: readonly number[]): Arg<number> {
  const arg = new Arg<number>();
  arg.addRoot(model.entry, 0);
  for (const choice of choices) {
    const nodes = [...arg.nodes()];
    const node = nodes[choice % nodes.length] as NodeId;
    const edges = model.edgesFrom(arg.location(node));
    if (choice % 7 === 6) arg.prune(node, () => {});
    else if (choice % 7 === 5) coverSomewhere(arg, node, nodes);
    else if (arg.coveredBy(node) === undefined)
      arg.add(node, edges[choice % edges.length] as (typeof edges)[number], choice);
  }
  return arg;
}

function coverSomewhere(arg: Arg<number>, node: NodeId, nodes: readonly NodeId[]): void {
  if (arg.children(node).length > 0 || arg.coveredBy(node) !== undefined) return;
  if (nodes.some((other) => arg.coveredBy(other) === node)) return;
  const coverer = nodes.find(
    (other) => other !== node && arg.location(other) === arg.location(node) && arg.coveredBy(other) === undefined,
  );
  if (coverer !== undefined) arg.cover(node, coverer);
}

describe("Arg", () => {
  it("keeps its invariants under any sequence of operations", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(10_000), { maxLength: 120 }), (choices) => {
        const arg = grow(choices);
        checkArg(arg);
        expect([...arg.nodes()]).toHaveLength(arg.size);
      }),
    );
  });

  it("uncovers what pruned nodes covered, and forgets the removed", () => {
    const arg = new Arg<string>();
    const [ab] = model.edgesFrom(model.at("a"));
    const [ba, bb] = model.edgesFrom(model.at("b"));
    const root = arg.addRoot(model.entry, "root");
    const first = arg.add(root, ab!, "first");
    const below = arg.add(first, bb!, "below");
    const other = arg.add(first, ba!, "other");
    const again = arg.add(other, ab!, "again");
    arg.cover(again, below);
    checkArg(arg);
    expect(arg.pathTo(again)).toEqual([ab, ba, ab]);
    const removed: NodeId[] = [];
    // `again` is below the pruned node as well, so nothing is left to uncover.
    expect(arg.prune(first, (node) => removed.push(node))).toEqual([]);
    expect(removed.sort()).toEqual([below, other, again]);
    expect(arg.size).toBe(2);
    checkArg(arg);
  });

  it("reports a broken invariant", () => {
    const arg = new Arg<string>();
    const root = arg.addRoot(model.entry, "root");
    const child = arg.add(root, model.edgesFrom(model.entry)[0]!, "child");
    arg.cover(child, root);
    expect(() => checkArg(arg)).toThrow("within one location");
  });
});
