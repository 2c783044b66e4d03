/**
 * Engines asked on the side, about another model than the user's: evidence hands the model in and proves what comes out. They
 * have the own solver alone, and their first domain unless one is named.
 */
import type { Claimant } from "../evidence/claim.ts";
import { ownSolver } from "../smt/own/solver.ts";
import { contextFor } from "./context.ts";
import type { EngineContext, Preset } from "./engine.ts";
import { presetNamed } from "./index.ts";

/** Who is asked whether a model is safe, in this order. */
export function safetyClaimants(entry: string): readonly Claimant[] {
  return ["explicit", "path-focusing", "vinta"].map((name) =>
    claimant(name, undefined, entry, (preset, model, context) => {
      const verdict = preset.run(model, context);
      return verdict.kind === "safe" ? verdict.certificate : undefined;
    }),
  );
}

/** Who is asked for an invariant of a model without errors: the classical analysis with octagons. */
export function invariantClaimant(entry: string): Claimant {
  return claimant("path-focusing:classical", "octagon", entry, (preset, model, context) =>
    preset.invariants?.(model, context),
  );
}

type Ask = (preset: Preset, model: Parameters<Claimant>[0], context: EngineContext) => ReturnType<Claimant>;

function claimant(name: string, domain: string | undefined, entry: string, ask: Ask): Claimant {
  const preset = presetNamed(name);
  return (model, budget) =>
    ask(preset, model, contextFor(preset, { budget, domain, entry, solvers: { own: ownSolver } }));
}
