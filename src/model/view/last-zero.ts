/**
 * Where strings end: every array of characters has the address of a zero that stands in it, the last one that is known, as a variable of
 * hone's (a ghost; the idea of a length beside the buffer is that of Dor, Rodeh and Sagiv, "CSSV", PLDI 2003). A scan that stops at a zero
 * then has a bound that octagons can say: `s <= end`, and where the character at s is not zero, `s < end`.
 *
 * The last one, not the first: who writes zeros into a text cuts it into words, and goes on behind them.
 *
 * Sound: the ghost is computed from what the program does, so that every execution is one with ghosts; at all times it is 0, or the array
 * holds a zero at that address, which is one of the array's. What is assumed follows from that.
 */
import { linearForm } from "../../logic/linear.ts";
import {
  and,
  eq,
  type Formula,
  integer,
  le,
  lt,
  ne,
  not,
  or,
  subtract,
  type Term,
  type Variable,
  variable,
} from "../../logic/term.ts";
import { MATH_INTEGER, type ScalarType } from "../../logic/types.ts";
import { forEachNode, variablesOf } from "../../logic/visit.ts";
import { postorder } from "../../util/postorder.ts";
import { CONSTANT_ARRAY, type Model, type ModelEdge, type ModelLocation, type ModelOp } from "../model.ts";
import { accessedArrays, folded, isSelect, replaced, type Select, type StridedArray } from "./array-terms.ts";
import { withEdges } from "./with-edges.ts";

/** An array of characters and the address of a zero in it, or 0. */
interface Text {
  readonly array: Variable;
  readonly first: number;
  /** Undefined where the length is not known. */
  readonly last: number | undefined;
  readonly zero: Variable;
}

/** What a variable holds: something that depends on one element only, and what it would be if that were zero. */
interface Held {
  readonly read: Select;
  readonly ifZero: Term;
}

/** What is known of ghosts on one way: constants. */
type Known = ReadonlyMap<Variable, Term>;

interface Way {
  readonly ops: readonly ModelOp[];
  readonly known: Known;
}

type Holders = ReadonlyMap<Variable, Held>;

const NOTHING: Holders = new Map();

/** Ways through one edge. Where there would be more, zeros are forgotten. */
const MOST_WAYS = 32;

/**
 * The same executions with ghosts; undefined where no characters are read, or there are more locations than are worth it.
 *
 * @param makeVariable makes a variable of the model.
 */
export function withLastZeros(
  model: Model,
  arrays: readonly StridedArray[],
  makeVariable: (name: string, type: ScalarType) => Variable,
): Model | undefined {
  const characters = new Map(arrays.filter(isText).map((array) => [array.variable, array]));
  if (characters.size === 0) return undefined;
  const accessed = accessedArrays(model, characters);
  if (accessed === undefined || accessed.read.size === 0) return undefined;
  const texts = new Map([...accessed.read].map((of) => [of, textOf(characters.get(of) as StridedArray, makeVariable)]));
  return new LastZeros(model, texts).model();
}

function isText({ element, stride }: StridedArray): boolean {
  return stride === 1 && element.kind === "int" && element.bits === 8;
}

function textOf(
  { variable: array, start, length }: StridedArray,
  makeVariable: (name: string, type: ScalarType) => Variable,
): Text {
  const last = length === undefined ? undefined : start + length - 1;
  return { array, first: start, last, zero: makeVariable(`zero of ${array.name}`, MATH_INTEGER) };
}

class LastZeros {
  readonly #base: Model;
  readonly #texts: ReadonlyMap<Variable, Text>;
  readonly #holders: ReadonlyMap<ModelLocation, Holders>;
  #nextEdge = 0;

  constructor(base: Model, texts: ReadonlyMap<Variable, Text>) {
    this.#base = base;
    this.#texts = texts;
    this.#holders = holdersIn(base, texts);
  }

  model(): Model {
    const ghosts = [...this.#texts.values()].map(({ zero }) => zero);
    const seen = withEdges(this.#base, (location) => this.#edgesFrom(location));
    const base = this.#base;
    return {
      ...seen,
      followsZeros: true,
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
    };
  }

  #edgesFrom(location: ModelLocation): readonly ModelEdge[] {
    const atEntry = location === this.#base.entry ? [...this.#texts.values()].map(nowhere) : [];
    return this.#base.edgesFrom(location).flatMap((edge) =>
      this.#waysThrough(edge, atEntry).map((ops) => {
        this.#nextEdge += 1;
        return { ...edge, id: this.#nextEdge, ops };
      }),
    );
  }

  #waysThrough({ source, ops }: ModelEdge, before: readonly ModelOp[]): readonly (readonly ModelOp[])[] {
    let holders = this.#holders.get(source) ?? NOTHING;
    let ways: Way[] = [{ ops: before, known: new Map(ghostsSetBy(before)) }];
    for (const op of ops) {
      ways = ways.flatMap((way) =>
        this.#casesOf(op, holders, way.known, ways.length).map((one) => ({
          ops: [...way.ops, ...one],
          known: new Map([...way.known, ...ghostsSetBy(one)]),
        })),
      );
      holders = after(op, holders, this.#texts);
    }
    return ways.map((way) => way.ops);
  }

  /** What an operation does with ghosts, by cases. */
  #casesOf(op: ModelOp, holders: Holders, known: Known, ways: number): readonly (readonly ModelOp[])[] {
    if (op.kind === "assume") return this.#tested(op, holders, ways);
    const text = this.#texts.get(op.target);
    if (text === undefined) return [[op]];
    const stores = op.kind === "assign" ? storesOf(op.target, op.value) : undefined;
    if (stores === undefined) return [[op, ...this.#filled(op, text)]];
    const run = stores.length > 1 ? runOf(stores) : undefined;
    const [only] = stores;
    // Sound: that no zero is known holds of every array.
    if (stores.length > 1 ? run === undefined : only === undefined) return [[nowhere(text), op]];
    const zero = known.get(text.zero) ?? variable(text.zero);
    const cases = run === undefined ? storing(text, zero, only as Store) : storingRun(text, zero, run);
    return ways * cases.length > MOST_WAYS ? [[nowhere(text), op]] : cases.map((before) => [...before, op]);
  }

  /** After an assignment of another array: all zeros, or anything. */
  #filled(op: ModelOp, text: Text): readonly ModelOp[] {
    const value = op.kind === "assign" ? op.value : undefined;
    const isZero = value?.kind === "apply" && value.name === CONSTANT_ARRAY && isInteger(value.arguments[0], 0);
    return [isZero && text.last !== undefined ? standsAt(text, integer(text.last)) : nowhere(text)];
  }

  /** A test that a zero would not pass: the element is before or behind the zero that is known. */
  #tested(op: Extract<ModelOp, { kind: "assume" }>, holders: Holders, ways: number): readonly (readonly ModelOp[])[] {
    const reads = new Set<Select>();
    for (const of of variablesOf(op.condition)) {
      const held = holders.get(of);
      if (held === undefined || reads.has(held.read)) continue;
      const ifZero = new Map([...holders].filter(([, { read }]) => read === held.read).map(asValue));
      if (folded(op.condition, ifZero).kind === "false") reads.add(held.read);
    }
    let cases: (readonly ModelOp[])[] = [[op]];
    for (const { array, index } of reads) {
      if (ways * cases.length * 3 > MOST_WAYS) break;
      const text = this.#texts.get(array.variable) as Text;
      const zero = variable(text.zero);
      cases = cases.flatMap((before) => [
        [...before, assume(lt(index, zero)), ...within(text)],
        [...before, assume(lt(zero, index))],
        // No address of the array, so no zero of it either: 0 itself may be one.
        [...before, assume(lt(index, integer(text.first)))],
      ]);
    }
    return cases;
  }
}

function asValue([of, { ifZero }]: readonly [Variable, Held]): [Term, Term] {
  return [variable(of), ifZero];
}

/** What storing one element does, by where the zero that is known stands. */
function storing(text: Text, zero: Term, { index, value }: Store): readonly (readonly ModelOp[])[] {
  const is = eq(value, integer(0));
  const isNot = ne(value, integer(0));
  return possible([
    [[lt(index, zero)], []],
    [[eq(index, zero), is], []],
    [[eq(index, zero), isNot], [nowhere(text)]],
    [[lt(zero, index), is, ...inside(text, index)], [standsAt(text, index)]],
    [[lt(zero, index), is, or(inside(text, index).map(not))], []],
    [[lt(zero, index), isNot], []],
  ]);
}

/** What storing neighbours does: the bytes of a word. */
function storingRun(text: Text, zero: Term, run: Run): readonly (readonly ModelOp[])[] {
  const { index: from } = run[0];
  const { index: end } = run[run.length - 1] as Store;
  const at = run.findLast(({ value }) => isInteger(value, 0))?.index;
  const others: [Formula[], ModelOp[]][] = [
    [[lt(end, zero)], []],
    [[le(from, zero), le(zero, end)], [nowhere(text)]],
    [[lt(zero, from)], []],
  ];
  if (at === undefined) return possible(others);
  return possible([
    [[le(zero, end), ...inside(text, at)], [standsAt(text, at)]],
    ...others.map(([when, ops], i): [Formula[], ModelOp[]] =>
      i === 0 ? [when, ops] : [[...when, or(inside(text, at).map(not))], ops],
    ),
  ]);
}

function inside({ first, last }: Text, index: Term): readonly Formula[] {
  return [le(integer(first), index), ...(last === undefined ? [] : [le(index, integer(last))])];
}

function possible(cases: readonly (readonly [readonly Formula[], readonly ModelOp[]])[]) {
  return cases.flatMap(([when, ops]) => {
    const condition = and(when);
    return condition.kind === "false" ? [] : [[assume(condition), ...ops]];
  });
}

interface Store {
  readonly index: Term;
  readonly value: Term;
}

/** Neighbours, in the order of their addresses. */
type Run = readonly [Store, ...Store[]];

/** The stores of an assignment, in order; undefined where it takes another array. */
function storesOf(target: Variable, value: Term): readonly Store[] | undefined {
  const stores: Store[] = [];
  let rest = value;
  for (; rest.kind === "store"; rest = rest.array) stores.unshift({ index: rest.index, value: rest.value });
  return rest.kind === "variable" && rest.variable === target ? stores : undefined;
}

/** Stores one behind another. */
function runOf(stores: readonly Store[]): Run | undefined {
  const [first, ...others] = stores;
  if (first === undefined) return undefined;
  const follows = others.every(({ index }, k) => isInteger(difference(index, first.index), k + 1));
  return follows ? [first, ...others] : undefined;
}

function difference(a: Term, b: Term): Term | undefined {
  const form = linearForm(subtract(a, b));
  return form === undefined || form.variables.length > 0 ? undefined : integer(Number(form.constant));
}

function ghostsSetBy(ops: readonly ModelOp[]): [Variable, Term][] {
  return ops.flatMap((op): [Variable, Term][] =>
    op.kind === "assign" && op.origin === undefined
      ? [[op.target, op.value.kind === "integer" ? op.value : variable(op.target)]]
      : [],
  );
}

function nowhere(text: Text): ModelOp {
  return standsAt(text, integer(0));
}

function standsAt({ zero }: Text, value: Term): ModelOp {
  return { kind: "assign", target: zero, value, origin: undefined };
}

function within({ zero, last }: Text): readonly ModelOp[] {
  return last === undefined ? [] : [assume(le(variable(zero), integer(last)))];
}

function assume(condition: Formula): ModelOp {
  return { kind: "assume", condition, origin: undefined };
}

function isInteger(term: Term | undefined, value: number): boolean {
  return term?.kind === "integer" && Number(term.value) === value;
}

// --- Who holds which element --------------------------------------------------------------------------------------

/** Between loop heads, along all paths. */
function holdersIn(model: Model, texts: ReadonlyMap<Variable, Text>): ReadonlyMap<ModelLocation, Holders> {
  const successors = (location: ModelLocation) => model.edgesFrom(location).map(({ target }) => target);
  const locations = postorder([model.entry], successors).reverse();
  const at = new Map<ModelLocation, Holders>([[model.entry, NOTHING]]);
  for (let stable = false; !stable; ) {
    stable = true;
    for (const location of locations) {
      const here = at.get(location);
      if (here === undefined) continue;
      for (const { target, ops } of model.edgesFrom(location)) {
        const known = at.get(target);
        const arriving = ops.reduce((holders, op) => after(op, holders, texts), here);
        const next = target.cutPoint ? NOTHING : meet(known, arriving);
        if (known !== undefined && known.size === next.size) continue;
        at.set(target, next);
        stable = false;
      }
    }
  }
  return at;
}

/** What both have; undefined has everything. */
function meet(a: Holders | undefined, b: Holders): Holders {
  if (a === undefined) return b;
  return new Map([...a].filter(([of, { read, ifZero }]) => b.get(of)?.read === read && b.get(of)?.ifZero === ifZero));
}

function after(op: ModelOp, before: Holders, texts: ReadonlyMap<Variable, Text>): Holders {
  if (op.kind === "assume") return before;
  const { target } = op;
  const held = op.kind === "assign" ? heldBy(op.value, before, texts) : undefined;
  const kept = [...before].filter(([of, { read }]) => of !== target && !variablesOf(read).has(target));
  if (held !== undefined && !variablesOf(held.read).has(target)) return new Map([...kept, [target, held]]);
  return kept.length === before.size ? before : new Map(kept);
}

/** What a term holds, where it depends on one element only. */
function heldBy(value: Term, holders: Holders, texts: ReadonlyMap<Variable, Text>): Held | undefined {
  const reads: Select[] = [];
  forEachNode(value, (node) => {
    if (isSelect(node, texts)) reads.push(node);
  });
  const changes = new Map<Term, Term>(reads.map((read) => [read, integer(0)]));
  let [read] = reads;
  for (const of of variablesOf(replaced(value, changes))) {
    const held = holders.get(of);
    if (held === undefined || (read !== undefined && held.read !== read)) return undefined;
    read = held.read;
    changes.set(variable(of), held.ifZero);
  }
  if (read === undefined || reads.length > 1) return undefined;
  const ifZero = folded(value, changes);
  return ifZero.kind === "integer" ? { read, ifZero } : undefined;
}
