/**
 * Interned identifier spellings: one string object a name, found by a hash that the lexer computes while it scans.
 * It saves the allocation of a slice for every occurrence, and macro tables and parsers get strings whose own hash is
 * already known. Open addressing; the table is at most half full. Interning is a saving, not a promise: where names are
 * made to collide, the search is given up and the caller gets a string of its own.
 */

/** Never reached by ordinary names in a half-full table. */
const LONGEST_SEARCH = 64;

export class Names {
  #table: (string | undefined)[] = new Array<string | undefined>(1024).fill(undefined);
  #hashes = new Int32Array(1024);
  #count = 0;

  /** The name `text[start, end)`; `hash` is any function of its characters, the same for every caller. */
  intern(text: string, start: number, end: number, hash: number): string {
    const mask = this.#table.length - 1;
    const length = end - start;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (let steps = 0; ; steps += 1) {
      const known = this.#table[slot];
      if (known === undefined) break;
      if (steps === LONGEST_SEARCH) return text.slice(start, end);
      if (this.#hashes[slot] === hash && known.length === length && sameText(known, text, start)) return known;
      slot = (slot + 1) & mask;
    }
    const name = text.slice(start, end);
    this.#table[slot] = name;
    this.#hashes[slot] = hash;
    this.#count += 1;
    if (this.#count * 2 > this.#table.length) this.#grow();
    return name;
  }

  #grow(): void {
    const oldTable = this.#table;
    const oldHashes = this.#hashes;
    const mask = oldTable.length * 2 - 1;
    this.#table = new Array<string | undefined>(mask + 1).fill(undefined);
    this.#hashes = new Int32Array(mask + 1);
    for (let index = 0; index < oldTable.length; index += 1) {
      if (oldTable[index] === undefined) continue;
      const hash = oldHashes[index] as number;
      let slot = (hash ^ (hash >>> 15)) & mask;
      while (this.#table[slot] !== undefined) slot = (slot + 1) & mask;
      this.#table[slot] = oldTable[index];
      this.#hashes[slot] = hash;
    }
  }
}

function sameText(name: string, text: string, start: number): boolean {
  for (let index = 0; index < name.length; index += 1) {
    if (name.charCodeAt(index) !== text.charCodeAt(start + index)) return false;
  }
  return true;
}
