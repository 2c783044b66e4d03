/** Reading a program for a model: where every order of evaluation is asked for, it is lowered again with all of them. */
import { type FrontEndOptions, type ReadResult, readProgram, type SourceText } from "../cfa/build-source.ts";
import { isOptionalCheck, orderKey, type Program } from "../cfa/cfa.ts";
import { ALIGNED, ONE_OBJECT, POINTER_TO_OBJECT } from "../cfa/library-names.ts";
import { interferingSites } from "./assumptions/orders.ts";
import type { ModelOptions } from "./options.ts";
import { analysePointers } from "./pointers/points-to.ts";
import { checksOf } from "./properties.ts";
import { withInitialisationChecks } from "./uninitialised.ts";

type Options = Pick<ModelOptions, "entry" | "properties" | "evaluationOrder">;

export function readForModel(files: readonly SourceText[], frontEnd: FrontEndOptions, options: Options): ReadResult {
  const { properties } = options;
  const related = properties.includes("one-object") ? [ONE_OBJECT] : [];
  const primitives = properties.includes("valid-primitives") ? [POINTER_TO_OBJECT] : [];
  const aligned = properties.includes("valid-alignment") ? [ALIGNED] : [];
  const optionalChecks = new Set([
    ...checksOf(properties).filter(isOptionalCheck),
    ...related,
    ...primitives,
    ...aligned,
  ]);
  const reading = { ...frontEnd, optionalChecks };
  const built = readProgram(files, reading);
  if (built.program === undefined || options.evaluationOrder === "gcc") return prepared(built, options);
  const sites = sitesIn(built.program, options);
  return prepared(sites.size === 0 ? built : readProgram(files, { ...reading, exploreOrders: sites }), options);
}

function prepared(read: ReadResult, { properties }: Options): ReadResult {
  if (read.program === undefined || !properties.includes("initialised-reads")) return read;
  return { ...read, program: withInitialisationChecks(read.program) };
}

function sitesIn(program: Program, { entry, properties }: Options): ReadonlySet<string> {
  const graph = program.functions.get(entry);
  if (graph === undefined) return new Set();
  const found = interferingSites(program, analysePointers(program, graph, properties), properties);
  return new Set(found.map(({ range }) => orderKey(range)));
}
