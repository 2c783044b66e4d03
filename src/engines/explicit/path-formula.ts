/**
 * Path formulas (Beyer, Keremoglu and Wendler, "Predicate Abstraction with Adjustable-Block Encoding", FMCAD 2010): what happened
 * since the block of a state began. Values are computed edge by edge and decide which ways through a block there are; states
 * of a block with the same values at the same location become one, and their path formulas a disjunction. Nothing is put to a
 * solver before the block ends.
 *
 * A path formula is a graph of edges, not a formula: two states that were reached in the same ways have the same object, so that
 * what was computed of one is known of the other, and most blocks need no formula at all.
 */
import type { Variable } from "../../logic/term.ts";
import { mentionedBy } from "../../model/live.ts";
import type { ModelEdge, ModelLocation } from "../../model/model.ts";
import { memoised, once } from "../../util/memo.ts";

/** One way on: from where some paths lead, by an edge. */
interface Arrival {
  readonly from: PathFormula;
  readonly edge: ModelEdge;
}

/** All paths of a block by which a state was reached; none where the block begins. */
export interface PathFormula {
  /** In order of creation, so that arrivals come from smaller numbers. */
  readonly id: number;
  readonly location: ModelLocation;
  readonly arrivals: readonly Arrival[];
}

/** A finished block: an edge of the tree of states. */
export interface Passage {
  readonly source: ModelLocation;
  readonly target: ModelLocation;
  /** The way that was found first, in edges of the model. */
  readonly path: readonly ModelEdge[];
  /** It has no other way. */
  readonly isPath: boolean;
  /** In topological order. A location between source and target that has several states is several locations. */
  readonly edges: readonly ModelEdge[];
  /** The edge of the model for one of `edges`. */
  original(edge: ModelEdge): ModelEdge;
  readonly mentioned: ReadonlySet<Variable>;
}

/** How a state was reached from another one. */
export type Way = ModelEdge | Passage;

/** The way that was found first. */
export function edgesOf(way: Way): readonly ModelEdge[] {
  return "path" in way ? way.path : [way];
}

interface Disjunctions {
  formula?: PathFormula;
  readonly more: Map<Arrival, Disjunctions>;
}

/** Makes and knows all path formulas of a run. */
export class PathFormulas {
  readonly #starts = new Map<ModelLocation, PathFormula>();
  readonly #arrivals = new Map<PathFormula, Map<ModelEdge, Arrival>>();
  readonly #disjunctions: Disjunctions = { more: new Map() };
  readonly #passages = new Map<PathFormula, Passage>();
  #count = 0;

  /** TRUE: a block begins. */
  start(location: ModelLocation): PathFormula {
    return memoised(this.#starts, location, () => this.#make(location, []));
  }

  arrival(from: PathFormula, edge: ModelEdge): Arrival {
    const known = memoised(this.#arrivals, from, () => new Map<ModelEdge, Arrival>());
    return memoised(known, edge, () => ({ from, edge }));
  }

  /** @param arrivals at one location, at least one. */
  disjunction(arrivals: readonly Arrival[]): PathFormula {
    let at = this.#disjunctions;
    for (const arrival of arrivals) at = memoised(at.more, arrival, () => ({ more: new Map() }));
    at.formula ??= this.#make((arrivals[0] as Arrival).edge.target, arrivals);
    return at.formula;
  }

  passage(formula: PathFormula): Passage {
    return memoised(this.#passages, formula, () => passageOf(formula));
  }

  #make(location: ModelLocation, arrivals: readonly Arrival[]): PathFormula {
    this.#count += 1;
    return { id: this.#count, location, arrivals };
  }
}

function passageOf(formula: PathFormula): Passage {
  const path = firstPath(formula);
  const { source } = path[0] as ModelEdge;
  const { location: target } = formula;
  const all = once(() => unfold(formula));
  const mentioned = once(() => mentionedBy(all().edges.flatMap(({ ops }) => ops)));
  return {
    ...{ source, target, path },
    get isPath() {
      return all().edges.length === path.length;
    },
    get edges() {
      return all().edges;
    },
    original: (edge) => all().originals.get(edge) as ModelEdge,
    get mentioned() {
      return mentioned();
    },
  };
}

function firstPath(formula: PathFormula): readonly ModelEdge[] {
  const path: ModelEdge[] = [];
  for (let [way] = formula.arrivals; way !== undefined; [way] = way.from.arrivals) path.push(way.edge);
  return path.reverse();
}

/** The graph behind a path formula, with a location of its own for each formula between start and end. */
function unfold(end: PathFormula): {
  readonly edges: readonly ModelEdge[];
  readonly originals: ReadonlyMap<ModelEdge, ModelEdge>;
} {
  const formulas = new Set([end]);
  for (const formula of formulas) for (const { from } of formula.arrivals) formulas.add(from);
  const ordered = [...formulas].sort((a, b) => a.id - b.id);
  const locations = new Map<PathFormula, ModelLocation>();
  for (const one of ordered)
    locations.set(one, one === end || one.arrivals.length === 0 ? one.location : { ...one.location });
  const leaving = new Map<PathFormula, ModelEdge[]>(ordered.map((one) => [one, []]));
  const originals = new Map<ModelEdge, ModelEdge>();
  for (const one of ordered)
    for (const { from, edge } of one.arrivals) {
      const copy = {
        ...edge,
        source: locations.get(from) as ModelLocation,
        target: locations.get(one) as ModelLocation,
      };
      originals.set(copy, edge);
      leaving.get(from)?.push(copy);
    }
  return { edges: [...leaving.values()].flat(), originals };
}
