/** "Did you mean": the candidate closest to a misspelt word, if it is close enough to be meant. */

/** Edit distance with transpositions of neighbours (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min(substitution, (previous[j] as number) + 1, (current[j - 1] as number) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (beforePrevious[j - 2] as number) + 1);
      current.push(best);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length] as number;
}

export function suggestion(word: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined;
  // A third of the letters wrong is a slip; more is another word.
  let bestDistance = Math.floor(Math.max(3, word.replace(/^-+/, "").length) / 3) + 1;
  // Very long words are not misspelt options, and the distance is quadratic.
  if (word.length > 40) return undefined;
  for (const candidate of candidates) {
    const distance = editDistance(word, candidate);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}
