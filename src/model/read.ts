/** Reading a program for a model: where every order of evaluation is asked for, it is lowered again with all of them. */
import { type FrontEndOptions, type ReadResult, readProgram, type SourceText } from "../cfa/build-source.ts";
import { orderKey, type Program } from "../cfa/cfa.ts";
import { interferingSites } from "./assumptions/orders.ts";
import type { ModelOptions } from "./options.ts";
import { analysePointers } from "./pointers/points-to.ts";

type Options = Pick<ModelOptions, "entry" | "properties" | "evaluationOrder">;

export function readForModel(files: readonly SourceText[], frontEnd: FrontEndOptions, options: Options): ReadResult {
  const built = readProgram(files, frontEnd);
  if (built.program === undefined || options.evaluationOrder === "gcc") return built;
  const sites = sitesIn(built.program, options);
  return sites.size === 0 ? built : readProgram(files, { ...frontEnd, exploreOrders: sites });
}

function sitesIn(program: Program, { entry, properties }: Options): ReadonlySet<string> {
  const graph = program.functions.get(entry);
  if (graph === undefined) return new Set();
  const found = interferingSites(program, analysePointers(program, graph, properties), properties);
  return new Set(found.map(({ range }) => orderKey(range)));
}
