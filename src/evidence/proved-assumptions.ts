/**
 * Which of the told assumptions are facts, by what proves the program safe. The engine's invariant is asked first. It says
 * nothing about what slicing removed; there the classical analysis with octagons gives an invariant of the whole program,
 * which is proved like any other. All within a fixed amount of work: what is not decided by then is told.
 */
import { domainNamed } from "../domains/index.ts";
import type { EngineContext } from "../engines/engine.ts";
import { findPreset } from "../engines/index.ts";
import { buildModel } from "../model/build.ts";
import type { Model } from "../model/model.ts";
import type { ModelOptions } from "../model/options.ts";
import { UNDEFINED_BEHAVIOUR } from "../model/translate/translate.ts";
import { ownSolver } from "../smt/own/solver.ts";
import { type Budget, BudgetExceeded, within } from "../util/budget.ts";
import type { SourceRange } from "../util/source.ts";
import { examineAssumptions, keyOf, type Sites } from "./assumption-facts.ts";
import { checkInvariants } from "./check.ts";
import type { Certificate } from "./claim.ts";

/** What proves the program safe: an invariant, its only execution, or that nothing can violate the property. */
export type Proof = Certificate | "execution" | "no-site";

// A third of a second: the verdict is there already.
const WORK_LIMIT = 300_000;

const PRESET = "path-focusing:classical";
const DOMAIN = "octagon";

export function provedAssumptions(
  model: Model,
  options: ModelOptions,
  proof: Proof,
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
  if (proof !== "no-site" && isOpen(facts))
    learn(bounded(budgetOf(WORK_LIMIT), (budget) => examineAssumptions(model, proof, ownSolver, budget)));
  const whole = isOpen(facts)
    ? bounded(budgetOf(WORK_LIMIT), (budget) => examineWhole(model, options, budget))
    : undefined;
  return (what, range) => {
    const key = keyOf(what, range);
    // Where the whole program was looked at, what nobody came by is never executed.
    return facts.has(key) || (whole !== undefined && conditional.has(what) && !whole.open.has(key));
  };
}

function bounded<T>(budget: Budget, work: (budget: Budget) => T): T | undefined {
  try {
    return within(budget, () => work(budget));
  } catch (error) {
    if (error instanceof BudgetExceeded) return undefined;
    throw error;
  }
}

/** The program as it is written: nothing is asked, so nothing is sliced away and executions are followed to their end. */
function examineWhole(model: Model, options: ModelOptions, budget: Budget): Sites | undefined {
  const engine = findPreset(PRESET)?.engine;
  const domain = domainNamed(DOMAIN);
  if (engine?.invariants === undefined || domain === undefined) return undefined;
  const whole = buildModel(model.program, { ...options, properties: [], slicing: "off" });
  const context: EngineContext = {
    preset: PRESET,
    domain,
    domainNamed,
    solvers: { own: ownSolver },
    budget,
    statistics: {},
    entry: options.entry,
    confirm: () => ({ kind: "unconfirmed", reason: "nothing is asked" }),
    progress: () => {},
  };
  const certificate = engine.invariants(whole, context);
  const { check } = checkInvariants(whole, certificate, budget, () => ({ mode: "first", solvers: [ownSolver] }));
  return check.kind === "proved" ? examineAssumptions(whole, certificate, ownSolver, budget) : undefined;
}
