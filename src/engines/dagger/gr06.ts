/**
 * GR06: Gulavani and Rajamani, "Counterexample driven refinement for abstract interpretation", TACAS 2006, the tool that the
 * paper compares with. A forward fixpoint over finite sets of states: where branches meet the sets are united, and at a
 * loop head a new state is combined with an older one. How is what a list of hints says, one an iteration: widened, joined to
 * their hull, or kept beside it as one more member. An iteration goes once through the program, in which loops are entered and
 * re-entered with what the iteration before has found.
 *
 * When the error is reached, its states are carried back by exact preimages from iteration to iteration. The hint of the
 * iteration where they become empty is made stronger, and the fixpoint starts again there: what came before does not change.
 *
 * Nothing limits the size of a set: that is what the paper sees it fail by. The paper of 2006 is not at hand; this follows its
 * description in the paper of 2008, and the choice of the older state (the newest member) is ours.
 */
import type { Verdict } from "../../evidence/claim.ts";
import type { Model } from "../../model/model.ts";
import { counted } from "../../util/counted.ts";
import { memoised } from "../../util/memo.ts";
import { count, type EngineContext } from "../engine.ts";
import { certificateOf } from "./certificate.ts";
import type { ControlEdge, ControlGraph, Place } from "./control-graph.ts";
import { Counterexamples } from "./counterexamples.ts";
import { EVERYTHING, isPartOf } from "./cube.ts";
import { interpolatedWiden } from "./interpolated-widen.ts";
import type { ErrorState } from "./refine.ts";
import type { Settings } from "./settings.ts";
import type { Space } from "./space.ts";

/** From the weakest to the strongest. */
const HINTS = ["widening", "hull", "set"] as const;
type Hint = (typeof HINTS)[number];

/** What one iteration knows: the members of each place's set, none below another. */
type Iteration<S> = ReadonlyMap<Place, readonly S[]>;

export function gr06<S>(
  graph: ControlGraph,
  space: Space<S>,
  model: Model,
  context: EngineContext,
  widening: Settings["widening"],
): Verdict {
  const fixpoint = new Fixpoint(graph, space, context, widening);
  const counterexamples = new Counterexamples(context);
  context.progress(
    () =>
      `${counted(context.statistics["iterations"] ?? 0, "iteration")}, ${counted(context.statistics["refinements"] ?? 0, "refinement")}`,
  );
  for (;;) {
    const failures = fixpoint.untilFailure();
    if (failures === "stable") {
      const last = fixpoint.iterations[fixpoint.iterations.length - 1];
      return { kind: "safe", certificate: certificateOf(model, graph, space, (place) => last?.get(place) ?? []) };
    }
    space.count("refinements");
    const { atRoot, emptied } = fixpoint.followBack(failures);
    const confirmed = counterexamples.confirmAny(atRoot);
    if (confirmed !== undefined) return confirmed;
    const weakest = emptied.find((at) => fixpoint.hintAt(at) !== "set");
    if (weakest === undefined) return counterexamples.why;
    fixpoint.strengthen(weakest);
  }
}

class Fixpoint<S> {
  readonly iterations: Iteration<S>[] = [];
  readonly #graph: ControlGraph;
  readonly #space: Space<S>;
  readonly #context: EngineContext;
  readonly #widening: Settings["widening"];
  readonly #hints: Hint[] = [];
  readonly #images = new Map<S, Map<ControlEdge, S>>();

  constructor(graph: ControlGraph, space: Space<S>, context: EngineContext, widening: Settings["widening"]) {
    this.#graph = graph;
    this.#space = space;
    this.#context = context;
    this.#widening = widening;
  }

  hintAt(at: number): Hint {
    return this.#hints[at] ?? "widening";
  }

  /** Starts again where the hint matters first. */
  strengthen(at: number): void {
    this.#hints[at] = HINTS[HINTS.indexOf(this.hintAt(at)) + 1] ?? "set";
    this.iterations.length = at;
  }

  /** Iterates until an edge leads to the error, or until nothing is new. */
  untilFailure(): readonly ControlEdge[] | "stable" {
    for (;;) {
      const isNew = this.#iterate();
      const failures = this.#graph.error.incoming.filter((edge) =>
        this.#members(this.iterations.length - 1, edge.source).some((state) => this.#fails(state, edge)),
      );
      if (failures.length > 0) return failures;
      if (!isNew) return "stable";
    }
  }

  #fails(state: S, edge: ControlEdge): boolean {
    return (
      !this.#space.domain.isBottom(this.#image(state, edge)) && this.#space.Preimage(EVERYTHING, edge, state).length > 0
    );
  }

  #members(at: number, place: Place): readonly S[] {
    return this.iterations[at]?.get(place) ?? [];
  }

  #image(state: S, edge: ControlEdge): S {
    const images = memoised(this.#images, state, () => new Map<ControlEdge, S>());
    return memoised(images, edge, () => this.#space.Image(state, edge));
  }

  /** Once through the program. Says whether a loop head has got something new. */
  #iterate(): boolean {
    const at = this.iterations.length;
    count(this.#context.statistics, "iterations");
    const now = new Map<Place, readonly S[]>();
    let isNew = at === 0;
    for (const place of this.#graph.places) {
      if (place === this.#graph.error) continue;
      // An edge that is not back comes from a place that this iteration has seen.
      const arriving = place.incoming.flatMap((edge) =>
        (edge.back ? this.#members(at - 1, edge.source) : (now.get(edge.source) ?? [])).map((state) =>
          this.#image(state, edge),
        ),
      );
      if (place === this.#graph.entry) arriving.push(this.#space.domain.top);
      const older = place.role === "loophead" ? this.#members(at - 1, place) : [];
      const members = arriving.reduce(
        (set, state) => this.#with(set, state, older.length === 0 ? "set" : this.hintAt(at)),
        older,
      );
      if (members !== older && place.role === "loophead") isNew = true;
      now.set(place, members);
    }
    this.iterations.push(now);
    return isNew;
  }

  /** The set with one more state, combined with its newest member as the hint says. */
  #with(set: readonly S[], state: S, hint: Hint): readonly S[] {
    const { domain } = this.#space;
    if (domain.isBottom(state) || set.some((member) => this.#space.leq(state, member))) return set;
    const newest = set[set.length - 1];
    let added = state;
    if (newest !== undefined && hint !== "set") {
      added = this.#space.join(newest, state);
      if (hint === "widening") added = interpolatedWiden(this.#space, newest, added, [], this.#widening);
    }
    this.#space.count("states");
    return [...set.filter((member) => !this.#space.leq(member, added)), added];
  }

  /**
   * Carries the error back. `emptied`: the iterations at which states of the error have no predecessor, the earliest first.
   */
  followBack(failures: readonly ControlEdge[]): {
    readonly atRoot: readonly ErrorState[];
    readonly emptied: readonly number[];
  } {
    const last = this.iterations.length - 1;
    const errors = this.iterations.map(() => new Map<Place, ErrorState[]>());
    const give = (at: number, place: Place, error: ErrorState): void => {
      const list = memoised(errors[at]!, place, () => []);
      if (!list.some((known) => isPartOf(error.cube, known.cube))) list.push(error);
    };
    const back = (at: number, edge: ControlEdge, next: ErrorState | undefined): number => {
      const before = this.#members(at, edge.source).flatMap((state) =>
        this.#space.Preimage(next?.cube ?? EVERYTHING, edge, state),
      );
      for (const cube of before) give(at, edge.source, { cube, edge, next, closed: [] });
      return before.length;
    };
    for (const edge of failures) back(last, edge, undefined);
    const atRoot: ErrorState[] = [];
    const emptied: number[] = [];
    for (let at = last; at >= 0; at--)
      for (const place of [...this.#graph.places].reverse())
        for (const error of errors[at]!.get(place) ?? []) {
          if (place === this.#graph.entry) {
            atRoot.push(error);
            continue;
          }
          let found = 0;
          for (const edge of place.incoming) found += back(edge.back ? at - 1 : at, edge, error);
          if (
            place.role === "loophead" &&
            this.#members(at - 1, place).some((state) => this.#space.meets(state, error.cube))
          ) {
            give(at - 1, place, { cube: error.cube, edge: undefined, next: error, closed: [] });
            found += 1;
          }
          if (found === 0 && emptied[0] !== at) emptied.unshift(at);
        }
    return { atRoot, emptied };
  }
}
