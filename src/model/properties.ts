/**
 * The properties, one row each: what they are called by users, in property files, in INDEX.tsv and in reports, and what
 * violates them. Where that is a check of an edge that fails (`cfa/lower` puts them there), a row is all there is to a
 * property; what else violates one (`property.ts`, `translate/`) is code.
 */
import type { Check } from "../cfa/cfa.ts";

interface PropertyRow {
  /** As SV-COMP calls it. */
  readonly name: string;
  /** Its name for `--check`. */
  readonly check: string;
  /** Its formula in a property file, without blanks. */
  readonly formula: RegExp;
  /** How an INDEX.tsv says it. */
  readonly index?: RegExp;
  /** What a violation is, as a sentence. */
  readonly violation: string;
  /** A check of this kind that fails violates it, and is told so. */
  readonly failing?: { readonly kind: Check["kind"]; readonly message: string };
  /** Undefined behaviour of a run that violates it. */
  readonly behaviours?: readonly string[];
  /** Library functions that do on their arguments what `failing` checks, without a check. */
  readonly library?: RegExp;
}

const TABLE = [
  {
    name: "unreach-call",
    check: "assert",
    formula: /^G!call\((reach_error|__VERIFIER_error|__assert_fail)\(\)\)$/,
    violation: "An assertion fails or an error function is called",
  },
  {
    name: "error-label",
    check: "error-label",
    formula: /^G!label\(ERROR\)$/,
    index: /unreach-label|^label ERROR/,
    violation: "The label ERROR is reached",
  },
  {
    name: "no-overflow",
    check: "overflow",
    formula: /^G!overflow$/,
    index: /^(?!.*bounds).*overflow/,
    violation: "Signed arithmetic overflows",
    failing: { kind: "overflow", message: "signed overflow" },
    behaviours: ["overflow"],
    // abs(INT_MIN) overflows, and so does div(INT_MIN, -1).
    library: /^(?:__builtin_)?(?:l|ll|imax)?(?:abs|div)$/,
  },
  {
    name: "valid-deref",
    check: "bounds",
    formula: /^Gvalid-deref$/,
    index: /bounds/,
    violation: "Memory is accessed outside of an object",
    failing: { kind: "index", message: "index out of bounds" },
    behaviours: ["null-dereference", "out-of-bounds", "use-after-free", "write-to-constant"],
  },
  {
    name: "valid-free",
    check: "free",
    formula: /^Gvalid-free$/,
    violation: "Memory is freed that is not there to be freed",
    behaviours: ["invalid-free"],
  },
  {
    name: "no-div-zero",
    check: "div-zero",
    formula: /^G!div-by-zero$/,
    violation: "An integer is divided by zero",
    failing: { kind: "division", message: "division by zero" },
    behaviours: ["division"],
    library: /^(?:__builtin_)?(?:l|ll|imax)?div$/,
  },
] as const satisfies readonly PropertyRow[];

export type Property = (typeof TABLE)[number]["name"];

/** Does what lives on the heap matter? */
export function asksForLifetimes(properties: readonly Property[]): boolean {
  return properties.includes("valid-deref") || properties.includes("valid-free");
}

export const PROPERTIES: readonly (PropertyRow & { readonly name: Property })[] = TABLE;
