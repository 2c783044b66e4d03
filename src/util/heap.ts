/** A binary heap: what comes first is taken first. Items that neither is before the other of come in no particular order. */
export class Heap<T> {
  readonly #items: T[] = [];
  readonly #isBefore: (a: T, b: T) => boolean;

  constructor(isBefore: (a: T, b: T) => boolean) {
    this.#isBefore = isBefore;
  }

  first(): T | undefined {
    return this.#items[0];
  }

  add(item: T): void {
    let at = this.#items.push(item) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!this.#goesBefore(at, above)) return;
      this.#swap(at, above);
      at = above;
    }
  }

  take(): T | undefined {
    const items = this.#items;
    const first = items[0];
    const last = items.pop();
    if (last === undefined || items.length === 0) return first;
    items[0] = last;
    for (let at = 0; ; ) {
      let least = at;
      for (const below of [2 * at + 1, 2 * at + 2])
        if (below < items.length && this.#goesBefore(below, least)) least = below;
      if (least === at) return first;
      this.#swap(at, least);
      at = least;
    }
  }

  #goesBefore(a: number, b: number): boolean {
    return this.#isBefore(this.#items[a]!, this.#items[b]!);
  }

  #swap(a: number, b: number): void {
    const items = this.#items;
    [items[a], items[b]] = [items[b]!, items[a]!];
  }
}
