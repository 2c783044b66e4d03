/**
 * From an abstract error path to a concrete run: the path's constraints are solved for the inputs it reads, and the
 * program is run on them. Inputs that the path does not mention (their sites were sliced away) are 0 first and random
 * in later attempts. Only a run that violates the property confirms; whether it followed the path does not matter.
 */
import type { Edge } from "../cfa/cfa.ts";
import {
  type InputSource,
  type InputValue,
  randomInputs,
  type WrittenInput,
  zeroInputs,
} from "../interpreter/inputs.ts";
import { evaluate } from "../logic/evaluate.ts";
import type { Variable } from "../logic/term.ts";
import { variablesOf } from "../logic/visit.ts";
import type { ModelEdge } from "../model/model.ts";
import type { Int } from "../numbers/int.ts";
import type { Solvers } from "../smt/solver.ts";
import type { Budget } from "../util/budget.ts";
import { memoised } from "../util/memo.ts";
import type { Confirmation, Suggestion } from "./claim.ts";
import type { Execution } from "./execution.ts";
import { type PathConstraints, pathConstraints } from "./path-constraints.ts";
import { solveInputs } from "./solve-inputs.ts";

// A run that takes this many times the path's edges has left the path: sliced loops account for the rest.
const STEPS_AN_EDGE = 200;
const LEAST_STEPS = 100_000;
const RANDOM_ATTEMPTS = 2;

export function confirmPath(
  execution: Execution,
  path: readonly ModelEdge[],
  budget: Budget,
  solvers: Solvers,
  suggested?: Suggestion,
): Confirmation {
  const constraints = pathConstraints(path);
  const steps = LEAST_STEPS + STEPS_AN_EDGE * path.length;
  budget.tick(path.length);
  if (suggested !== undefined) {
    const { violation, inputs, outcome } = execution.run(
      pathInputs(constraints, suggestedValues(constraints, suggested), zeroInputs()),
      steps,
    );
    if (violation !== undefined && !outcome.inexact) return { kind: "confirmed", counterexample: { inputs } };
  }
  const solution = solveInputs(constraints, budget, solvers);
  if (solution.kind === "infeasible") return { kind: "infeasible", reason: "no inputs lead along it" };
  const values = solution.kind === "solved" ? solution.values : new Map<Variable, Int>();
  let ended = "";
  for (let attempt = 0; attempt <= RANDOM_ATTEMPTS; attempt += 1) {
    const rest = attempt === 0 ? zeroInputs() : randomInputs(attempt);
    const { violation, inputs, outcome } = execution.run(pathInputs(constraints, values, rest), steps);
    if (violation !== undefined && !outcome.inexact) return { kind: "confirmed", counterexample: { inputs } };
    ended ||= outcome.kind === "undefined-behaviour" ? `${outcome.kind}: ${outcome.what}` : outcome.kind;
  }
  const found =
    solution.kind === "solved" ? "with the inputs found" : `no inputs were found (${solution.reason}); with others`;
  return { kind: "unconfirmed", reason: `${found}, the program ends elsewhere (${ended})` };
}

function suggestedValues({ symbols }: PathConstraints, suggested: Suggestion): ReadonlyMap<Variable, Int> {
  const values = new Map<Variable, Int>();
  const havocs = symbols.filter(({ op, address }) => op !== undefined && address === undefined);
  havocs.forEach(({ symbol }, i) => {
    const value = suggested[i];
    if (value !== undefined) values.set(symbol, value);
  });
  return values;
}

/**
 * Each site of the path has a queue of values, answered in the order in which the path passes it. Memory that became unknown as
 * a whole is asked for by name, or where it is first read.
 */
function pathInputs(
  { symbols, reads }: PathConstraints,
  values: ReadonlyMap<Variable, Int>,
  rest: InputSource,
): InputSource {
  const queues = new Map<Edge | string, Map<string, InputValue[]>>();
  const add = (site: Edge | string, name: string, value: InputValue): void => {
    const names = memoised(queues, site, () => new Map<string, InputValue[]>());
    memoised(names, name, () => []).push(value);
  };
  for (const { symbol, op, occurrence, address } of symbols) {
    if (op?.input !== true) continue;
    const value = values.get(symbol);
    const at = address ?? op.names?.address;
    if (op.names !== undefined) {
      if (at === undefined || value === undefined) continue;
      const name = op.names.nameOf(at);
      if (op.origin === undefined) add(name, "", value);
      else add(op.origin, `${occurrence}: ${name}`, value);
    } else if (op.target.role !== "memory") add(op.origin ?? op.target.name, "", value ?? 0);
  }
  const isMemory = new Set(symbols.filter(({ op }) => op?.target.role === "memory").map(({ symbol }) => symbol));
  for (const { edge, value } of reads) {
    const symbols = [...variablesOf(value)];
    if (!symbols.every((symbol) => isMemory.has(symbol)) || !symbols.some((symbol) => values.has(symbol))) continue;
    const answer = evaluate(value, { valueOf: (symbol) => values.get(symbol) ?? 0 });
    if (typeof answer === "number" || typeof answer === "bigint") add(edge, "", answer);
  }
  return {
    next(request) {
      const { edge, name, written, type, usual } = request;
      const cell = written === undefined ? undefined : `${written.occurrence}: ${cellName(written)}`;
      const named =
        written === undefined || cell === undefined ? undefined : queues.get(written.edge)?.get(cell)?.shift();
      const value =
        named ??
        queues
          .get(edge ?? name ?? "")
          ?.get("")
          ?.shift() ??
        queues
          .get(name ?? "")
          ?.get("")
          ?.shift();
      // The model's addresses are not the interpreter's: all that can be said of a pointer is that it is null.
      if (value === undefined || (type.kind === "pointer" && usual !== undefined && Number(value) !== 0))
        return rest.next(request);
      return value;
    },
  };
}

/** As the model names it: only what an argument itself points to has a name. */
function cellName({ argument, offsets }: WrittenInput): string {
  return `${argument}+${offsets.join(">+")}`;
}
