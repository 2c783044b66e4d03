import { describe, expect, it } from "vitest";
import { LP64 } from "../cfa/build-source.ts";
import type { ModelLocation } from "../model/model.ts";
import { DEFAULT_MODEL_OPTIONS } from "../model/options.ts";
import type { SourceRange } from "../util/source.ts";
import { verify } from "../verify.ts";
import { excludedPlaces } from "./exclusions.ts";
import { presetNamed } from "./index.ts";

const PROLOGUE = "extern int any(void); void reach_error(void);";

function byOf(preset: string, body: string, integers: "math" | "machine" = "math") {
  const { result } = verify(
    {
      name: "x.c",
      sources: [{ name: "x.c", text: `${PROLOGUE} int main(void) { ${body} return 0; }` }],
      frontEnd: { dataModel: LP64, includePaths: [], includeFiles: [], macros: [], readFile: () => undefined },
    },
    {
      toolVersion: "0",
      model: { ...DEFAULT_MODEL_OPTIONS, integers },
      preset: presetNamed(preset),
      timeoutSeconds: 60,
      memoryMb: 4000,
      meter: { nowMs: () => 0, cpuMs: () => 0, memoryMb: () => 0, peakMemoryMb: () => 0 },
      progress: () => {},
    },
  );
  expect(result.verdict, preset).toBe("safe");
  expect(result.by).toEqual(result.excluded?.map(({ by }) => by));
  return Object.fromEntries((result.excluded ?? []).map(({ by, places }) => [by, places]));
}

const SLICED = "not met (slicing, branches that are never taken)";

/** Nobody gets to the first error; the second needs a relation that widening loses. */
const TWO = `int x = 0, y = 0, z = 1; if (z > 5) reach_error();
  while (any()) { if (any()) { x = x + 1; y = y + 100; } else if (any()) { if (x >= 4) { x = x + 1; y = y + 1; } } }
  if (x >= 4 && y <= 2) reach_error();`;

describe("who did the work", () => {
  it("dagger: the refinement after which an error was no longer reached; otherwise what is done anyway", () => {
    expect(byOf("dagger~slicing", TWO)).toEqual({ interpolants: 1, [SLICED]: 1 });
    expect(
      byOf("dagger", "int x = 0; while (any()) x++; if (x < 0) reach_error(); if (x == -7) reach_error();"),
    ).toEqual({
      "posts and widening": 2,
    });
    expect(
      byOf("dagger", "int x, y = any(); if (any()) x = y; else x = y + 4; if (x == y + 2) reach_error();"),
    ).toEqual({
      "merge split": 1,
    });
    expect(byOf("dagger", "int x = any(); if (x > 3 && x < 2) reach_error();")).toEqual({ posts: 1 });
  });

  it("vinta: interpolants, tightening by posts, or neither", () => {
    expect(byOf("vinta", TWO)).toEqual({ interpolants: 1, [SLICED]: 1 });
    expect(byOf("vinta", "int x = any(); if (x > 3 && x < 2) reach_error();")).toEqual({ posts: 1 });
    const counted = "int x = 0; while (x < 5) x++; if (x > 5) reach_error();";
    expect(byOf("vinta:boxes", counted)).toEqual({ "tightening by posts": 1 });
    expect(byOf("vinta:boxes:paper", counted)).toEqual({ interpolants: 1 });
  });

  it("explicit: interpolants, where a path had led to it", () => {
    expect(
      byOf("explicit", "int x = 3; while (any()) { if (x != 3) reach_error(); } if (x == 4) reach_error();"),
    ).toEqual({
      interpolants: 2,
    });
  });

  it("path focusing: partitions, or its invariants, of which it does not tell which part", () => {
    expect(byOf("path-focusing", "int x = any(); if (x > 3 && x < 2) reach_error();")).toEqual({
      "posts and widening": 1,
    });
    expect(byOf("path-focusing", "int x = 0; while (any()) x++; if (x < 0) reach_error();")).toEqual({
      "posts, widening and acceleration": 1,
    });
  });

  it("the kind of the proof, where that is all", () => {
    expect(byOf("concrete", "int x = 3; if (x != 3) reach_error();", "machine")).toEqual({ execution: 1 });
    expect(byOf("bmc", "int x = any(); if (x * x == 3) reach_error();", "machine")).toEqual({
      "bits: every execution unrolled": 1,
    });
    expect(byOf("predicate", "int x = any(); if (x > 3 && x < 2) reach_error();")).toEqual({ "not told": 1 });
  });

  it("a place that was met in several contexts has all that did it", () => {
    const range = { start: 3, end: 5 } as unknown as SourceRange;
    const other = { start: 7, end: 9 } as unknown as SourceRange;
    const error = (id: number) => ({ id, range }) as unknown as ModelLocation;
    const told = new Map([
      [error(1), "posts"],
      [error(2), "interpolants"],
      [error(3), "posts"],
    ]);
    expect(excludedPlaces([range, other], told, undefined)).toEqual([
      { by: "interpolants; posts", places: 1 },
      { by: SLICED, places: 1 },
    ]);
  });
});
