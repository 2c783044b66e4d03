/**
 * Vacuity: a program may be safe because nothing happens in it. Its assumptions exclude every execution, every execution
 * violates what the verdict assumes (no signed overflow, say), or its checks stand behind a loop that does not end. Such a
 * verdict is true and says little; the report says so.
 *
 * Some runs give the suspicion: none of them comes to an end of the program. Then the question is about another program: the same,
 * but with an error at every check and at every end. Longer runs of that one mostly come to an error, which ends the question.
 * Otherwise it is put to engines (the claimants): where it is proved safe, no execution comes to a check or to an end, and only
 * then is anything said.
 *
 * A check is where the property is looked at, not where it is violated: for `if (c) reach_error();` the branch on c. An error
 * right behind a loop has no check of its own: it is reached exactly when the loop ends.
 */
import type { Edge, FunctionGraph, Location, Op, Program } from "../cfa/cfa.ts";
import { libraryMeaning } from "../cfa/library-names.ts";
import { rebuildGraph } from "../cfa/rebuild.ts";
import { candidate, constantsOf } from "../interpreter/candidates.ts";
import type { RunEnd } from "../interpreter/end.ts";
import { buildModel } from "../model/build.ts";
import { libraryEffect } from "../model/library/library.ts";
import type { Model } from "../model/model.ts";
import { executionOptions, type ModelOptions } from "../model/options.ts";
import type { Property } from "../model/properties.ts";
import { errorOfCheck, isErrorLocation } from "../model/property.ts";
import { type Budget, whileItLasts } from "../util/budget.ts";
import { memoised } from "../util/memo.ts";
import type { SourceRange } from "../util/source.ts";
import { provedClaim } from "./check.ts";
import type { Claimant } from "./claim.ts";
import { Execution } from "./execution.ts";

/** Why no execution comes to a check or to an end; each with the places where executions are lost. */
export interface Loss {
  readonly why: string;
  readonly ranges: readonly SourceRange[];
}

const RUNS = 40;
const STEPS_A_RUN = 2000;
// Once so many are cut off in loops, there are no more runs: other inputs mostly make them no shorter.
const RUNS_IN_LOOPS = 8;
// A loop that fills an array of a few thousand elements has ended by then.
const LONG_RUNS = 2;
const STEPS_A_LONG_RUN = 100_000;
// What the runs of one kind may take together, in units of work: a few times what they do with an input every few steps.
const RUN_WORK = 500_000;
// A proof that nothing happens is short: it needs what excludes everything, and nothing of what would come behind. Whoever has not
// found it by then is looking at a program in which things happen after long loops. Less than the runs before it take.
const WORK = 20_000;

/** Where executions are lost, if all of them are; undefined otherwise. The program should be safe. */
export function vacuityOf(
  program: Program,
  options: ModelOptions,
  execution: Execution,
  claimants: readonly Claimant[],
  budgetOf: (work: number) => Budget,
): readonly Loss[] | undefined {
  const losses = whileItLasts(budgetOf(RUN_WORK), () => lostRuns(program, execution));
  if (losses === undefined) return undefined;
  const watched = withErrors(program, options);
  // Nothing is said of a program whose runs take longer than that.
  if (watched === undefined || (whileItLasts(budgetOf(RUN_WORK), () => comesToError(watched, options)) ?? true))
    return undefined;
  const model = whileItLasts(budgetOf(WORK), () =>
    buildModel(watched, { ...options, properties: ["unreach-call"], slicing: "off" }),
  );
  if (model === undefined) return undefined;
  return claimants.some((claimant) => isSafe(model, claimant, budgetOf(WORK))) ? losses : undefined;
}

/** Whether the program names an error function that no edge calls: the call stands where no execution can get. */
export function hasLostCheck(program: Program): boolean {
  return program.namedFunctions.some((name) => /^error/.test(libraryEffect(name).kind));
}

// --- Suspicion --------------------------------------------------------------------------------------------------------

function lostRuns(program: Program, execution: Execution): Loss[] | undefined {
  const constants = constantsOf(program);
  const losses = new Map<string, SourceRange[]>();
  let cutOff = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const { outcome, inputs } = execution.run(candidate(run, constants), STEPS_A_RUN);
    const why = lossOf(outcome);
    if (why === undefined) return undefined;
    const ranges = memoised(losses, why, () => []);
    if (outcome.kind !== "limit" && "edge" in outcome && outcome.edge !== undefined) ranges.push(outcome.edge.range);
    if (why === ENDLESS) cutOff += 1;
    if (inputs.length === 0 || cutOff === RUNS_IN_LOOPS) break;
  }
  return [...losses].map(([why, ranges]) => ({ why, ranges }));
}

const ENDLESS = "a loop does not end";

/** How an execution is lost, as opposed to come to an end of the program. */
function lossOf(outcome: RunEnd): string | undefined {
  switch (outcome.kind) {
    case "assumption":
      return "an assumption of the program fails";
    case "abort":
      return isAssume(outcome.edge?.source.function) ? "an assumption of the program fails" : undefined;
    case "undefined-behaviour":
      return `its behaviour is undefined (${outcome.message})`;
    case "limit":
      return outcome.limit === "steps" ? ENDLESS : undefined;
    default:
      return undefined;
  }
}

/** A function that the program defines to end executions which it does not want to look at. */
function isAssume(name: string | undefined): boolean {
  return name !== undefined && libraryMeaning(name) === "assume";
}

/** Whether a run comes to an error of the other program: nobody can prove that it is safe then. */
function comesToError(program: Program, options: ModelOptions): boolean {
  const question = { program, entry: options.entry, properties: ["unreach-call"] as const };
  const execution = new Execution({ ...question, ...executionOptions(options) });
  try {
    return someRunErrs(program, execution);
  } finally {
    execution.close();
  }
}

function someRunErrs(program: Program, execution: Execution): boolean {
  const constants = constantsOf(program);
  let cutOff = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const steps = run < LONG_RUNS ? STEPS_A_LONG_RUN : STEPS_A_RUN;
    const { outcome, inputs } = execution.run(candidate(run, constants), steps);
    if (outcome.kind === "error") return true;
    if (outcome.kind === "limit") cutOff += 1;
    if (inputs.length === 0 || cutOff === RUNS_IN_LOOPS) break;
  }
  return false;
}

// --- Proof ------------------------------------------------------------------------------------------------------------

function isSafe(model: Model, claimant: Claimant, budget: Budget): boolean {
  return whileItLasts(budget, () => provedClaim(model, claimant, budget)) !== undefined;
}

// --- The other program ------------------------------------------------------------------------------------------------

/** The program with an error at every check and every end; undefined where checks cannot be told. */
function withErrors(program: Program, { entry, properties }: ModelOptions): Program | undefined {
  const checks = checksOf(program, properties);
  if (checks === undefined) return undefined;
  const functions = new Map<string, FunctionGraph>();
  for (const [name, graph] of program.functions)
    functions.set(
      name,
      rebuilt(graph, (edge) => checks.has(edge.source) || isEnd(program, entry, edge)),
    );
  return { ...program, functions };
}

function isEnd(program: Program, entry: string, { op, source }: Edge): boolean {
  if (op.kind === "return") return source.function === entry;
  if (op.kind !== "call" || op.callee.kind !== "direct" || program.functions.has(op.callee.name)) return false;
  const ends = libraryMeaning(op.callee.name) === "end" || program.externals.get(op.callee.name)?.noreturn === true;
  return ends && !isAssume(source.function) && libraryMeaning(op.callee.name) !== "error";
}

function checksOf(program: Program, properties: readonly Property[]): ReadonlySet<Location> | undefined {
  const checks = new Set<Location>();
  const errors: Location[] = [];
  for (const graph of program.functions.values()) {
    for (const location of graph.locations) if (isErrorLocation(location, properties)) errors.push(location);
    for (const edge of graph.edges) {
      const how = checkedBy(program, edge, properties);
      if (how === "here") checks.add(edge.source);
      if (how === "before") errors.push(edge.source);
    }
  }
  return lookBack(program, errors, checks) ? checks : undefined;
}

/** Whether the edge looks at the property itself, or is a violation that something before it has looked at. */
function checkedBy(program: Program, edge: Edge, properties: readonly Property[]): "here" | "before" | undefined {
  const { op } = edge;
  if (edge.checks.some((check) => errorOfCheck(check, properties) !== undefined)) return "here";
  const touches = op.kind === "load" || op.kind === "store" || op.kind === "copy" || op.kind === "call";
  if (touches && properties.includes("valid-deref")) return "here";
  if (op.kind === "call" && properties.includes("valid-free")) return "here";
  if (!properties.includes("unreach-call") || op.kind !== "call" || op.callee.kind !== "direct") return undefined;
  const { kind } = libraryEffect(op.callee.name);
  if (kind === "error-if-zero" && !program.functions.has(op.callee.name)) return "here";
  return kind === "error" ? "before" : undefined;
}

/** From violations back to the branches that decide on them, through the calls of functions that do nothing else. */
function lookBack(program: Program, errors: readonly Location[], checks: Set<Location>): boolean {
  const pending = [...errors];
  const seen = new Set(pending);
  const add = (location: Location) => {
    if (seen.has(location)) return;
    seen.add(location);
    pending.push(location);
  };
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    for (const { op, source } of at.incoming) {
      if (op.kind !== "assume") add(source);
      else if (source.loop === undefined) checks.add(source);
    }
    if (program.functions.get(at.function)?.entry !== at) continue;
    // A pointer may call it from anywhere.
    if (program.objects.some(({ role, name, function: of }) => role === "function" && (of ?? name) === at?.function))
      return false;
    for (const graph of program.functions.values())
      for (const { op, source } of graph.edges)
        if (op.kind === "call" && op.callee.kind === "direct" && op.callee.name === at.function) add(source);
  }
  return true;
}

/** The graph with an error in the place of every edge that is chosen, and of all others that leave the same location. */
function rebuilt(graph: FunctionGraph, chosen: (edge: Edge) => boolean): FunctionGraph {
  if (!graph.edges.some(chosen)) return graph;
  const replaced = new Set<Location>();
  return rebuildGraph(graph, {
    instead: (edge) => {
      if (!edge.source.outgoing.some(chosen)) return edge;
      if (replaced.has(edge.source)) return undefined;
      replaced.add(edge.source);
      return { op: ERROR, checks: [] };
    },
  });
}

const ERROR: Op = { kind: "call", target: undefined, callee: { kind: "direct", name: "reach_error" }, arguments: [] };
