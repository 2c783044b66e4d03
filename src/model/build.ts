/**
 * From the concrete level to what engines see, step by step. Each step is a function of the results of those before it; only
 * edges and locations are made later, when an engine asks for them.
 */
import type { Program } from "../cfa/cfa.ts";
import { callsText, withLibraryText } from "../cfa/library/inline.ts";
import { integer, type Variable } from "../logic/term.ts";
import type { ScalarType } from "../logic/types.ts";
import { once } from "../util/memo.ts";
import type { SourceRange } from "../util/source.ts";
import { withSeenAddresses } from "./addresses/address-rewriting.ts";
import type { Analyses } from "./analyses.ts";
import { assumptionsAsWritten } from "./assumptions/assumptions.ts";
import { proceduresOf } from "./contracts/procedures.ts";
import { byteRegions } from "./memory/byte-regions.ts";
import { withDividedRegions } from "./memory/divided-regions.ts";
import { ALIGNMENT, layOut } from "./memory/layout.ts";
import { type ByteRegions, divideMemory, elementsOfCell } from "./memory/memory.ts";
import { ModelVariables } from "./memory/variables.ts";
import type { Model } from "./model.ts";
import { objectsAt } from "./objects-at.ts";
import type { ModelOptions } from "./options.ts";
import { withPointedCells } from "./pointed-cells.ts";
import { buildCallGraph } from "./pointers/call-graph.ts";
import { Lifetimes } from "./pointers/lifetimes.ts";
import { analysePointers, sharePart } from "./pointers/points-to.ts";
import { greatestCommonDivisor } from "./pointers/strides.ts";
import { sitesOf } from "./property.ts";
import { Translator } from "./translate/translate.ts";
import { prepareTranslation, type Translation } from "./translate/translation.ts";
import type { StridedArray } from "./view/array-terms.ts";
import { withFilledParts } from "./view/filled-part.ts";
import { withLastZeros } from "./view/last-zero.ts";
import { everything, sliceProgram } from "./view/slice.ts";
import { withSymbolicCell } from "./view/symbolic-cell.ts";
import { viewOf } from "./view/view.ts";

/** The entry function should exist. */
export function buildModel(program: Program, options: ModelOptions): Model {
  return buildModelParts(program, options).model;
}

interface ModelParts {
  readonly model: Model;
  readonly translation: Translation;
}

/** With the translation, for tests that compare the model's variables with memory. */
export function buildModelParts(program: Program, options: ModelOptions): ModelParts & { bytes?(): ModelParts } {
  const built = buildWhole(program, options);
  const other = (views: Partial<ModelOptions>) => once(() => buildWhole(program, { ...options, ...views }).model);
  const depth = depthOfRecursion(built.translation);
  const deeper = depth > options.recursionDepth && {
    deeper: other({ recursion: "stepwise", recursionDepth: depth, callStringBudget: MOST_STEPS }),
  };
  const apart = options.members !== "apart" && hasMemberArrays(built.translation);
  return {
    ...built,
    model: { ...built.model, ...deeper, ...(apart && { membersApart: other({ members: "apart" }) }) },
  };
}

/** Activations of one function for who goes into recursion step by step: a question about more of them is hardly ever answered. */
const DEEPEST = 1000;
/** Bytes for the local objects of all activations: a sixteenth of what 32 bits address. */
const MOST_OBJECTS = 2 ** 28;
/** Call strings for who goes into recursion step by step: in a tree of calls that does not end they would soon fill the memory. */
const MOST_STEPS = 20_000;

/** How many activations of one function have room; 0 where there is no recursion. */
function depthOfRecursion({ program, calls, pointsTo }: Translation): number {
  const recursive = new Set([...program.functions.keys()].filter((name) => calls.isRecursive(name)));
  const own = pointsTo.regions.filter(({ object }) => object?.role === "local" && recursive.has(object.function ?? ""));
  // Those whose size the program computes share what there is between them, of which each would get less.
  if (recursive.size === 0 || own.some(({ size }) => size === undefined)) return 0;
  const bytes = own.reduce((sum, { size = 0 }) => sum + size, 0);
  return Math.min(DEEPEST, Math.floor(MOST_OBJECTS / Math.max(1, bytes)));
}

/** Where values are set is not followed by parts. */
function hasMemberArrays({ options, pointsTo }: Translation): boolean {
  if (options.properties.includes("initialised-reads")) return false;
  return pointsTo.regions.some(({ object }) => object?.arrays !== undefined);
}

function buildWhole(program: Program, options: ModelOptions): ModelParts & { bytes?(): ModelParts } {
  const written = analyse(program, options);
  const partsOf = (of: Analyses) => modelOf(of, program, written);
  const analyses = withAddresses(written);
  const parts = partsOf(analyses);
  if (byteRegions(analyses).size === 0 && !callsText(program)) return parts;
  const bytes = once(() => {
    const inlined = withLibraryText(program, (to, from) => sharePart(written.pointsTo, to, from));
    const exact = inlined === undefined ? analyses : withAddresses(analyse(inlined, options));
    return partsOf(withBytes(exact, byteRegions(exact)));
  });
  return { ...parts, model: { ...parts.model, bytes: () => bytes().model }, bytes };
}

/** Of the program with addresses as inputs, where it looks at them. */
function withAddresses(written: Analyses): Analyses {
  const { program, behindStart } = withSeenAddresses(written);
  return { ...(program === undefined ? written : analyse(program, written.options)), behindStart };
}

function modelOf(analyses: Analyses, program: Program, written: Analyses): ModelParts {
  const { options } = analyses;
  const translation = prepareTranslation(analyses);
  const tell = (what: string, range: SourceRange) => translation.notes.assumeThat(what, range);
  assumptionsAsWritten(program, options, written.pointsTo, tell, analyses.program);
  for (const range of analyses.behindStart ?? [])
    tell("a pointer to an element does not point before its object", range);
  const translator = new Translator(translation);
  const sliced = sliceProgram(translation, translator);
  const unsliced = everything(sliced, options.properties);
  const slice = options.slicing === "on" ? sliced : unsliced;
  const view = viewOf(translation, translator, slice);
  const variables: Variable[] = [];
  translation.variables.onVariable((made) => {
    if (slice.variableMatters(made)) variables.push(made);
  });
  const shared = {
    program: translation.program,
    properties: options.properties,
    propertySites: sitesOf(translation.program, options.properties),
    variables,
    overApproximations: translation.notes.overApproximations,
    assumptions: translation.notes.assumptions,
    objectAt: objectsAt(analyses),
  };
  // Contracts may speak of what slicing would take away.
  const procedures = proceduresOf(translation, translator, (rules) => ({
    ...shared,
    ...viewOf(translation, translator, unsliced, rules),
  }));
  const { followsStarts } = translation.variables;
  // A call by contract says nothing of where the objects start that results point into.
  const whole: Model = { ...shared, ...view, ...(followsStarts ? {} : { procedures: () => procedures }) };
  const plain = withHeapCells(whole, translation);
  const ghost = (name: string, type: ScalarType) => translation.variables.make(name, type, "temporary", undefined);
  const cell = once(() => withSymbolicCell(plain, stridedArrays(analyses), ghost));
  const lastZeros = once(() => withLastZeros(plain, stridedArrays(analyses), ghost));
  const filledParts = once(() => withFilledParts(plain, stridedArrays(analyses), ghost));
  const filledTexts = once(() => {
    const texts = lastZeros();
    return texts === undefined ? undefined : withFilledParts(texts, stridedArrays(analyses), ghost);
  });
  const libraryText = once(() => withLibraryText(translation.program, undefined, readsInput) ?? translation.program);
  return { model: { ...plain, symbolicCell: cell, lastZeros, filledParts, filledTexts, libraryText }, translation };
}

/** What is known of heap objects by where they start becomes scalars, which all engines know. */
function withHeapCells(model: Model, { variables }: Translation): Model {
  if (!variables.followsExtents) return model;
  const make = (name: string, type: ScalarType) => variables.make(name, type, "memory", undefined);
  const arrays = [
    { variable: variables.extent(), atNull: integer(0) },
    { variable: variables.freeable(), atNull: integer(1) },
    { variable: variables.objects(), atNull: integer(0) },
  ];
  return withPointedCells(model, arrays, make);
}

function stridedArrays({ memory, placementOf }: Analyses): readonly StridedArray[] {
  return memory.cells.flatMap((cell) => {
    const { kind, variable, region, at, element } = cell;
    const { stride } = at;
    if (kind !== "array" || variable === undefined || stride === 0) return [];
    const { base, many } = placementOf(region);
    const elements = many ? undefined : elementsOfCell(cell);
    // Elements of 12 bytes lie 12 apart within an object, but the next object does not start a multiple of 12 behind the first one.
    const apart = many ? greatestCommonDivisor(stride, ALIGNMENT) : stride;
    return [
      { variable, element, start: base + (elements?.first ?? at.offset), stride: apart, length: elements?.count },
    ];
  });
}

/** What pointers may point to, who calls whom, what lives when, where it lies, and which variables it becomes. */
function analyse(program: Program, options: ModelOptions): Analyses {
  const { properties, externals, members, recursionDepth } = options;
  const entry = program.functions.get(options.entry);
  if (entry === undefined) throw new Error(`the entry function ${options.entry} should be defined`);
  const pointsTo = analysePointers(program, entry, properties, externals, members);
  const calls = buildCallGraph(program, entry, pointsTo, properties);
  const lifetimes = new Lifetimes(program, entry.name, pointsTo, calls);
  const layout = layOut(pointsTo, calls, program.pointerBytes, recursionDepth);
  return divided({ program, options, entry, pointsTo, calls, lifetimes, ...layout }, new Map());
}

function divided(found: Omit<Analyses, "variables" | "memory">, bytes: ByteRegions): Analyses {
  const variables = new ModelVariables(found.options, found.calls, found.program.variableCount);
  const pointsTo = withDividedRegions(found.pointsTo, found, bytes);
  return { ...found, pointsTo, variables, memory: divideMemory(pointsTo, found, found.options, variables, bytes) };
}

/** The same, some of its memory divided into bytes. */
function withBytes({ variables: _, memory: __, ...found }: Analyses, bytes: ByteRegions): Analyses {
  return divided(found, bytes);
}

/** What they read are inputs of an execution. */
function readsInput(name: string): boolean {
  return name === "fgets" || name === "scanf" || name === "fscanf";
}
