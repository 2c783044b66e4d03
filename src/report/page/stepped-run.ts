/** What of a result is stepped through (`script/stepper.ts`). */
import type { CounterexampleReport, Result } from "../result.ts";

/** A counterexample as the script takes it. */
export type SteppedRun = Pick<CounterexampleReport, "steps" | "memory"> & {
  readonly violation: Result["violation"] | undefined;
};

export function runOf({ counterexample, violation }: Result): SteppedRun {
  if (counterexample === undefined) return { steps: [], memory: [], violation: undefined };
  const { steps, memory = [] } = counterexample;
  return { steps, memory, violation };
}
