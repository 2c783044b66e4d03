/** A witness as YAML: one entry, with `entry_type`, `metadata` and `content`. */
import { stringify } from "yaml";
import type { WitnessContent, WitnessMetadata } from "./format.ts";

export function witnessText(content: WitnessContent, metadata: WitnessMetadata): string {
  const entry_type = content.kind === "correctness" ? "invariant_set" : "violation_sequence";
  // No line is folded and nothing is said by reference: other tools read values line by line.
  return stringify([{ entry_type, metadata, content: itemsOf(content) }], {
    lineWidth: 0,
    aliasDuplicateObjects: false,
  });
}

/** Contracts are there since 2.1; whoever reads 2.0 only shall read all else. */
export function formatVersion(content: WitnessContent): WitnessMetadata["format_version"] {
  return content.kind === "correctness" && content.contracts.length > 0 ? "2.1" : "2.0";
}

function itemsOf(content: WitnessContent): readonly object[] {
  if (content.kind === "correctness")
    return [
      ...content.invariants.map((invariant) => ({ invariant })),
      ...content.contracts.map((contract) => ({ contract })),
    ];
  return content.segments.map((segment) => ({ segment: segment.map((waypoint) => ({ waypoint })) }));
}
