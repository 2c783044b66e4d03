/**
 * The reproducible workload that native libraries were measured on: a fixed generator of random numbers, so that every
 * implementation sees the same inputs and equal bound checksums mean equal results.
 */
export class Xorshift {
  #state: number;

  constructor(seed: number) {
    this.#state = (Math.imul(seed, 2654435761) + 12345) >>> 0;
    if (this.#state === 0) this.#state = 1;
  }

  next(): number {
    let s = this.#state;
    s ^= s << 13;
    s ^= s >>> 17;
    s ^= s << 5;
    this.#state = s >>> 0;
    return this.#state;
  }

  below(bound: number): number {
    return this.next() % bound;
  }
}

/** Seeds 0..14; operand a of seed s comes from the stream 2s + 1, operand b from 2s + 2. */
export const SEEDS = Array.from({ length: 15 }, (_, seed) => seed);

export interface BenchRow {
  readonly library: string;
  readonly domain: "oct" | "poly";
  /** Number of variables, or what the input looks like. */
  readonly size: string;
  /** Medians over the seeds in microseconds, by operation. */
  readonly medians: ReadonlyMap<string, number>;
  readonly checksum: number;
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** Microseconds that an operation takes: the median of some runs, after it has been run for the compiler's sake. */
export function timed(operation: () => unknown, runs = 7): number {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    operation();
    const time = (performance.now() - start) * 1000;
    times.push(time);
    // A run this long needs no repetition to be told from noise.
    if (time > 100_000) break;
  }
  return median(times);
}
