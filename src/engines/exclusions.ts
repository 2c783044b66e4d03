/**
 * Who did the work: for each place where the property could be violated, the mechanism that first kept all errors there out, as the
 * engine that proved it tells. An engine says it of the errors that it sees, at the moment when it is about to claim `safe`;
 * nobody but reports reads it.
 *
 * Posts, joins and widenings go hand in hand: what they exclude together is told as one, `posts and widening`. What an engine does not tell
 * apart it does not tell.
 */
import type { Certificate } from "../evidence/claim.ts";
import type { ModelLocation } from "../model/model.ts";
import type { SourceRange } from "../util/source.ts";

/** The errors that an engine has seen, and what excluded each. */
export type Exclusions = ReadonlyMap<ModelLocation, string>;

/** So many places were excluded by it. */
export interface ExcludedPlaces {
  readonly by: string;
  readonly places: number;
}

/** No error there was among those that the engine has seen. */
const NOT_MET = "not met (slicing, branches that are never taken)";

const NOT_TOLD = "not told";

/**
 * By places of the source: one error of the model stands for a place in one calling context.
 * @param told undefined where the engine has said nothing: then the kind of the proof may tell.
 */
export function excludedPlaces(
  sites: readonly SourceRange[],
  told: Exclusions | undefined,
  certificate: Certificate | undefined,
): readonly ExcludedPlaces[] {
  if (told === undefined) return [{ by: proofKind(certificate), places: sites.length }];
  const at = new Map<string, Set<string>>();
  for (const [{ range }, by] of told) {
    const key = `${range.start}:${range.end}`;
    at.set(key, (at.get(key) ?? new Set()).add(by));
  }
  const counts = new Map<string, number>();
  for (const { start, end } of sites) {
    const ways = at.get(`${start}:${end}`);
    const by = ways === undefined ? NOT_MET : [...ways].sort().join("; ");
    counts.set(by, (counts.get(by) ?? 0) + 1);
  }
  return [...counts].map(([by, places]) => ({ by, places })).sort((a, b) => b.places - a.places);
}

/** What excludes all errors at once. */
function proofKind(certificate: Certificate | undefined): string {
  if (certificate === undefined) return "execution";
  if (certificate.unrolling !== undefined) return "bits: every execution unrolled";
  if (certificate.induction !== undefined) return "bits: k-induction";
  if (certificate.splitting !== undefined) return "cases of the inputs";
  return NOT_TOLD;
}
