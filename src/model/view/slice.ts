/**
 * Program slicing: which branches, edges and variables can influence whether an error of the property is reached.
 * M. Weiser, "Program slicing", in the form of Ferrante et al.: closure under data dependence (flow-insensitive, by
 * variable) and control dependence (per function, by postdominance).
 *
 * What counts is whether certain locations are reached: those with an error, those that assign a relevant variable,
 * calls of functions in which something counts, and the return of any function that may also end otherwise. A branch on
 * which none of them depends is passed over on a straight way to its postdominator.
 * Sound: what is passed over is assumed to get through, which only lets more executions go on.
 */

import type { Edge, FunctionGraph, Location } from "../../cfa/cfa.ts";
import type { Formula, Term, Variable } from "../../logic/term.ts";
import { variablesOf } from "../../logic/visit.ts";
import { tick } from "../../util/budget.ts";
import { memoised } from "../../util/memo.ts";
import type { ModelOp } from "../model.ts";
import type { Property } from "../properties.ts";
import { isErrorLocation } from "../property.ts";
import type { Outcome } from "../translate/outcome.ts";
import type { Translator } from "../translate/translate.ts";
import type { Translation } from "../translate/translation.ts";
import { type PostDominance, postDominance } from "./dominators.ts";
import { analyseReach, type Reach } from "./reach.ts";
import { headsOf, weakTopologicalOrder } from "./wto.ts";

export interface Slice {
  readonly reach: Reach;
  /** Does the choice among the ways out of this location matter? */
  branchMatters(location: Location): boolean;
  edgeMatters(edge: Edge): boolean;
  variableMatters(variable: Variable): boolean;
  functionMatters(graph: FunctionGraph): boolean;
  /** Where all ways from here meet again; undefined if that is the end of the execution. */
  meeting(location: Location): Location | undefined;
}

export function sliceProgram(translation: Translation, translator: Translator): Slice {
  return new Slicer(translation, translator).run();
}

/** One place that gives a variable its value. */
type Definition =
  | { readonly kind: "op"; readonly edge: Edge; readonly value: Term | undefined }
  | { readonly kind: "argument"; readonly edge: Edge; readonly value: Term }
  | { readonly kind: "result"; readonly edge: Edge; readonly result: Variable }
  /** What the entry function is given. */
  | { readonly kind: "start"; readonly value: Term };

interface Shape {
  readonly graph: FunctionGraph;
  readonly dominance: PostDominance;
}

// Following one location or variable, in units of work.
const STEP_WORK = 2;

class Slicer {
  readonly #t: Translation;
  readonly #translator: Translator;
  readonly #graphs: readonly FunctionGraph[];
  readonly #byName = new Map<string, FunctionGraph>();
  readonly #reach: Reach;
  readonly #mayEnd = new Set<FunctionGraph>();
  readonly #shapes = new Map<string, Shape>();
  readonly #definitions = new Map<Variable, Definition[]>();
  readonly #variables = new Set<Variable>();
  readonly #edges = new Set<Edge>();
  readonly #branches = new Set<Location>();
  readonly #locations = new Set<Location>();
  readonly #functions = new Set<FunctionGraph>();
  readonly #variableWork: Variable[] = [];
  readonly #locationWork: Location[] = [];

  constructor(translation: Translation, translator: Translator) {
    this.#t = translation;
    this.#translator = translator;
    this.#graphs = translation.pointsTo.functions;
    for (const graph of this.#graphs) this.#byName.set(graph.name, graph);
    const { properties } = translation.options;
    this.#reach = analyseReach(this.#graphs, translation.calls, (edge) => this.#outcomes(edge), properties);
  }

  run(): Slice {
    for (const graph of this.#graphs) for (const edge of graph.edges) this.#define(edge);
    for (const op of this.#t.commandLine.start())
      if (op.kind === "assign") this.#addDefinition(op.target, { kind: "start", value: op.value });
    this.#findEnding();
    for (const graph of this.#graphs) this.#shape(graph);
    this.#start();
    this.#close();
    return {
      reach: this.#reach,
      branchMatters: (location) => this.#branches.has(location),
      edgeMatters: (edge) => this.#edges.has(edge),
      variableMatters: (variable) => this.#variables.has(this.#t.variables.baseOf(variable)),
      functionMatters: (graph) => this.#functions.has(graph),
      meeting: (location) => this.#meeting(location),
    };
  }

  #outcomes(edge: Edge): readonly Outcome[] {
    return this.#translator.outcomes(edge, 0);
  }

  // --- Data -------------------------------------------------------------------------------------------------------

  #define(edge: Edge): void {
    for (const { prefix, ops, next } of this.#outcomes(edge)) {
      for (const op of prefix) this.#defineOp(edge, op);
      for (const op of ops) this.#defineOp(edge, op);
      if (next.kind === "enter") this.#defineCall(edge, next.graph, next.arguments);
    }
  }

  #defineOp(edge: Edge, op: ModelOp): void {
    if (op.kind === "assume") return;
    this.#addDefinition(op.target, { kind: "op", edge, value: op.kind === "assign" ? op.value : undefined });
  }

  #defineCall(edge: Edge, graph: FunctionGraph, given: readonly Term[]): void {
    graph.parameters.forEach((parameter, i) => {
      const value = given[i];
      const target = this.#t.variables.of(parameter, 0);
      if (value !== undefined) this.#addDefinition(target, { kind: "argument", edge, value });
    });
    for (const op of this.#translator.companions(edge, graph)) this.#defineOp(edge, op);
    if (edge.op.kind !== "call" || edge.op.target === undefined) return;
    const result = this.#t.variables.resultOf(graph, 0);
    const target = this.#t.variables.of(edge.op.target, 0);
    if (result !== undefined) this.#addDefinition(target, { kind: "result", edge, result });
  }

  #addDefinition(target: Variable, definition: Definition): void {
    memoised(this.#definitions, target, () => []).push(definition);
  }

  // --- Control ----------------------------------------------------------------------------------------------------

  /** Can an execution end (or stay for ever) inside the function instead of returning? */
  #findEnding(): void {
    const work: FunctionGraph[] = [];
    const add = (graph: FunctionGraph | undefined) => {
      if (graph === undefined || this.#mayEnd.has(graph)) return;
      this.#mayEnd.add(graph);
      work.push(graph);
    };
    for (const graph of this.#graphs) if (this.#endsInside(graph)) add(graph);
    for (let graph = work.pop(); graph !== undefined; graph = work.pop())
      for (const call of this.#t.calls.callers(graph)) add(this.#byName.get(call.source.function));
  }

  #endsInside(graph: FunctionGraph): boolean {
    return graph.locations.some((location) => {
      if (location === graph.exit) return false;
      if (!this.#reach.exit(location)) return true;
      return location.outgoing.some((edge) =>
        this.#outcomes(edge).some((outcome) =>
          outcome.next.kind !== "goto" && outcome.next.kind !== "enter" ? true : cuts(outcome),
        ),
      );
    });
  }

  #alive(location: Location): boolean {
    return this.#reach.exit(location) || this.#reach.error(location);
  }

  #shape(graph: FunctionGraph): Shape {
    const root = graph.locations.length;
    const successors: number[][] = graph.locations.map((location) => this.#successors(graph, location, root));
    successors.push([]);
    this.#leaveLoops(graph, successors, root);
    const shape = { graph, dominance: postDominance(root, successors) };
    this.#shapes.set(graph.name, shape);
    return shape;
  }

  #successors(graph: FunctionGraph, location: Location, root: number): number[] {
    if (location === graph.exit || location.outgoing.length === 0 || !this.#alive(location)) return [root];
    const next = new Set<number>();
    if (isErrorLocation(location, this.#t.options.properties)) next.add(root);
    for (const edge of location.outgoing) {
      const outcomes = this.#outcomes(edge);
      if (outcomes.length === 0) next.add(root);
      for (const outcome of outcomes) {
        if (cuts(outcome)) next.add(root);
        if (outcome.next.kind === "goto") next.add(edge.target.id);
        else if (outcome.next.kind === "enter") {
          if (this.#reach.canReturn(outcome.next.graph)) next.add(edge.target.id);
          if (!this.#reach.canReturn(outcome.next.graph) || this.#mayEnd.has(outcome.next.graph)) next.add(root);
        } else next.add(root);
      }
    }
    return [...next];
  }

  /**
   * A loop from which the function cannot return may go round for ever: its head gets a way to the root. Without it, an
   * error that is the only way out of `while (1)` would count as inevitable, and the conditions that lead there as
   * irrelevant. Other loops are taken to end: where nothing in them matters, when they end does not matter either.
   */
  #leaveLoops(graph: FunctionGraph, successors: number[][], root: number): void {
    const heads = headsOf(weakTopologicalOrder(graph.entry.id, (vertex) => successors[vertex] ?? []));
    for (const location of graph.locations) {
      const next = successors[location.id] as number[];
      if (heads.has(location.id) && !this.#reach.exit(location) && !next.includes(root)) next.push(root);
    }
  }

  #meeting(location: Location): Location | undefined {
    const shape = this.#shapes.get(location.function);
    const at = shape?.dominance.immediate[location.id];
    return shape === undefined || at === undefined || at === -1 ? undefined : shape.graph.locations[at];
  }

  // --- Closure ----------------------------------------------------------------------------------------------------

  #start(): void {
    const { properties } = this.#t.options;
    for (const graph of this.#graphs) {
      if (this.#mayEnd.has(graph)) this.#markLocation(graph.exit);
      for (const location of graph.locations) if (isErrorLocation(location, properties)) this.#markLocation(location);
      for (const edge of graph.edges) {
        const fatal = this.#outcomes(edge).some(({ next }) => next.kind === "error" || next.kind === "unmodelled");
        if (!fatal) continue;
        this.#markLocation(edge.source);
        this.#markBranch(edge.source);
      }
    }
  }

  #close(): void {
    for (;;) {
      tick(STEP_WORK);
      const location = this.#locationWork.pop();
      if (location !== undefined) {
        this.#followLocation(location);
        continue;
      }
      const variable = this.#variableWork.pop();
      if (variable === undefined) return;
      for (const definition of this.#definitions.get(variable) ?? []) this.#followDefinition(definition);
    }
  }

  #followDefinition(definition: Definition): void {
    if (definition.kind !== "start") this.#markEdge(definition.edge);
    if (definition.kind === "result") this.#markVariable(definition.result);
    else if (definition.value !== undefined) this.#markVariablesOf(definition.value);
  }

  #followLocation(location: Location): void {
    const shape = this.#shapes.get(location.function);
    if (shape === undefined) return;
    this.#markFunction(shape.graph);
    for (const branch of shape.dominance.controllers(location.id)) {
      const controller = shape.graph.locations[branch];
      if (controller !== undefined) this.#markBranch(controller);
    }
  }

  #markFunction(graph: FunctionGraph): void {
    if (this.#functions.has(graph)) return;
    this.#functions.add(graph);
    for (const call of this.#t.calls.callers(graph)) this.#markEdge(call);
  }

  #markLocation(location: Location): void {
    if (this.#locations.has(location)) return;
    this.#locations.add(location);
    this.#locationWork.push(location);
  }

  #markEdge(edge: Edge): void {
    if (this.#edges.has(edge)) return;
    this.#edges.add(edge);
    this.#markLocation(edge.source);
    const outcomes = this.#outcomes(edge);
    for (const { condition } of outcomes) {
      // The condition of a branch counts where the branch does.
      if (condition !== undefined && edge.op.kind !== "assume") this.#markVariablesOf(condition);
    }
  }

  #markBranch(location: Location): void {
    if (this.#branches.has(location)) return;
    this.#branches.add(location);
    this.#markLocation(location);
    for (const edge of location.outgoing) {
      for (const outcome of this.#outcomes(edge)) {
        if (outcome.condition !== undefined) this.#markVariablesOf(outcome.condition);
        for (const op of [...outcome.prefix, ...outcome.ops]) if (isCut(op)) this.#markVariablesOf(op.condition);
      }
    }
  }

  #markVariablesOf(of: Term | Formula): void {
    for (const variable of variablesOf(of)) this.#markVariable(variable);
  }

  #markVariable(variable: Variable): void {
    const base = this.#t.variables.baseOf(variable);
    if (this.#variables.has(base)) return;
    this.#variables.add(base);
    this.#variableWork.push(base);
  }
}

/** Some executions do not get through: an assumption of the program, as opposed to one of the model. */
function cuts(outcome: Outcome): boolean {
  return outcome.prefix.some(isCut) || outcome.ops.some(isCut);
}

function isCut(op: ModelOp): op is ModelOp & { kind: "assume" } {
  return op.kind === "assume" && op.assumption === undefined && op.satisfiable === undefined;
}

/** Nothing is sliced away but what cannot reach an error at all. */
export function everything(slice: Slice, properties: readonly Property[]): Slice {
  return {
    // Where nothing is asked, executions are followed to their end.
    reach: properties.length === 0 ? { ...slice.reach, error: () => true } : slice.reach,
    branchMatters: () => true,
    edgeMatters: () => true,
    variableMatters: () => true,
    functionMatters: () => true,
    meeting: slice.meeting,
  };
}
