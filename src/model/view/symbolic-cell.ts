/**
 * Arrays by one symbolic cell (after Monniaux and Gonnord, "Cell morphing", SAS 2016; the idea of an arbitrary but fixed
 * index is older). The model gets a constant K of which nothing is said, and for every array x a scalar x[K] that is, at all
 * times, what the array holds there. A store at j is `j = K` and sets the scalar, or `j != K` and leaves it; a read at j is
 * the scalar, or any value. Invariants over K and the scalars are then invariants of all elements, without a
 * quantifier: domains, solvers and the checker see integers.
 *
 * Two things make that enough to prove a loop that fills an array and one that looks at it:
 *
 * - **An error counts only where the last read that it depends on was at K.** Sound: every execution is one of the model for
 *   each value of K, so for one that goes wrong K may be taken to be where that read was. Reads are overwritten by later
 *   ones, and forgotten at loop heads, which takes away only restrictions.
 * - **Control knows whether the loop has been at K**: before and after are different locations, since what holds of the
 *   scalar differs (`i <= K`, then `x[K] = 0`), and no convex domain has a word for both. Where a loop is left, that becomes
 *   one bit: all loops so far have been there, or not.
 *
 * All that is not at K is forgotten: arrays are gone from this view, and a read elsewhere may give any value (a second read of
 * the same element gives the same one, `available-reads.ts`). Where the property compares neighbours (`a[i] <= a[i + 1]`)
 * the cells are at K, K + 1, ...; where it compares `a[j]` with `b[2 * j + 1]`, they are a[K] and b[2 * K + 1].
 */
import { comparisonConstraint, constraintFormula, linearForm } from "../../logic/linear.ts";
import {
  add,
  and,
  eq,
  FALSE,
  type Formula,
  integer,
  ite,
  le,
  lt,
  multiply,
  not,
  type Term,
  TRUE,
  type Variable,
  variable,
} from "../../logic/term.ts";
import { intType, type ScalarType } from "../../logic/types.ts";
import * as int from "../../numbers/int.ts";
import { memoised } from "../../util/memo.ts";
import { CONSTANT_ARRAY, type Model, type ModelEdge, type ModelLocation, type ModelOp } from "../model.ts";
import {
  accessCount,
  changed,
  LOCATION_LIMIT,
  readArrays,
  replaced,
  type Select,
  type StridedArray,
  selectsOf,
  storedArrays,
  takenWhole,
} from "./array-terms.ts";
import { withoutRepeatedReads } from "./available-reads.ts";
import { decidingReads, type Place } from "./deciding-reads.ts";
import { loopsOf } from "./loops.ts";

/** Where an execution stands relative to K, as part of control. */
interface Phase {
  /** start: nothing is known of K yet. before, after: K is no index of an array, and no cell is followed. */
  readonly range: "start" | "before" | "inside" | "after";
  /** The cells that the outermost loop has been at since it was entered, a bit each; and whether one was accessed before it. */
  readonly met: number;
  /** All loops that were left have been at all cells. */
  readonly all: boolean;
  /** The last deciding read was at its cell. */
  readonly hit: boolean;
}

const START: Phase = { range: "start", met: 0, all: true, hit: true };

/**
 * A cell was accessed in no loop since the last one: `max = a[0]` before a loop that starts at 1. What the loop leaves out was looked at
 * there.
 */
const OUTSIDE = 1 << 30;

/** The same on the edge that leaves a loop: `while (a[i] != 0) i++` stops where the element is another than before. */
const LEAVING = 1 << 29;

/** Ways through one edge; where there would be more, cells are chosen inside terms. */
const CASE_LIMIT = 16;

/** Arrays at whose cells one loop is awaited. */
const WATCHED_LIMIT = 2;

/** Cells of one array. */
const CELL_LIMIT = 4;

/**
 * The model with a symbolic cell, or undefined where no error depends on what is read from one of the arrays.
 *
 * @param makeVariable makes a variable of the model.
 */
export function withSymbolicCell(
  model: Model,
  arrays: readonly StridedArray[],
  makeVariable: (name: string, type: ScalarType) => Variable,
): Model | undefined {
  if (arrays.length === 0) return undefined;
  const components = loopsOf(model, LOCATION_LIMIT);
  if (components === undefined) return undefined;
  const byVariable = new Map(arrays.map((array) => [array.variable, array]));
  for (const location of components.locations)
    for (const { ops } of model.edgesFrom(location))
      for (const op of ops) for (const whole of takenWhole(op, byVariable)) byVariable.delete(whole);
  const reads = decidingReads(model, components.locations, byVariable);
  if (reads.size === 0) return undefined;
  return new SymbolicCellView(model, byVariable, components, reads, makeVariable).model();
}

class SymbolicCellView {
  readonly #base: Model;
  readonly #arrays: ReadonlyMap<Variable, StridedArray>;
  readonly #loopOf: ReadonlyMap<ModelLocation, number>;
  /** The arrays at whose cells a loop is awaited: those that it stores into, or else those that it reads. */
  readonly #watched: ReadonlyMap<number, readonly Variable[]>;
  readonly #reads: ReadonlyMap<Term, Place>;
  /** Where the cells of an array are. */
  readonly #places = new Map<Variable, readonly Place[]>();
  readonly #isScaled: boolean;
  readonly #index: Variable;
  readonly #cells = new Map<Variable, readonly Variable[]>();
  readonly #locations = new Map<ModelLocation, Map<string, ModelLocation>>();
  readonly #origins = new Map<ModelLocation, { readonly location: ModelLocation; readonly phase: Phase }>();
  readonly #edges = new Map<ModelLocation, readonly ModelEdge[]>();
  readonly #last: number | undefined;
  readonly #unknowns = new Map<ScalarType, Variable[]>();
  readonly #made: Variable[] = [];
  readonly #make: (name: string, type: ScalarType) => Variable;
  readonly #opsOf: (edge: ModelEdge) => readonly ModelOp[];
  #nextEdge = 0;

  constructor(
    base: Model,
    arrays: ReadonlyMap<Variable, StridedArray>,
    components: { readonly locations: readonly ModelLocation[]; readonly loopOf: ReadonlyMap<ModelLocation, number> },
    reads: ReadonlyMap<Term, Place>,
    makeVariable: (name: string, type: ScalarType) => Variable,
  ) {
    this.#base = base;
    this.#arrays = arrays;
    this.#loopOf = components.loopOf;
    this.#reads = reads;
    this.#isScaled = [...reads.values()].some(({ scale }) => scale !== 1);
    this.#make = (name, type) => {
      const made = makeVariable(name, type);
      this.#made.push(made);
      return made;
    };
    this.#opsOf = withoutRepeatedReads(base, components.locations, arrays);
    this.#index = this.#make("K", intType(64, "signed"));
    const stored = new Map<number, Set<Variable>>();
    const read = new Map<number, Set<Variable>>();
    const touched = new Set<Variable>();
    for (const location of components.locations) {
      const loop = components.loopOf.get(location);
      for (const edge of base.edgesFrom(location)) {
        for (const [found, byLoop] of [
          [storedArrays(edge, arrays), stored],
          [readArrays(edge, arrays), read],
        ] as const) {
          for (const of of found) {
            touched.add(of);
            if (loop !== undefined) memoised(byLoop, loop, () => new Set()).add(of);
          }
        }
      }
    }
    this.#watched = new Map([...read, ...stored].map(([loop, of]) => [loop, [...of].slice(0, WATCHED_LIMIT)]));
    for (const [of, places] of placesOf(touched, reads)) {
      const { element } = arrays.get(of) as StridedArray;
      this.#places.set(of, places);
      this.#cells.set(
        of,
        places.map((place) => this.#make(`${of.name}[${placeName(place)}]`, element)),
      );
    }
    const lengths = [...touched].map((of) => (arrays.get(of) as StridedArray).length);
    this.#last = lengths.reduce<number | undefined>(
      (most, length) => (most === undefined || length === undefined ? undefined : Math.max(most, length - 1)),
      0,
    );
  }

  model(): Model {
    const base = this.#base;
    const made = this.#made;
    const arrays = this.#arrays;
    return {
      program: base.program,
      properties: base.properties,
      propertySites: base.propertySites,
      entry: this.#locationOf(base.entry, START),
      ...(base.objectAt === undefined ? {} : { objectAt: base.objectAt }),
      // These grow while the model is explored.
      get variables() {
        return [...base.variables.filter((of) => !arrays.has(of)), ...made];
      },
      get overApproximations() {
        return base.overApproximations;
      },
      get assumptions() {
        return base.assumptions;
      },
      edgesFrom: (location) => memoised(this.#edges, location, () => this.#edgesFrom(location)),
    };
  }

  #locationOf(location: ModelLocation, phase: Phase): ModelLocation {
    const copies = memoised(this.#locations, location, () => new Map());
    const { range, met, all, hit } = phase;
    return memoised(copies, `${range}/${met}/${all}/${hit}`, () => {
      const copy: ModelLocation = { ...location, id: this.#origins.size };
      this.#origins.set(copy, { location, phase });
      return copy;
    });
  }

  #edgesFrom(copy: ModelLocation): readonly ModelEdge[] {
    const { location, phase } = this.#origins.get(copy) as { location: ModelLocation; phase: Phase };
    const edges: ModelEdge[] = [];
    for (const edge of this.#base.edgesFrom(location)) {
      for (const start of this.#ranges(phase)) {
        for (const way of this.#waysThrough(edge, start.phase)) {
          const next = this.#phaseAt(edge, way.phase);
          if (next === undefined) continue;
          const target = this.#locationOf(edge.target, next);
          const ops = [...start.ops, ...way.ops, ...this.#reminder(edge, next)];
          edges.push({ ...edge, id: this.#nextEdge, source: copy, target, ops });
          this.#nextEdge += 1;
        }
      }
    }
    return edges;
  }

  /**
   * Where a loop is left, what is known of K once more: polyhedra look at a variable's own bounds, and round them, where a condition
   * has it. From `i = 100, i <= 2 * K + 1` they have K >= 50 then, no longer a half less.
   */
  #reminder({ source, target }: ModelEdge, { range }: Phase): readonly ModelOp[] {
    const isLeft = this.#loopOf.get(source) !== this.#loopOf.get(target);
    if (!isLeft || range !== "inside" || !this.#isScaled) return [];
    return [assume(le(integer(0), variable(this.#index)))];
  }

  /** At the start the place of K is chosen: before, within or after the arrays. */
  #ranges(phase: Phase): readonly { readonly phase: Phase; readonly ops: readonly ModelOp[] }[] {
    if (phase.range !== "start") return [{ phase, ops: [] }];
    const index = variable(this.#index);
    const within = [le(integer(0), index)];
    const start = (range: Phase["range"], ...conditions: Formula[]) => ({
      phase: { ...START, range },
      ops: conditions.map(assume),
    });
    const ranges = [start("before", lt(index, integer(0)))];
    if (this.#last !== undefined) {
      within.push(le(index, integer(this.#last)));
      ranges.push(start("after", lt(integer(this.#last), index)));
    }
    return [start("inside", ...within), ...ranges];
  }

  /** The phase in which an edge's target is reached; undefined for an error that does not count. */
  #phaseAt({ source, target }: ModelEdge, { range, met, all, hit }: Phase): Phase | undefined {
    if (target.kind === "error" && !hit) return undefined;
    if (target.kind !== "ordinary") return START;
    const loop = this.#loopOf.get(source);
    const watched = loop === undefined ? undefined : this.#watched.get(loop);
    const left = watched !== undefined && this.#loopOf.get(target) !== loop;
    const bits = (watched ?? []).reduce((sum, of) => sum + this.#placesIn(of).length, 0);
    const every = (1 << bits) - 1;
    const full = (met & every) === every || (met & (OUTSIDE | LEAVING)) !== 0;
    return {
      range,
      met: left ? ((met & LEAVING) !== 0 ? OUTSIDE : 0) : met,
      all: range !== "inside" || (left ? all && full : all),
      hit: target.cutPoint || hit,
    };
  }

  #waysThrough(edge: ModelEdge, phase: Phase): readonly Way[] {
    const accesses = accessCount(edge, this.#arrays);
    const most = Math.max(...[...this.#places.values()].map(({ length }) => length));
    const split = (most + 1) ** accesses <= CASE_LIMIT ** 2;
    let ways: Way[] = [{ phase, ops: [], known: new Map() }];
    for (const op of this.#opsOf(edge)) {
      ways = ways.flatMap((way) => this.#waysOver(op, way, split && ways.length <= CASE_LIMIT, edge));
    }
    return ways;
  }

  /** All ways over one operation: for every read and store in it, at which cell it is, if at any. */
  #waysOver(op: ModelOp, before: Way, split: boolean, edge: ModelEdge): Way[] {
    let ways: (Way & { readonly changes: Map<Term, Term> })[] = [{ ...before, changes: new Map() }];
    for (const read of selectsOf(op, this.#arrays)) {
      ways = ways.flatMap((way) => {
        const index = replaced(read.index, way.changes);
        return this.#casesOf(read.array.variable, index, way, split, edge, this.#reads.get(read)).map((one) => {
          const changes = new Map(way.changes);
          const any = this.#unknown(read, changes.size);
          const isCell = typeof one.cell === "number" && one.way.phase.range === "inside";
          const ops = isCell ? one.way.ops : [...one.way.ops, havoc(any, op)];
          // An earlier operation may have looked at a place that the unknown value said.
          const known = isCell ? one.way.known : without(one.way.known, any);
          changes.set(read, this.#valueOf(read, index, one.cell, way.phase, variable(any)));
          return { ...one.way, ops, known, changes };
        });
      });
    }
    return ways.flatMap(({ changes, ...way }) => this.#effectOf(changed(op, changes), way, split, edge));
  }

  /** What a read gives: a cell, by cases inside the term where control does not know, or any value. */
  #valueOf(read: Select, index: Term, cell: Cell, phase: Phase, any: Term): Term {
    if (phase.range !== "inside" || cell === "none") return any;
    const cells = this.#cells.get(read.array.variable) as readonly Variable[];
    if (cell !== "any") return variable(cells[cell] as Variable);
    return cells.reduce(
      (otherwise, one, i) => ite(eq(index, this.#addressOf(read.array.variable, i)), variable(one), otherwise),
      any,
    );
  }

  /** Holds what is read where nothing is known; each of the reads in one operation has its own. */
  #unknown(read: Select, number: number): Variable {
    const { element } = this.#arrays.get(read.array.variable) as StridedArray;
    const pool = memoised(this.#unknowns, element, () => []);
    while (pool.length <= number) pool.push(this.#make(`element ${pool.length + 1}`, element));
    return pool[number] as Variable;
  }

  #effectOf(op: ModelOp, way: Way, split: boolean, edge: ModelEdge): Way[] {
    if (op.kind === "assume") return [{ ...way, ops: [...way.ops, op] }];
    const { target } = op;
    const cells = this.#cells.get(target);
    const known = without(way.known, target);
    if (this.#arrays.has(target) && (cells === undefined || way.phase.range !== "inside")) return [{ ...way, known }];
    if (cells === undefined) return [{ ...way, ops: [...way.ops, op], known }];
    const setAll = (values: readonly (Term | undefined)[]): Way => {
      const sets = cells.map((cell, i) => setTo(cell, values[i], op));
      return { ...way, ops: [...way.ops, ...sets.filter((set) => set !== undefined)], known };
    };
    if (op.kind === "havoc") return [setAll(cells.map(() => undefined))];
    const { value } = op;
    if (value.kind !== "store" || value.array.kind !== "variable" || value.array.variable !== target)
      return [setAll(cells.map((cell, i) => this.#elementOf(value, target, cell, this.#addressOf(target, i))))];
    return this.#casesOf(target, value.index, way, split, edge, undefined).map(({ cell, way: so }) => {
      const ops = [...so.ops];
      cells.forEach((one, i) => {
        if (cell === "any") {
          const there = eq(value.index, this.#addressOf(target, i));
          ops.push({ ...op, target: one, value: ite(there, value.value, variable(one)) });
        } else if (cell === i) ops.push({ ...op, target: one, value: value.value });
        else if (typeof cell === "number") {
          const same = this.#coincide(target, cell, i);
          if (same.kind !== "false") ops.push({ ...op, target: one, value: ite(same, value.value, variable(one)) });
        }
      });
      return { ...so, ops, known: without(so.known, target) };
    });
  }

  /** The element of an array term at an address, as far as it says; undefined: any. */
  #elementOf(array: Term, target: Variable, cell: Variable, at: Term): Term | undefined {
    if (array.kind === "variable") return array.variable === target ? variable(cell) : undefined;
    if (array.kind === "apply") return array.name === CONSTANT_ARRAY ? array.arguments[0] : undefined;
    if (array.kind === "store") {
      const rest = this.#elementOf(array.array, target, cell, at);
      return rest === undefined ? undefined : ite(eq(array.index, at), array.value, rest);
    }
    return undefined;
  }

  /** The bit that says that the loop has been at a cell of an array; 0 where that is not followed. */
  #bitOf(of: Variable, cell: number, { source, target }: ModelEdge): number {
    const loop = this.#loopOf.get(source);
    if (loop === undefined) return OUTSIDE;
    if (loop !== this.#loopOf.get(target)) return LEAVING;
    const watched = this.#watched.get(loop);
    const at = watched?.indexOf(of) ?? -1;
    if (watched === undefined || at === -1) return 0;
    const before = watched.slice(0, at).reduce((sum, one) => sum + this.#placesIn(one).length, 0);
    return 1 << (before + cell);
  }

  #placesIn(of: Variable): readonly Place[] {
    return this.#places.get(of) ?? [];
  }

  #addressOf(of: Variable, cell: number): Term {
    const { start, stride } = this.#arrays.get(of) as StridedArray;
    const { scale, shift } = this.#placesIn(of)[cell] as Place;
    return add(integer(start + stride * shift), multiply(variable(this.#index), integer(stride * scale)));
  }

  /** Where two cells of an array are one: `K = 99 - K` nowhere. */
  #coincide(of: Variable, one: number, other: number): Formula {
    const [a, b] = [this.#placesIn(of)[one] as Place, this.#placesIn(of)[other] as Place];
    if (a.scale === b.scale) return a.shift === b.shift ? TRUE : FALSE;
    const index = (b.shift - a.shift) / (a.scale - b.scale);
    return Number.isInteger(index) ? eq(variable(this.#index), integer(index)) : FALSE;
  }

  /** The cells that an access may be at. */
  #casesOf(
    of: Variable,
    index: Term,
    way: Way,
    split: boolean,
    edge: ModelEdge,
    deciding: Place | undefined,
  ): { readonly cell: Cell; readonly way: Way }[] {
    const places = this.#placesIn(of);
    // Where the place of a read is none of the cells, errors count wherever it is.
    const isHit = (cell: Cell, at: Place) =>
      !places.some((one) => isSame(one, at)) || (typeof cell === "number" && isSame(places[cell], at));
    const met = (phase: Phase, cell: Cell): Phase => ({
      ...phase,
      met: typeof cell === "number" && phase.range === "inside" ? phase.met | this.#bitOf(of, cell, edge) : phase.met,
      hit: deciding === undefined ? phase.hit : isHit(cell, deciding),
    });
    // Where K is no index, only whether an error counts matters.
    if (way.phase.range !== "inside" && deciding === undefined) return [{ cell: "none", way }];
    const array = this.#arrays.get(of) as StridedArray;
    const key = placeKey(index, array, places);
    const known = key === undefined ? undefined : way.known.get(key);
    if (known !== undefined) return [{ cell: known, way: { ...way, phase: met(way.phase, known) } }];
    if (!split && deciding === undefined) return [{ cell: "any", way }];
    const cases: { readonly cell: Cell; readonly way: Way }[] = [];
    const add = (cell: Cell, condition: Formula) => {
      const kept = key === undefined ? way.known : new Map([...way.known, [key, cell]]);
      cases.push({
        cell,
        way: { phase: met(way.phase, cell), ops: [...way.ops, assume(condition)], known: kept },
      });
    };
    const conditions = places.map((_, i) => isAt(index, this.#addressOf(of, i)));
    conditions.forEach((condition, i) => {
      if (condition.kind !== "false") add(i, condition);
    });
    const elsewhere = and(conditions.map(not));
    if (elsewhere.kind !== "false") add("none", elsewhere);
    return cases;
  }
}

/** A cell by number; `any`: control does not know which, if one. */
type Cell = number | "none" | "any";

/** A way through some operations. */
interface Way {
  readonly phase: Phase;
  readonly ops: readonly ModelOp[];
  /** What was decided of places, by their keys. */
  readonly known: ReadonlyMap<string, Cell>;
}

/** The places of each array: those that decide in it, or all where none does, since it may be a copy of one that does. */
function placesOf(
  arrays: Iterable<Variable>,
  reads: ReadonlyMap<Term, Place>,
): readonly (readonly [Variable, readonly Place[]])[] {
  const byKey = (of: Variable | undefined) => {
    const found = new Map<string, Place>();
    for (const [read, place] of reads)
      if (
        read.kind === "select" &&
        (of === undefined || (read.array.kind === "variable" && read.array.variable === of))
      )
        found.set(placeName(place), place);
    return [...found.values()].sort((a, b) => a.scale - b.scale || a.shift - b.shift);
  };
  const all = byKey(undefined);
  const isPlain = all.every(({ scale }) => scale === 1);
  return [...arrays].map((of) => {
    const own = isPlain ? all : byKey(of);
    return [of, (own.length === 0 ? all : own).slice(0, CELL_LIMIT)] as const;
  });
}

function isSame(a: Place | undefined, b: Place): boolean {
  return a?.scale === b.scale && a.shift === b.shift;
}

function placeName({ scale, shift }: Place): string {
  if (scale === -1) return `${shift}-K`;
  const multiple = scale === 1 ? "K" : `${scale}*K`;
  return shift === 0 ? multiple : `${multiple}${shift < 0 ? "" : "+"}${shift}`;
}

/** Accesses of equal places, to arrays with the same cells, have the same key, while none of the variables in it changes. */
function placeKey(index: Term, { start, stride }: StridedArray, places: readonly Place[]): string | undefined {
  const form = linearForm(index);
  if (form === undefined) return undefined;
  const sum = form.variables.map((of, i) => `${form.coefficients[i]}*${of.id}`).join("+");
  return `${places.map(placeName)} ${stride}:${sum}:${int.subtract(form.constant, start)}:${form.variables.map(({ id }) => `[${id}]`).join("")}`;
}

/** As plainly as it can be said: `i = K` for `start + 4 * i = start + 4 * K`. */
function isAt(index: Term, place: Term): Formula {
  const equal = eq(index, place);
  const constraint = comparisonConstraint(equal);
  return constraint === undefined ? equal : constraintFormula(constraint);
}

function without(known: ReadonlyMap<string, Cell>, changed: Variable): ReadonlyMap<string, Cell> {
  const kept = [...known].filter(([key]) => !key.includes(`[${changed.id}]`));
  return kept.length === known.size ? known : new Map(kept);
}

function havoc(target: Variable, { origin }: ModelOp): ModelOp {
  return { kind: "havoc", target, origin };
}

function assume(condition: Formula): ModelOp {
  return { kind: "assume", condition, origin: undefined };
}

function setTo(cell: Variable, value: Term | undefined, op: ModelOp): ModelOp | undefined {
  if (value === undefined) return { kind: "havoc", target: cell, origin: op.origin };
  if (value.kind === "variable" && value.variable === cell) return undefined;
  return { kind: "assign", target: cell, value, origin: op.origin };
}
