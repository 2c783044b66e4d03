/** The violations of a result, be it one that stopped at the first or one that went on, and what is known of the other places. */
import { counted } from "../util/counted.ts";
import type { CheckReport, CounterexampleReport, Result } from "./result.ts";

export interface FoundViolation {
  readonly violation: NonNullable<Result["violation"]>;
  readonly counterexample: CounterexampleReport | undefined;
}

/** The first one first. */
export function violationsOf({ violation, violations, counterexample }: Result): readonly FoundViolation[] {
  if (violations !== undefined)
    return violations.map((one) => ({ violation: one, counterexample: one.counterexample }));
  return violation === undefined ? [] : [{ violation, counterexample }];
}

/** How many checks there are of each kind, in the order in which one asks about them. */
function countsOf(checks: readonly CheckReport[]): string {
  const statuses = ["violated", "proved", "open", "unreached"] as const;
  const counts = statuses.map((status) => [status, checks.filter((one) => one.status === status).length] as const);
  return counts
    .filter(([, count]) => count > 0)
    .map(([status, count]) => `${count} ${status === "unreached" ? "not reached" : status}`)
    .join(", ");
}

/** "3 checks: 1 violated, 2 proved". */
export function summaryOf(checks: readonly CheckReport[]): string {
  return `${counted(checks.length, "check")}: ${countsOf(checks)}`;
}
