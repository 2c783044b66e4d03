/**
 * Lazy predicate abstraction (Henzinger, Jhala, Majumdar and Sutre, "Lazy abstraction", POPL 2002) over blocks: the graph is
 * unrolled into a tree of abstract states; a state below another one of its location needs no successors. An error path
 * is either an execution or gives new predicates to the locations along it, and what was computed without them is removed
 * and computed again; the rest of the tree stays.
 */
import { ALL, type Diagram, EMPTY, isSubset } from "../../logic/diagram.ts";
import type { Formula } from "../../logic/term.ts";
import type { ModelLocation } from "../../model/model.ts";
import { counted } from "../../util/counted.ts";
import { memoised } from "../../util/memo.ts";
import type { AbstractPost } from "../abstract-post.ts";
import { Arg, type NodeId } from "../arg.ts";
import type { Action, CutPoint, CutPointGraph } from "../cutpoint-graph.ts";
import type { EngineContext } from "../engine.ts";
import type { AbstractionKind } from "../predicate-abstraction.ts";
import type { Precision, Predicates } from "../predicates.ts";
import { errorsFirst, type Strategy } from "./loop.ts";

export interface PredicateParts {
  readonly graph: CutPointGraph;
  readonly predicates: Predicates;
  readonly precision: Precision;
  readonly post: AbstractPost;
  readonly kind: AbstractionKind;
}

interface Label {
  readonly state: Diagram;
  /** Of the predicates that its point has, how many were there when it was computed. */
  readonly known: number;
}

export class PredicateCegar implements Strategy<Label> {
  readonly #parts: PredicateParts;
  readonly #context: EngineContext;
  readonly arg = new Arg<Label, CutPoint, Action>();
  /** Uncovered nodes, in order of creation. */
  readonly #reached = new Map<CutPoint, NodeId[]>();
  readonly #waitlist: NodeId[] = [];
  #states = 0;
  #refinements = 0;
  #coverChecks = 0;

  constructor(parts: PredicateParts, context: EngineContext) {
    this.#parts = parts;
    this.#context = context;
    const root = this.arg.addRoot(parts.graph.entry, { state: ALL, known: 0 });
    this.#reached.set(parts.graph.entry, [root]);
    this.#waitlist.push(root);
    context.progress(() => {
      this.count();
      return `${counted(this.arg.size, "state")}, ${counted(parts.predicates.count, "predicate")}, ${counted(this.#refinements, "refinement")}`;
    });
  }

  /** Until an error is reached, which is returned, or nothing is left. */
  explore(): NodeId | undefined {
    for (let node = this.#waitlist.shift(); node !== undefined; node = this.#waitlist.shift()) {
      if (!this.arg.isLive(node) || this.arg.coveredBy(node) !== undefined) continue;
      for (const action of errorsFirst(this.arg.location(node), this.#parts.graph)) {
        const child = this.#successor(node, action);
        if (child === undefined) continue;
        this.#waitlist.unshift(node);
        return child;
      }
    }
    return undefined;
  }

  /** Returns it when it is an error. */
  #successor(node: NodeId, action: Action): NodeId | undefined {
    const { post, precision } = this.#parts;
    this.#context.budget.tick(1);
    if (this.arg.hasChild(node, action)) return undefined;
    const { location } = action.target;
    const known = location === undefined ? 0 : precision.listAt(location).length;
    const state = post.along(action, this.arg.label(node).state, location === undefined ? [] : precision.at(location));
    if (state === EMPTY) return undefined;
    const child = this.arg.add(node, action, { state, known });
    this.#states += 1;
    if (location === undefined) return child;
    this.#place(child);
    return undefined;
  }

  /** Covered, or to be expanded. */
  #place(node: NodeId): void {
    const { state } = this.arg.label(node);
    const here = memoised(this.#reached, this.arg.location(node), () => []);
    this.#coverChecks += 1;
    const coverer = here.find((other) => isSubset(state, this.arg.label(other).state));
    if (coverer !== undefined) {
      this.arg.cover(node, coverer);
      return;
    }
    here.push(node);
    this.#waitlist.push(node);
  }

  /** Adds predicates, and removes what was computed without them. false: nothing was. */
  refine(nodes: readonly NodeId[], interpolants: readonly Formula[]): boolean {
    const { precision, predicates, kind } = this.#parts;
    let root: NodeId | undefined;
    for (const [i, interpolant] of interpolants.entries()) {
      const node = nodes[i + 1] as NodeId;
      const location = this.arg.location(node).location as ModelLocation;
      const indices = precision.add(location, predicates.of(interpolant, kind));
      const { known } = this.arg.label(node);
      if (root === undefined && indices.some((index) => index >= known)) root = nodes[i] as NodeId;
    }
    // The last state lost nothing: what is missing is at its end, which has no predicates.
    if (root === undefined) return false;
    this.#refinements += 1;
    this.#prune(root);
    return true;
  }

  #prune(root: NodeId): void {
    const orphans = this.arg.prune(root, (removed) => {
      const here = this.#reached.get(this.arg.location(removed));
      const index = here?.indexOf(removed) ?? -1;
      if (index !== -1) here?.splice(index, 1);
    });
    for (const orphan of orphans) this.#place(orphan);
    this.#waitlist.unshift(root);
  }

  formulaOf = ({ state }: Label): Formula => this.#parts.predicates.formulaOf(state);

  dispose(): void {
    this.#parts.post.dispose();
  }

  count(): void {
    const { statistics } = this.#context;
    statistics["states"] = this.#states;
    statistics["refinements"] = this.#refinements;
    statistics["coverChecks"] = this.#coverChecks;
    statistics["predicates"] = this.#parts.predicates.count;
    statistics["abstractions"] = this.#parts.post.computed;
  }
}
