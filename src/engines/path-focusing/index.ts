/**
 * Path focusing (Monniaux and Gonnord, SAS 2011): fixpoints that look at one path at a time, designated by a solver. See
 * README.md for the paper's algorithms and our functions.
 */

import type { Certificate, Verdict } from "../../evidence/claim.ts";
import type { Model } from "../../model/model.ts";
import type { Engine, EngineContext, Preset } from "../engine.ts";
import { analyse, certificateOf, type Iteration } from "./analysis.ts";
import type { Strategy } from "./iteration.ts";
import { verifyByPathFocusing } from "./verification.ts";

const DOMAINS = ["polyhedra", "octagon", "box"];

export const ALGORITHM_3: Strategy = {
  selfLoops: "closed, also through inner nodes",
  acceleration: "on",
  widening: "from inside the loop",
  narrowing: 3,
  strides: "on",
};

/** Presets in the order of the help, with how they iterate. */
const ITERATIONS: readonly { readonly name: string; readonly summary: string; readonly iteration: Iteration }[] = [
  {
    name: "path-focusing",
    summary: "Alg. 3 with self-loops, narrowing, acceleration and partitioning",
    iteration: { kind: "focus", strategy: ALGORITHM_3 },
  },
  {
    name: "path-focusing:alg2",
    summary: "Alg. 2: paths one at a time, self-loops like all others",
    iteration: {
      kind: "focus",
      strategy: {
        selfLoops: "as any path",
        acceleration: "off",
        widening: "every arrival",
        narrowing: 3,
        strides: "off",
      },
    },
  },
  {
    name: "path-focusing:classical",
    summary: "Alg. 1: the classical analysis with widening and narrowing",
    iteration: { kind: "all locations", widening: "classical" },
  },
  {
    name: "path-focusing:lookahead",
    summary: "lookahead widening (Gopan and Reps, 2006), for comparison",
    iteration: { kind: "all locations", widening: "lookahead" },
  },
  {
    name: "path-focusing:explode",
    summary: "Alg. 3 with all paths explicit instead of a solver, for comparison",
    iteration: { kind: "explode", strategy: { ...ALGORITHM_3, strides: "off" } },
  },
];

export const pathFocusing: Engine = {
  name: "path-focusing",
  summary: "abstract interpretation that follows one path at a time, chosen by a solver",
  presets: ITERATIONS.map(({ name, summary }): Preset => ({ name, summary, domains: DOMAINS })),
  run: runPathFocusing,
  invariants: invariantsOf,
};

function iterationOf(preset: string): Iteration {
  const found = ITERATIONS.find(({ name }) => name === preset);
  if (found === undefined) throw new Error(`${preset} should be a preset of path focusing`);
  return found.iteration;
}

function runPathFocusing(model: Model, context: EngineContext): Verdict {
  const partitioning = context.preset === "path-focusing" ? "on" : "off";
  return verifyByPathFocusing(model, context, iterationOf(context.preset), partitioning);
}

function invariantsOf(model: Model, context: EngineContext): Certificate {
  const analysis = analyse(model, context, iterationOf(context.preset), new Map());
  return analysis === undefined
    ? { granularity: "cut-points", locations: [], labelsAt: () => [] }
    : certificateOf(analysis);
}
