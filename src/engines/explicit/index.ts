/**
 * Explicit-value analysis (Beyer and Loewe, FASE 2013): reachability over partial assignments of values to variables,
 * with counterexample-guided choice of the variables to track. See README.md for the paper's figures and our functions.
 */

import type { Verdict } from "../../evidence/claim.ts";
import type { Model } from "../../model/model.ts";
import type { Engine, EngineContext } from "../engine.ts";
import { cegar } from "./cegar.ts";
import { certificateOf } from "./certificate.ts";
import { ExplicitCpa } from "./cpa.ts";
import { runExplicitMemo } from "./memo.ts";
import { FullPrecision, LazyPrecision, type Precision } from "./precision.ts";

export const explicit: Engine = {
  name: "explicit",
  summary: "explicit-value analysis: tracks the values of the variables that refinement asks for",
  presets: [
    {
      name: "explicit",
      summary: "CEGAR with interpolation, lazy abstraction, location-specific precision",
      precision: "kept",
      run: (model, context) => runExplicit(model, context, new LazyPrecision(), "values"),
    },
    {
      name: "explicit:full",
      summary: "no abstraction: tracks all variables everywhere, those that cannot matter included",
      model: { slicing: "off" },
      run: (model, context) => runExplicit(model, context, new FullPrecision(), "values"),
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
      run: (model, context) => runExplicit(model, context, new LazyPrecision(), "values and predicates"),
    },
    {
      name: "explicit:full+predicate",
      summary: "all values, and predicates for what they cannot refute",
      model: { slicing: "off" },
      precision: "kept",
      run: (model, context) => runExplicit(model, context, new FullPrecision(), "values and predicates"),
    },
  ],
};

type Parts = "values" | "values and predicates";

function runExplicit(model: Model, context: EngineContext, precision: Precision, parts: Parts): Verdict {
  const cpa = new ExplicitCpa(model, context, precision, parts);
  try {
    const outcome = cegar(cpa);
    return outcome.kind === "safe" ? { kind: "safe", certificate: certificateOf(cpa) } : outcome;
  } finally {
    cpa.predicates?.dispose();
    context.keepPrecision?.(cpa.final);
  }
}
