/**
 * The program unrolled from cut point to cut point, ways merged where they meet. A node is a location somewhere in the unrolling:
 * the guard says when execution comes there, the environment what the variables are then. What comes to a cut point stops there,
 * and what comes out of a loop where other ways out of it may meet it, so that what was followed has no cycle and no location
 * twice; rounds.ts and induction.ts say where it goes on.
 *
 * Guards are signals of a circuit, in which constants have been propagated: an edge whose guard is constantly false is not
 * followed. Values are terms, and become circuits only where a guard depends on them, so that what does not matter costs
 * nothing but its terms. A value that was assigned is cut to the width of its variable (it fits, or the edge is not taken), so that sums
 * do not grow from round to round.
 */
import { type Formula, ite, FALSE as NEVER_HOLDS, type Variable } from "../../logic/term.ts";
import type { Model, ModelEdge, ModelLocation, ModelOp } from "../../model/model.ts";
import { ExecutionOrder } from "../../model/view/execution-order.ts";
import { isOutOfScope } from "../../model/view/scope.ts";
import { FALSE, type Signal, TRUE } from "../../smt/bits/circuit.ts";
import type { BitsSession } from "../../smt/bits/session.ts";
import { type Environment, IDENTITY, mergeEnvironments, post, withinType } from "../../smt/encode/ssa.ts";
import { FreshVariables, isSet } from "../../smt/fresh.ts";
import { Heap } from "../../util/heap.ts";
import { memoised } from "../../util/memo.ts";

export interface Node {
  readonly location: ModelLocation;
  readonly guard: Signal;
  readonly environment: Environment;
  /** How execution comes here; none where the unrolling starts. */
  readonly arrivals: readonly Arrival[];
}

export interface Arrival {
  readonly from: Node;
  readonly edge: ModelEdge;
  readonly taken: Signal;
  readonly environment: Environment;
  /** What the edge's havocs gave, in their order. */
  readonly unknowns: readonly Variable[];
}

/** Where executions lead that were followed to the next cut points. */
export interface Followed {
  readonly errors: readonly Node[];
  readonly unmodelled: readonly Node[];
  /** Those that go on, by cut point, or where they were stopped. */
  readonly onward: ReadonlyMap<ModelLocation, readonly Arrival[]>;
}

export type GoesOn = (location: ModelLocation, waiting: Iterable<ModelLocation>) => boolean;

/**
 * Where executions lead within one block of all: the cut points that it ends in are where the next layer starts. For chains of
 * blocks, whatever the cut points.
 */
export interface Layer extends Omit<Followed, "onward"> {
  readonly frontier: readonly Node[];
}

/**
 * What is unknown in a part of the unrolling: what havocs give, which of several open edges is taken. Whoever unrolls the part
 * again, since more ways lead to it, finds the same there.
 */
export class Unknowns {
  readonly #given = new Map<ModelEdge, Variable[]>();
  readonly #choices = new Map<ModelEdge, Signal>();

  /** The values that the havocs of an edge give, in their order. */
  given(edge: ModelEdge): Variable[] {
    return memoised(this.#given, edge, () => []);
  }

  choice(edge: ModelEdge, make: () => Signal): Signal {
    return memoised(this.#choices, edge, make);
  }
}

export class Unrolling {
  readonly #model: Model;
  readonly #session: BitsSession;
  readonly #tick: (work: number) => void;
  readonly #order: ExecutionOrder;
  readonly #fresh = new FreshVariables();
  readonly #ops = new Map<ModelEdge, readonly ModelOp[]>();
  readonly #names = new Map<Signal, Formula>();

  constructor(model: Model, session: BitsSession, tick: (work: number) => void) {
    this.#model = model;
    this.#session = session;
    this.#tick = tick;
    this.#order = new ExecutionOrder(model.program);
  }

  /** Any state at the location. */
  start(location: ModelLocation): Node {
    return { location, guard: TRUE, environment: IDENTITY, arrivals: [] };
  }

  /** Follows all executions from the nodes to the next cut points: one block of each. */
  layer(nodes: readonly Node[]): Layer {
    const { errors, unmodelled, onward } = this.follow(nodes, new Unknowns());
    const frontier = [...onward].sort(([a], [b]) => this.#order.compare(a, b));
    return { errors, unmodelled, frontier: frontier.map(([location, arrivals]) => this.merge(location, arrivals)) };
  }

  /**
   * Follows all executions from the nodes until they come to a cut point or end.
   * @param goesOn whether those that come to a location are followed further, while others wait at these cut points.
   */
  follow(nodes: readonly Node[], unknown: Unknowns, goesOn: GoesOn = () => true): Followed {
    const waiting = new Map<ModelLocation, Arrival[]>();
    const onward = new Map<ModelLocation, Arrival[]>();
    const ends = new Map<ModelLocation, Arrival[]>();
    const done = new Set<ModelLocation>();
    const queue = new Heap<ModelLocation>((a, b) => this.#order.compare(a, b) < 0);
    const leave = (node: Node) => {
      for (const arrival of this.#leave(node, unknown)) {
        const { target } = arrival.edge;
        // A cycle that only the order of another function's graph would break stops, too.
        const goesOn = target.cutPoint || done.has(target) ? onward : waiting;
        const where = target.kind === "ordinary" ? goesOn : ends;
        if (where === waiting && !where.has(target)) queue.add(target);
        memoised(where, target, () => []).push(arrival);
      }
    };
    for (const node of nodes) leave(node);
    for (let location = queue.take(); location !== undefined; location = queue.take()) {
      const arrivals = waiting.get(location) as Arrival[];
      waiting.delete(location);
      done.add(location);
      if (goesOn(location, onward.keys())) leave(this.merge(location, arrivals));
      else memoised(onward, location, () => []).push(...arrivals);
    }
    const endsOf = (kind: ModelLocation["kind"]) =>
      [...ends].filter(([location]) => location.kind === kind).map(([location, ways]) => this.merge(location, ways));
    return { errors: endsOf("error"), unmodelled: endsOf("unmodelled"), onward };
  }

  /** The edges that execution may take out of a node, each under its guard. */
  #leave(node: Node, unknown: Unknowns): Arrival[] {
    const edges = this.#model.edgesFrom(node.location);
    this.#tick(1 + edges.length);
    const open: (Omit<Arrival, "taken"> & { readonly enabled: Signal })[] = [];
    for (const edge of edges) {
      const given = unknown.given(edge);
      const unknowns: Variable[] = [];
      const fresh = {
        make: (...of: Parameters<FreshVariables["make"]>) => {
          const made = given[unknowns.length] ?? this.#fresh.make(...of);
          given[unknowns.length] = made;
          unknowns.push(made);
          return made;
        },
      };
      const { conditions, environment } = post(this.#opsOf(edge), node.environment, fresh);
      const enabled = this.#all(conditions, node.guard);
      if (enabled !== FALSE) open.push({ from: node, edge, environment, unknowns, enabled });
    }
    return this.#exclusive(open, unknown).map((taken, i) => {
      const { enabled: _, ...arrival } = open[i]!;
      return { ...arrival, taken };
    });
  }

  #all(conditions: readonly Formula[], guard: Signal): Signal {
    let all = guard;
    for (const condition of conditions) {
      if (condition === NEVER_HOLDS) return FALSE;
      all = this.#session.and(all, this.#session.signalOf(condition));
      if (all === FALSE) return FALSE;
    }
    return all;
  }

  /** Edges that exclude each other by their conditions stay; among others an unknown choice decides. */
  #exclusive(
    open: readonly { readonly edge: ModelEdge; readonly enabled: Signal }[],
    unknown: Unknowns,
  ): readonly Signal[] {
    const enabled = open.map((one) => one.enabled);
    const apart = enabled.every((a, i) => enabled.slice(i + 1).every((b) => this.#session.and(a, b) === FALSE));
    if (apart) return enabled;
    let others = TRUE;
    return enabled.map((signal, i) => {
      if (i === enabled.length - 1) return this.#session.and(signal, others);
      const chosen = unknown.choice(open[i]!.edge, () => this.#session.choice());
      const taken = this.#session.and(signal, this.#session.and(others, chosen));
      others = this.#session.and(others, chosen ^ 1);
      return taken;
    });
  }

  #opsOf(edge: ModelEdge): readonly ModelOp[] {
    return memoised(this.#ops, edge, () => edge.ops.map(withinType));
  }

  /** Where ways to a location meet, of which at most one is taken. */
  merge(location: ModelLocation, arrivals: readonly Arrival[]): Node {
    const [first] = arrivals as [Arrival, ...Arrival[]];
    if (arrivals.length === 1) return { location, guard: first.taken, environment: first.environment, arrivals };
    const guard = this.#session.or(arrivals.map(({ taken }) => taken));
    let differing = 0;
    const environment = mergeEnvironments(arrivals, ({ taken }, own, others, of) => {
      differing += 1;
      if (isOutOfScope(of, location)) return undefined;
      return ite(this.#nameOf(taken), own, others);
    });
    this.#tick(differing);
    return { location, guard, environment, arrivals };
  }

  /** A formula that is the signal. */
  #nameOf(signal: Signal): Formula {
    return memoised(this.#names, signal, () => {
      const name = this.#fresh.boolean("taken");
      this.#session.define(name, signal);
      return isSet(name);
    });
  }
}
