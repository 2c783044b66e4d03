/** From the concrete level to what engines see, step by step. */
import type { FunctionGraph, Program } from "../cfa/cfa.ts";
import { integer, type Variable } from "../logic/term.ts";
import type { Model, ModelOp } from "./model.ts";
import type { ModelOptions } from "./options.ts";
import { sitesOf } from "./property.ts";
import { everything, type Slice, sliceProgram } from "./slice.ts";
import { Translator } from "./translate.ts";
import { assign, Translation } from "./translation.ts";
import { View } from "./view.ts";

/** The entry function should exist: `entryOf` tells. */
export function buildModel(program: Program, options: ModelOptions): Model {
  return buildModelParts(program, options).model;
}

/** With the translation, for tests that compare the model's variables with memory. */
export function buildModelParts(
  program: Program,
  options: ModelOptions,
): { readonly model: Model; readonly translation: Translation } {
  const entry = entryOf(program, options.entry);
  if (entry === undefined) throw new Error(`the entry function ${options.entry} should be defined`);
  const translation = new Translation(program, options, entry);
  const translator = new Translator(translation);
  const sliced = sliceProgram(translation, translator);
  const slice: Slice = options.slicing === "on" ? sliced : everything(sliced, options.properties);
  const view = new View(translation, translator, slice, entry, firstOps(translation));
  const variables: Variable[] = [];
  translation.onVariable((made) => {
    if (slice.variableMatters(made)) variables.push(made);
  });
  const model: Model = {
    program,
    properties: options.properties,
    propertySites: sitesOf(program, options.properties),
    variables,
    entry: view.entry,
    edgesFrom: (location) => view.edgesFrom(location),
    overApproximations: translation.overApproximations,
    assumptions: translation.assumptions,
  };
  return { model, translation };
}

export function entryOf(program: Program, name: string): FunctionGraph | undefined {
  return program.functions.get(name);
}

/** Allocation sites start at the beginning of their addresses. */
function firstOps(translation: Translation): readonly ModelOp[] {
  const ops: ModelOp[] = [];
  for (const [region, counter] of translation.counters)
    ops.push(assign(counter, integer(translation.placementOf(region).base), undefined));
  return ops;
}
