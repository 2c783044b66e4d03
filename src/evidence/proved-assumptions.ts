/**
 * Which of the told assumptions are facts, by what proves the program safe. The engine's invariant is asked first. It says
 * nothing about what slicing removed; there somebody is asked for an invariant of the whole program, which is proved like
 * any other. All within a fixed amount of work: what is not decided by then is told.
 */
import { buildModel } from "../model/build.ts";
import type { Model } from "../model/model.ts";
import type { ModelOptions } from "../model/options.ts";
import { UNDEFINED_BEHAVIOUR } from "../model/translate/translate.ts";
import { ownSolver } from "../smt/own/solver.ts";
import { type Budget, whileItLasts } from "../util/budget.ts";
import type { SourceRange } from "../util/source.ts";
import { examineAssumptions, keyOf, type Sites } from "./assumption-facts.ts";
import { provedClaim } from "./check.ts";
import type { Certificate, Claimant } from "./claim.ts";

/** What proves the program safe: an invariant, its only execution, or that nothing can violate the property. */
export type Proof = Certificate | "execution" | "no-site";

// A third of a second: the verdict is there already.
const WORK_LIMIT = 300_000;

export function provedAssumptions(
  model: Model,
  options: ModelOptions,
  proof: Proof,
  claimant: Claimant,
  budgetOf: (work: number) => Budget,
): (what: string, range: SourceRange) => boolean {
  const conditional = new Set<string>(Object.values(UNDEFINED_BEHAVIOUR));
  // The run would have ended there.
  if (proof === "execution") return (what) => conditional.has(what);
  const isOpen = (facts: ReadonlySet<string>) =>
    model.assumptions.some(
      ({ what, ranges }) => conditional.has(what) && ranges.some((at) => !facts.has(keyOf(what, at))),
    );
  const facts = new Set<string>();
  const learn = (sites: Sites | undefined) => {
    for (const site of sites?.met ?? []) if (!sites?.open.has(site)) facts.add(site);
  };
  const bounded = (examine: (budget: Budget) => Sites | undefined): Sites | undefined => {
    const budget = budgetOf(WORK_LIMIT);
    return isOpen(facts) ? whileItLasts(budget, () => examine(budget)) : undefined;
  };
  if (proof !== "no-site") learn(bounded((budget) => examineAssumptions(model, proof, ownSolver, budget)));
  const whole = bounded((budget) => examineWhole(model, options, claimant, budget));
  return (what, range) => {
    const key = keyOf(what, range);
    // Where the whole program was looked at, what nobody came by is never executed.
    return facts.has(key) || (whole !== undefined && conditional.has(what) && !whole.open.has(key));
  };
}

/** The program as it is written: nothing is asked, so nothing is sliced away and executions are followed to their end. */
function examineWhole(model: Model, options: ModelOptions, claimant: Claimant, budget: Budget): Sites | undefined {
  const whole = buildModel(model.program, { ...options, properties: [], slicing: "off" });
  const certificate = provedClaim(whole, claimant, budget);
  return certificate === undefined ? undefined : examineAssumptions(whole, certificate, ownSolver, budget);
}
