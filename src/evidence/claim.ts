/**
 * What is claimed of a program, and what a claim has to bring along: an invariant that can be proved, inputs that can be
 * replayed. Whoever claims (an engine) and whoever checks (the rest of this folder) share this file and nothing else.
 */
import type { Formula, Variable } from "../logic/term.ts";
import type { Contracts, Model, ModelLocation } from "../model/model.ts";
import type { Int } from "../numbers/int.ts";
import type { Budget } from "../util/budget.ts";
import type { SourceRange } from "../util/source.ts";

export type Confirmation =
  | { readonly kind: "confirmed"; readonly counterexample: Counterexample }
  /** The path constraints have no solution: the path is infeasible. */
  | { readonly kind: "infeasible"; readonly reason: string }
  /** No inputs were found, or the replay went elsewhere. */
  | { readonly kind: "unconfirmed"; readonly reason: string };

/** What the havocs along a path may give, in their order; undefined where anything will do. */
export type Suggestion = readonly (Int | undefined)[];

/** Opaque to engines: the inputs of a run that violated the property, as `execution.ts` recorded them. */
interface Counterexample {
  readonly inputs: readonly unknown[];
}

export type Verdict =
  | { readonly kind: "safe"; readonly certificate: Certificate }
  /** Safe, since the program reads no inputs and its only execution ends without violation. */
  | { readonly kind: "executed" }
  | { readonly kind: "unsafe"; readonly counterexample: Counterexample }
  | { readonly kind: "unknown"; readonly reason: string; readonly range?: SourceRange };

/**
 * A claim about some errors where nothing is claimed of the others: the certificate is one of the model in which executions end
 * where they come to an open error.
 */
export interface PartialClaim {
  readonly certificate: Certificate;
  readonly open: readonly OpenError[];
}

export interface OpenError {
  readonly location: ModelLocation;
  /** The loop from which it cannot be excluded that executions come there; undefined where that is the start. */
  readonly loop?: SourceRange;
}

/**
 * Somebody who can be asked for an invariant of another model that is as good as safe, or without errors: an engine, handed in
 * by who knows engines. What it says is proved like any claim.
 */
export type Claimant = (model: Model, budget: Budget) => Certificate | undefined;

/**
 * An invariant per location: the disjunction of its labels. A location without labels is claimed unreachable. Labels
 * are produced on demand, since there may be a million of them.
 */
export interface Certificate {
  /**
   * every-location (default): labels stand at every reachable location. cut-points: at the entry (which may have none, and
   * then has the label `true`) and at cut points only; what happens between is followed block by block.
   */
  readonly granularity?: "every-location" | "cut-points";
  /**
   * A proof by contracts: the labels are those of the model in which calls follow the contracts (`procedures().whole`), and
   * each contract has the certificate of its procedure's model.
   */
  readonly contracts?: { readonly contracts: Contracts; readonly procedures: ReadonlyMap<string, Certificate> };
  /**
   * A proof by unrolling: executions come to cut points only at these places (`Place.name` in model/view/rounds.ts), and none of
   * them violates the property. There are no labels then.
   */
  readonly unrolling?: { readonly places: ReadonlySet<string> };
  /**
   * A proof by k-induction: the labels are an invariant at cut points that says nothing of errors. No execution of at most
   * k + 1 blocks comes to an error, and whatever has passed k blocks, through cut points that satisfy the invariant, comes to
   * none in the next one.
   */
  readonly induction?: { readonly k: number };
  /**
   * A proof by cases: executions are told apart by what they read, and followed with ranges in each case. There are no labels then.
   */
  readonly splitting?: { readonly tree: Split | undefined };
  /** Locations with labels, for reports; the checker finds them itself. */
  readonly locations: readonly ModelLocation[];
  labelsAt(location: ModelLocation): Iterable<Label>;
}

/** Whether it says nothing of locations: neither that something holds there nor, by having no label, that nobody comes there. */
export function isUnlabelled({ unrolling, splitting, induction, locations }: Certificate): boolean {
  return unrolling !== undefined || splitting !== undefined || (induction !== undefined && locations.length === 0);
}

/**
 * Two cases: what the nth havoc of an execution gives is at most `at`, or it is more, or no number. Executions whose nth havoc is one of
 * another variable are in both.
 */
export interface Split {
  /** From 0. */
  readonly index: number;
  readonly variable: Variable;
  readonly at: Int;
  /** How the case is told apart further; undefined where it is not. */
  readonly below: Split | undefined;
  readonly above: Split | undefined;
}

export type Label =
  | { readonly kind: "formula"; readonly formula: Formula }
  /** A conjunction of equations: explicit values of variables and of array elements. */
  | { readonly kind: "values"; readonly values: readonly KnownValue[] };

export interface KnownValue {
  readonly variable: Variable;
  /** For an array variable: the index of the element. */
  readonly index?: Int;
  /** An integer, or a float as a JS number; the variable's type tells which. */
  readonly value: Int;
}
