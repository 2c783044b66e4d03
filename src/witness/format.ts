/**
 * Verification witnesses in YAML, formats 2.0 and 2.1, as far as hone writes and reads them (docs/witnesses.md): what a witness
 * says is plain data here, by the names that the format gives its members. D. Beyer et al., "Software Verification
 * Witnesses 2.0", SPIN 2024.
 */

/** Line and column are 1-based and count in the file as it lies there: line markers do not matter. */
export interface WitnessLocation {
  readonly file_name: string;
  readonly line: number;
  readonly column?: number;
  readonly function?: string;
}

export interface WitnessInvariant {
  /** loop_invariant: at the keyword of a loop. location_invariant: at the first character of a statement. */
  readonly type: "loop_invariant" | "location_invariant";
  readonly location: WitnessLocation;
  /** A C expression without side effects over variables in scope. */
  readonly value: string;
  readonly format: "c_expression";
}

/** What a function requires where it is entered, and ensures where it is left; since format 2.1. */
export interface WitnessContract {
  readonly type: "function_contract";
  /** Where its definition begins. */
  readonly location: WitnessLocation;
  readonly requires: string;
  /** With `\result`, and `\at(x, Old)` for values at entry. */
  readonly ensures: string;
  readonly format: "ext_c_expression";
}

interface WaypointConstraint {
  readonly value: string;
  /** Absent for `branching`, whose value is a word or a number. */
  readonly format?: "c_expression" | "ext_c_expression";
}

export interface Waypoint {
  readonly type: "assumption" | "branching" | "function_enter" | "function_return" | "target";
  readonly action: "follow" | "avoid";
  readonly constraint?: WaypointConstraint;
  readonly location: WitnessLocation;
}

/** Any number of `avoid` and one `follow`, which comes last. */
export type Segment = readonly Waypoint[];

/** What a witness says of a program. */
export type WitnessContent =
  | {
      readonly kind: "correctness";
      readonly invariants: readonly WitnessInvariant[];
      readonly contracts: readonly WitnessContract[];
    }
  | { readonly kind: "violation"; readonly segments: readonly Segment[] };

export interface WitnessMetadata {
  readonly format_version: "2.0" | "2.1";
  readonly uuid: string;
  /** ISO 8601 with the offset of the time zone. */
  readonly creation_time: string;
  readonly producer: { readonly name: string; readonly version: string };
  readonly task: WitnessTask;
}

export interface WitnessTask {
  readonly input_files: readonly string[];
  /** SHA-256 by the names under `input_files`. */
  readonly input_file_hashes: Readonly<Record<string, string>>;
  /** `CHECK( init(main()), LTL(G ! call(reach_error())) )`; of several properties one line each. */
  readonly specification: string;
  readonly data_model: "ILP32" | "LP64";
  readonly language: "C";
}
