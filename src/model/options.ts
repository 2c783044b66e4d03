/** How the model is to be made. */
import { isIntegral, MATH_INTEGER, REAL, type ScalarType } from "../logic/types.ts";
import type { Property, SiteName } from "./properties.ts";

export interface ModelOptions {
  readonly properties: readonly Property[];
  /** Name of the function where execution starts. */
  readonly entry: string;
  readonly signedOverflow: "assume-none" | "wrap";
  readonly integers: "machine" | "math";
  readonly floats: "ieee" | "real";
  readonly malloc: "succeeds" | "may-fail";
  /** What an index may reach where bounds are the property: the innermost array or member, or the whole object. */
  readonly subobjects: "own" | "whole";
  /** Of operands that interfere where C leaves their order open: the compiler's, or every one. */
  readonly evaluationOrder: "gcc" | "any";
  /** What undefined functions may do: what is assumed of them (externals.ts), or whatever C allows them. */
  readonly externals: "assume" | "any";
  /**
   * apart: a pointer that an index moves in an array that is a member of a structure stays in it, and so do those that are computed from
   * it; where an access finds one outside, the model knows nothing. Left out: it may be anywhere in its object.
   */
  readonly members?: "apart";
  /** Activations of one recursive function on a call string. */
  readonly recursionDepth: number;
  /** stepwise: an activation of a function that is on the call string already begins at a cut point. Left out: calls are no cut points. */
  readonly recursion?: "stepwise";
  /** Call strings that may be made before the view gives up. */
  readonly callStringBudget: number;
  readonly slicing: "on" | "off";
  /**
   * Places where an execution ends if it violates the property there, and nothing is asked any more: they are known to be violated, or
   * others are asked about. Left out: none.
   */
  readonly settled?: readonly SiteName[];
  /** What the environment of the entry takes for granted, a phrase each: conditions of any verdict. */
  readonly environment?: readonly string[];
}

/** What a run of the program has to go by as well. */
export type ExecutionOptions = Pick<ModelOptions, "signedOverflow" | "malloc" | "subobjects" | "settled">;

export function executionOptions({ signedOverflow, malloc, subobjects, settled }: ModelOptions): ExecutionOptions {
  return { signedOverflow, malloc, subobjects, ...(settled === undefined ? {} : { settled }) };
}

export const DEFAULT_MODEL_OPTIONS: ModelOptions = {
  properties: ["unreach-call"],
  entry: "main",
  signedOverflow: "assume-none",
  integers: "machine",
  floats: "ieee",
  malloc: "succeeds",
  subobjects: "own",
  evaluationOrder: "gcc",
  externals: "assume",
  // Deep enough for the recursions that benchmarks unroll; each level copies a function's variables.
  recursionDepth: 10,
  // Product-line programs have some thousand call strings; a million would take a gigabyte.
  callStringBudget: 200_000,
  slicing: "on",
};

/** The type of a model variable that stands for a value of this type. */
export function modelType(type: ScalarType, options: ModelOptions): ScalarType {
  if (options.integers === "math" && isIntegral(type)) return MATH_INTEGER;
  if (options.floats === "real" && type.kind === "float") return REAL;
  return type;
}
