/**
 * Tests that have shown something new, from which others are made. For each edge the shortest test that takes it is kept apart (AFL's
 * favoured tests), so that how many tests do the same says nothing about how often they are changed, and what was reached last is changed most.
 */
import type { Edge } from "../../cfa/cfa.ts";
import { type InputSource, type InputValue, type RecordedInput, zeroInputs } from "../../interpreter/inputs.ts";
import { Coverage } from "./coverage.ts";
import { inOrder, inputsOf, type Site, type Test, testOf } from "./inputs.ts";

/** A test, how many inputs it has, and the edges that no test before it took. */
export interface Saved {
  readonly test: Test;
  readonly inputs: number;
  readonly edges: readonly Edge[];
}

/** A test with its values in the order in which they were asked for, as they would lie in a file. */
export interface Kept extends Saved {
  readonly sequence: readonly InputValue[];
}

// Edges that were found last, which are changed as often as all others together.
const RECENT = 12;
// Runs for which a test is made shorter.
const MOST_TRIMS = 32;

export class Corpus {
  readonly #shown = new Coverage();
  readonly #tests: Kept[] = [];
  /** In the order in which edges were first taken. */
  readonly #edges: Edge[] = [];
  readonly #shortest = new Map<Edge, Kept>();

  /** Keeps the test if it has shown something new. */
  add(counts: readonly (readonly [Edge, number])[], given: readonly RecordedInput[]): Saved | undefined {
    const isNew = this.#shown.add(counts);
    const inputs = given.length;
    const isShorter = (edge: Edge) => inputs < (this.#shortest.get(edge)?.inputs ?? Number.POSITIVE_INFINITY);
    const shorter = counts.flatMap(([edge]) => (isShorter(edge) ? [edge] : []));
    if (!isNew && shorter.length === 0) return undefined;
    const edges = shorter.filter((edge) => !this.#shortest.has(edge));
    const saved: Kept = { test: testOf(given), sequence: given.map(({ value }) => value), inputs, edges };
    this.#edges.push(...edges);
    for (const edge of shorter) this.#shortest.set(edge, saved);
    if (isNew) this.#tests.push(saved);
    return isNew ? saved : undefined;
  }

  /** A test to change. */
  draw(word: () => number): Kept | undefined {
    const choice = word() % 4;
    if (choice === 0) return drawn(this.#tests, this.#tests.length, word);
    const edge = drawn(this.#edges, choice === 1 ? this.#edges.length : RECENT, word);
    return edge === undefined ? undefined : this.#shortest.get(edge);
  }
}

/** One of the last so many. */
function drawn<T>(list: readonly T[], many: number, word: () => number): T | undefined {
  return list.length === 0 ? undefined : list[list.length - 1 - (word() % Math.min(list.length, many))];
}

/**
 * The test without what it does not need (AFL's trimming). `shows` runs a test, and answers with its inputs if it still does what it is
 * kept for. Where one place asks for a text and others for single numbers, parts of the text are left out, and numbers that say how
 * long it is are made as small; where several places ask in turn, parts of what they are given in the order of asking, since the
 * character behind one that is left out may be asked for by another place.
 */
export function trimmed(test: Test, given: readonly RecordedInput[], shows: Shows): Test {
  const [longest = ["", []]] = [...test].sort(([, a], [, b]) => b.length - a.length);
  const isText = [...test].every(([site, values]) => site === longest[0] || values.length === 1);
  return isText ? withoutParts(test, longest[0], shows) : withoutPartsInOrder(test, given, shows);
}

type Shows = (source: InputSource) => readonly RecordedInput[] | undefined;

function withoutParts(test: Test, longest: Site, shows: Shows): Test {
  let best = test;
  const attempt = (candidate: Test): boolean => {
    const shown = shows(inputsOf(candidate, zeroInputs(), () => {}));
    if (shown !== undefined) best = testOf(shown);
    return shown !== undefined;
  };
  const list = () => best.get(longest) ?? [];
  const shorten = (): void => {
    const length = 1 + list().findLastIndex((value) => Number(value) !== 0);
    for (const [site, [value, ...others]] of best)
      if (others.length === 0 && site !== longest && Number(value) > length) attempt(new Map(best).set(site, [length]));
  };
  shorten();
  leaveOut(list, (rest) => attempt(new Map(best).set(longest, rest)));
  shorten();
  return best;
}

function withoutPartsInOrder(test: Test, given: readonly RecordedInput[], shows: Shows): Test {
  let best = test;
  let values = given.map(({ value }) => value);
  const attempt = (candidate: readonly InputValue[]): boolean => {
    const shown = shows(inOrder(candidate, zeroInputs()));
    if (shown !== undefined) {
      best = testOf(shown);
      values = shown.map(({ value }) => value);
    }
    return shown !== undefined;
  };
  leaveOut(() => values, attempt);
  return best;
}

/** Parts of what `list` is now are left out one after the other, halves first. */
function leaveOut(list: () => readonly InputValue[], attempt: (rest: readonly InputValue[]) => boolean): void {
  let runs = MOST_TRIMS;
  for (let size = Math.ceil(list().length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < list().length; ) {
      if (runs-- === 0) return;
      const before = list().length;
      const isLeftOut = attempt([...list().slice(0, at), ...list().slice(at + size)]);
      if (!isLeftOut || list().length >= before) at += size;
    }
}
