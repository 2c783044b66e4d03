/** The one place where an engine's context is made: for `verify`, for `hone invariants`, and for questions on the side. */
import type { Domain } from "../domains/domain.ts";
import { domainNamed } from "../domains/index.ts";
import { bitsSolver, bitsSolverWith, plainBitsSolver } from "../smt/bits/solver.ts";
import { ownSolver } from "../smt/own/solver.ts";
import { handingOver } from "../smt/sat/hand-over.ts";
import type { SatFactory } from "../smt/sat/sat.ts";
import { provedSat } from "../smt/sat/wasm-solver.ts";
import type { SolverFactory, Solvers } from "../smt/solver.ts";
import type { Budget } from "../util/budget.ts";
import { type EngineContext, MissingPart, type Preset } from "./engine.ts";

/** What a user may say of the solvers. */
export interface SolverChoice {
  /** Finds the second solver, where one is installed; asked when it is first needed. */
  readonly z3?: (() => SolverFactory | undefined) | undefined;
  /** A second SAT solver, where one is loaded. */
  readonly sat?: SatFactory | undefined;
  /** The own solver, watched by who wants to know what engines ask it; handed in, so that nothing of it is loaded where nobody does. */
  readonly watched?: (own: SolverFactory) => SolverFactory;
}

/** Conflicts of a proof that is done again before it goes to a solver that takes longer to look at its clauses (docs/adr/0008). */
const PATIENCE = 200_000;

/** The solvers of a run; loading a native library takes longer than many a proof, so that waits until somebody asks. */
export function solversOf({ z3, sat, watched }: SolverChoice): Solvers {
  return {
    own: watched === undefined ? ownSolver : watched(ownSolver),
    bits: sat === undefined ? bitsSolver : bitsSolverWith(sat),
    bitsAgain: plainBitsSolver(sat === undefined ? provedSat : handingOver(provedSat, sat, PATIENCE)),
    get z3() {
      return z3?.();
    },
  };
}

/** What has to be said; everything else has a default with which nothing is asked and nobody looks. */
export interface ContextParts extends Partial<Omit<EngineContext, "domain" | "domainNamed">> {
  /** Name of the domain, for presets that work with it; all others take their first. */
  readonly domain?: string | undefined;
  readonly budget: Budget;
  readonly solvers: Solvers;
  readonly entry: string;
}

export function contextFor(preset: Preset, parts: ContextParts): EngineContext {
  const domain = domainFor(preset, parts.domain);
  return {
    statistics: {},
    options: {},
    confirm: () => ({ kind: "unconfirmed", reason: "nothing is asked" }),
    progress: () => {},
    ...parts,
    domain: domain === undefined ? undefined : registered(domain),
    domainNamed: registered,
  };
}

/** Name of the domain that a preset uses where this one was asked for. */
export function domainFor({ domains }: Preset, chosen: string | undefined): string | undefined {
  return chosen !== undefined && domains?.includes(chosen) === true ? chosen : domains?.[0];
}

/** A domain by its name, which should be one. */
export function registered(name: string): Domain<unknown> {
  const found = domainNamed(name);
  if (found === undefined) throw new MissingPart("domain", name);
  return found.domain;
}
