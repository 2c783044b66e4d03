/** What a program that is written for CBMC means by itself: as there, its claims are checked and malloc may fail. */
import type { SourceText } from "../cfa/build-source.ts";
import type { Property } from "../model/properties.ts";

function isCbmcs(sources: readonly SourceText[]): boolean {
  return sources.some(({ text }) => /\b__CPROVER_\w/.test(text));
}

/** As in CBMC, whose assertions and bounds on loops are checked whatever else is: what follows a failed one is not looked at. */
export function withItsClaims(
  properties: readonly Property[],
  bounds: "bounded loops" | "no bounds",
  sources: readonly SourceText[],
): readonly Property[] {
  const claims = bounds === "bounded loops" || isCbmcs(sources);
  return claims && properties.length > 0 ? [...new Set<Property>(["unreach-call", ...properties])] : properties;
}

/** Whether malloc may fail: as asked for; else as in CBMC 6 where a file is written in its vocabulary. */
export function mallocMode(
  asked: "succeeds" | "may-fail" | undefined,
  sources: readonly SourceText[],
): "succeeds" | "may-fail" {
  return asked ?? (isCbmcs(sources) ? "may-fail" : "succeeds");
}
