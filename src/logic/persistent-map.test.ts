/** The maps against JavaScript's own, with identifiers of every height of the tree. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as maps from "./persistent-map.ts";
import type { Variable } from "./term.ts";
import { intType } from "./types.ts";

const INT = intType(32, "signed");
const variables = new Map<number, Variable>();
function keyOf(id: number): Variable {
  const known = variables.get(id);
  if (known !== undefined) return known;
  const made: Variable = { id, name: `v${id}`, type: INT, role: "local" };
  variables.set(id, made);
  return made;
}

type Entries = readonly (readonly [number, number])[];
const id = fc.oneof(fc.nat(20), fc.nat(300), fc.constantFrom(4095, 4096, 70_000));
const entries = fc.array(fc.tuple(id, fc.nat(3)), { maxLength: 12 });

function persistent(of: Entries, start: maps.PersistentMap<number> = undefined): maps.PersistentMap<number> {
  return of.reduce<maps.PersistentMap<number>>((map, [key, value]) => maps.set(map, keyOf(key), value), start);
}

function plain(map: maps.PersistentMap<number>): Map<number, number> {
  return new Map(maps.entries(map).map(([key, value]) => [key.id, value]));
}

/** Asymmetric, and such that a key may go though both have it, or stay though one has it. */
function both(x: number | undefined, y: number | undefined): number | undefined {
  if (x === y) return x;
  const mixed = 4 * (x ?? 9) + (y ?? 9);
  return mixed % 5 === 0 ? undefined : mixed;
}

describe("persistent maps", () => {
  it("have the entries of a map that is set and removed from in the same order", () => {
    fc.assert(
      fc.property(entries, fc.array(id, { maxLength: 12 }), (of, gone) => {
        const map = gone.reduce((rest, key) => maps.remove(rest, keyOf(key)), persistent(of));
        const expected = new Map(of);
        for (const key of gone) expected.delete(key);
        expect(plain(map)).toEqual(new Map([...expected].sort(([a], [b]) => a - b)));
        expect(maps.sizeOf(map)).toBe(expected.size);
        for (const [key, value] of expected) expect(maps.get(map, keyOf(key))).toBe(value);
      }),
    );
  });

  it("are merged key by key, what they share as it is", () => {
    fc.assert(
      fc.property(entries, entries, entries, (common, ofA, ofB) => {
        const start = persistent(common);
        const [a, b] = [persistent(ofA, start), persistent(ofB, start)];
        const [left, right] = [plain(a), plain(b)];
        const expected = new Map<number, number>();
        for (const key of [...new Set([...left.keys(), ...right.keys()])].sort((x, y) => x - y)) {
          const value = both(left.get(key), right.get(key));
          if (value !== undefined) expected.set(key, value);
        }
        const merged = maps.merge(a, b, both);
        expect(plain(merged)).toEqual(expected);
        // Equal maps have equal shapes, however they came about.
        expect(merged).toEqual(persistent([...expected]));
        expect(maps.merge(a, a, () => undefined)).toBe(a);
      }),
    );
  });
});
