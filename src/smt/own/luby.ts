/** When to restart: Luby, Sinclair and Zuckerman, "Optimal Speedup of Las Vegas Algorithms" (1993). */

/** 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ... */
export function luby(index: number): number {
  let size = 1;
  let sequence = 0;
  while (size < index + 1) {
    sequence++;
    size = 2 * size + 1;
  }
  let at = index;
  while (size - 1 !== at) {
    size = (size - 1) >> 1;
    sequence--;
    at %= size;
  }
  return 2 ** sequence;
}
