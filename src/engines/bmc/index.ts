/** Bounded model checking and k-induction over bits. See README.md. */

import type { Engine } from "../engine.ts";
import { boundedModelChecking } from "./bmc.ts";
import { type InvariantSource, kInduction } from "./induction.ts";

export const bmc: Engine = {
  name: "bmc",
  summary: "unrolls the program deeper and deeper, and asks a SAT solver for a violation",
  presets: [
    {
      name: "bmc",
      summary: "bounded model checking over bits; safe where no execution is longer",
      memory: "bytes",
      recursion: "stepwise",
      run: boundedModelChecking,
    },
  ],
};

/** @param sources who finds invariants for the step, the cheapest first. */
export function kInductionWith(sources: readonly InvariantSource[]): Engine {
  return {
    name: "k-induction",
    summary: "bounded model checking, and induction over k blocks with the invariants of other analyses",
    presets: [
      {
        name: "k-induction",
        summary: "k-induction over bits, strengthened by invariants of boxes, octagons and path focusing",
        memory: "bytes",
        run: (model, context) => kInduction(model, context, sources),
      },
    ],
  };
}
