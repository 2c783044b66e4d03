/**
 * Input-output relations (section 4.4). A procedure's summary is an abstract value over copies of its inputs and its outputs,
 * obtained where its own model ends; calls use the summary instead of the body, also those in the body itself. The summaries
 * of all procedures are iterated upwards together, from "no call returns", with widening, then downwards.
 *
 * What a summary lacks shows up as a path to the check at the procedure's exit, so the iteration follows only paths that add
 * to it: path focusing one level up. With `contexts`, what the callers pass is collected in the same way, where they
 * break what the procedure requires; without, a procedure may be called with anything.
 */
import type { Domain } from "../../domains/domain.ts";
import type { Certificate } from "../../evidence/claim.ts";
import { TRUE, type Variable, variable } from "../../logic/term.ts";
import { variablesOf } from "../../logic/visit.ts";
import { ContractRules } from "../../model/contracts/contracts.ts";
import type { Contract, Contracts, Model, ProcedureInterface, Procedures } from "../../model/model.ts";
import { chosenDomain, count, type EngineContext } from "../engine.ts";
import { withinReason } from "../large-facets.ts";
import { type Analysis, analyse, certificateOf, type Iteration, type Surviving } from "./analysis.ts";

interface SummaryResult {
  /** The proof, if nothing survives. */
  readonly certificate: Certificate;
  readonly surviving: readonly Surviving[];
}

interface Summary<S> {
  readonly procedure: ProcedureInterface;
  /** Undefined: called with anything. */
  requires: S | undefined;
  ensures: S;
}

// Joins before a summary is widened: base case, one call, two calls.
const DELAY = 2;
// With widening from then on, summaries are stable long before.
const LONGEST_ITERATION = 30;
const NARROWING_STEPS = 2;

export function analyseBySummaries(
  model: Model,
  context: EngineContext,
  iteration: Iteration,
  names: readonly string[],
  contexts: "any" | "collected",
): SummaryResult | undefined {
  const procedures = model.procedures?.();
  if (procedures === undefined) return undefined;
  const interfaces = names.map((name) => procedures.interfaces.get(name));
  if (interfaces.includes(undefined)) return undefined;
  const inference = new SummaryInference(
    procedures,
    context,
    iteration,
    chosenDomain(context),
    interfaces as ProcedureInterface[],
    contexts,
  );
  return inference.run();
}

class SummaryInference<S> {
  readonly #procedures: Procedures;
  readonly #context: EngineContext;
  readonly #iteration: Iteration;
  readonly #domain: Domain<S>;
  readonly #summaries: ReadonlyMap<string, Summary<S>>;
  readonly #interface: ReadonlySet<Variable>;

  constructor(
    procedures: Procedures,
    context: EngineContext,
    iteration: Iteration,
    domain: Domain<S>,
    interfaces: readonly ProcedureInterface[],
    contexts: "any" | "collected",
  ) {
    this.#procedures = procedures;
    this.#context = context;
    this.#iteration = iteration;
    this.#domain = domain;
    this.#interface = new Set(interfaces.flatMap((one) => [...one.passed, ...outputsOf(one)]));
    const requires = contexts === "any" ? undefined : domain.bottom;
    this.#summaries = new Map(
      interfaces.map((procedure) => [procedure.name, { procedure, requires, ensures: domain.bottom }]),
    );
  }

  run(): SummaryResult | undefined {
    const result = this.#ascend();
    if (result === undefined || result.surviving.length === 0) return result;
    for (let step = 0; step < NARROWING_STEPS; step += 1) if (!this.#descend()) break;
    const round = this.#round("join");
    return round === "changed" || round === undefined ? result : round;
  }

  #ascend(): SummaryResult | undefined {
    for (let round = 0; round < LONGEST_ITERATION; round += 1) {
      const result = this.#round(round < DELAY ? "join" : "widen");
      if (result !== "changed") return result;
    }
    return undefined;
  }

  /** One upward step of all summaries; the result where nothing was added. */
  #round(how: "join" | "widen"): SummaryResult | "changed" | undefined {
    count(this.#context.statistics, "summaryRounds");
    const contracts = this.#contracts();
    const whole = this.#analyse(this.#procedures.whole(contracts));
    if (whole === undefined) return undefined;
    const analyses = new Map<string, Analysis>();
    let changed = this.#learn(whole, how);
    for (const name of this.#summaries.keys()) {
      const analysis = this.#analyse(this.#procedures.procedure(name, contracts));
      if (analysis === undefined) return undefined;
      analyses.set(name, analysis);
      if (this.#learn(analysis, how)) changed = true;
    }
    if (changed) return "changed";
    const surviving = [whole, ...analyses.values()].flatMap((analysis) => analysis.surviving);
    const certificates = new Map([...analyses].map(([name, analysis]) => [name, certificateOf(analysis)]));
    return { certificate: { ...certificateOf(whole), contracts: { contracts, procedures: certificates } }, surviving };
  }

  /** Narrowing: what returns under the summaries is a better one. */
  #descend(): boolean {
    const contracts = this.#contracts();
    let changed = false;
    for (const [name, summary] of this.#summaries) {
      const analysis = this.#analyse(this.#procedures.procedure(name, contracts));
      if (analysis === undefined) return false;
      const arrived = analysis.arrivingAt(ContractRules.reasons.returns(name)) as S | undefined;
      const exact = arrived === undefined ? this.#domain.bottom : this.#project(arrived, outputsOf(summary.procedure));
      const next = this.#domain.meet(exact, summary.ensures);
      if (this.#domain.leq(summary.ensures, next)) continue;
      summary.ensures = withinReason(this.#domain, summary.ensures, next);
      changed = true;
    }
    return changed;
  }

  #contracts(): Contracts {
    const contracts = new Map<string, Contract>();
    for (const [name, { requires, ensures }] of this.#summaries)
      contracts.set(name, {
        requires: requires === undefined ? TRUE : this.#domain.toFormula(requires),
        ensures: this.#domain.toFormula(ensures),
      });
    return contracts;
  }

  #analyse(model: Model): Analysis | undefined {
    // Contracts speak of nothing else, and of all of these.
    const observed = (variable: Variable) =>
      this.#interface.has(variable) || variable.role === "global" || variable.role === "memory";
    return analyse(model, this.#context, this.#iteration, new Map(), (_, variable) => observed(variable));
  }

  /** Adds what arrived where a contract was broken. */
  #learn(analysis: Analysis, how: "join" | "widen"): boolean {
    let learnt = false;
    for (const [name, summary] of this.#summaries) {
      const { procedure } = summary;
      const returned = analysis.arrivingAt(ContractRules.reasons.ensures(name)) as S | undefined;
      if (returned !== undefined) {
        summary.ensures = this.#add(summary.ensures, this.#project(returned, outputsOf(procedure)), how);
        learnt = true;
      }
      const passed = analysis.arrivingAt(ContractRules.reasons.requires(name)) as S | undefined;
      if (passed !== undefined && summary.requires !== undefined) {
        summary.requires = this.#add(summary.requires, this.#taken(passed, procedure), how);
        learnt = true;
      }
    }
    return learnt;
  }

  #add(older: S, newer: S, how: "join" | "widen"): S {
    const joined = this.#domain.join(older, newer);
    return how === "join" || this.#domain.isBottom(older) ? joined : this.#domain.widen(older, joined);
  }

  /** The arguments as the parameters that they become. */
  #taken(state: S, { parameters, passed }: ProcedureInterface): S {
    let result = state;
    parameters.forEach((parameter, i) => {
      const from = passed[i] as Variable;
      if (from !== parameter) result = this.#domain.assign(result, parameter, variable(from));
    });
    return this.#project(result, new Set(parameters));
  }

  /** Only what a contract may speak of. */
  #project(state: S, onto: ReadonlySet<Variable>): S {
    let result = state;
    for (const of of variablesOf(this.#domain.toFormula(state)))
      if (!onto.has(of) && of.role !== "global" && of.role !== "memory") result = this.#domain.forget(result, of);
    return result;
  }
}

function outputsOf({ old, result }: ProcedureInterface): ReadonlySet<Variable> {
  return new Set([...old.values(), ...(result === undefined ? [] : [result])]);
}
