/**
 * From an abstract error path to a concrete run: the path's constraints are solved for the inputs it reads, and the
 * program is run on them. Inputs that the path does not mention (their sites were sliced away) are 0 first and random
 * in later attempts. Only a run that violates the property confirms; whether it followed the path does not matter.
 */
import type { Edge } from "../cfa/cfa.ts";
import type { Confirmation, Solvers } from "../engines/engine.ts";
import type { Execution } from "../engines/execution.ts";
import {
  type InputRequest,
  type InputSource,
  type InputValue,
  randomInputs,
  zeroInputs,
} from "../interpreter/inputs.ts";
import type { Variable } from "../logic/term.ts";
import type { ModelEdge } from "../model/model.ts";
import type { Int } from "../numbers/int.ts";
import type { Budget } from "../util/budget.ts";
import { type PathConstraints, pathConstraints } from "./path-constraints.ts";
import { solveInputs } from "./solve-inputs.ts";

// A run that takes this many times the path's edges has left the path: sliced loops account for the rest.
const STEPS_AN_EDGE = 200;
const LEAST_STEPS = 100_000;
const RANDOM_ATTEMPTS = 2;
// What a run costs in work units: a step is cheaper than a state of an engine.
const STEPS_A_TICK = 8;

export function confirmPath(
  execution: Execution,
  path: readonly ModelEdge[],
  budget: Budget,
  solvers: Solvers,
): Confirmation {
  const constraints = pathConstraints(path);
  const solution = solveInputs(constraints, budget, solvers);
  if (solution.kind === "infeasible") return { kind: "infeasible", reason: "no inputs lead along it" };
  const values = solution.kind === "solved" ? solution.values : new Map<Variable, Int>();
  const steps = LEAST_STEPS + STEPS_AN_EDGE * path.length;
  let ended = "";
  budget.tick(path.length);
  for (let attempt = 0; attempt <= RANDOM_ATTEMPTS; attempt += 1) {
    const rest = attempt === 0 ? zeroInputs() : randomInputs(attempt);
    const { violation, inputs, outcome } = execution.run(pathInputs(constraints, values, rest), steps);
    budget.tick(1 + outcome.steps / STEPS_A_TICK);
    if (violation !== undefined && !outcome.inexact) return { kind: "confirmed", counterexample: { inputs } };
    ended ||= outcome.kind === "undefined-behaviour" ? `${outcome.kind}: ${outcome.what}` : outcome.kind;
  }
  const found = solution.kind === "solved" ? "with the inputs found" : "no inputs were found; with others";
  return { kind: "unconfirmed", reason: `${found}, the program ends elsewhere (${ended})` };
}

/** Each site of the path has a queue of values, answered in the order in which the path passes it. */
function pathInputs({ symbols }: PathConstraints, values: ReadonlyMap<Variable, Int>, rest: InputSource): InputSource {
  const queues = new Map<Edge | string, InputValue[]>();
  for (const { symbol, op } of symbols) {
    if (op?.input !== true) continue;
    const site = op.origin ?? op.target.name;
    const queue = queues.get(site);
    const value = values.get(symbol) ?? 0;
    if (queue === undefined) queues.set(site, [value]);
    else queue.push(value);
  }
  const siteOf = (request: InputRequest): Edge | string => request.edge ?? request.name ?? "";
  return { next: (request) => queues.get(siteOf(request))?.shift() ?? rest.next(request) };
}
