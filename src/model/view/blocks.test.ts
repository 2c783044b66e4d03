import { expect, it } from "vitest";
import { modelOf, reachable } from "../../../tests/support/model.ts";
import { blockFrom } from "./blocks.ts";

it("refuses a graph with a cycle that nothing cuts", () => {
  const model = modelOf(`
    extern int __VERIFIER_nondet_int(void);
    void reach_error(void);
    int main(void) {
      int x = 0;
      while (__VERIFIER_nondet_int()) x++;
      if (x == 3) reach_error();
      return 0;
    }`);
  expect(reachable(model).some(({ cutPoint }) => cutPoint)).toBe(true);
  expect(blockFrom(model, model.entry)?.edges.length).toBeGreaterThan(0);
  expect(() => blockFrom(model, model.entry, () => false)).toThrow("cut point");
});
