/**
 * The lazy view: locations are points of the functions' shared graphs together with a call string; the edges of a
 * location are made when first asked for. An edge runs straight on, through calls and returns, until ways part, meet, or
 * end. Locations and call strings are interned.
 */

import type { Edge, FunctionGraph, Location, Program } from "../../cfa/cfa.ts";
import { evaluate, holds } from "../../logic/evaluate.ts";
import { type Formula, integer, not, store, type Term, type Variable } from "../../logic/term.ts";
import { variablesOf } from "../../logic/visit.ts";
import type { Int } from "../../numbers/int.ts";
import { count } from "../../util/budget.ts";
import { memoised } from "../../util/memo.ts";
import type { SourceRange } from "../../util/source.ts";
import { ContractRules } from "../contracts/contracts.ts";
import { followsLifetimes } from "../library/library.ts";
import type { CallString, ErrorSite, Model, ModelEdge, ModelLocation, ModelOp } from "../model.ts";
import { asksForLeaks } from "../properties.ts";
import { isErrorLocation, labelRange, siteName } from "../property.ts";
import { everywhere, mayBeUnset } from "../translate/initialised.ts";
import { assign, assume, type Next, type Outcome } from "../translate/outcome.ts";
import type { Translator } from "../translate/translate.ts";
import type { Translation } from "../translate/translation.ts";
import { type Reduced, reduce, type Step } from "./reduced.ts";
import type { Slice } from "./slice.ts";

interface Context extends CallString {
  readonly caller: Context | undefined;
  readonly graph: FunctionGraph;
  /** Activations of the same function further out. */
  readonly instance: number;
  /** After the function returns, something can still matter. */
  readonly returnMatters: boolean;
}

interface Position {
  readonly point: Location;
  readonly context: Context;
}

// Making an edge and an operation of it, in units of work.
const EDGE_WORK = 10;
const OP_WORK = 5;

/** One step from a position: what it does, and where it leads. */
interface Way {
  readonly ops: readonly ModelOp[];
  /** The assume among the operations that chooses this way; all before it are assumes too. */
  readonly choice?: Choice;
  readonly origin: readonly Edge[];
  readonly to: Arrival;
}

type Choice = ModelOp & { readonly kind: "assume" };
type Arrival = Position | { readonly stop: ModelLocation };

/** From the entry of the program, or from that of the contracts' procedure. */
export function viewOf(
  translation: Translation,
  translator: Translator,
  slice: Slice,
  contracts?: ContractRules,
): Pick<Model, "entry" | "edgesFrom"> {
  const view = new View(translation, translator, slice, contracts);
  return { entry: view.entry, edgesFrom: (location) => view.edgesFrom(location) };
}

class View {
  readonly entry: ModelLocation;
  readonly #t: Translation;
  readonly #translator: Translator;
  readonly #slice: Slice;
  readonly #program: Program;
  readonly #main: FunctionGraph;
  readonly #start: readonly ModelOp[];
  readonly #contracts: ContractRules | undefined;
  readonly #reduced = new Map<FunctionGraph, Reduced>();
  readonly #contexts = new Map<Context, Map<Edge, Context[]>>();
  #contextCount = 1;
  readonly #locations = new Map<Context, Map<Location, ModelLocation[]>>();
  #locationCount = 0;
  readonly #edges = new Map<ModelLocation, readonly ModelEdge[]>();
  #edgeCount = 0;
  readonly #contextOf = new Map<ModelLocation, Context>();

  constructor(translation: Translation, translator: Translator, slice: Slice, contracts: ContractRules | undefined) {
    this.#t = translation;
    this.#translator = translator;
    this.#slice = slice;
    this.#program = translation.program;
    const procedure = contracts?.procedure;
    const main = procedure ?? translation.entry;
    this.#main = main;
    this.#start = procedure === undefined ? heapStart(translation) : (contracts as ContractRules).start(procedure);
    this.#contracts = contracts;
    const root: Context = {
      id: 0,
      depth: 0,
      site: undefined,
      caller: undefined,
      graph: main,
      instance: 0,
      returnMatters: procedure !== undefined,
    };
    this.entry = this.#location(this.#program.initialise.entry, root, "ordinary", undefined, main.range);
  }

  edgesFrom(location: ModelLocation): readonly ModelEdge[] {
    return memoised(this.#edges, location, () => (location.kind === "ordinary" ? this.#leave(location) : []));
  }

  #leave(location: ModelLocation): ModelEdge[] {
    const context = this.#contextOf.get(location) as Context;
    const start = location === this.entry ? this.#keep(this.#start) : [];
    const edges = this.#waysOut({ point: location.point, context }).map((way) => this.#goOn(location, start, way));
    for (const edge of edges) count(EDGE_WORK + OP_WORK * edge.ops.length);
    return edges;
  }

  /** Straight on from the first step until a location has to be made. */
  #goOn(source: ModelLocation, start: readonly ModelOp[], first: Way): ModelEdge {
    const ops = [...start, ...first.ops];
    const origin = [...first.origin];
    const known = new KnownValues();
    for (const op of ops) known.follow(op);
    let at = first.to;
    while (!("stop" in at)) {
      const stop = this.#stopAt(at);
      const ways = stop === undefined ? known.possible(this.#waysOut(at)) : [];
      const [only] = ways;
      if (stop !== undefined || ways.length !== 1 || only === undefined) {
        at = { stop: stop ?? this.#ordinary(at) };
        break;
      }
      for (const op of only.ops) {
        ops.push(op);
        known.follow(op);
      }
      for (const edge of only.origin) origin.push(edge);
      at = only.to;
    }
    const range = first.origin[0]?.range ?? source.range;
    const edge = { id: this.#edgeCount, source, target: at.stop, ops, origin, range };
    this.#edgeCount += 1;
    return edge;
  }

  /** A location has to be here: the execution is over, ways meet, or a loop begins. */
  #stopAt({ point, context }: Position): ModelLocation | undefined {
    const range = point.outgoing[0]?.range ?? point.incoming[0]?.range ?? context.graph.range;
    const { properties } = this.#t.options;
    if (isErrorLocation(point, properties)) return this.#labelled(point, context, range);
    const { reach } = this.#slice;
    const inMain =
      context.site === undefined && point.function === this.#main.name && this.#graphAt(point, context) === this.#main;
    const initial = this.#graphAt(point, context) === this.#program.initialise;
    const returns = reach.exit(point) && (initial || context.returnMatters);
    if (!reach.error(point) && !returns) return this.#location(point, context, "end", undefined, range);
    if (inMain && point === this.#main.exit && this.#contracts?.procedure === undefined)
      return this.#location(point, context, "end", undefined, range);
    const reduced = this.#reducedOf(this.#graphAt(point, context));
    if (reduced.isJoin(point) || reduced.isCutPoint(point) || this.#isStep(point, context))
      return this.#ordinary({ point, context });
    return undefined;
  }

  /** Whether recursion is to stop there before it goes on. */
  #isStep(point: Location, { graph, instance }: Context): boolean {
    return this.#t.options.recursion === "stepwise" && instance > 0 && point === graph.entry;
  }

  #labelled(point: Location, context: Context, range: SourceRange): ModelLocation {
    const name = siteName("error-label", labelRange(point, context.graph.range));
    if (this.#t.options.settled?.includes(name) === true)
      return this.#location(point, context, "end", undefined, range);
    return this.#location(point, context, "error", "label ERROR", range, { names: [name], condition: "exact" });
  }

  #graphAt(point: Location, context: Context): FunctionGraph {
    return context.site === undefined && point.function === this.#program.initialise.name
      ? this.#program.initialise
      : context.graph;
  }

  #ordinary({ point, context }: Position): ModelLocation {
    const range = point.outgoing[0]?.range ?? point.incoming[0]?.range ?? context.graph.range;
    return this.#location(point, context, "ordinary", undefined, point.loop ?? range);
  }

  // --- Ways out of a position -------------------------------------------------------------------------------------

  #waysOut(at: Position): readonly Way[] {
    const graph = this.#graphAt(at.point, at.context);
    const procedure = this.#contracts?.procedure;
    if (procedure !== undefined && graph === this.#program.initialise)
      return [{ ops: [], origin: [], to: { point: procedure.entry, context: at.context } }];
    if (at.point === graph.exit) return this.#return(at.context, graph);
    const step = this.#reducedOf(graph).stepAt(at.point);
    if (step.kind === "pass") return [this.#pass(at, step)];
    const ways: Way[] = [];
    for (const edge of step.edges) {
      const outcomes = this.#translator.outcomes(edge, at.context.instance);
      this.#translator.publish(edge);
      for (const outcome of outcomes)
        if (outcome.next.kind === "enter" && this.#contracts?.covers(outcome.next.graph) === true)
          ways.push(...this.#callByContract(at, edge, outcome, outcome.next, this.#contracts));
        else ways.push(this.#take(at, edge, outcome));
    }
    return ways;
  }

  #pass({ point, context }: Position, step: Step & { kind: "pass" }): Way {
    const range = point.outgoing[0]?.range ?? context.graph.range;
    const over = step.to === undefined ? this.#location(point, context, "end", undefined, range) : undefined;
    const to = over === undefined ? { point: step.to as Location, context } : { stop: over };
    return { ops: [], origin: step.path, to };
  }

  #take({ point, context }: Position, edge: Edge, outcome: Outcome): Way {
    const cuts = this.#slice.branchMatters(point);
    const chosen = outcome.condition !== undefined && (cuts || this.#slice.edgeMatters(edge));
    const prefix = this.#keep(outcome.prefix, cuts);
    const choice: Choice | undefined = chosen
      ? { kind: "assume", condition: outcome.condition as Formula, origin: edge }
      : undefined;
    const ops = [...prefix, ...(choice === undefined ? [] : [choice]), ...this.#keep(outcome.ops, cuts)];
    const decidable = choice !== undefined && prefix.every((op) => op.kind === "assume") ? { choice } : {};
    const stop = (
      kind: ModelLocation["kind"],
      reason: string | undefined,
      range: SourceRange,
      site?: ErrorSite,
    ): Way => ({
      ops,
      ...decidable,
      origin: [edge],
      to: { stop: this.#location(point, context, kind, reason, range, site) },
    });
    const { next } = outcome;
    switch (next.kind) {
      case "goto":
        return { ops, ...decidable, origin: [edge], to: { point: edge.target, context } };
      case "end":
        return stop("end", undefined, edge.range);
      case "error":
        return stop("error", next.reason, next.range, siteOf(next));
      case "unmodelled":
        return stop("unmodelled", next.reason, edge.range);
      case "enter": {
        const entered = this.#enter(context, edge, next.graph);
        if (typeof entered === "string") return stop("unmodelled", entered, edge.range);
        const passed = this.#translator.enter(edge, next.graph, next.arguments, entered.instance);
        const to = { point: next.graph.entry, context: entered };
        return { ops: [...ops, ...this.#keep(passed)], ...decidable, origin: [edge], to };
      }
    }
  }

  #callByContract(
    at: Position,
    edge: Edge,
    outcome: Outcome,
    { graph, arguments: given }: Next & { kind: "enter" },
    contracts: ContractRules,
  ): Way[] {
    const { before, required, after } = contracts.call(edge, graph, given, at.context.instance);
    const until = (ops: readonly ModelOp[], next: Next) =>
      this.#take(at, edge, { ...outcome, ops: [...outcome.ops, ...before, ...ops], next });
    const onward = until([assume(required, edge), ...after], { kind: "goto" });
    if (required.kind === "true") return [onward];
    const reason = ContractRules.reasons.requires(graph.name);
    return [
      until([assume(not(required), edge)], {
        ...{ kind: "error", reason, range: edge.range, violates: [], condition: "maybe" },
      }),
      onward,
    ];
  }

  #return(context: Context, graph: FunctionGraph): readonly Way[] {
    if (graph === this.#program.initialise) {
      const given = this.#t.commandLine.start().filter((op) => op.kind !== "assume" || this.#allMatter(op));
      return [{ ops: this.#keep(given), origin: [], to: { point: this.#main.entry, context } }];
    }
    const { site, caller } = context;
    const procedure = this.#contracts?.procedure;
    if (site === undefined && procedure !== undefined) return this.#leaveProcedure(context, graph);
    if (site === undefined || caller === undefined) return [];
    const taken = this.#translator.leave(site, graph, context.instance, caller.instance);
    return [{ ops: this.#keep(taken), origin: [], to: { point: site.target, context: caller } }];
  }

  /** Where the procedure of a model returns, its contract is checked. */
  #leaveProcedure(context: Context, graph: FunctionGraph): readonly Way[] {
    const stop = (kind: "error" | "end", reason: string) => ({
      stop: this.#location(graph.exit, context, kind, reason, graph.range),
    });
    const broken = assume((this.#contracts as ContractRules).broken(graph), undefined);
    return [
      { ops: [broken], origin: [], to: stop("error", ContractRules.reasons.ensures(graph.name)) },
      { ops: [], origin: [], to: stop("end", ContractRules.reasons.returns(graph.name)) },
    ];
  }

  /** What is left of operations after slicing. */
  #keep(ops: readonly ModelOp[], cuts = true): ModelOp[] {
    return ops.filter((op) => {
      if (op.kind !== "assume") return this.#matters(op.target);
      if (op.condition.kind === "true") return false;
      return op.assumption === undefined && op.satisfiable === undefined ? cuts : this.#allMatter(op);
    });
  }

  #matters(variable: Variable): boolean {
    return this.#slice.variableMatters(variable);
  }

  #allMatter(op: ModelOp & { kind: "assume" }): boolean {
    for (const variable of variablesOf(op.condition)) if (!this.#matters(variable)) return false;
    return true;
  }

  // --- Interning --------------------------------------------------------------------------------------------------

  #enter(caller: Context, site: Edge, graph: FunctionGraph): Context | string {
    const bySite = memoised(this.#contexts, caller, () => new Map());
    const known = bySite.get(site)?.find((context) => context.graph === graph);
    if (known !== undefined) return known;
    const instance = this.#t.calls.isRecursive(graph.name) ? activationsOf(caller, graph) : 0;
    const { recursionDepth, callStringBudget } = this.#t.options;
    if (instance >= recursionDepth) return `recursion of ${graph.name} deeper than ${recursionDepth}`;
    if (this.#contextCount >= callStringBudget) return `more than ${callStringBudget} call strings`;
    const { reach } = this.#slice;
    const returnMatters = reach.error(site.target) || (reach.exit(site.target) && caller.returnMatters);
    const made: Context = {
      id: this.#contextCount,
      depth: caller.depth + 1,
      site,
      caller,
      graph,
      instance,
      returnMatters,
    };
    this.#contextCount += 1;
    bySite.set(site, [...(bySite.get(site) ?? []), made]);
    return made;
  }

  #location(
    point: Location,
    context: Context,
    kind: ModelLocation["kind"],
    reason: string | undefined,
    range: SourceRange,
    site?: ErrorSite,
  ): ModelLocation {
    const byPoint = memoised(this.#locations, context, () => new Map());
    const here = byPoint.get(point) ?? [];
    const same = (other: ModelLocation) =>
      other.kind === kind &&
      other.reason === reason &&
      (kind !== "error" || (other.range.start === range.start && isSame(other.site, site)));
    const known = here.find(same);
    if (known !== undefined) return known;
    const graph = this.#graphAt(point, context);
    const isStep = kind === "ordinary" && this.#isStep(point, context);
    const cutPoint = isStep || (kind === "ordinary" && this.#reducedOf(graph).isCutPoint(point));
    const made: ModelLocation = {
      id: this.#locationCount,
      point,
      context,
      kind,
      ...(reason === undefined ? {} : { reason }),
      ...(site === undefined ? {} : { site }),
      range,
      cutPoint,
      ...(isStep && { recursion: context.instance }),
    };
    this.#locationCount += 1;
    byPoint.set(point, [...here, made]);
    this.#contextOf.set(made, context);
    return made;
  }

  #reducedOf(graph: FunctionGraph): Reduced {
    return memoised(this.#reduced, graph, () => reduce(graph, this.#slice, this.#translator));
  }
}

/**
 * What variables are known to be after the operations of an edge in the making. A pointer that was just passed decides
 * which object it points to, so that no location is needed for that.
 */
class KnownValues {
  readonly #values = new Map<Variable, Int>();

  follow(op: ModelOp): void {
    if (op.kind === "assume") return;
    const value = op.kind === "assign" ? this.#valueOf(op.value) : undefined;
    if (value === undefined) this.#values.delete(op.target);
    else this.#values.set(op.target, value);
  }

  #valueOf(term: Term): Int | undefined {
    if (term.kind === "integer") return term.value;
    if (term.kind === "variable") return this.#values.get(term.variable);
    if (this.#values.size === 0 || (term.kind !== "add" && term.kind !== "subtract")) return undefined;
    const value = evaluate(term, { valueOf: (variable) => this.#values.get(variable) });
    return typeof value === "object" ? undefined : value;
  }

  /** The ways that are not ruled out. */
  possible(ways: readonly Way[]): readonly Way[] {
    if (ways.length < 2 || this.#values.size === 0) return ways;
    const environment = { valueOf: (variable: Variable) => this.#values.get(variable) };
    return ways.filter(({ choice }) => choice === undefined || holds(choice.condition, environment) !== false);
  }
}

/** Allocation sites start at the beginning of their addresses, without an object. */
function heapStart({ program, variables, placementOf, pointsTo, options, memory }: Translation): readonly ModelOp[] {
  const counters = [...variables.counters].map(([region, counter]) =>
    assign(counter, integer(placementOf(region).base), undefined),
  );
  if (options.properties.includes("initialised-reads")) {
    for (const { region, variable: cell } of memory.cells) {
      if (cell === undefined || !mayBeUnset(region)) continue;
      const companion = variables.setOf(cell);
      counters.push(assign(companion, everywhere(companion, integer(0)), undefined));
    }
  }
  if (!followsLifetimes(program, options.properties)) return counters;
  // What has not been allocated is as dead as what was freed.
  const dead = pointsTo.regions
    .filter((region) => region.kind === "heap" && !placementOf(region).many)
    .flatMap((region) => [
      assign(variables.freedOf(region), integer(1), undefined),
      assign(variables.sizeOf(region), integer(0), undefined),
    ]);
  if (variables.followsExtents) {
    const freeable = variables.freeable();
    for (const array of [variables.extent(), variables.objects()])
      dead.push(assign(array, everywhere(array, integer(0)), undefined));
    dead.push(assign(freeable, store(everywhere(freeable, integer(0)), integer(0), integer(1)), undefined));
  }
  const live = asksForLeaks(options.properties) ? [assign(variables.live(), integer(0), undefined)] : [];
  return [...counters, ...dead, ...live];
}

function siteOf({ violates, range, condition }: Next & { kind: "error" }): ErrorSite | undefined {
  const names = violates.map((property) => siteName(property, range));
  return names.length === 0 ? undefined : { names, condition };
}

function isSame(a: ErrorSite | undefined, b: ErrorSite | undefined): boolean {
  return a?.condition === b?.condition && a?.names.join() === b?.names.join();
}

function activationsOf(context: Context, graph: FunctionGraph): number {
  let count = 0;
  for (let at: Context | undefined = context; at !== undefined; at = at.caller) if (at.graph === graph) count += 1;
  return count;
}
