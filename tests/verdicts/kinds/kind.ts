/**
 * Generators of programs with a known truth, one a kind of mistake that verifiers make. A generator knows what C says of its
 * own construct and computes the truth itself, without any code of hone's; where gcc is installed the runner confirms it
 * with a binary. Registered in `index.ts`; run by `npm run test:verdicts -- --kinds`.
 */
import type { Truth } from "../pair.ts";

export interface Generated {
  /** A whole C program. It reports an error by calling `reach_error()`, which it declares but does not define. */
  readonly text: string;
  readonly truth: Truth;
  /** How hone is asked: `["--check", "bounds"]`. */
  readonly options: readonly string[];
  /** Absent: the truth is the same with 32 and with 64 bits. */
  readonly bits?: 32 | 64;
  /**
   * How a binary confirms the truth. runs: the program takes no input, and its run reaches the error or does not. sanitizers: the same with
   * -fsanitize=address,undefined, a report of which is the error. definitions: C text (in a file of its own) that defines the
   * program's undefined functions so that an unsafe program reaches its error, and that a safe one has to survive. none: no
   * run can show it.
   */
  readonly confirm:
    | { readonly kind: "runs" }
    | { readonly kind: "sanitizers" }
    | { readonly kind: "definitions"; readonly text: string }
    | { readonly kind: "none"; readonly why: string };
}

export interface Kind {
  readonly name: string;
  /** Deterministic in the words it draws (uniform 32-bit integers). About half of the programs should be safe. */
  generate(word: () => number): Generated;
}

/** A whole number from 0 to below - 1. */
export function below(word: () => number, bound: number): number {
  return word() % bound;
}

export function pick<T>(word: () => number, choices: readonly T[]): T {
  return choices[word() % choices.length] as T;
}
