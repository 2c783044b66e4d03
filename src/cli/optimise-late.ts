/**
 * When V8 hands a function to its optimising compiler. By default that is soon, after some ten thousand bytecodes: good for a few hot
 * loops. The work of a verifier is spread over hundreds of functions, and most runs are over within seconds, so that a third of
 * all processor time went into optimising code that was hardly run afterwards, in threads beside the one that verifies. Measured
 * on twelve programs of four families: 42 s of processor time by default, 33 s with 300,000, 30 s with this; in the main thread alone,
 * which is what a run waits for on an idle machine, a tenth more.
 */
import { setFlagsFromString } from "node:v8";

/** Bytes of bytecode that a function runs through before it is looked at; V8's own is 67,584. */
const INTERRUPT_BUDGET = 1_000_000;

/** For the whole process, from now on. */
export function optimiseLate(): void {
  setFlagsFromString(`--interrupt-budget=${INTERRUPT_BUDGET}`);
}
