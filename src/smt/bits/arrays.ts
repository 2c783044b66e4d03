/**
 * Reads of arrays. A read goes through stores and choices by multiplexers down to array variables. A variable's elements
 * are unknown values, one for each index that is read; that equal indices have equal elements is said only where a
 * model gets it wrong (`repairs`): most pairs of reads never meet. An equality of arrays is an input; what follows from
 * its truth is instantiated in the same way, its falsity has an index as witness.
 */

import type { Formula, Term, Variable } from "../../logic/term.ts";
import { type ArrayPlaces, type ArrayType, intType, MATH_INTEGER, type ScalarType } from "../../logic/types.ts";
import { CONSTANT_ARRAY } from "../../model/model.ts";
import { memoised } from "../../util/memo.ts";
import { type Signal, TRUE } from "./circuit.ts";
import { constant, trim, type Vector, type Vectors } from "./vectors.ts";

/** An index of which more bits are open than this is compared with those of stores, one by one. */
const MOST_OPEN = 6;
/** Of an array with more places than this they are not told apart. */
const MOST_PLACES = 64;

interface ArrayContext {
  valueOf(term: Term): Vector;
  signalOf(formula: Formula): Signal;
  fresh(type: ScalarType): Vector;
  isFloat(type: ScalarType): boolean;
}

interface Read {
  readonly index: Vector;
  readonly value: Vector;
}

/** A read by the places of an array: what it gives elsewhere is unknown until a model goes there. */
interface ReadElsewhere {
  readonly array: Term;
  readonly index: Vector;
  readonly inside: Signal;
  readonly value: Vector;
}

interface Equality {
  readonly left: Term;
  readonly right: Term;
  readonly signal: Signal;
  readonly instances: Set<string>;
}

/** What a model says of a vector and of a signal. */
export interface ModelBits {
  number(vector: Vector): bigint;
  isTrue(signal: Signal): boolean;
}

export class ArrayCircuits {
  readonly #v: Vectors;
  readonly #context: ArrayContext;
  readonly #reads = new Map<Variable, Read[]>();
  readonly #known = new Map<string, Vector>();
  readonly #types = new Map<Term, ArrayType>();
  /** Those of which nothing more is said so far. */
  readonly #elsewhere = new Set<ReadElsewhere>();
  #usesPlaces = false;
  readonly #equalities: Equality[] = [];
  readonly #compared = new Set<string>();

  constructor(vectors: Vectors, context: ArrayContext) {
    this.#v = vectors;
    this.#context = context;
  }

  get isUsed(): boolean {
    return this.#reads.size > 0 || this.#equalities.length > 0 || this.#usesPlaces;
  }

  /** The element at an index. Iterative: chains of stores are long. */
  read(array: Term, index: Vector): Vector {
    const key = index.join(",");
    const open = [...new Set(index.filter((signal) => signal > TRUE).map((signal) => signal & -2))];
    if (open.length === 0) return this.#readThrough(array, index, key);
    const count = this.#typeOf(array).places?.count ?? Number.POSITIVE_INFINITY;
    const byCases = open.length <= MOST_OPEN && this.#isDeep(array, key, 2 ** open.length);
    const byPlaces = !byCases && count <= MOST_PLACES && this.#isDeep(array, key, count);
    if (!byCases && !byPlaces) return this.#readThrough(array, index, key);
    const value = byCases ? this.#readByCases(array, index, open) : this.#readByPlaces(array, index);
    this.#known.set(`${array.id}:${key}`, value);
    return value;
  }

  #readThrough(array: Term, index: Vector, key: string): Vector {
    const stack: Term[] = [array];
    while (stack.length > 0) {
      const term = stack[stack.length - 1] as Term;
      if (this.#known.has(`${term.id}:${key}`)) {
        stack.pop();
        continue;
      }
      const waiting = this.#partsOf(term, index).filter((part) => !this.#known.has(`${part.id}:${key}`));
      if (waiting.length > 0) stack.push(...waiting);
      else this.#known.set(`${term.id}:${key}`, this.#element(term, index, key));
    }
    return this.#known.get(`${array.id}:${key}`) as Vector;
  }

  /** Whether more than so many arrays would have to be looked through. */
  #isDeep(array: Term, key: string, limit: number): boolean {
    const found = new Set([array]);
    for (const term of found) {
      if (this.#known.has(`${term.id}:${key}`)) found.delete(term);
      else if (term.kind === "store") found.add(term.array);
      else if (term.kind === "ite") found.add(term.then).add(term.else);
      if (found.size > limit) return true;
    }
    return false;
  }

  /**
   * The elements at all values that an index can have, of which its open bits choose one. Elements at constants are shared
   * with other reads: an unrolled loop that writes and reads a small array stays linear.
   */
  #readByCases(array: Term, index: Vector, open: readonly Signal[]): Vector {
    let cases = Array.from({ length: 2 ** open.length }, (_, which) => {
      const at = index.map((signal) => {
        const bit = open.indexOf(signal & -2);
        return bit < 0 ? signal : ((which >> bit) & 1) ^ (signal & 1);
      });
      return this.read(array, trim(at));
    });
    for (const bit of open) {
      const next: Vector[] = [];
      for (let i = 0; i < cases.length; i += 2)
        next.push(this.#choice(bit, cases[i + 1] as Vector, cases[i] as Vector, this.#typeOf(array).element));
      cases = next;
    }
    return cases[0] as Vector;
  }

  /** The elements at all places of an array, of which the index chooses one; elsewhere something unknown, see `repairs`. */
  #readByPlaces(array: Term, index: Vector): Vector {
    const type = this.#typeOf(array);
    const { first, stride, count } = type.places as ArrayPlaces;
    const places = Array.from({ length: count }, (_, i) => constant(BigInt(first + stride * i)));
    const here = places.map((place) => this.#v.equal(index, place));
    const inside = this.#v.any(here);
    const elsewhere = inside === TRUE ? undefined : this.#context.fresh(type.element);
    if (elsewhere !== undefined) {
      this.#usesPlaces = true;
      this.#elsewhere.add({ array, index, inside, value: elsewhere });
    }
    const elements = places.map((place) => this.read(array, place));
    return elements.reduceRight(
      (rest, element, i) => this.#choice(here[i] as Signal, element, rest, type.element),
      elsewhere ?? (elements[count - 1] as Vector),
    );
  }

  /** The arrays whose element at the index decides that of the term. */
  #partsOf(term: Term, index: Vector): Term[] {
    if (term.kind === "store")
      return this.#v.equal(this.#context.valueOf(term.index), index) === TRUE ? [] : [term.array];
    return term.kind === "ite" ? [term.then, term.else] : [];
  }

  #element(term: Term, index: Vector, key: string): Vector {
    const of = (part: Term): Vector => this.#known.get(`${part.id}:${key}`) as Vector;
    switch (term.kind) {
      case "store": {
        const here = this.#v.equal(this.#context.valueOf(term.index), index);
        const stored = this.#context.valueOf(term.value);
        return here === TRUE ? stored : this.#choice(here, stored, of(term.array), this.#typeOf(term).element);
      }
      case "ite":
        return this.#choice(
          this.#context.signalOf(term.condition),
          of(term.then),
          of(term.else),
          this.#typeOf(term).element,
        );
      case "variable":
        return this.#readVariable(term.variable, index);
      case "apply":
        if (term.name === CONSTANT_ARRAY) return this.#context.valueOf(term.arguments[0] as Term);
        return this.#context.fresh(this.#typeOf(term).element);
      default:
        throw new Error("an array term should be a variable, a store, a choice or a constant array");
    }
  }

  #choice(condition: Signal, then: Vector, otherwise: Vector, type: ScalarType): Vector {
    if (!this.#context.isFloat(type)) return this.#v.mux(condition, then, otherwise);
    return then.map((signal, i) => this.#v.mux(condition, [signal], [otherwise[i] as Signal])[0] as Signal);
  }

  /** The type of an array term; chains of stores and choices are long, and each of their elements asks. */
  #typeOf(array: Term): ArrayType {
    const passed: Term[] = [];
    let at = array;
    while ((at.kind === "store" || at.kind === "ite") && !this.#types.has(at)) {
      passed.push(at);
      at = at.kind === "store" ? at.array : at.then;
    }
    const type =
      this.#types.get(at) ?? (at.kind === "variable" ? at.variable.type : at.kind === "apply" ? at.type : undefined);
    if (type?.kind !== "array") throw new Error("an array term should have an element type");
    for (const term of passed) this.#types.set(term, type);
    return type;
  }

  #readVariable(of: Variable, index: Vector): Vector {
    const value = this.#context.fresh(of.type.kind === "array" ? of.type.element : MATH_INTEGER);
    const reads = memoised(this.#reads, of, () => []);
    reads.push({ index, value });
    return value;
  }

  /** Whether two arrays are equal everywhere. */
  equal(left: Term, right: Term): Signal {
    const [signal] = this.#context.fresh({ kind: "int", bits: 1, signed: false }) as [Signal];
    const equality: Equality = { left, right, signal, instances: new Set() };
    this.#equalities.push(equality);
    // Where they differ there is an index that shows it: any integer, so wider than every index that terms compute.
    const witness = this.#context.fresh(intType(256, "signed"));
    this.#pendingWitness.push({ equality, witness });
    return signal;
  }

  readonly #pendingWitness: { readonly equality: Equality; readonly witness: Vector }[] = [];

  /** Facts about equalities that are to be asserted once, before the next search. */
  takeAxioms(): Signal[] {
    const axioms: Signal[] = [];
    for (const { equality, witness } of this.#pendingWitness.splice(0)) {
      const same = this.#sameAt(equality, witness);
      axioms.push(this.#or(equality.signal, same ^ 1));
    }
    return axioms;
  }

  #sameAt({ left, right }: Equality, index: Vector): Signal {
    return this.#same(this.read(left, index), this.read(right, index), this.#typeOf(left).element);
  }

  /** Whether two elements have the same bits. */
  #same(a: Vector, b: Vector, type: ScalarType): Signal {
    if (!this.#context.isFloat(type)) return this.#v.equal(a, b);
    return this.#v.all(a.map((signal, i) => this.#v.equal([signal], [b[i] as Signal])));
  }

  #or(a: Signal, b: Signal): Signal {
    return this.#v.any([a, b]);
  }

  /** What the model gets wrong, as facts that exclude it; none where reads are consistent. */
  repairs(model: ModelBits): Signal[] {
    const facts: Signal[] = [];
    for (const reads of this.#reads.values()) this.#repairReads(reads, model, facts);
    for (const read of this.#elsewhere) {
      if (model.isTrue(read.inside) || this.#isRight(read, model)) continue;
      this.#elsewhere.delete(read);
      facts.push(this.#or(read.inside, this.#isThrough(read)));
    }
    for (const equality of this.#equalities) {
      if (!model.isTrue(equality.signal)) continue;
      for (const index of this.#indicesFor(equality)) {
        const key = index.join(",");
        if (equality.instances.has(key)) continue;
        equality.instances.add(key);
        facts.push(this.#or(equality.signal ^ 1, this.#sameAt(equality, index)));
      }
    }
    return facts;
  }

  /** Whether what a model says of a read elsewhere is what is there: one way through stores and choices in that model. */
  #isRight({ array, index, value }: ReadElsewhere, model: ModelBits): boolean {
    const at = model.number(index);
    for (let term = array; ; ) {
      if (term.kind === "ite") term = model.isTrue(this.#context.signalOf(term.condition)) ? term.then : term.else;
      else if (term.kind === "store" && model.number(this.#context.valueOf(term.index)) !== at) term = term.array;
      else if (term.kind === "store") return this.#agree(this.#context.valueOf(term.value), value, model);
      else if (term.kind === "apply" && term.name === CONSTANT_ARRAY)
        return this.#agree(this.#context.valueOf(term.arguments[0] as Term), value, model);
      // What nobody has read of a variable may be anything, but the same for all.
      else return false;
    }
  }

  /** That a read elsewhere gives what stores and choices say. */
  #isThrough({ array, index, value }: ReadElsewhere): Signal {
    const key = index.join(",");
    const byPlaces = this.#known.get(`${array.id}:${key}`) as Vector;
    this.#known.delete(`${array.id}:${key}`);
    const exact = this.#readThrough(array, index, key);
    this.#known.set(`${array.id}:${key}`, byPlaces);
    return this.#same(exact, value, this.#typeOf(array).element);
  }

  #agree(a: Vector, b: Vector, model: ModelBits): boolean {
    return model.number(a) === model.number(b);
  }

  #repairReads(reads: readonly Read[], model: ModelBits, facts: Signal[]): void {
    const first = new Map<bigint, Read>();
    for (const read of reads) {
      const at = model.number(read.index);
      const other = first.get(at);
      if (other === undefined) {
        first.set(at, read);
        continue;
      }
      if (read.value.every((signal, i) => model.isTrue(signal) === model.isTrue(other.value[i] as Signal))) continue;
      const key = `${other.value[0]}:${read.value[0]}`;
      if (this.#compared.has(key)) continue;
      this.#compared.add(key);
      const same = this.#v.all(read.value.map((signal, i) => this.#v.equal([signal], [other.value[i] as Signal])));
      facts.push(this.#or(this.#v.equal(read.index, other.index) ^ 1, same));
    }
  }

  /** All indices at which a variable on either side is read. */
  #indicesFor({ left, right }: Equality): Vector[] {
    const variables = new Set([...variablesIn(left), ...variablesIn(right)]);
    const indices: Vector[] = [];
    for (const of of variables) for (const { index } of this.#reads.get(of) ?? []) indices.push(index);
    return indices;
  }

  /** The elements that a model gives to array variables. */
  elements(model: ModelBits): Map<Variable, { readonly index: bigint; readonly value: Vector }[]> {
    const found = new Map<Variable, { readonly index: bigint; readonly value: Vector }[]>();
    for (const [of, reads] of this.#reads)
      found.set(
        of,
        reads.map(({ index, value }) => ({ index: model.number(index), value })),
      );
    return found;
  }
}

function variablesIn(array: Term): Variable[] {
  const found: Variable[] = [];
  const work = [array];
  const seen = new Set<Term>();
  while (work.length > 0) {
    const term = work.pop() as Term;
    if (seen.has(term)) continue;
    seen.add(term);
    if (term.kind === "variable") found.push(term.variable);
    else if (term.kind === "store") work.push(term.array);
    else if (term.kind === "ite") work.push(term.then, term.else);
  }
  return found;
}
