/**
 * What a state can say something about: scalar variables and single elements of arrays. Each gets a slot, a position
 * in the state vector, when an edge first mentions it; elements when a known index first meets them.
 */
import type { Variable } from "../../logic/term.ts";
import type { Int } from "../../numbers/int.ts";
import { memoised } from "../../util/memo.ts";

interface Slot {
  readonly variable: Variable;
  readonly index?: Int;
}

export class Slots {
  readonly #capacity: number;
  readonly #slots: Slot[] = [];
  readonly #scalars = new Map<Variable, number>();
  readonly #elements = new Map<Variable, Map<Int, number>>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get count(): number {
    return this.#slots.length;
  }

  describe(slot: number): Slot {
    return this.#slots[slot] as Slot;
  }

  /** The slot of a scalar; undefined when the state vector is full: such a variable stays unknown. */
  scalar(variable: Variable): number | undefined {
    const known = this.#scalars.get(variable);
    if (known !== undefined) return known;
    return this.#allocate({ variable }, (slot) => this.#scalars.set(variable, slot));
  }

  element(array: Variable, index: Int): number | undefined {
    const elements = memoised(this.#elements, array, () => new Map());
    const known = elements.get(index);
    if (known !== undefined) return known;
    const into = elements;
    return this.#allocate({ variable: array, index }, (slot) => into.set(index, slot));
  }

  /** All element slots of an array so far. */
  elementsOf(array: Variable): Iterable<number> {
    return this.#elements.get(array)?.values() ?? [];
  }

  /** All slots of a variable: its own, or those of its elements. */
  *slotsOf(variable: Variable): IterableIterator<number> {
    const scalar = this.#scalars.get(variable);
    if (scalar !== undefined) yield scalar;
    yield* this.elementsOf(variable);
  }

  #allocate(slot: Slot, record: (at: number) => void): number | undefined {
    if (this.#slots.length >= this.#capacity) return undefined;
    const at = this.#slots.length;
    this.#slots.push(slot);
    record(at);
    return at;
  }
}
