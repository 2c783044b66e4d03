/** Cut edges do what the whole ones do: the same operations in the same order, on ways between the same places. */
import { describe, expect, it } from "vitest";
import { modelOf, reachable } from "../../../tests/support/model.ts";
import { showFormula, showTerm } from "../../logic/print.ts";
import type { Model, ModelLocation, ModelOp } from "../model.ts";
import { withEdgesCut } from "./cut-edges.ts";

const PROGRAM = `int main(void) { int a[8], b[8]; int i = 0, s = 0;
  while (i < 8) { a[i] = i; b[i] = a[i]; a[7 - i] = b[i]; s += b[i]; i++; }
  return s; }`;

function isStore(op: ModelOp): boolean {
  return op.kind === "assign" && op.value.kind === "store";
}

/** From a place to the next ones that the other model has as well: what is done on the way, and what it stands for. */
function waysFrom(model: Model, from: ModelLocation, ends: ReadonlySet<ModelLocation>): string[] {
  return model.edgesFrom(from).flatMap((edge) => {
    const done = edge.ops.map(shown).join(";");
    if (ends.has(edge.target)) return [`${done} to ${edge.target.id} by ${edge.origin.length}`];
    return waysFrom(model, edge.target, ends).map((rest) => (done === "" ? rest : `${done};${rest}`));
  });
}

function shown(op: ModelOp): string {
  if (op.kind === "assume") return showFormula(op.condition);
  return op.kind === "havoc" ? `${op.target.name} := ?` : `${op.target.name} := ${showTerm(op.value)}`;
}

describe("cut edges", () => {
  it("have one operation of the kind each, and together what the whole ones have", () => {
    const model = modelOf(PROGRAM, { properties: [], slicing: "off" });
    const cut = withEdgesCut(model, isStore);
    const [whole, parts] = [reachable(model), reachable(cut)];
    const most = (of: Model, locations: readonly ModelLocation[]) =>
      Math.max(...locations.flatMap((at) => of.edgesFrom(at).map(({ ops }) => ops.filter(isStore).length)));
    expect(most(model, whole)).toBeGreaterThan(1);
    expect(most(cut, parts)).toBe(1);
    expect(new Set(parts.map(({ id }) => id)).size).toBe(parts.length);
    const ends = new Set(whole);
    for (const at of whole) expect(waysFrom(cut, at, ends)).toEqual(waysFrom(model, at, ends));
  });
});
