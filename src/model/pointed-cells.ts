/**
 * Arrays that are only looked at where pointers stand (what is known of heap objects, by the address where they start) without
 * arrays: for every pointer p there is a scalar A[p] that is, at all times, what A holds there. It follows p (after p := q + 8
 * it is the scalar of q + 8), and it follows the array: a store at t is `t = p` and sets it, or `t != p` and leaves it, a way
 * of its own each while there are few. Domains and solvers that know integers then know sizes and lifetimes of what pointers
 * point to: "the capacity is the extent of the data" is an equation.
 *
 * Exact but for reads at other terms, which give any value. Scalars of pointers that nobody reads any more are not kept up.
 */
import { linearForm } from "../logic/linear.ts";
import { add, eq, type Formula, integer, ite, not, type Term, type Variable, variable } from "../logic/term.ts";
import type { ScalarType } from "../logic/types.ts";
import { memoised } from "../util/memo.ts";
import { livenessOf, type ModelLiveness, readBy } from "./live.ts";
import { CONSTANT_ARRAY, type Model, type ModelEdge, type ModelOp } from "./model.ts";
import { changed, selectsOf, takenWhole } from "./view/array-terms.ts";
import { withEdges } from "./view/with-edges.ts";

/** Locations of a model that is still looked at as a whole. */
const LOCATION_LIMIT = 3000;

/** Ways through one edge; where there would be more, values are chosen inside terms. */
const CASE_LIMIT = 16;

/** Places by one pointer; of a pointer that is moved in a loop there is no end of them. */
const PLACE_LIMIT = 4;

/** A place: so far behind where a pointer points to. */
interface Place {
  readonly pointer: Variable;
  readonly distance: number;
}

/** An array, and what it holds at null, always. */
export interface PointedArray {
  readonly variable: Variable;
  readonly atNull: Term;
}

/**
 * The model without the arrays; itself where it is too large, or where an array is taken as a whole.
 *
 * @param makeVariable makes a variable of the model.
 */
export function withPointedCells(
  model: Model,
  arrays: readonly PointedArray[],
  makeVariable: (name: string, type: ScalarType) => Variable,
): Model {
  const live = livenessOf(model, LOCATION_LIMIT, { reads: "all" });
  if (live === undefined) return model;
  const edges = edgesOf(model);
  const gone = new Map(arrays.map((array) => [array.variable, array]));
  if (edges.some(({ ops }) => ops.some((op) => takenWhole(op, gone).length > 0))) return model;
  const made: Variable[] = [];
  const cells = new Cells(arrays, placesIn(edges, gone), (name, type) => {
    const variable = makeVariable(name, type);
    made.push(variable);
    return variable;
  });
  let count = 0;
  const view = withEdges(model, (location) =>
    model.edgesFrom(location).flatMap((edge) =>
      new EdgeRewriting(cells, live, edge, gone).ways().map((ops) => {
        count += 1;
        return { ...edge, id: count, ops };
      }),
    ),
  );
  return {
    ...view,
    heapObjects: true,
    ...(model.procedures === undefined ? {} : { procedures: model.procedures }),
    get variables() {
      return [...model.variables.filter((of) => !gone.has(of)), ...made];
    },
    get overApproximations() {
      return model.overApproximations;
    },
    get assumptions() {
      return model.assumptions;
    },
  };
}

function edgesOf(model: Model): readonly ModelEdge[] {
  const locations = new Set([model.entry]);
  const edges: ModelEdge[] = [];
  for (const location of locations)
    for (const edge of model.edgesFrom(location)) {
      edges.push(edge);
      locations.add(edge.target);
    }
  return edges;
}

/** A variable moved by a constant. */
function placeOf(term: Term): Place | undefined {
  if (term.kind === "variable") return { pointer: term.variable, distance: 0 };
  const form = linearForm(term);
  const [pointer, ...others] = form?.variables ?? [];
  if (form === undefined || pointer === undefined || others.length > 0) return undefined;
  if (form.coefficients[0] !== 1 || typeof form.constant !== "number") return undefined;
  return { pointer, distance: form.constant };
}

/** Where arrays are read, and where the pointers there come from. */
function placesIn(
  edges: readonly ModelEdge[],
  arrays: ReadonlyMap<Variable, unknown>,
): ReadonlyMap<Variable, ReadonlySet<number>> {
  const places = new Map<Variable, Set<number>>();
  const pending: Place[] = [];
  const find = (place: Place | undefined) => {
    if (place === undefined || place.pointer.type.kind !== "pointer") return;
    const distances = memoised(places, place.pointer, () => new Set());
    if (distances.has(place.distance) || distances.size >= PLACE_LIMIT) return;
    distances.add(place.distance);
    pending.push(place);
  };
  const sources = new Map<Variable, Place[]>();
  for (const { ops } of edges)
    for (const op of ops) {
      for (const { index } of selectsOf(op, arrays)) find(placeOf(index));
      const source = op.kind === "assign" && op.target.type.kind === "pointer" ? placeOf(op.value) : undefined;
      if (op.kind === "assign" && source !== undefined) memoised(sources, op.target, () => []).push(source);
    }
  for (let place = pending.pop(); place !== undefined; place = pending.pop())
    for (const { pointer, distance } of sources.get(place.pointer) ?? [])
      find({ pointer, distance: distance + place.distance });
  return places;
}

/** The scalars. */
class Cells {
  readonly arrays: readonly PointedArray[];
  readonly places: ReadonlyMap<Variable, ReadonlySet<number>>;
  readonly #make: (name: string, type: ScalarType) => Variable;
  readonly #cells = new Map<Variable, Map<string, Variable>>();
  readonly #unknown = new Map<Variable, Variable>();

  constructor(
    arrays: readonly PointedArray[],
    places: ReadonlyMap<Variable, ReadonlySet<number>>,
    make: (name: string, type: ScalarType) => Variable,
  ) {
    this.arrays = arrays;
    this.places = places;
    this.#make = make;
  }

  has({ pointer, distance }: Place): boolean {
    return this.places.get(pointer)?.has(distance) === true;
  }

  of(array: Variable, { pointer, distance }: Place): Variable {
    const cells = memoised(this.#cells, array, () => new Map<string, Variable>());
    const at = distance === 0 ? "" : distance < 0 ? ` - ${-distance}` : ` + ${distance}`;
    return memoised(cells, `${pointer.id}${at}`, () =>
      this.#make(`${array.name}[${pointer.name}${at}]`, elementOf(array)),
    );
  }

  /** What is read elsewhere. */
  unknown(array: Variable): Variable {
    return memoised(this.#unknown, array, () => this.#make(`${array.name}[unknown]`, elementOf(array)));
  }
}

function elementOf({ type }: Variable): ScalarType {
  if (type.kind !== "array") throw new Error("an array variable should have the type of one");
  return type.element;
}

function here({ pointer, distance }: Place, index: Term): Formula {
  return eq(distance === 0 ? variable(pointer) : add(variable(pointer), integer(distance)), index);
}

/** A value that an edge knows by name: of a variable at some moment, moved; or a constant. */
interface Named {
  readonly name: string;
  readonly moved: number;
}

/** Operations so far, and which names have been found to stand for one place, or for two. */
interface Way {
  readonly ops: readonly ModelOp[];
  readonly met: ReadonlyMap<string, boolean>;
}

/** One edge of the model, operation by operation. */
class EdgeRewriting {
  readonly #cells: Cells;
  readonly #edge: ModelEdge;
  readonly #arrays: ReadonlyMap<Variable, unknown>;
  /** Pointers that matter after each operation. */
  readonly #liveAfter: readonly ReadonlySet<Variable>[];
  readonly #named = new Map<Variable, Named>();
  #moments = 0;
  #ways: readonly Way[] = [{ ops: [], met: new Map() }];

  constructor(cells: Cells, live: ModelLiveness, edge: ModelEdge, arrays: ReadonlyMap<Variable, unknown>) {
    this.#cells = cells;
    this.#edge = edge;
    this.#arrays = arrays;
    const matter = new Set([...cells.places.keys()].filter((pointer) => live.isLive(pointer, edge.target)));
    const after: ReadonlySet<Variable>[] = [];
    for (const op of [...edge.ops].reverse()) {
      after.push(new Set(matter));
      if (op.kind !== "assume") matter.delete(op.target);
      for (const read of readBy(op)) if (cells.places.has(read)) matter.add(read);
    }
    this.#liveAfter = after.reverse();
  }

  ways(): readonly (readonly ModelOp[])[] {
    for (const [i, op] of this.#edge.ops.entries()) this.#follow(op, this.#liveAfter[i] as ReadonlySet<Variable>);
    return this.#ways.map(({ ops }) => ops);
  }

  #follow(op: ModelOp, live: ReadonlySet<Variable>): void {
    const { origin } = op;
    if (op.kind !== "assume" && this.#arrays.has(op.target)) {
      const value = op.kind === "assign" ? (this.#read(op) as typeof op).value : undefined;
      this.#set(op.target, value, live, origin);
      return;
    }
    this.#then([this.#read(op)]);
    if (op.kind === "assume") return;
    const source = op.kind === "assign" ? this.#nameOf(op.value) : undefined;
    if (this.#cells.places.has(op.target) && live.has(op.target)) this.#move(op, op.target, origin);
    this.#moments += 1;
    this.#named.set(op.target, source ?? { name: `moment ${this.#moments}`, moved: 0 });
  }

  /** With the scalars in place of reads. */
  #read(op: ModelOp): ModelOp {
    const changes = new Map<Term, Term>();
    for (const read of selectsOf(op, this.#arrays)) {
      const array = read.array.variable;
      const place = placeOf(read.index);
      const known = place !== undefined && this.#cells.has(place);
      const cell = known ? this.#cells.of(array, place) : this.#cells.unknown(array);
      if (!known) this.#then([{ kind: "havoc", target: cell, origin: op.origin }]);
      changes.set(read, variable(cell));
    }
    return changed(op, changes);
  }

  /** The pointer has just been set: its scalars are those of where it comes from. */
  #move(op: ModelOp, pointer: Variable, origin: ModelOp["origin"]): void {
    const source = op.kind === "assign" ? placeOf(op.value) : undefined;
    const ops: ModelOp[] = [];
    const distances = [...(this.#cells.places.get(pointer) ?? [])];
    // A pointer that is moved itself: its scalars are read before any of them is set where they stand in this order.
    if (source?.pointer === pointer) distances.sort((a, b) => (source.distance < 0 ? b - a : a - b));
    const constant = op.kind === "assign" && op.value.kind === "integer" ? op.value.value : undefined;
    for (const { variable: array, atNull } of this.#cells.arrays)
      for (const distance of distances) {
        const target = this.#cells.of(array, { pointer, distance });
        const from = source && { pointer: source.pointer, distance: source.distance + distance };
        if (constant === 0 && distance === 0) ops.push({ kind: "assign", target, value: atNull, origin });
        else if (from === undefined || !this.#cells.has(from)) ops.push({ kind: "havoc", target, origin });
        else ops.push({ kind: "assign", target, value: variable(this.#cells.of(array, from)), origin });
      }
    this.#then(ops);
  }

  // --- Arrays that change ---------------------------------------------------------------------------------------------

  #set(array: Variable, value: Term | undefined, live: ReadonlySet<Variable>, origin: ModelOp["origin"]): void {
    if (value?.kind === "store") {
      this.#set(array, value.array, live, origin);
      this.#store(array, value.index, value.value, live, origin);
      return;
    }
    if (value?.kind === "variable" && value.variable === array) return;
    const constant = value?.kind === "apply" && value.name === CONSTANT_ARRAY ? value.arguments[0] : undefined;
    this.#then(
      this.#placesAt(live).map((place): ModelOp => {
        const target = this.#cells.of(array, place);
        return constant === undefined
          ? { kind: "havoc", target, origin }
          : { kind: "assign", target, value: constant, origin };
      }),
    );
  }

  #store(array: Variable, index: Term, value: Term, live: ReadonlySet<Variable>, origin: ModelOp["origin"]): void {
    this.#moments += 1;
    const stored = this.#nameOf(index) ?? { name: `moment ${this.#moments}`, moved: 0 };
    for (const place of this.#placesAt(live)) {
      const at = this.#nameAt(place);
      const target = this.#cells.of(array, place);
      const set: ModelOp = { kind: "assign", target, value, origin };
      if (at.name === stored.name) {
        if (at.moved === stored.moved) this.#then([set]);
        continue;
      }
      this.#meet(here(place, index), `${at.name} ${at.moved}: ${stored.name} ${stored.moved}`, set, {
        ...set,
        value: ite(here(place, index), value, variable(target)),
      });
    }
  }

  /** `set` where the names meet; `either` does the same without asking. */
  #meet(condition: Formula, names: string, set: ModelOp, either: ModelOp): void {
    const open = this.#ways.filter(({ met }) => !met.has(names)).length;
    const split = this.#ways.length + open <= CASE_LIMIT;
    this.#ways = this.#ways.flatMap((way): readonly Way[] => {
      const meets = way.met.get(names);
      if (meets !== undefined) return [meets ? { ...way, ops: [...way.ops, set] } : way];
      if (!split) return [{ ...way, ops: [...way.ops, either] }];
      const { origin } = set;
      const assumed = (formula: Formula): ModelOp => ({ kind: "assume", condition: formula, origin });
      return [
        { ops: [...way.ops, assumed(condition), set], met: new Map([...way.met, [names, true]]) },
        { ops: [...way.ops, assumed(not(condition))], met: new Map([...way.met, [names, false]]) },
      ];
    });
  }

  #placesAt(live: ReadonlySet<Variable>): readonly Place[] {
    return [...live].flatMap((pointer) =>
      [...(this.#cells.places.get(pointer) ?? [])].map((distance) => ({ pointer, distance })),
    );
  }

  // --- Names ------------------------------------------------------------------------------------------------------------

  /** Terms of one name differ by what they are moved by. */
  #nameOf(term: Term): Named | undefined {
    if (term.kind === "integer")
      return typeof term.value === "number" ? { name: "constant", moved: term.value } : undefined;
    const place = placeOf(term);
    return place && this.#nameAt(place);
  }

  #nameAt({ pointer, distance }: Place): Named {
    const { name, moved } = this.#named.get(pointer) ?? { name: `start ${pointer.id}`, moved: 0 };
    return { name, moved: moved + distance };
  }

  #then(ops: readonly ModelOp[]): void {
    this.#ways = this.#ways.map((way) => ({ ...way, ops: [...way.ops, ...ops] }));
  }
}
