/** The bytes of an integer in a printf or scanf format by its length modifier; `word`: those of a pointer, and of a long. */
export function modifiedBytes(modifier: string, word: number): number {
  return { hh: 1, h: 2, "": 4, l: word, z: word, t: word }[modifier] ?? 8;
}
