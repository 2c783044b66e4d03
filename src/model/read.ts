/** Reading a program for a model: where every order of evaluation is asked for, it is lowered again with all of them. */
import { type FrontEndOptions, type ReadResult, readProgram, type SourceText } from "../cfa/build-source.ts";
import { isOptionalCheck, orderKey, type Program } from "../cfa/cfa.ts";
import { DefinedAnnotations } from "../cfa/defined-annotations.ts";
import { ALIGNED, ONE_OBJECT } from "../cfa/library-names.ts";
import { interferingSites } from "./assumptions/orders.ts";
import type { ModelOptions } from "./options.ts";
import { analysePointers } from "./pointers/points-to.ts";
import { checksOf } from "./properties.ts";
import { withInitialisationChecks } from "./uninitialised.ts";

type Options = Pick<ModelOptions, "entry" | "properties" | "evaluationOrder">;

export function readForModel(files: readonly SourceText[], frontEnd: FrontEndOptions, options: Options): ReadResult {
  const { properties } = options;
  const related = properties.includes("one-object") ? [ONE_OBJECT] : [];
  const aligned = properties.includes("valid-alignment") ? [ALIGNED] : [];
  const optionalChecks = new Set([...checksOf(properties).filter(isOptionalCheck), ...related, ...aligned]);
  const reading = { ...frontEnd, optionalChecks };
  const built = read(files, reading);
  if (built.program === undefined || options.evaluationOrder === "gcc") return prepared(built, options);
  const sites = sitesIn(built.program, options);
  return prepared(sites.size === 0 ? built : read(files, { ...reading, exploreOrders: sites }), options);
}

/** With annotations whose evaluation is defined, where there are some. */
function read(files: readonly SourceText[], frontEnd: FrontEndOptions): ReadResult {
  const built = readProgram(files, frontEnd);
  const { annotations = [] } = frontEnd;
  if (built.program === undefined || annotations.length === 0) return built;
  const names = annotations.map(({ name }) => name);
  return { ...built, program: new DefinedAnnotations(built.program, names).program() };
}

function prepared(built: ReadResult, { properties }: Options): ReadResult {
  if (built.program === undefined || !properties.includes("initialised-reads")) return built;
  return { ...built, program: withInitialisationChecks(built.program) };
}

function sitesIn(program: Program, { entry, properties }: Options): ReadonlySet<string> {
  const graph = program.functions.get(entry);
  if (graph === undefined) return new Set();
  const found = interferingSites(program, analysePointers(program, graph, properties), properties);
  return new Set(found.map(({ range }) => orderKey(range)));
}
