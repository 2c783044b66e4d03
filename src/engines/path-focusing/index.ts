/**
 * Path focusing (Monniaux and Gonnord, SAS 2011): fixpoints that look at one path at a time, designated by a solver. See
 * README.md for the paper's algorithms and our functions.
 */

import type { Certificate } from "../../evidence/claim.ts";
import type { Model } from "../../model/model.ts";
import { withReadsAtHand } from "../../model/view/available-reads.ts";
import { withConstantTables } from "../../model/view/constant-tables.ts";
import { withDecidedBranches } from "../../model/view/decided-branches.ts";
import type { Engine, EngineContext, Preset } from "../engine.ts";
import { type ExtraOf, presetWithExtras } from "../extras.ts";
import { analyse, certificateOf, type Iteration } from "./analysis.ts";
import { withFirstRoundsApart } from "./first-rounds.ts";
import type { Strategy } from "./iteration.ts";
import { MOST_LOCATIONS, withShortLoopsUnrolled } from "./unrolled.ts";
import { type Partitioning, verifyByPathFocusing } from "./verification.ts";

const DOMAINS = ["polyhedra", "octagon", "box"];

/** Where pointers are many: differences of addresses in octagons, the rest in polyhedra. */
const MIXED = ["octagon-polyhedra", ...DOMAINS];

/** Elements that are read twice are the same to domains that know nothing of arrays; short loops are unrolled. */
const unrolled: NonNullable<Preset["view"]> = (model, { budget, domainNamed }) => {
  const read = withReadsAtHand(model, MOST_LOCATIONS) ?? model;
  const apart = withFirstRoundsApart(read) ?? read;
  return withShortLoopsUnrolled(apart, domainNamed("box"), budget) ?? apart;
};

const tabled: NonNullable<Preset["view"]> = (model, parts) => {
  const decided = withDecidedBranches(model);
  const known = withConstantTables(decided, MOST_LOCATIONS) ?? decided;
  return unrolled(known, parts) ?? known;
};

/** Without characters that are read the others do as much. */
const stringed: NonNullable<Preset["view"]> = (model, parts) =>
  model.followsZeros === true ? tabled(model, parts) : model;

const filledOnly: NonNullable<Preset["view"]> = (model, parts) =>
  model.followsFilled === true ? tabled(model, parts) : model;

/** Whether an access to a buffer that grows is inside needs how it grew: nobody else knows that. */
const HEAP = { domains: MIXED, memory: "heap-objects", view: unrolled } as const;

export const ALGORITHM_3: Strategy = {
  selfLoops: "closed, also through inner nodes",
  acceleration: "on",
  widening: "from inside the loop",
  narrowing: 3,
  strides: "on",
  next: "any path",
};

/** As printed, with the narrowing of section 4.1. */
const PRINTED: Strategy = {
  selfLoops: "closed",
  acceleration: "off",
  widening: "every arrival",
  narrowing: 3,
  strides: "off",
  next: "any path",
};

/** An extra that is one setting of the strategy. */
function strategy(name: string, summary: string, setting: keyof Strategy): ExtraOf<Configuration> {
  const off = (iteration: Iteration): Iteration =>
    iteration.kind === "all locations"
      ? iteration
      : { ...iteration, strategy: { ...iteration.strategy, [setting]: PRINTED[setting] } };
  return { name, summary, off: (one) => ({ ...one, iteration: off(one.iteration) }) };
}

/** Configurations in the order of the help. Partitions are tried by the main one; the others are for comparison. */
const CONFIGURATIONS: readonly Configuration[] = [
  {
    name: "path-focusing",
    summary: "Alg. 3 with self-loops, narrowing, acceleration and partitioning",
    iteration: { kind: "focus", strategy: ALGORITHM_3 },
    partitioning: "on",
    extras: [
      strategy("inner-loops", "self-loops through inner nodes are closed, too", "selfLoops"),
      strategy("acceleration", "self-loops are accelerated where that is exact (section 4.2)", "acceleration"),
      strategy("inside-widening", "only paths from inside of a loop widen its head", "widening"),
      strategy("strides", "strides of counters are found beforehand", "strides"),
      {
        name: "partitioning",
        summary: "partitions (section 4.3), and a search for counterexamples in between",
        off: ({ partitioning: _, ...one }) => one,
      },
    ],
  },
  {
    name: "path-focusing:heap",
    summary: "path-focusing:unrolled where heap objects are followed by pointer",
    // Loops in which a buffer grows have loops inside that go through it: those are to answer before the outer one goes round again.
    iteration: { kind: "focus", strategy: { ...ALGORITHM_3, next: "own loop last" } },
    partitioning: "before the search",
    preset: HEAP,
  },
  {
    name: "path-focusing:unrolled",
    summary: "path-focusing over octagons and polyhedra, short loops unrolled",
    iteration: { kind: "focus", strategy: ALGORITHM_3 },
    partitioning: "before the search",
    preset: { domains: MIXED, view: unrolled },
    needs: "short loops",
  },
  {
    name: "path-focusing:alg2",
    summary: "Alg. 2: paths one at a time, self-loops like all others",
    iteration: { kind: "focus", strategy: { ...PRINTED, selfLoops: "as any path" } },
  },
  {
    name: "path-focusing:alg3",
    summary: "Alg. 3 as printed: self-loops closed by loopiter, joined without widening when first met",
    iteration: { kind: "focus", strategy: PRINTED },
  },
  {
    name: "path-focusing:alg3+acceleration",
    summary: "Alg. 3 as printed, self-loops accelerated where that is exact (section 4.2)",
    iteration: { kind: "focus", strategy: { ...PRINTED, acceleration: "on" } },
  },
  {
    name: "path-focusing:classical",
    summary: "Alg. 1: the classical analysis with widening and narrowing",
    iteration: { kind: "all locations", widening: "classical" },
  },
  {
    name: "path-focusing:thresholds",
    summary: "Alg. 1, widening up to the program's guards, short loops unrolled",
    iteration: { kind: "all locations", widening: "up to guards" },
    preset: {
      domains: ["octagon", "box", "polyhedra", "octagon-polyhedra"],
      members: "apart",
      view: tabled,
    },
  },
  {
    name: "path-focusing:strings",
    summary: "path-focusing:thresholds with the C library's text and where strings end",
    iteration: { kind: "all locations", widening: "up to guards" },
    preset: {
      domains: DOMAINS,
      memory: "last-zeros",
      members: "apart",
      view: stringed,
    },
    needs: "strings",
  },
  {
    name: "path-focusing:filled",
    summary: "path-focusing:thresholds with what lies in arrays that are filled from their start",
    iteration: { kind: "all locations", widening: "up to guards" },
    preset: {
      domains: ["octagon-definitions", ...DOMAINS],
      memory: "filled-parts",
      members: "apart",
      view: filledOnly,
    },
    needs: "filled arrays",
  },
  {
    name: "path-focusing:lookahead",
    summary: "lookahead widening (Gopan and Reps, CAV 2006), for comparison",
    iteration: { kind: "all locations", widening: "lookahead" },
  },
  {
    name: "path-focusing:guided",
    summary: "guided static analysis (Gopan and Reps, SAS 2007), for comparison",
    iteration: { kind: "all locations", widening: "guided" },
  },
  {
    name: "path-focusing:explode",
    summary: "Alg. 3 with all paths explicit instead of a solver, for comparison",
    iteration: { kind: "explode", strategy: { ...ALGORITHM_3, strides: "off" } },
  },
];

/** Why a preset leaves a program to the others. */
const MISSING = {
  "short loops": "there is no loop that is short enough to be unrolled",
  strings: "no characters are read",
  "filled arrays": "there are no arrays of a known size, or too many, that are filled and read",
};

function isThere(needs: keyof typeof MISSING, { unrolled, followsZeros, followsFilled }: Model): boolean {
  return { "short loops": unrolled, strings: followsZeros, "filled arrays": followsFilled }[needs] === true;
}

interface Configuration {
  readonly name: string;
  readonly summary: string;
  readonly iteration: Iteration;
  readonly partitioning?: Partitioning;
  readonly needs?: keyof typeof MISSING;
  /** What Alg. 3 as printed does not have; without them all it is `path-focusing:alg3`. */
  readonly extras?: readonly ExtraOf<Configuration>[];
  /** What else the preset says of itself. */
  readonly preset?: Pick<Preset, "domains" | "memory" | "members" | "view">;
}

export const pathFocusing: Engine = {
  name: "path-focusing",
  summary: "abstract interpretation that follows one path at a time, chosen by a solver",
  presets: CONFIGURATIONS.map((one) => presetWithExtras(one, one.extras ?? [], presetOf)),
};

function presetOf({ name, summary, iteration, partitioning, preset, needs }: Configuration): Preset {
  return {
    ...{ name, summary, domains: DOMAINS, ...preset },
    run: (model, context) =>
      needs !== undefined && !isThere(needs, model)
        ? { kind: "unknown", reason: MISSING[needs] }
        : verifyByPathFocusing(model, context, iteration, partitioning ?? "off"),
    invariants: (model, context) => invariantsOf(model, context, iteration),
  };
}

function invariantsOf(model: Model, context: EngineContext, iteration: Iteration): Certificate {
  const analysis = analyse(model, context, iteration, new Map());
  return analysis === undefined
    ? { granularity: "cut-points", locations: [], labelsAt: () => [] }
    : certificateOf(analysis);
}
