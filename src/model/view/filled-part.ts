/**
 * Arrays that are filled from their start: how many elements there are so far, and the least and the greatest of them, as variables of hone's
 * (ghosts). What is read from the filled part lies between these, and they may be compared with anything: no parent of a token is behind
 * the last token, no pointer to a word behind the end of the line. The segments of Cousot, Cousot and Logozzo ("A parametric segmentation
 * functor", POPL 2011), with two of them and the simplest elements, but as part of the program, so that any domain may be used.
 *
 * Of an empty part there is no least element, and no convex domain has a word for "none, or at least 0": whether something has been
 * stored is part of control.
 *
 * Sound: ghosts are computed from what the program does, so that every execution is one with ghosts; at all times the elements below
 * the count lie between the two. That accesses are at elements and not between them is what cells are made of (`memory/memory.ts`).
 */
import {
  add,
  eq,
  type Formula,
  integer,
  le,
  lt,
  multiply,
  type Term,
  type Variable,
  variable,
} from "../../logic/term.ts";
import { MATH_INTEGER, type ScalarType } from "../../logic/types.ts";
import { memoised } from "../../util/memo.ts";
import type { Model, ModelEdge, ModelLocation, ModelOp } from "../model.ts";
import { accessedArrays, isSelect, type StridedArray } from "./array-terms.ts";
import { withEdgesCut } from "./cut-edges.ts";

interface Filled {
  readonly array: StridedArray;
  /** How many elements, from the start. */
  readonly count: Variable;
  readonly least: Variable;
  readonly most: Variable;
  /** Holds an element that is read. */
  readonly element: Variable;
  /** In a phase: something is in it. */
  readonly bit: number;
}

/** Ghosts are three times as many, and phases could be two to this power. */
const MOST_ARRAYS = 8;

/** Ways through one edge. Where there would be more, what is filled is forgotten. */
const MOST_WAYS = 32;

/**
 * The same executions with ghosts; undefined where there are no such arrays, or more than are worth it.
 *
 * @param makeVariable makes a variable of the model.
 */
export function withFilledParts(
  model: Model,
  arrays: readonly StridedArray[],
  makeVariable: (name: string, type: ScalarType) => Variable,
): Model | undefined {
  const known = new Map(arrays.filter(isOfNumbers).map((array) => [array.variable, array]));
  const accessed = accessedArrays(model, known);
  if (accessed === undefined) return undefined;
  const wanted = [...accessed.read].filter((of) => accessed.stored.has(of));
  if (wanted.length === 0 || wanted.length > MOST_ARRAYS) return undefined;
  const filled = new Map(
    wanted.map((of, i) => [of, ghostsOf(known.get(of) as StridedArray, 1 << i, makeVariable)] as const),
  );
  // What is at a constant place is one case.
  const isCase = (op: ModelOp): boolean => {
    const index = op.kind === "assign" ? accessedAt(op.target, op.value, filled) : undefined;
    return index !== undefined && index.kind !== "integer";
  };
  return new FilledParts(withEdgesCut(model, isCase), filled).model();
}

/** Where an element is stored or read. */
function accessedAt(target: Variable, value: Term, filled: ReadonlyMap<Variable, unknown>): Term | undefined {
  if (isSelect(value, filled)) return value.index;
  return filled.has(target) ? storeOf(target, value)?.index : undefined;
}

/** Characters are what strings are made of: their values say little, and there are many of them. */
function isOfNumbers({ element, length }: StridedArray): boolean {
  return length !== undefined && (element.kind === "pointer" || (element.kind === "int" && element.bits > 8));
}

function ghostsOf(
  array: StridedArray,
  bit: number,
  makeVariable: (name: string, type: ScalarType) => Variable,
): Filled {
  // Sound: unbounded, since a variable of a narrower type than the elements would exclude some of them.
  const make = (what: string) => makeVariable(`${what} ${array.variable.name}`, MATH_INTEGER);
  const element = makeVariable(`element of ${array.variable.name}`, array.element);
  return { array, bit, element, count: make("filled of"), least: make("least of"), most: make("greatest of") };
}

/** A way through some operations. */
interface Way {
  readonly phase: number;
  readonly ops: readonly ModelOp[];
}

class FilledParts {
  readonly #base: Model;
  readonly #filled: ReadonlyMap<Variable, Filled>;
  readonly #copies = new Map<ModelLocation, Map<number, ModelLocation>>();
  readonly #origins = new Map<ModelLocation, { readonly location: ModelLocation; readonly phase: number }>();
  readonly #edges = new Map<ModelLocation, readonly ModelEdge[]>();
  /** Fields of the elements of one array of structures, by their bits. */
  readonly #groups: readonly number[];
  #nextEdge = 0;

  constructor(base: Model, filled: ReadonlyMap<Variable, Filled>) {
    this.#base = base;
    this.#filled = filled;
    this.#groups = groupsOf([...filled.values()]);
  }

  model(): Model {
    const base = this.#base;
    const ghosts = [...this.#filled.values()].flatMap(({ count, least, most, element }) => [
      ...[count, least, most],
      element,
    ]);
    return {
      program: base.program,
      properties: base.properties,
      propertySites: base.propertySites,
      entry: this.#locationOf(base.entry, 0),
      ...(base.heapObjects === undefined ? {} : { heapObjects: base.heapObjects }),
      ...(base.followsZeros === undefined ? {} : { followsZeros: base.followsZeros }),
      followsFilled: true,
      // Many an element says which other one is meant, or counts some of them: it is less than their number, or at most that.
      limits: [...this.#filled.values()].flatMap(({ most, count }) =>
        [lt, le].map((compare) => compare(variable(most), variable(count))),
      ),
      // These grow while the model is explored.
      get variables() {
        return [...base.variables, ...ghosts];
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

  #locationOf(location: ModelLocation, phase: number): ModelLocation {
    const copies = memoised(this.#copies, location, () => new Map());
    return memoised(copies, phase, () => {
      const copy: ModelLocation = { ...location, id: this.#origins.size };
      this.#origins.set(copy, { location, phase });
      return copy;
    });
  }

  #edgesFrom(copy: ModelLocation): readonly ModelEdge[] {
    const { location, phase } = this.#origins.get(copy) as { location: ModelLocation; phase: number };
    return this.#base.edgesFrom(location).flatMap((edge) => {
      let ways: readonly Way[] = [{ phase, ops: [] }];
      for (const op of edge.ops) ways = ways.flatMap((way) => this.#waysOver(op, way, ways.length));
      return ways.map((way) => {
        this.#nextEdge += 1;
        const target = this.#locationOf(edge.target, this.#phaseAt(edge, way.phase));
        return { ...edge, id: this.#nextEdge, source: copy, target, ops: way.ops };
      });
    });
  }

  /**
   * The fields of a structure are set one by one, and where that is done all of them have been, or none: other phases would be many, and
   * almost none of them possible. Sound: an empty part is part of every array.
   */
  #phaseAt({ source, target }: ModelEdge, phase: number): number {
    // What has ended, or gone wrong, has no phase.
    if (target.kind !== "ordinary") return 0;
    if (!target.cutPoint && target.context === source.context) return phase;
    return this.#groups.reduce((kept, group) => ((kept & group) === group ? kept : kept & ~group), phase);
  }

  #waysOver(op: ModelOp, way: Way, ways: number): readonly Way[] {
    const with_ = (phase: number, ...ops: readonly ModelOp[]): Way => ({ phase, ops: [...way.ops, ...ops] });
    if (op.kind === "assume") return [with_(way.phase, op)];
    const changed = this.#filled.get(op.target);
    if (changed !== undefined) {
      const store = op.kind === "assign" ? storeOf(op.target, op.value) : undefined;
      const cases = store === undefined ? undefined : storing(changed, store, way.phase);
      // Sound: an empty part is part of every array.
      if (cases === undefined || ways * cases.length > MOST_WAYS) return [with_(way.phase & ~changed.bit, op)];
      return cases.map(({ phase, ops }) => with_(phase, ...ops, op));
    }
    if (op.kind !== "assign" || !isSelect(op.value, this.#filled)) return [with_(way.phase, op)];
    const read = this.#filled.get(op.value.array.variable) as Filled;
    if ((way.phase & read.bit) === 0 || ways * 3 > MOST_WAYS) return [with_(way.phase, op)];
    const { index } = op.value;
    // Where it was read may be said by what is assigned.
    const value = variable(read.element);
    return [
      [le(integer(read.array.start), index), lt(index, endOf(read)), ...between(read, value)],
      [lt(index, integer(read.array.start))],
      [le(endOf(read), index)],
    ].map((conditions) =>
      with_(way.phase, { ...op, target: read.element }, ...conditions.map(assume), { ...op, value }),
    );
  }
}

/** Fields lie less than a stride apart. */
function groupsOf(filled: readonly Filled[]): readonly number[] {
  const groups: { readonly first: StridedArray; bits: number }[] = [];
  for (const { array, bit } of filled.toSorted((a, b) => a.array.start - b.array.start)) {
    const group = groups.find(
      ({ first: { start, stride } }) => stride === array.stride && array.start - start < stride,
    );
    if (group === undefined) groups.push({ first: array, bits: bit });
    else group.bits |= bit;
  }
  return groups.map(({ bits }) => bits);
}

interface Store {
  readonly index: Term;
  readonly value: Term;
}

/** The only store of an assignment; undefined where it is another one. */
function storeOf(target: Variable, value: Term): Store | undefined {
  if (value.kind !== "store" || value.array.kind !== "variable" || value.array.variable !== target) return undefined;
  return { index: value.index, value: value.value };
}

/** Behind the filled part it grows, in it the extremes may move, elsewhere nothing happens. */
function storing(of: Filled, { index, value }: Store, phase: number): readonly Way[] {
  const { array, count, least, most, bit } = of;
  const start = integer(array.start);
  const set = (target: Variable, to: Term): ModelOp => ({ kind: "assign", target, value: to, origin: undefined });
  const when = (next: number, conditions: readonly Formula[], ...ops: readonly ModelOp[]): Way => ({
    phase: next,
    ops: [...conditions.map(assume), ...ops],
  });
  if ((phase & bit) === 0)
    return [
      when(phase | bit, [eq(index, start)], set(count, integer(1)), set(least, value), set(most, value)),
      when(phase, [lt(index, start)]),
      when(phase, [lt(start, index)]),
    ];
  const end = endOf(of);
  const grown = set(count, add(variable(count), integer(1)));
  const moved = [
    { conditions: [lt(value, variable(least))], ops: [set(least, value)] },
    { conditions: [lt(variable(most), value)], ops: [set(most, value)] },
    { conditions: between(of, value), ops: [] },
  ];
  return [
    ...moved.map(({ conditions, ops }) => when(phase, [eq(index, end), ...conditions], ...ops, grown)),
    ...moved.map(({ conditions, ops }) => when(phase, [le(start, index), lt(index, end), ...conditions], ...ops)),
    when(phase, [lt(index, start)]),
    when(phase, [lt(end, index)]),
  ];
}

function between({ least, most }: Filled, value: Term): readonly Formula[] {
  return [le(variable(least), value), le(value, variable(most))];
}

/** The address behind the filled part. */
function endOf({ array: { start, stride }, count }: Filled): Term {
  return add(integer(start), multiply(variable(count), integer(stride)));
}

function assume(condition: Formula): ModelOp {
  return { kind: "assume", condition, origin: undefined };
}
