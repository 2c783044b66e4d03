/**
 * Explicit-value analysis (Beyer and Loewe, FASE 2013): reachability over partial assignments of values to variables,
 * with counterexample-guided choice of the variables to track. See README.md for the paper's figures and our functions.
 */

import type { Verdict } from "../../evidence/claim.ts";
import type { Model } from "../../model/model.ts";
import type { Engine, EngineContext } from "../engine.ts";
import { cegar } from "./cegar.ts";
import { certificateOf } from "./certificate.ts";
import { ExplicitCpa, type ExplicitSettings, OURS } from "./cpa.ts";
import { runExplicitMemo } from "./memo.ts";
import { FullPrecision, LazyPrecision, type Precision, SubtreePrecision } from "./precision.ts";

const PAPER: ExplicitSettings = { parts: "values", deadValues: "kept", refinement: "first contradiction" };
const WITH_PREDICATES: ExplicitSettings = { ...OURS, parts: "values and predicates" };

export const explicit: Engine = {
  name: "explicit",
  summary: "explicit-value analysis: tracks the values of the variables that refinement asks for",
  presets: [
    {
      name: "explicit",
      summary: "CEGAR with interpolation, lazy abstraction, location-specific precision",
      precision: "kept",
      run: (model, context) => runExplicit(model, context, new LazyPrecision(), OURS),
    },
    {
      name: "explicit:paper",
      summary: "as in the paper: a precision for each subtree, the first contradiction, nothing sliced or forgotten",
      model: { slicing: "off" },
      run: (model, context) => runExplicit(model, context, new SubtreePrecision(), PAPER),
    },
    {
      name: "explicit:full",
      summary: "no abstraction: tracks all variables everywhere, those that cannot matter included",
      model: { slicing: "off" },
      run: (model, context) => runExplicit(model, context, new FullPrecision(), OURS),
    },
    {
      name: "explicit:full:paper",
      summary: "the same, and values that nobody will read are not forgotten",
      model: { slicing: "off" },
      run: (model, context) => runExplicit(model, context, new FullPrecision(), PAPER),
    },
    {
      name: "explicit:memo",
      summary: "functions and loops explored once for equal entry states: block-abstraction memoisation",
      run: runExplicitMemo,
    },
    {
      name: "explicit+predicate",
      summary: "with predicates for what values cannot refute",
      slices: "late",
      precision: "kept",
      run: (model, context) => runExplicit(model, context, new LazyPrecision(), WITH_PREDICATES),
    },
    {
      name: "explicit:full+predicate",
      summary: "all values, and predicates for what they cannot refute",
      model: { slicing: "off" },
      precision: "kept",
      run: (model, context) => runExplicit(model, context, new FullPrecision(), WITH_PREDICATES),
    },
  ],
};

function runExplicit(model: Model, context: EngineContext, precision: Precision, settings: ExplicitSettings): Verdict {
  const cpa = new ExplicitCpa(model, context, precision, settings);
  try {
    const outcome = cegar(cpa);
    return outcome.kind === "safe" ? { kind: "safe", certificate: certificateOf(cpa) } : outcome;
  } finally {
    cpa.predicates?.dispose();
    context.keepPrecision?.(cpa.final);
  }
}
