/** Results as JSON: one object for one program, a list for several. */
import type { Result } from "./result.ts";

export function jsonReport(results: readonly Result[]): string {
  return `${JSON.stringify(results.length === 1 ? results[0] : results, undefined, 2)}\n`;
}
