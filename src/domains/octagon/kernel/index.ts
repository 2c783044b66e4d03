/**
 * Entry-wise choice between two matrices that lie one after the other in memory from address 0: entries of the first are
 * replaced. Two doubles an instruction. No sums, no rounding: numbers are only selected. This is AssemblyScript: it is
 * compiled by scripts/build-kernels.mjs and is no part of the TypeScript program.
 */

/** The greater entry of both. `end` and `distance` are the bytes of one matrix. */
export function greater(end: usize, distance: usize): void {
  for (let at: usize = 0; at < end; at += 16)
    v128.store(at, f64x2.max(v128.load(at), v128.load(at + distance)));
}

/** Infinity where the second exceeds the first, and the first elsewhere. */
export function stable(end: usize, distance: usize): void {
  const infinities = f64x2.splat(Infinity);
  for (let at: usize = 0; at < end; at += 16) {
    const first = v128.load(at);
    v128.store(at, v128.bitselect(infinities, first, f64x2.gt(v128.load(at + distance), first)));
  }
}
