/**
 * Reads of arrays whose indices are words. As in `bits/arrays.ts`, a read goes through stores and choices down to array variables,
 * and that equal indices have equal elements is said only where a model gets it wrong. Here indices are finite, so that
 * equality can be exact: an equality that holds is instantiated at every index that is read from or stored to, and at one index more
 * that is none of these and stands for all the rest, which exists as long as a sort has more values than there are such
 * indices (`remote`). Where it has not, every value of the sort is an index to look at. (After Stump, Barrett, Dill, Levitt, "A
 * Decision Procedure for an Extensional Theory of Arrays", LICS 2001.)
 */
import { memoised } from "../../../util/memo.ts";
import { type Signal, TRUE } from "../../bits/circuit.ts";
import type { Word } from "../../bits/floats.ts";
import { constant, lowBits, type Vectors } from "../../bits/vectors.ts";
import { type ArrayValue, countOf, isCanonical } from "./evaluate.ts";
import { type ArraySort, type Scalar, widthOfSort } from "./sorts.ts";
import type { BitTerm } from "./term.ts";

interface ArrayContext {
  wordOf(term: BitTerm): Word;
  /** Any value of a sort. */
  fresh(sort: Scalar): Word;
  input(): Signal;
  mux(condition: Signal, then: Word, otherwise: Word): Word;
  /** Told of work; may end it by throwing. */
  tick(work: number): void;
}

export interface ModelWords {
  number(word: Word): bigint;
  isTrue(signal: Signal): boolean;
}

interface Read {
  readonly index: Word;
  readonly value: Word;
}

interface Equality {
  readonly left: BitTerm;
  readonly right: BitTerm;
  readonly signal: Signal;
  readonly instances: Set<string>;
}

/** Indices that matter, of one sort. */
interface Indices {
  readonly sort: Scalar;
  readonly words: Map<string, Word>;
  /** An index that is none of the others where its guard holds, once there is an equality. */
  remote: { readonly index: Word; readonly guard: Signal } | undefined;
}

export class ArrayReads {
  readonly #v: Vectors;
  readonly #context: ArrayContext;
  readonly #reads = new Map<BitTerm, Read[]>();
  readonly #known = new Map<string, Word>();
  readonly #indices = new Map<Scalar, Indices>();
  readonly #equalities: Equality[] = [];
  readonly #compared = new Set<string>();
  #axioms: Signal[] = [];

  constructor(vectors: Vectors, context: ArrayContext) {
    this.#v = vectors;
    this.#context = context;
  }

  /** The element at an index. Iterative: chains of stores are long. */
  read(array: BitTerm, index: Word): Word {
    const key = index.join(",");
    this.#register((array.sort as ArraySort).index, index);
    const stack = [array];
    while (stack.length > 0) {
      const term = stack[stack.length - 1] as BitTerm;
      const waiting = this.#known.has(`${term.id}:${key}`)
        ? []
        : this.#partsAt(term, index).filter((part) => !this.#known.has(`${part.id}:${key}`));
      if (waiting.length > 0) {
        stack.push(...waiting);
        continue;
      }
      stack.pop();
      this.#context.tick(1);
      if (!this.#known.has(`${term.id}:${key}`))
        this.#known.set(
          `${term.id}:${key}`,
          this.#element(term, index, (part) => this.#known.get(`${part.id}:${key}`) as Word),
        );
    }
    return this.#known.get(`${array.id}:${key}`) as Word;
  }

  /** The arrays whose element at the index decides that of the term. */
  #partsAt(term: BitTerm, index: Word): readonly BitTerm[] {
    if (term.operator === "store") {
      const here = this.#v.equal(this.#indexOf(term), index);
      return here === TRUE ? [] : term.parts.slice(0, 1);
    }
    return term.operator === "ite" ? term.parts.slice(1) : [];
  }

  #indexOf(store: BitTerm): Word {
    const word = this.#context.wordOf(store.parts[1] as BitTerm);
    this.#register((store.sort as ArraySort).index, word);
    return word;
  }

  #element(term: BitTerm, index: Word, of: (part: BitTerm) => Word): Word {
    const [first, second, third] = term.parts as [BitTerm, BitTerm, BitTerm];
    switch (term.operator) {
      case "store": {
        const here = this.#v.equal(this.#indexOf(term), index);
        const stored = this.#context.wordOf(third);
        return here === TRUE ? stored : this.#context.mux(here, stored, of(first));
      }
      case "ite":
        return this.#context.mux(this.#context.wordOf(first)[0] as Signal, of(second), of(third));
      case "const":
        return this.#context.wordOf(first);
      default: {
        const value = this.#context.fresh((term.sort as ArraySort).element);
        memoised(this.#reads, term, () => []).push({ index, value });
        return value;
      }
    }
  }

  // --- Indices ----------------------------------------------------------------------------------------------------------

  #indicesOf(sort: Scalar): Indices {
    return memoised(this.#indices, sort, () => ({ sort, words: new Map(), remote: undefined }));
  }

  #register(sort: Scalar, index: Word): void {
    const indices = this.#indicesOf(sort);
    const key = index.join(",");
    if (indices.words.has(key) || indices.remote?.index === index) return;
    indices.words.set(key, index);
    if (indices.remote !== undefined) this.#axioms.push(this.#differs(indices.remote, index));
  }

  #differs({ index, guard }: { readonly index: Word; readonly guard: Signal }, from: Word): Signal {
    return this.#v.any([guard ^ 1, this.#v.equal(index, from) ^ 1]);
  }

  #remoteOf(indices: Indices): { readonly index: Word; readonly guard: Signal } {
    if (indices.remote === undefined) {
      indices.remote = { index: this.#context.fresh(indices.sort), guard: this.#context.input() };
      for (const index of indices.words.values()) this.#axioms.push(this.#differs(indices.remote, index));
    }
    return indices.remote;
  }

  #hasRemote({ sort, words }: Indices): boolean {
    return BigInt(words.size) < countOf(sort);
  }

  /** What a check may assume without changing its answer. */
  assumptions(): Signal[] {
    const guards: Signal[] = [];
    for (const indices of this.#indices.values())
      if (indices.remote !== undefined && this.#hasRemote(indices)) guards.push(indices.remote.guard);
    return guards;
  }

  // --- Equality ---------------------------------------------------------------------------------------------------------

  equal(left: BitTerm, right: BitTerm): Signal {
    const sort = (left.sort as ArraySort).index;
    const equality: Equality = { left, right, signal: this.#context.input(), instances: new Set() };
    this.#equalities.push(equality);
    for (const store of [...storesIn(left), ...storesIn(right)]) this.#indexOf(store);
    this.#remoteOf(this.#indicesOf(sort));
    // Where they differ there is an index that shows it.
    const witness = this.#context.fresh(sort);
    this.#axioms.push(this.#v.any([equality.signal, this.#sameAt(equality, witness) ^ 1]));
    return equality.signal;
  }

  #sameAt({ left, right }: Equality, index: Word): Signal {
    return this.#v.equal(this.read(left, index), this.read(right, index));
  }

  /** Facts to be asserted before the next search. */
  takeAxioms(): Signal[] {
    const axioms = this.#axioms;
    this.#axioms = [];
    return axioms;
  }

  // --- Models -----------------------------------------------------------------------------------------------------------

  /** What the model gets wrong, as facts that exclude it; none where it is a model of arrays. */
  repairs(model: ModelWords): Signal[] {
    const facts: Signal[] = [];
    for (const reads of this.#reads.values()) this.#repairReads(reads, model, facts);
    for (const equality of this.#equalities) {
      if (!model.isTrue(equality.signal)) continue;
      for (const index of this.#indicesFor(equality)) {
        const key = index.join(",");
        if (equality.instances.has(key)) continue;
        equality.instances.add(key);
        facts.push(this.#v.any([equality.signal ^ 1, this.#sameAt(equality, index)]));
      }
    }
    return [...facts, ...this.takeAxioms()];
  }

  #repairReads(reads: readonly Read[], model: ModelWords, facts: Signal[]): void {
    const first = new Map<bigint, Read>();
    for (const read of reads) {
      const at = model.number(read.index);
      const other = memoised(first, at, () => read);
      if (other === read || model.number(read.value) === model.number(other.value)) continue;
      const key = `${other.index.join(",")}:${read.index.join(",")}:${read.value[0]}`;
      if (this.#compared.has(key)) continue;
      this.#compared.add(key);
      facts.push(this.#v.any([this.#v.equal(read.index, other.index) ^ 1, this.#v.equal(read.value, other.value)]));
    }
  }

  #indicesFor({ left, right }: Equality): Word[] {
    const indices = this.#indicesOf((left.sort as ArraySort).index);
    if (!this.#hasRemote(indices)) return wordsOf(indices.sort);
    const found = [this.#remoteOf(indices).index];
    for (const side of [left, right]) {
      for (const store of storesIn(side)) found.push(this.#indexOf(store));
      for (const variable of leavesOf(side)) for (const { index } of this.#reads.get(variable) ?? []) found.push(index);
    }
    return found;
  }

  /** Those that are read. */
  variables(): Iterable<BitTerm> {
    return this.#reads.keys();
  }

  valueOf(variable: BitTerm, model: ModelWords): ArrayValue {
    const elements = new Map<bigint, bigint>();
    const reads = this.#reads.get(variable) ?? [];
    for (const { index, value } of reads) elements.set(model.number(index), model.number(value));
    const remote = this.#indices.get((variable.sort as ArraySort).index)?.remote;
    const rest = remote === undefined ? undefined : elements.get(model.number(remote.index));
    return { elements, otherwise: rest ?? 0n };
  }
}

function reached(root: BitTerm): Set<BitTerm> {
  const found = new Set([root]);
  for (const term of found) {
    if (term.operator === "store") found.add(term.parts[0] as BitTerm);
    if (term.operator === "ite") for (const part of term.parts.slice(1)) found.add(part);
  }
  return found;
}

function storesIn(root: BitTerm): BitTerm[] {
  return [...reached(root)].filter(({ operator }) => operator === "store");
}

function leavesOf(root: BitTerm): BitTerm[] {
  return [...reached(root)].filter(({ operator }) => operator === "variable");
}

/** All values of a sort that has few. */
function wordsOf(sort: Scalar): Word[] {
  const width = widthOfSort(sort);
  const words: Word[] = [];
  for (let value = 0n; value < 1n << BigInt(width); value++)
    if (isCanonical(value, sort)) words.push(lowBits(constant(value), width));
  return words;
}
