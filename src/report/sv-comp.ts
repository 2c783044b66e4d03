/** Results as the wrappers of the competition on software verification read them: one word a program. */
import type { Result } from "./result.ts";

/** `true`, `false(unreach-call)` with the property that is violated, `unknown`. */
export function svCompReport(results: readonly Result[]): string {
  return results.map((result) => `${wordOf(result)}\n`).join("");
}

function wordOf({ verdict, violation }: Result): string {
  switch (verdict) {
    case "safe":
      return "true";
    case "unsafe":
      return violation === undefined ? "false" : `false(${violation.property})`;
    case "unknown":
      return "unknown";
  }
}
