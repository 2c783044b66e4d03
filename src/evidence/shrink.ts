/**
 * Smaller inputs for a counterexample: fewest reads, then smallest values. Greedy, as delta debugging is (Zeller and Hildebrandt,
 * "Simplifying and isolating failure-inducing input", 2002): pieces of the inputs are left out, then values are brought towards
 * zero. Every candidate is run; only one that ends with the same violation at the same place, and is smaller, is kept. Bounded by
 * runs and steps, which are counted: the same program gives the same inputs. The verdict is not in question: where nothing is
 * found, the inputs stay as they were.
 */
import type { RunEnd } from "../interpreter/end.ts";
import { type InputValue, listInputs, type RecordedInput } from "../interpreter/inputs.ts";
import { coerceTo } from "../interpreter/values.ts";
import type { ScalarType } from "../logic/types.ts";
import type { Execution } from "./execution.ts";
import type { RunViolation } from "./violation.ts";

export interface Violating {
  readonly violation: RunViolation;
  readonly outcome: RunEnd;
  readonly inputs: readonly RecordedInput[];
}

// A person waits for them, so they are about a fifth of a second's worth.
const MOST_RUNS = 400;
const MOST_STEPS = 2_000_000;
// Candidates that read less end sooner; one that takes longer than the run they come from, by more than this, has got lost.
const SLACK = 1000;
// An input that is handed in and recorded costs as much as so many steps.
const INPUT_STEPS = 10;

export function shrink(execution: Execution, found: Violating): Violating {
  const search = new Search(execution, found);
  if (found.inputs.length === 0) return found;
  search.try([]);
  for (let before: Violating | undefined; before !== search.found && !search.isSpent; ) {
    before = search.found;
    leaveOut(search);
    zeroPieces(search);
    lowerValues(search);
  }
  return search.found;
}

/** How much there is to read: the number of inputs, and the bits of those that are not what they usually are. */
export function sizeOf(inputs: readonly RecordedInput[]): { readonly inputs: number; readonly bits: number } {
  const bits = inputs.reduce((sum, input) => sum + bitsOf(input), 0);
  return { inputs: inputs.length, bits: Math.round(bits) };
}

/** About the length of the number: smaller magnitudes are smaller, positive ones before negative ones, integers before fractions. */
function bitsOf({ value, usual, type }: RecordedInput): number {
  if (value === (usual ?? 0)) return 0;
  // -1 is the largest number of an unsigned type.
  const number = Number(coerceTo(value, type));
  if (!Number.isFinite(number)) return 64;
  const fraction = Number.isInteger(number) ? 0 : 8;
  return Math.log2(1 + Math.abs(number)) + fraction + (number < 0 ? 0.25 : 0);
}

class Search {
  found: Violating;
  readonly #execution: Execution;
  readonly #steps: number;
  #runs = 0;
  #stepsTaken = 0;

  constructor(execution: Execution, found: Violating) {
    this.found = found;
    this.#execution = execution;
    this.#steps = found.outcome.steps + SLACK;
  }

  get isSpent(): boolean {
    return this.#runs >= MOST_RUNS || this.#stepsTaken >= MOST_STEPS;
  }

  get best(): readonly RecordedInput[] {
    return this.found.inputs;
  }

  get values(): InputValue[] {
    return this.best.map(({ value, type }) => coerceTo(value, type));
  }

  /** Runs with these values, and what is usual behind them. */
  try(values: readonly InputValue[]): "better" | "not" {
    if (this.isSpent) return "not";
    const { outcome, violation, inputs } = this.#execution.run(listInputs(values), this.#steps);
    this.#runs += 1;
    this.#stepsTaken += outcome.steps + INPUT_STEPS * (values.length + inputs.length);
    if (violation === undefined || !isSameSite(outcome, this.found.outcome)) return "not";
    if (violation.property !== this.found.violation.property || !isSmaller(inputs, this.best)) return "not";
    this.found = { violation, outcome, inputs };
    return "better";
  }
}

/** The same kind of violation at the same place. How many bytes are accessed or lost does not matter. */
function isSameSite(a: RunEnd, b: RunEnd): boolean {
  if (a.kind === "error" && b.kind === "error") return a.function === b.function && a.edge === b.edge;
  if (a.kind === "undefined-behaviour" && b.kind === "undefined-behaviour")
    return a.what === b.what && a.edge === b.edge && a.check === b.check;
  return a.kind === "leak" && b.kind === "leak" && a.what === b.what && a.edge === b.edge;
}

function isSmaller(a: readonly RecordedInput[], b: readonly RecordedInput[]): boolean {
  if (a.length !== b.length) return a.length < b.length;
  const total = (inputs: readonly RecordedInput[]) => inputs.reduce((sum, input) => sum + bitsOf(input), 0);
  return total(a) < total(b);
}

/** Pieces of half the length, a quarter, ... are left out: what was read behind them is read in their place. */
function leaveOut(search: Search): void {
  for (let size = search.best.length >> 1; size >= 1 && !search.isSpent; size >>= 1)
    for (let at = 0; at + size <= search.best.length && !search.isSpent; ) {
      const values = search.values;
      values.splice(at, size);
      if (search.try(values) === "not") at += size;
    }
}

/** Pieces become what they usually are. */
function zeroPieces(search: Search): void {
  for (let size = search.best.length; size >= 2 && !search.isSpent; size >>= 1)
    for (let at = 0; at < search.best.length && !search.isSpent; at += size) {
      const piece = search.best.slice(at, at + size);
      if (piece.every((input) => bitsOf(input) === 0)) continue;
      const rest = search.values;
      for (let i = at; i < Math.min(at + size, rest.length); i += 1) rest[i] = search.best[i]?.usual ?? 0;
      search.try(rest);
    }
}

/** Each value towards zero: the usual one, small ones, and by halving what is left. */
function lowerValues(search: Search): void {
  for (let at = 0; at < search.best.length && !search.isSpent; at += 1) {
    const input = search.best[at] as RecordedInput;
    // Orders and addresses are choices, not amounts.
    if (bitsOf(input) === 0 || input.kind === "order" || input.kind === "address") continue;
    const tryValue = (value: InputValue): "better" | "not" => {
      const values = search.values;
      values[at] = value;
      return search.try(values);
    };
    const small = isUnsigned(input.type) ? [1, 2, 10] : [1, -1, 2, -2, 10, -10];
    const first = [input.usual ?? 0, ...small].find((value) => tryValue(value) === "better");
    if (first === undefined) halve(search, at, tryValue);
  }
}

function isUnsigned(type: ScalarType): boolean {
  return type.kind === "pointer" || (type.kind === "int" && !type.signed);
}

/** Between zero, which does not do, and the value, which does: as if there were one border. */
function halve(search: Search, at: number, tryValue: (value: InputValue) => "better" | "not"): void {
  let low: InputValue = 0;
  for (let round = 0; round < 64 && !search.isSpent; round += 1) {
    const value: InputValue | undefined = search.values[at];
    if (value === undefined) return;
    const middle: InputValue = between(low, value);
    if (middle === value || middle === low) return;
    if (tryValue(middle) === "not") low = middle;
  }
}

function between(low: InputValue, high: InputValue): InputValue {
  if (typeof low === "bigint" || typeof high === "bigint") return (BigInt(low) + BigInt(high)) / 2n;
  if (!Number.isFinite(high)) return 0;
  const middle = (low + high) / 2;
  return Number.isInteger(high) || Math.abs(middle) > 1 ? Math.trunc(middle) : middle;
}
