/** How a run ended, in a phrase. */
import { ACSL_VIOLATED } from "../cfa/library-names.ts";
import type { RunEnd } from "../interpreter/end.ts";

export function describeEnd(end: RunEnd): string {
  switch (end.kind) {
    case "exit":
      return `the program ended with status ${end.status}`;
    case "error":
      if (end.function === ACSL_VIOLATED) return "an ACSL annotation does not hold";
      return /assert/.test(end.function) ? `assertion fails (${end.function})` : `${end.function} is called`;
    case "undefined-behaviour":
    case "leak":
      return end.message;
    case "assumption":
      return "the program ended: an assumption does not hold (assume)";
    case "abort":
      return "the program ended: abort";
    case "limit":
      return `stopped: out of ${end.limit}`;
    case "unsupported":
      return `stopped: ${end.what} is not supported`;
  }
}
