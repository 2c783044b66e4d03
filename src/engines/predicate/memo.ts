/**
 * `predicate:memo`: predicate abstraction with block-abstraction memoisation (Wonisch and Wehrheim, ICFEM 2012; `../memo.ts`). Inside
 * a block only those predicates are followed that mention a variable of it. Refinement is that of `predicate`, along the path
 * in the program as it is.
 *
 * A predicate that mentions none may be needed all the same: what is learnt inside of a variable that equals another one
 * outside. When a path comes back though the predicates of its interpolants are known wherever they mention something, the rest
 * is followed, too, in the blocks where the interpolants have it.
 */
import type { Verdict } from "../../evidence/claim.ts";
import { ALL, type Diagram, EMPTY, intersection, isSubset } from "../../logic/diagram.ts";
import type { Formula, Variable } from "../../logic/term.ts";
import { variablesOf } from "../../logic/visit.ts";
import { Liveness } from "../../model/live.ts";
import type { Model, ModelLocation } from "../../model/model.ts";
import { createInterpolator } from "../../smt/interpolate/index.ts";
import { count as countWork } from "../../util/budget.ts";
import { counted } from "../../util/counted.ts";
import { memoised } from "../../util/memo.ts";
import { AbstractPost } from "../abstract-post.ts";
import type { NodeId } from "../arg.ts";
import { interpolatePath, type PathAnswer } from "../block-interpolants.ts";
import { confirmPath, type Unconfirmed } from "../confirm.ts";
import type { Action } from "../cutpoint-graph.ts";
import { count, type EngineContext } from "../engine.ts";
import { type BlockAnalysis, type Covering, certificateOf, type ErrorPath, Memo, type PathStep } from "../memo.ts";
import { type MemoBlock, MemoBlocks, NoBlocks, type Place, type Step } from "../memo-blocks.ts";
import { Precision, type Predicate, Predicates, restrictedTo } from "../predicates.ts";
import { CONFIRMATIONS, countedSolver } from "./loop.ts";

export function runPredicateMemo(model: Model, context: EngineContext): Verdict {
  let states: BlockPredicates | undefined;
  try {
    const size = context.options.block === "edge" ? "locations" : "blocks";
    const blocks = new MemoBlocks(model, size, (work) => context.budget.tick(work));
    states = new BlockPredicates(context, blocks);
    const memo = new Memo<Label>(blocks, states, context.statistics);
    context.progress(
      () => `${counted(context.statistics["states"] ?? 0, "state")}, ${context.statistics["cacheHits"]} blocks reused`,
    );
    const outcome = exploreAndRefine(memo, states);
    const describe = states.labelOf;
    return outcome ?? { kind: "safe", certificate: certificateOf(model, memo, describe, "cut-points") };
  } catch (error) {
    if (!(error instanceof NoBlocks)) throw error;
    return { kind: "unknown", reason: error.message };
  } finally {
    states?.dispose();
  }
}

/** As `loop.ts` does it on one graph; undefined: nothing is left to explore. */
function exploreAndRefine(memo: Memo<Label>, states: BlockPredicates): Verdict | undefined {
  let undecided: Unconfirmed | undefined;
  for (let failures = 0; failures < CONFIRMATIONS; ) {
    const path = memo.explore();
    if (path === undefined) return undecided;
    const answer = states.interpolate(path);
    if (answer.kind === "unknown") return { kind: "unknown", reason: `refinement: ${answer.reason}` };
    if (answer.kind === "infeasible") {
      if (states.refine(memo, path, answer.interpolants)) continue;
      return { kind: "unknown", reason: "refinement found no new predicates" };
    }
    const outcome = confirmPath(states.context, answer.path);
    if (outcome.kind === "unsafe") return outcome;
    undecided ??= outcome;
    failures += 1;
  }
  return undecided;
}

interface Label {
  readonly state: Diagram;
  /** The predicates that it was computed with. */
  readonly asked: readonly Predicate[];
}

class BlockPredicates implements BlockAnalysis<Label> {
  readonly context: EngineContext;
  readonly entry: Label = { state: ALL, asked: [] };
  readonly order = "oldest first";
  readonly covering: Covering<Label>;
  readonly #predicates = new Predicates();
  readonly #precision: Precision;
  readonly #post: AbstractPost;
  readonly #solving: Pick<Parameters<typeof interpolatePath>[0], "interpolator" | "solver" | "precise" | "tick">;
  readonly #mentioned = new Map<Formula, ReadonlySet<Variable>>();
  /** Predicates that are followed in a block though they mention nothing of it. */
  readonly #forced = new Map<MemoBlock, Set<Formula>>();

  constructor(context: EngineContext, blocks: MemoBlocks) {
    this.context = context;
    const { solvers, budget } = context;
    const tick = (work: number) => budget.tick(work);
    const solver = countedSolver(context);
    this.#solving = { interpolator: createInterpolator({ solver, tick }), solver, precise: solvers.bits, tick };
    const liveness = blocks.liveness();
    this.#precision = new Precision((of, at) => liveness.isLive(of, at));
    this.#post = new AbstractPost({
      ...{ graph: blocks, liveness, predicates: this.#predicates, kind: "boolean" },
      ...{ solver, precise: solvers.bits, tick },
    });
    this.covering = covering();
  }

  dispose(): void {
    this.#post.dispose();
    this.context.statistics["predicates"] = this.#predicates.count;
    this.context.statistics["abstractions"] = this.#post.computed;
  }

  readonly labelOf = ({ state }: Label) => ({ kind: "formula" as const, formula: this.#predicates.formulaOf(state) });

  keyOf({ state }: Label): Diagram {
    return state;
  }

  reduce({ state }: Label, block: MemoBlock): Label {
    this.context.budget.tick(1);
    return { state: restrictedTo(state, (of) => this.#concerns(this.#predicates.meaning(of), block)), asked: [] };
  }

  expand(outer: Label, { state, asked }: Label, block: MemoBlock): Label {
    // The checker's work, where it asks for labels.
    countWork(1);
    const kept = restrictedTo(outer.state, (of) => !this.#concerns(this.#predicates.meaning(of), block));
    return { state: intersection(kept, state), asked };
  }

  along(step: Step, { state }: Label, block: MemoBlock): Label | undefined {
    this.context.budget.tick(1);
    const asked = this.#followedAt(step.target, block);
    const after = this.#post.along(step, state, asked);
    return after === EMPTY ? undefined : { state: after, asked };
  }

  /** Whether the predicate is followed in the block. */
  #concerns(formula: Formula, block: MemoBlock): boolean {
    if (this.#forced.get(block)?.has(formula) === true) return true;
    for (const of of memoised(this.#mentioned, formula, () => variablesOf(formula)))
      if (block.variables.has(of)) return true;
    return false;
  }

  #followedAt({ location }: Place, block: MemoBlock): readonly Predicate[] {
    if (location === undefined) return [];
    return this.#precision.at(location).filter(({ formula }) => this.#concerns(formula, block));
  }

  interpolate(path: ErrorPath<Label>): PathAnswer {
    const liveness = new Liveness(
      path.flatMap(({ edges }) => edges),
      { reads: "all" },
    );
    return interpolatePath({ ...this.#solving, liveness }, actionsOf(path));
  }

  /** So that the path is not found again; false: there is nothing to change. @param interpolants behind each step but the last. */
  refine(memo: Memo<Label>, path: ErrorPath<Label>, interpolants: readonly Formula[]): boolean {
    const parts = interpolants.map((interpolant) => this.#predicates.atomsOf(interpolant));
    for (const [i, { place }] of path.entries())
      if (place.location !== undefined) this.#precision.add(place.location, parts[i] ?? []);
    const first = this.#firstUnasked(path, parts);
    if (first === -1 && !this.#force(path, parts)) return false;
    count(this.context.statistics, "refinements");
    memo.forget((block) => this.#isTouched(block, path, parts));
    memo.cut(path, first === -1 ? this.#firstUnasked(path, parts) : first);
    return true;
  }

  /** The first step whose label was computed without a predicate that its block follows. */
  #firstUnasked(path: ErrorPath<Label>, parts: readonly (readonly Predicate[])[]): number {
    return path.findIndex(({ label, block, place }, i) => {
      if (place.location === undefined) return false;
      return (parts[i] ?? []).some((one) => this.#concerns(one.formula, block) && !label.asked.includes(one));
    });
  }

  /** Follows all predicates of the interpolants from now on. false: it did already. */
  #force(path: ErrorPath<Label>, parts: readonly (readonly Predicate[])[]): boolean {
    let any = false;
    for (const [i, { block }] of path.entries())
      for (const { formula } of parts[i] ?? []) {
        if (this.#concerns(formula, block)) continue;
        memoised(this.#forced, block, () => new Set()).add(formula);
        any = true;
      }
    return any;
  }

  #isTouched(block: MemoBlock, path: ErrorPath<Label>, parts: readonly (readonly Predicate[])[]): boolean {
    return path.some(({ place, label }, i) => {
      const point = place.location?.point;
      if (point === undefined || !block.points.has(point)) return false;
      return (parts[i] ?? []).some((one) => this.#concerns(one.formula, block) && !label.asked.includes(one));
    });
  }
}

function covering(): Covering<Label> {
  const nodes = new WeakMap<object, { readonly node: NodeId; readonly state: Diagram }[]>();
  return {
    coverer: (at, { state }) => nodes.get(at)?.find((other) => isSubset(state, other.state))?.node,
    add: (at, { state }, node) => {
      memoised(nodes, at, () => []).push({ node, state });
    },
    remove: (at, _, node) => {
      const here = nodes.get(at);
      const index = here?.findIndex((other) => other.node === node) ?? -1;
      if (index !== -1) here?.splice(index, 1);
    },
  };
}

/** The path as actions of the program as it is. */
function actionsOf(path: ErrorPath<Label>): readonly Action[] {
  const end = (location: ModelLocation | undefined) => ({ id: 0, location, actions: [] });
  return path.map(({ source, target, edges }: PathStep<Label>) => ({
    source: end(source),
    target: end(target),
    edges,
  }));
}
