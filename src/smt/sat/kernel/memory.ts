/**
 * Growable vectors of 32-bit words in linear memory. AssemblyScript: this folder is compiled to WebAssembly by
 * scripts/build-kernels.mjs and is no part of the TypeScript program.
 */

/** Numbers one after another. */
@unmanaged
export class Words {
  at: usize = 0;
  size: i32 = 0;
  capacity: i32 = 0;

  @inline get(i: i32): i32 {
    return load<i32>(this.at + ((<usize>i) << 2));
  }

  @inline set(i: i32, word: i32): void {
    store<i32>(this.at + ((<usize>i) << 2), word);
  }

  @inline push(word: i32): void {
    if (this.size == this.capacity) this.reserve(this.size + 1);
    store<i32>(this.at + ((<usize>this.size) << 2), word);
    this.size += 1;
  }

  /** Room for `wanted` words in all. */
  reserve(wanted: i32): void {
    if (wanted <= this.capacity) return;
    let capacity = this.capacity < 16 ? 16 : this.capacity + (this.capacity >> 1);
    if (capacity < wanted) capacity = wanted;
    this.at = this.at == 0 ? heap.alloc((<usize>capacity) << 2) : heap.realloc(this.at, (<usize>capacity) << 2);
    this.capacity = capacity;
  }

  @inline last(): i32 {
    return this.get(this.size - 1);
  }
}

/** `count` lists (of watchers, of occurrences): three words each, where it is, its size and its capacity. */
@unmanaged
export class Lists {
  at: usize = 0;
  count: i32 = 0;

  @inline private slot(list: i32): usize {
    return this.at + <usize>list * 12;
  }

  grow(from: i32, to: i32): void {
    this.at = this.at == 0 ? heap.alloc(<usize>to * 12) : heap.realloc(this.at, <usize>to * 12);
    memory.fill(this.at + <usize>from * 12, 0, <usize>(to - from) * 12);
    this.count = to;
  }

  @inline data(list: i32): usize {
    return <usize>load<i32>(this.slot(list));
  }

  @inline size(list: i32): i32 {
    return load<i32>(this.slot(list), 4);
  }

  @inline setSize(list: i32, size: i32): void {
    store<i32>(this.slot(list), size, 4);
  }

  @inline get(list: i32, i: i32): i32 {
    return load<i32>(this.data(list) + ((<usize>i) << 2));
  }

  @inline set(list: i32, i: i32, word: i32): void {
    store<i32>(this.data(list) + ((<usize>i) << 2), word);
  }

  push(list: i32, word: i32): void {
    const slot = this.slot(list);
    const size = load<i32>(slot, 4);
    const capacity = load<i32>(slot, 8);
    let data = <usize>load<i32>(slot);
    if (size == capacity) {
      const more = capacity == 0 ? 4 : capacity + (capacity >> 1) + 2;
      data = data == 0 ? heap.alloc((<usize>more) << 2) : heap.realloc(data, (<usize>more) << 2);
      store<i32>(slot, <i32>data);
      store<i32>(slot, more, 8);
    }
    store<i32>(data + ((<usize>size) << 2), word);
    store<i32>(slot, size + 1, 4);
  }

  /** Gives the memory of a list back. */
  release(list: i32): void {
    const slot = this.slot(list);
    const data = <usize>load<i32>(slot);
    if (data != 0) heap.free(data);
    store<i32>(slot, 0);
    store<i32>(slot, 0, 4);
    store<i32>(slot, 0, 8);
  }
}
