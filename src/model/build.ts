/** From the concrete level to what engines see, step by step. */
import type { FunctionGraph, Program } from "../cfa/cfa.ts";
import { integer, type Variable } from "../logic/term.ts";
import { withSeenAddresses } from "./addresses/address-rewriting.ts";
import { assumptionsAsWritten } from "./assumptions/assumptions.ts";
import {
  ContractRules,
  type Contracts,
  interfacesOf,
  type ProcedureInterface,
  type Procedures,
} from "./contracts/contracts.ts";
import type { Model, ModelOp } from "./model.ts";
import type { ModelOptions } from "./options.ts";
import { sitesOf } from "./property.ts";
import { Translator } from "./translate/translate.ts";
import { assign, Translation } from "./translate/translation.ts";
import { everything, type Slice, sliceProgram } from "./view/slice.ts";
import { View } from "./view/view.ts";

/** The entry function should exist: `entryOf` tells. */
export function buildModel(program: Program, options: ModelOptions): Model {
  return buildModelParts(program, options).model;
}

/** With the translation, for tests that compare the model's variables with memory. */
export function buildModelParts(
  program: Program,
  options: ModelOptions,
): { readonly model: Model; readonly translation: Translation } {
  const written = new Translation(program, options, entryIn(program, options));
  const seen = withSeenAddresses(written);
  const translation = seen === undefined ? written : new Translation(seen, options, entryIn(seen, options));
  assumptionsAsWritten(program, options, written.pointsTo, (what, range) => translation.assumeThat(what, range));
  return buildParts(translation);
}

function buildParts(translation: Translation): { readonly model: Model; readonly translation: Translation } {
  const { program, options } = translation;
  const entry = entryIn(program, options);
  const translator = new Translator(translation);
  const sliced = sliceProgram(translation, translator);
  const slice: Slice = options.slicing === "on" ? sliced : everything(sliced, options.properties);
  const view = new View(translation, translator, slice, entry, firstOps(translation));
  const variables: Variable[] = [];
  translation.onVariable((made) => {
    if (slice.variableMatters(made)) variables.push(made);
  });
  const shared = {
    program,
    properties: options.properties,
    propertySites: sitesOf(program, options.properties),
    variables,
    overApproximations: translation.overApproximations,
    assumptions: translation.assumptions,
  };
  const model: Model = {
    ...shared,
    entry: view.entry,
    edgesFrom: (location) => view.edgesFrom(location),
    procedures: () => procedures,
  };
  // Contracts may speak of what slicing would take away.
  const unsliced = everything(sliced, options.properties);
  const procedures = proceduresOf(translation, translator, entry, (main, start, rules) => {
    const byContract = new View(translation, translator, unsliced, main, start, rules);
    return { ...shared, entry: byContract.entry, edgesFrom: (location) => byContract.edgesFrom(location) };
  });
  return { model, translation };
}

/** Views by contract, made when asked for and kept by contracts, so that who checks a proof sees the locations of the proof. */
function proceduresOf(
  translation: Translation,
  translator: Translator,
  entry: FunctionGraph,
  view: (main: FunctionGraph, start: readonly ModelOp[], rules: ContractRules) => Model,
): Procedures {
  let interfaces: ReadonlyMap<string, ProcedureInterface> | undefined;
  const known = new WeakMap<Contracts, Map<FunctionGraph | undefined, Model>>();
  const modelOf = (contracts: Contracts, graph: FunctionGraph | undefined): Model => {
    interfaces ??= interfacesOf(translation, translator, entry);
    const models = known.get(contracts) ?? new Map<FunctionGraph | undefined, Model>();
    known.set(contracts, models);
    let model = models.get(graph);
    if (model === undefined) {
      const rules = new ContractRules(translation, translator, contracts, interfaces, graph);
      model = graph === undefined ? view(entry, firstOps(translation), rules) : view(graph, rules.start(graph), rules);
      models.set(graph, model);
    }
    return model;
  };
  return {
    get interfaces() {
      interfaces ??= interfacesOf(translation, translator, entry);
      return interfaces;
    },
    isRecursive: (name) => translation.calls.isRecursive(name),
    whole: (contracts) => modelOf(contracts, undefined),
    procedure: (name, contracts) => modelOf(contracts, translation.program.functions.get(name) as FunctionGraph),
  };
}

function entryIn(program: Program, options: ModelOptions): FunctionGraph {
  const entry = entryOf(program, options.entry);
  if (entry === undefined) throw new Error(`the entry function ${options.entry} should be defined`);
  return entry;
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
