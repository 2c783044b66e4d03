/**
 * As a verifier: `safe` when the errors are outside the invariants. Otherwise a search for a counterexample takes turns with
 * partitions that may exclude the error: a few layers, a few splits, more layers, combinations of splits.
 */

import type { Certificate, OpenError, Verdict } from "../../evidence/claim.ts";
import type { Model } from "../../model/model.ts";
import { count, type EngineContext } from "../engine.ts";
import { type Analysis, analyse, certificateOf, type Iteration, type Surviving } from "./analysis.ts";
import { BoundedSearch } from "./bounded-search.ts";
import { convexModel } from "./convex-model.ts";
import { partitionBy, type Split, splitsFor } from "./partition.ts";
import { reducedGraph } from "./reduced-graph.ts";
import { analyseBySummaries } from "./summaries.ts";

// Splits that are tried alone, and how many of the best are combined: cells grow by 2^n.
const SINGLE_SPLITS = 24;
const COMBINED_SPLITS = 4;
// Layers searched before the first split, and after all of them: short counterexamples are the common ones.
const FIRST_LAYERS = 6;
const LAYERS_A_ROUND = 4;

// Splits before the search, where that comes later.
const EARLY_SPLITS = 6;

/** before the search: the most promising splits are tried first, where a search is slow and others look for bugs. */
export type Partitioning = "on" | "before the search" | "off";

export function verifyByPathFocusing(
  model: Model,
  context: EngineContext,
  iteration: Iteration,
  partitioning: Partitioning,
): Verdict {
  const summarised = provedBySummaries(model, context, iteration);
  if (summarised !== undefined) return { kind: "safe", certificate: summarised };
  const plain = analyse(model, context, iteration, new Map());
  if (plain === undefined) return { kind: "unknown", reason: "the program is too large for path focusing" };
  const invariants =
    (context.statistics["accelerated"] ?? 0) > 0 ? "posts, widening and acceleration" : "posts and widening";
  const excludedWith = (analysis: Analysis, partitions: readonly Surviving[]) => {
    const left = new Set(partitions.map(({ location }) => location));
    context.excluded?.(new Map(analysis.errors().map((one) => [one, left.has(one) ? "partitions" : invariants])));
  };
  if (plain.surviving.length === 0) {
    excludedWith(plain, []);
    return { kind: "safe", certificate: certificateOf(plain) };
  }
  let fewest = claimSome(plain, Number.POSITIVE_INFINITY, context);
  const graph = reducedGraph(convexModel(model), new Map());
  if (graph === undefined || partitioning === "off") return undecided(plain.surviving);
  const search = new BoundedSearch(graph, context);
  let tried = 0;
  try {
    const early = partitioning === "on" ? search.search(FIRST_LAYERS) : undefined;
    if (early !== undefined) return early;
    for (const splits of rounds(splitsFor(graph, plain.surviving))) {
      count(context.statistics, "partitions");
      tried += 1;
      const late = partitioning === "before the search" && tried === EARLY_SPLITS;
      const found = late ? search.search(FIRST_LAYERS) : undefined;
      if (found !== undefined) return found;
      const analysis = analyse(model, context, iteration, partitionBy(splits));
      if (analysis?.surviving.length === 0) {
        excludedWith(analysis, plain.surviving);
        return { kind: "safe", certificate: certificateOf(analysis) };
      }
      if (analysis !== undefined) fewest = claimSome(analysis, fewest, context);
    }
    while (!search.exhausted) {
      const found = search.search(LAYERS_A_ROUND);
      if (found !== undefined) return found;
    }
  } finally {
    search.dispose();
  }
  return undecided(plain.surviving);
}

/** What the invariants exclude and what they do not, where that is less than with others before them. How many errors it is. */
function claimSome(analysis: Analysis, fewest: number, { partial }: EngineContext): number {
  const { surviving } = analysis;
  const left = new Map(surviving.map((one) => [one.location, one]));
  if (left.size >= fewest) return fewest;
  const open = [...left.values()].map(({ location, from }): OpenError => {
    const head = from.location;
    return head.cutPoint ? { location, loop: head.range } : { location };
  });
  partial?.({ certificate: certificateOf(analysis), open });
  return left.size;
}

/**
 * With `--calls summaries` all functions that may have a contract have one; otherwise the recursive ones, which the model
 * unrolls only so far.
 */
function provedBySummaries(model: Model, context: EngineContext, iteration: Iteration): Certificate | undefined {
  const procedures = model.procedures?.();
  if (procedures === undefined) return undefined;
  const all = context.options.calls === "summaries";
  const names = [...procedures.interfaces.keys()].filter((name) => all || procedures.isRecursive(name));
  return provedWith(names, model, context, iteration);
}

/** For any context first: such summaries are relations between inputs and outputs and nothing else. */
function provedWith(
  names: readonly string[],
  model: Model,
  context: EngineContext,
  iteration: Iteration,
): Certificate | undefined {
  if (names.length === 0) return undefined;
  for (const contexts of ["any", "collected"] as const) {
    const result = analyseBySummaries(model, context, iteration, names, contexts);
    if (result?.surviving.length === 0) return result.certificate;
  }
  return undefined;
}

/** Single splits first, then pairs and more of the first few. */
function* rounds(splits: readonly Split[]): Generator<readonly Split[]> {
  for (const split of splits.slice(0, SINGLE_SPLITS)) yield [split];
  const best = splits.slice(0, COMBINED_SPLITS + 2);
  for (let i = 0; i < best.length; i += 1)
    for (let j = i + 1; j < best.length; j += 1) yield [best[i] as Split, best[j] as Split];
  if (splits.length > 2) yield splits.slice(0, COMBINED_SPLITS);
}

function undecided(surviving: Analysis["surviving"]): Verdict {
  const { location, certain } = surviving[0] as Surviving;
  const why = certain === "abstract" ? "the invariants do not exclude" : "the solver could not tell whether to exclude";
  return { kind: "unknown", reason: `${why} ${location.reason ?? "the error"}`, range: location.range };
}
