/** Buckets of arrivals by name and by priority: a binary heap, the earlier bucket first among equals. */
import type { Place } from "./control-graph.ts";
import { compareLists } from "./order.ts";
import type { Arrival } from "./reached.ts";

export interface Bucket<S> {
  readonly place: Place;
  readonly key: string;
  readonly tag: string;
  readonly iterations: readonly number[];
  readonly depth: number;
  readonly priority: readonly number[];
  readonly arrivals: Arrival<S>[];
}

export class BucketQueue<S> {
  readonly #byKey = new Map<string, Bucket<S>>();
  readonly #heap: { readonly bucket: Bucket<S>; readonly order: number }[] = [];
  #next = 0;

  get(key: string): Bucket<S> | undefined {
    return this.#byKey.get(key);
  }

  add(bucket: Bucket<S>): void {
    this.#byKey.set(bucket.key, bucket);
    this.#heap.push({ bucket, order: this.#next++ });
    let at = this.#heap.length - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isBefore(at, parent)) break;
      this.#swap(at, parent);
      at = parent;
    }
  }

  first(): Bucket<S> | undefined {
    return this.#heap[0]?.bucket;
  }

  takeFirst(): Bucket<S> | undefined {
    const first = this.#heap[0]?.bucket;
    if (first === undefined) return undefined;
    this.#byKey.delete(first.key);
    const last = this.#heap.pop()!;
    if (this.#heap.length === 0) return first;
    this.#heap[0] = last;
    for (let at = 0; ; ) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < this.#heap.length && this.#isBefore(child, least)) least = child;
      if (least === at) return first;
      this.#swap(at, least);
      at = least;
    }
  }

  #isBefore(a: number, b: number): boolean {
    const left = this.#heap[a]!;
    const right = this.#heap[b]!;
    const order = compareLists(left.bucket.priority, right.bucket.priority);
    return order !== 0 ? order < 0 : left.order < right.order;
  }

  #swap(a: number, b: number): void {
    const held = this.#heap[a]!;
    this.#heap[a] = this.#heap[b]!;
    this.#heap[b] = held;
  }
}
