/**
 * The portfolio: engines take turns, each with a slice of work, and slices grow from round to round, so that an engine that
 * is stuck costs the others little. Slices are counted in units of work, never in seconds (`util/budget.ts`): which engine
 * answers depends on the program, the options and the limits alone, not on what else the machine is doing. An engine starts
 * afresh in every turn. What running an engine means is the caller's to say: here is only who is next, and with how much.
 */
import type { Configured } from "./index.ts";

/** How a turn ended. */
export type TurnEnd<A> =
  | { readonly kind: "answer"; readonly answer: A }
  /** For good: more work would not change it. An internal error is one such end. */
  | { readonly kind: "gave-up"; readonly reason: string }
  /** Its slice was used up. */
  | { readonly kind: "slice"; readonly reason: string }
  /** A limit of the whole was reached. */
  | { readonly kind: "limit"; readonly reason: string };

export interface Attempt {
  readonly engine: string;
  readonly reason: string;
}

type PortfolioEnd<A> = { readonly attempts: readonly Attempt[] } & (
  | { readonly kind: "answer"; readonly answer: A; readonly configured: Configured }
  /** A limit of the whole, or (without a reason) all engines have given up. */
  | { readonly kind: "unknown"; readonly reason: string | undefined }
  /** The first round is over, and there is an engine that could go on. */
  | { readonly kind: "open" }
);

/**
 * first: the first round only, short, for who wants to know whether more is needed at all. later: what follows it. Both after
 * each other answer as `all` does.
 */
export type Rounds = "all" | "first" | "later";

// In units of work, so about microseconds. The first round is as short as starting a process a few times, for all engines
// together: most small programs are decided by then. In the second each engine has a second, in which it solves most of what
// it can solve at all. From there on all turns together cost a third more than the last one alone.
const FIRST_ROUND = 200_000;
const SECOND_SLICE = 1_000_000;
const SLICE_GROWTH = 4;

export function takeTurns<A>(
  presets: readonly Configured[],
  rounds: Rounds,
  run: (configured: Configured, work: number) => TurnEnd<A>,
): PortfolioEnd<A> {
  const reasons = new Map<string, string>();
  const attempts = () => [...reasons].map(([engine, reason]) => ({ engine, reason }));
  let waiting = presets;
  for (let round = rounds === "later" ? 1 : 0; waiting.length > 0; round++) {
    const again: Configured[] = [];
    const work = sliceOf(round, presets.length, waiting.length);
    for (const configured of waiting) {
      const end = run(configured, work);
      if (end.kind === "answer") return { ...end, configured, attempts: attempts() };
      // Turns of one engine are one attempt: the last word counts.
      reasons.set(configured.preset.name, end.reason);
      if (end.kind === "limit") return { kind: "unknown", reason: end.reason, attempts: attempts() };
      if (end.kind === "slice") again.push(configured);
    }
    waiting = again;
    if (rounds === "first" && waiting.length > 0) return { kind: "open", attempts: attempts() };
  }
  return { kind: "unknown", reason: undefined, attempts: attempts() };
}

/** Who is alone has nobody to leave work to. */
function sliceOf(round: number, presets: number, waiting: number): number {
  if (round === 0) return FIRST_ROUND / presets;
  return waiting === 1 ? Number.POSITIVE_INFINITY : SECOND_SLICE * SLICE_GROWTH ** (round - 1);
}
