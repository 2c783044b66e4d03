/**
 * The search: rounds of runs, each round with more steps a run, until the property is violated, the work limit is
 * reached or the budget is used up. See README.md.
 */
import type { FunctionGraph, Program } from "../../cfa/cfa.ts";
import { termsOf } from "../../cfa/op-terms.ts";
import type { Verdict } from "../../evidence/claim.ts";
import { Execution } from "../../evidence/execution.ts";
import { candidate, constantsOf } from "../../interpreter/candidates.ts";
import type { RunEnd } from "../../interpreter/end.ts";
import type { MemoryObject } from "../../logic/term.ts";
import { variablesOf } from "../../logic/visit.ts";
import type { Model } from "../../model/model.ts";
import { counted } from "../../util/counted.ts";
import type { Engine, EngineContext } from "../engine.ts";

const SUMMARY = "runs the program on many inputs; finds violations, proves only what reads no input";

export const concreteSearch: Engine = {
  name: "concrete-search",
  summary: SUMMARY,
  presets: [{ name: "concrete", summary: SUMMARY, run: search }],
};

interface Round {
  readonly runs: number;
  readonly stepsPerRun: number;
  /** These candidates, if runs of the round before were cut off: what is behind long loops. */
  readonly again?: readonly number[];
}

// Most violations are shallow: many short runs first. All rounds together take a few seconds.
const ROUNDS: readonly Round[] = [
  { runs: 300, stepsPerRun: 1_000 },
  { runs: 600, stepsPerRun: 20_000 },
  { runs: 6, stepsPerRun: 3_000_000, again: [0, 1, 2, 3, 4, 5] },
  { runs: 600, stepsPerRun: 400_000 },
];

// Where every execution fills a large array before it comes to anything else, short runs show nothing: behind the first of them come
// two long ones, with different elements and with all of them equal: a second one may be more than a turn.
const LARGE_ARRAYS: readonly Round[] = [
  { runs: 100, stepsPerRun: 1_000 },
  { runs: 2, stepsPerRun: 10_000_000, again: [5, 0] },
  ...ROUNDS.slice(1),
];

// In bytes: a loop over an object of this size is longer than the short runs.
const LARGE = 20_000;
const WORK_LIMIT = 60_000_000;

function search({ program, properties }: Model, context: EngineContext): Verdict {
  const { entry, executions } = context;
  const execution = new Execution({ program, entry, properties, ...executions });
  try {
    return searchBy(execution, program, context);
  } finally {
    execution.close();
  }
}

function searchBy(execution: Execution, program: Program, context: EngineContext): Verdict {
  const { entry } = context;
  const constants = constantsOf(program);
  const readsArguments = hasReadArguments(program.functions.get(entry));
  let runs = 0;
  let work = 0;
  let cutOff = 0;
  // Of those cut off: how many were before the latest round.
  let before = 0;
  for (const round of hasLargeArray(program) ? LARGE_ARRAYS : ROUNDS) {
    if (round.again !== undefined && cutOff === before) continue;
    before = cutOff;
    const first = runs;
    for (let end = runs + round.runs; runs < end && work < WORK_LIMIT; runs++) {
      const number = round.again?.[runs - first] ?? runs;
      const { outcome, violation, inputs } = execution.run(candidate(number, constants), round.stepsPerRun);
      context.statistics["executions"] = runs + 1;
      if (violation !== undefined) return { kind: "unsafe", counterexample: { inputs } };
      if (outcome.kind === "unsupported" && inputs.length === 0)
        return { kind: "unknown", reason: `every execution stops early: ${outcome.what} is not supported` };
      work += outcome.steps + RUN_COST;
      if (outcome.kind === "limit") cutOff += 1;
      // Without inputs all runs are the same: only more steps can show more.
      const readsNothing = inputs.length === 0 || (!readsArguments && inputs.every(({ kind }) => kind === "parameter"));
      const isOver = outcome.kind === "exit" || outcome.kind === "abort" || execution.isSettled(outcome);
      if (readsNothing && !readsArguments && isOver) return { kind: "executed" };
      if (readsNothing && outcome.kind !== "limit")
        return {
          kind: "unknown",
          reason: `the program reads no inputs, and its only execution ends: ${endOf(outcome)}`,
        };
      if (readsNothing) end = runs;
      context.progress(() => `${counted(runs, "execution")}`);
    }
  }
  const cut = cutOff === 0 ? "" : `, ${cutOff} of them cut off`;
  return { kind: "unknown", reason: `no violation in ${counted(runs, "execution")}${cut}` };
}

/** Whether the entry function looks at what it is given. */
function hasReadArguments(entry: FunctionGraph | undefined): boolean {
  if (entry === undefined || entry.parameters.length === 0) return false;
  const given = new Set(entry.parameters);
  return entry.edges.some((edge) => [...variablesOf(termsOf(edge.op))].some((read) => given.has(read)));
}

function hasLargeArray({ objects, functions }: Program): boolean {
  const isLarge = ({ size }: MemoryObject) => size !== undefined && size >= LARGE;
  return objects.some(isLarge) || [...functions.values()].some((graph) => graph.objects.some(isLarge));
}

function endOf(outcome: RunEnd): string {
  if (outcome.kind === "undefined-behaviour") return outcome.message;
  return outcome.kind === "assumption" ? "an assumption of the program fails" : outcome.kind;
}

// Starting a run costs about as much as this many steps.
const RUN_COST = 2_000;
