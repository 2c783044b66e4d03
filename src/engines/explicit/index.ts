/**
 * Explicit-value analysis (Beyer and Loewe, FASE 2013): reachability over partial assignments of values to variables,
 * with counterexample-guided choice of the variables to track. See README.md for the paper's figures and our functions.
 */

import type { Verdict } from "../../evidence/claim.ts";
import type { Model } from "../../model/model.ts";
import type { Engine, EngineContext, Preset } from "../engine.ts";
import { type ExtraOf, presetWithExtras } from "../extras.ts";
import { cegar } from "./cegar.ts";
import { certificateOf } from "./certificate.ts";
import { ExplicitCpa, type ExplicitSettings, OURS } from "./cpa.ts";
import { runExplicitMemo } from "./memo.ts";
import { FullPrecision, LazyPrecision, type Precision, SubtreePrecision } from "./precision.ts";

/** What a preset is. */
interface Configuration {
  readonly settings: ExplicitSettings;
  /** lazy: one for the whole tree. subtree: as in the paper. full: everything is tracked. */
  readonly precision: "lazy" | "subtree" | "full";
  readonly slicing: "on" | "off";
}

const LAZY: Configuration = { settings: OURS, precision: "lazy", slicing: "on" };
const FULL: Configuration = { settings: OURS, precision: "full", slicing: "off" };
const PAPER: Configuration = {
  settings: { parts: "values", deadValues: "kept", refinement: "first contradiction" },
  precision: "subtree",
  slicing: "off",
};
const PREDICATES: ExplicitSettings = { ...OURS, parts: "values and predicates" };

// --- What we have added to the paper ------------------------------------------------------------------------------

const SLICING: ExtraOf<Configuration> = {
  name: "slicing",
  summary: "the program is sliced to what can matter to the property",
  off: (one) => ({ ...one, slicing: "off" }),
};

const LIVENESS: ExtraOf<Configuration> = {
  name: "liveness",
  summary: "values that nobody will read are forgotten",
  off: (one) => ({ ...one, settings: { ...one.settings, deadValues: "kept" } }),
};

const SELECTION: ExtraOf<Configuration> = {
  name: "selection",
  summary: "of a path's contradictions the one with the cheapest variables refines",
  off: (one) => ({ ...one, settings: { ...one.settings, refinement: "first contradiction" } }),
};

const GLOBAL_PRECISION: ExtraOf<Configuration> = {
  name: "global-precision",
  summary: "one precision for the whole tree, and for all points where many ask for a variable",
  off: (one) => ({ ...one, precision: "subtree" }),
};

export const explicit: Engine = {
  name: "explicit",
  summary: "explicit-value analysis: tracks the values of the variables that refinement asks for",
  presets: [
    presetWithExtras(LAZY, [SLICING, LIVENESS, GLOBAL_PRECISION, SELECTION], (how) =>
      preset("explicit", "CEGAR with interpolation, lazy abstraction, location-specific precision", how),
    ),
    preset(
      "explicit:paper",
      "as in the paper: a precision for each subtree, the first contradiction, nothing sliced or forgotten",
      PAPER,
    ),
    presetWithExtras(FULL, [LIVENESS], (how) =>
      preset(
        "explicit:full",
        "no abstraction: tracks all variables everywhere, those that cannot matter included",
        how,
      ),
    ),
    preset("explicit:full:paper", "the same, and values that nobody will read are not forgotten", {
      ...PAPER,
      precision: "full",
    }),
    {
      name: "explicit:memo",
      summary: "functions and loops explored once for equal entry states: block-abstraction memoisation",
      run: runExplicitMemo,
    },
    presetWithExtras({ ...LAZY, settings: PREDICATES }, [SLICING, LIVENESS, SELECTION], (how) =>
      preset("explicit+predicate", "with predicates for what values cannot refute", how),
    ),
    preset("explicit:full+predicate", "all values, and predicates for what they cannot refute", {
      ...FULL,
      settings: PREDICATES,
    }),
  ],
};

function preset(name: string, summary: string, { settings, precision, slicing }: Configuration): Preset {
  // One of values and predicates over all values keeps what the predicates have learnt.
  const isKept = precision === "lazy" || (precision === "full" && settings.parts === "values and predicates");
  return {
    ...{ name, summary },
    ...(slicing === "on" ? {} : { model: { slicing: "off" } }),
    ...(isKept ? { precision: "kept" } : {}),
    run: (model, context) => runExplicit(model, context, precisionOf(precision), settings),
  };
}

function precisionOf(precision: Configuration["precision"]): Precision {
  if (precision === "full") return new FullPrecision();
  return precision === "lazy" ? new LazyPrecision() : new SubtreePrecision();
}

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
