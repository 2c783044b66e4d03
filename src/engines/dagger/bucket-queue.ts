/** Buckets of arrivals by name and by priority, the earlier bucket first among equals. */
import { Heap } from "../../util/heap.ts";
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
  readonly #heap = new Heap<{ readonly bucket: Bucket<S>; readonly order: number }>((left, right) => {
    const order = compareLists(left.bucket.priority, right.bucket.priority);
    return order !== 0 ? order < 0 : left.order < right.order;
  });
  #next = 0;

  get(key: string): Bucket<S> | undefined {
    return this.#byKey.get(key);
  }

  add(bucket: Bucket<S>): void {
    this.#byKey.set(bucket.key, bucket);
    this.#heap.add({ bucket, order: this.#next++ });
  }

  first(): Bucket<S> | undefined {
    return this.#heap.first()?.bucket;
  }

  takeFirst(): Bucket<S> | undefined {
    const first = this.#heap.take()?.bucket;
    if (first !== undefined) this.#byKey.delete(first.key);
    return first;
  }
}
