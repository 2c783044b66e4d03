/** Pictures of runs: every engine that refines or follows paths takes them, and what they show hangs together. */
import { describe, expect, it } from "vitest";
import { checkSync } from "../src/api/sync.ts";
import type { Snapshot } from "../src/engines/engine.ts";

/** A lock: proved by refinements in engines that have them. */
const PROGRAM = `extern int __VERIFIER_nondet_int(void); void reach_error(void);
int main(void) {
  int lock = 0, old = 0, new = __VERIFIER_nondet_int();
  do {
    if (lock != 0) reach_error();
    lock = 1;
    old = new;
    if (__VERIFIER_nondet_int()) { lock = 0; new = new + 1; }
  } while (new != old);
  if (lock == 0) reach_error();
  return 0;
}`;

function picturesOf(engine: string): readonly Snapshot[] {
  let taken: readonly Snapshot[] = [];
  const onPictures = (pictures: readonly Snapshot[]) => {
    taken = pictures;
  };
  checkSync(PROGRAM, { engine }, { onPictures });
  return taken;
}

describe.each(["dagger", "vinta", "path-focusing", "explicit", "explicit+predicate", "predicate", "predicate:impact"])(
  "pictures of %s",
  (engine) => {
    const snapshots = picturesOf(engine);

    it("are there, and each is a graph whose edges have both ends", () => {
      expect(snapshots.length).toBeGreaterThan(0);
      for (const { engine: by, nodes, edges } of snapshots) {
        expect(by).toBe(engine);
        const ids = new Set(nodes.map(({ id }) => id));
        expect(ids.size).toBe(nodes.length);
        for (const { source, target } of edges) expect([ids.has(source), ids.has(target)]).toEqual([true, true]);
        for (const { coveredBy } of nodes) expect(coveredBy === undefined || ids.has(coveredBy)).toBe(true);
      }
    });

    // dagger needs no refinement here; its own tests have one that does.
    it.skipIf(engine === "dagger")("say which nodes a step has changed, and how", () => {
      const steps = snapshots.filter(({ nodes }) => nodes.some(({ kind }) => kind === "refined"));
      expect(steps.length).toBeGreaterThan(0);
      for (const { notes } of steps) expect(notes.length).toBeGreaterThan(0);
    });

    it("name lines of the program", () => {
      const places = snapshots.flatMap(({ nodes }) => nodes.map(({ place }) => place));
      expect(places).toContain("line 4");
      for (const place of places) expect(place).toMatch(/^(line [1-9]\d*|error)$/);
    });
  },
);

it("pictures of trees leave out what execution only passes through, but not how", () => {
  const last = picturesOf("explicit").at(-1) as Snapshot;
  const leaving = (id: number) => last.edges.filter(({ source }) => source === id).length;
  const passed = last.nodes.filter(({ id, kind }) => kind === "ordinary" && leaving(id) === 1);
  // The entry.
  expect(passed.map(({ id }) => id)).toEqual([0]);
  expect(last.edges.some(({ label }) => label?.includes("lock := 1"))).toBe(true);
});
