/** What is known of a program before it is translated: the results of the first steps of `build.ts`, as plain data. */
import type { FunctionGraph, Program } from "../cfa/cfa.ts";
import type { SourceRange } from "../util/source.ts";
import type { Layout } from "./memory/layout.ts";
import type { Memory } from "./memory/memory.ts";
import type { ModelVariables } from "./memory/variables.ts";
import type { ModelOptions } from "./options.ts";
import type { CallGraph } from "./pointers/call-graph.ts";
import type { Lifetimes } from "./pointers/lifetimes.ts";
import type { PointsTo } from "./pointers/points-to.ts";

export interface Analyses extends Layout {
  readonly program: Program;
  readonly options: ModelOptions;
  readonly entry: FunctionGraph;
  readonly pointsTo: PointsTo;
  readonly calls: CallGraph;
  readonly lifetimes: Lifetimes;
  readonly variables: ModelVariables;
  readonly memory: Memory;
  /** Stores of which it is assumed that their pointer does not point before its object. */
  readonly behindStart?: ReadonlySet<SourceRange>;
}
