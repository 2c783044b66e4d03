/**
 * Bit matrices: one row of bits per generator, one column per constraint (or the other way round). A bit is set where
 * the pair does NOT saturate, i.e. their scalar product is not zero. With this polarity the bits of a combination of
 * two rays are the union of theirs, and "saturates at least what they both do" is "is a subset of the union".
 */
export interface Bits {
  readonly rows: number;
  readonly columns: number;
  /** 32-bit words per row. */
  readonly words: number;
  readonly data: Int32Array;
}

const NONE = new Int32Array(0);

export function wordsFor(columns: number): number {
  return Math.max(1, (columns + 31) >>> 5);
}

export function emptyBits(rows: number, columns: number): Bits {
  const words = wordsFor(columns);
  return { rows, columns, words, data: rows === 0 ? NONE : new Int32Array(rows * words) };
}

export function hasBit(bits: Bits, row: number, column: number): boolean {
  return ((bits.data[row * bits.words + (column >>> 5)]! >>> (column & 31)) & 1) === 1;
}

export function setBit(bits: Bits, row: number, column: number): void {
  bits.data[row * bits.words + (column >>> 5)]! |= 1 << (column & 31);
}

export function transpose(bits: Bits): Bits {
  const result = emptyBits(bits.columns, bits.rows);
  for (let row = 0; row < bits.rows; row++) {
    for (let word = 0; word < bits.words; word++) {
      let rest = bits.data[row * bits.words + word]!;
      while (rest !== 0) {
        const low = rest & -rest;
        rest ^= low;
        setBit(result, word * 32 + 31 - Math.clz32(low), row);
      }
    }
  }
  return result;
}

/** The rows with the given indices, in that order. */
export function selectRows(bits: Bits, kept: readonly number[]): Bits {
  const result = emptyBits(kept.length, bits.columns);
  kept.forEach((row, i) => {
    for (let word = 0; word < bits.words; word++)
      result.data[i * bits.words + word] = bits.data[row * bits.words + word]!;
  });
  return result;
}

export function isZeroRow(bits: Bits, row: number): boolean {
  for (let word = row * bits.words; word < (row + 1) * bits.words; word++) if (bits.data[word] !== 0) return false;
  return true;
}

/** Is every bit of row a also one of row b? */
export function isSubset(bits: Bits, a: number, b: number): boolean {
  const { words, data } = bits;
  for (let word = 0; word < words; word++) {
    if ((data[a * words + word]! & ~data[b * words + word]!) !== 0) return false;
  }
  return true;
}

export function popcount(value: number): number {
  let v = value - ((value >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
