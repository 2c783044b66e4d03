/**
 * Finding focus paths (section 3.2). For every source node the formula of its block is built and given to a solver of its
 * own once: Booleans for locations and edges, at most one path in a model, the variables at the start under their own
 * names and those at an exit as terms. Each question adds only assumptions: x1 in X_p1, and for some target, b_p2 and x2
 * not in X_p2. A model says which edges were taken.
 *
 * Terms that are not linear are replaced by names about which only facts are known (the abstraction by linearisation that
 * the paper allows), so a path may be found that the program cannot take; the iteration copes with paths that add nothing.
 */
import type { Domain } from "../../domains/domain.ts";
import { and, FALSE, type Formula, not, or, TRUE, type Variable } from "../../logic/term.ts";
import { substitute, type TermNode, variablesOf } from "../../logic/visit.ts";
import type { ModelLocation } from "../../model/model.ts";
import { type EncodedBlock, encodeBlock } from "../../smt/encode/block.ts";
import { IDENTITY } from "../../smt/encode/ssa.ts";
import { TermLowering } from "../../smt/encode/term-lowering.ts";
import { FreshVariables } from "../../smt/fresh.ts";
import type { Solver, SolverFactory, SolverOptions } from "../../smt/solver.ts";
import { memoised } from "../../util/memo.ts";
import type { Focus, Oracle, Target } from "./oracle.ts";
import type { GraphNode, Path, ReducedGraph } from "./reduced-graph.ts";

/** Invariants that are known by other means; what is found holds together with them. */
export type Facts = ReadonlyMap<ModelLocation, Formula>;

export class SolverOracle<S> implements Oracle<S> {
  readonly #graph: ReducedGraph;
  readonly #domain: Domain<S>;
  /** Asked in this order until one answers. */
  readonly #factories: readonly SolverFactory[];
  readonly #options: SolverOptions;
  readonly #facts: Facts;
  readonly #count: () => void;
  readonly #sources: Map<ModelLocation, Source>[];

  constructor(
    graph: ReducedGraph,
    domain: Domain<S>,
    factories: readonly SolverFactory[],
    options: SolverOptions,
    facts: Facts,
    count: () => void,
  ) {
    this.#graph = graph;
    this.#domain = domain;
    this.#factories = factories;
    this.#sources = factories.map(() => new Map());
    this.#options = options;
    this.#facts = facts;
    this.#count = count;
  }

  focus(at: GraphNode, from: S, targets: readonly Target<S>[], useless: readonly Path[]): Focus<S> {
    let focus: Focus<S> = { kind: "unknown", reason: "there is no solver" };
    for (let turn = 0; turn < this.#factories.length && focus.kind === "unknown"; turn += 1)
      focus = this.#ask(this.#sourceAt(at.location, turn), at, from, targets, useless);
    return focus;
  }

  #ask(
    source: Source,
    { cell }: GraphNode,
    from: S,
    targets: readonly Target<S>[],
    useless: readonly Path[],
  ): Focus<S> {
    const outside = targets.map((target) => this.#outside(source, target));
    if (outside.includes(undefined)) return { kind: "unknown", reason: "a bound on a variable that is not live" };
    const goal = or(outside as Formula[]);
    if (goal.kind === "false") return { kind: "none" };
    const assumptions = [cell, ...conjuncts(this.#domain.toFormula(from)), goal].map((one) => source.lower(one));
    for (const path of useless) assumptions.push(not(and(path.map((edge) => source.encoded.taken(edge)))));
    this.#count();
    const answer = source.solver.check(assumptions);
    if (answer === "unsat") return { kind: "none" };
    if (answer === "unknown") return { kind: "unknown", reason: source.solver.reason() };
    const model = source.solver.model();
    const found = outside.findIndex((one) => model.holds(source.lower(one as Formula)) === true);
    const target = targets[found];
    if (target === undefined) return { kind: "unknown", reason: "a model that reaches no target" };
    return { kind: "path", path: source.encoded.pathIn(model, target.location), target };
  }

  /** b_p2 and x2 in the cell but not in X_p2; undefined where that speaks of variables which the formula left out. */
  #outside(source: Source, { location, cell, known }: Target<S>): Formula | undefined {
    const exit = source.encoded.exits.get(location);
    if (exit === undefined) return FALSE;
    const states = and([cell, known === undefined ? TRUE : not(this.#domain.toFormula(known))]);
    for (const of of variablesOf(states)) if (!this.#graph.live.isLive(of, location)) return undefined;
    const memo = memoised(source.memos, location, () => new Map());
    return and([exit.reached, substitute(states, (of) => exit.environment.get(of), memo)]);
  }

  #sourceAt(at: ModelLocation, turn: number): Source {
    const sources = this.#sources[turn] as Map<ModelLocation, Source>;
    let source = sources.get(at);
    if (source === undefined) {
      const factory = this.#factories[turn] as SolverFactory;
      source = new Source(computeFormula(this.#graph, at), factory.create(this.#options));
      source.solver.assert(source.lower(this.#facts.get(at) ?? TRUE));
      sources.set(at, source);
    }
    return source;
  }

  dispose(): void {
    for (const sources of this.#sources) {
      for (const { solver } of sources.values()) solver.dispose();
      sources.clear();
    }
  }
}

/** computeFormula of the algorithms, for the paths out of one node. */
function computeFormula({ live, blockOf }: ReducedGraph, at: ModelLocation): EncodedBlock {
  return encodeBlock(blockOf(at), IDENTITY, new FreshVariables(), { observed: (exit) => live.at(exit) });
}

/** A formula in its solver, linear, with the definitions of the names in it. */
class Source {
  readonly encoded: EncodedBlock;
  readonly solver: Solver;
  /** For the substitution of an exit's environment. */
  readonly memos = new Map<ModelLocation, Map<TermNode, TermNode>>();
  readonly #lowering = new TermLowering(new FreshVariables("name"));
  readonly #defined = new Map<Variable, number>();

  constructor(encoded: EncodedBlock, solver: Solver) {
    this.encoded = encoded;
    this.solver = solver;
    solver.assert(this.lower(encoded.formula));
  }

  /** What a name means is asserted when it first occurs, and holds from then on. */
  lower(formula: Formula): Formula {
    const { formula: linear, names } = this.#lowering.lower(formula);
    for (const name of names) {
      const definition = this.#lowering.definition(name);
      for (const part of definition.slice(this.#defined.get(name) ?? 0)) this.solver.assert(part);
      this.#defined.set(name, definition.length);
    }
    return linear;
  }
}

function conjuncts(formula: Formula): readonly Formula[] {
  return formula.kind === "and" ? formula.operands : [formula];
}
