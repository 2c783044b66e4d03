/**
 * The properties, one row each: what they are called by users, in property files, in INDEX.tsv and in reports, which clause
 * of C11 they are about, and what violates them. Where that is a check of an edge that fails (`cfa/lower` puts them there), a
 * row is all there is to a property; what else violates one (`property.ts`, `translate/`) is code. docs/checks.md is made
 * from this table.
 */
import type { CheckKind } from "../cfa/cfa.ts";

interface PropertyRow {
  /** As SV-COMP calls it, where it does. */
  readonly name: string;
  /** Its name for `--check`. */
  readonly check: string;
  /** Its formula in a property file, without blanks. */
  readonly formula: RegExp;
  /** How an INDEX.tsv says it. */
  readonly index?: RegExp;
  /** What a violation is, as a sentence. */
  readonly violation: string;
  /** Where C11 says so; "-" where the program or SV-COMP does. */
  readonly clause: string;
  /** `ub`: undefined behaviour, and so in `--check ub`; `other`: only in `--check all`. */
  readonly nature: "ub" | "other";
  /** How it is found: what the model makes an error of. */
  readonly translation: string;
  /** A check of these kinds that fails violates it, and is told so. */
  readonly failing?: { readonly kinds: readonly CheckKind[]; readonly message: string };
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
    clause: "7.2.1.1",
    nature: "other",
    translation: "calls of assert, reach_error and their like",
  },
  {
    name: "error-label",
    check: "error-label",
    formula: /^G!label\(ERROR\)$/,
    index: /unreach-label|^label ERROR/,
    violation: "The label ERROR is reached",
    clause: "-",
    nature: "other",
    translation: "the label's location",
  },
  {
    name: "no-overflow",
    check: "overflow",
    formula: /^G!overflow$/,
    index: /^(?!.*bounds).*overflow/,
    violation: "Signed arithmetic overflows",
    clause: "6.5p5, 6.5.7p4",
    nature: "ub",
    translation: "the exact result fits the type, left shifts among them",
    failing: { kinds: ["overflow", "shift-overflow"], message: "signed overflow" },
    behaviours: ["overflow", "shift-overflow"],
    // abs(INT_MIN) overflows, and so does div(INT_MIN, -1).
    library: /^(?:__builtin_)?(?:l|ll|imax)?(?:abs|div)$/,
  },
  {
    name: "valid-deref",
    check: "bounds",
    formula: /^Gvalid-deref$/,
    index: /bounds/,
    violation: "Memory is accessed outside of an object",
    clause: "6.5.3.2p4, 6.5.6p8",
    nature: "ub",
    translation: "every access lies in an object that lives; an index lies in its array (`--subobjects`)",
    failing: { kinds: ["index"], message: "index out of bounds" },
    behaviours: ["null-dereference", "out-of-bounds", "use-after-free", "write-to-constant"],
  },
  {
    name: "valid-free",
    check: "free",
    formula: /^Gvalid-free$/,
    violation: "Memory is freed that is not there to be freed",
    clause: "7.22.3.3p2",
    nature: "ub",
    translation: "free and realloc are given null, or the start of memory of malloc that is not freed",
    behaviours: ["invalid-free"],
  },
  {
    name: "valid-memtrack",
    check: "memtrack",
    formula: /^Gvalid-memtrack$/,
    violation: "Memory is still there where the program ends, and nothing points to it",
    clause: "-",
    nature: "other",
    translation:
      "every live object is reached from statics, or where `exit` or `abort` ends the program, from variables",
    behaviours: ["lost-memory"],
  },
  {
    name: "valid-memcleanup",
    check: "memcleanup",
    formula: /^Gvalid-memcleanup$/,
    violation: "Memory is not freed when the program ends",
    clause: "-",
    nature: "other",
    translation: "the number of live objects is 0 where the program ends: by `return`, `exit` or `abort`",
    behaviours: ["kept-memory"],
  },
  {
    name: "no-div-zero",
    check: "div-zero",
    formula: /^G!div-by-zero$/,
    violation: "An integer is divided by zero",
    clause: "6.5.5p5",
    nature: "ub",
    translation: "the divisor is not zero",
    failing: { kinds: ["division"], message: "division by zero" },
    behaviours: ["division"],
    library: /^(?:__builtin_)?(?:l|ll|imax)?div$/,
  },
  {
    name: "valid-shift",
    check: "shift",
    formula: /^Gvalid-shift$/,
    violation: "A shift is by too much or of a negative value",
    clause: "6.5.7p3, 6.5.7p4",
    nature: "ub",
    translation: "the count is at least 0 and below the width; what `<<` shifts is not negative, and the result fits",
    failing: { kinds: ["shift", "negative-shift", "shift-overflow"], message: "invalid shift" },
    behaviours: ["shift", "negative-shift", "shift-overflow"],
  },
  {
    name: "valid-float-to-int",
    check: "float-to-int",
    formula: /^Gvalid-float-to-int$/,
    violation: "A floating-point number does not fit the integer that it is converted to",
    clause: "6.3.1.4p1",
    nature: "ub",
    translation: "the truncated number fits the type",
    failing: { kinds: ["float-to-int"], message: "float does not fit the integer" },
    behaviours: ["float-to-int"],
    // lrint, lround and their like round into an integer.
    library: /^(?:__builtin_)?(?:l|ll)(?:rint|round)[fl]?$/,
  },
  {
    name: "valid-bit-count",
    check: "bit-count",
    formula: /^Gvalid-bit-count$/,
    violation: "The leading or trailing zeros of zero are counted",
    clause: "gcc: `__builtin_clz`",
    nature: "ub",
    translation: "the argument of `__builtin_clz` and `__builtin_ctz` is not zero",
    failing: { kinds: ["bit-count"], message: "zeros of zero are counted" },
    behaviours: ["bit-count"],
  },
  {
    name: "one-object",
    check: "pointers",
    formula: /^Gone-object$/,
    violation: "Pointers into different objects are subtracted or ordered",
    clause: "6.5.6p9, 6.5.8p5",
    nature: "ub",
    translation: "both operands of `-`, `<`, `<=`, `>`, `>=` point into one live object, or right behind it",
    behaviours: ["different-objects"],
  },
  {
    name: "valid-alignment",
    check: "alignment",
    formula: /^Gvalid-alignment$/,
    violation: "Memory is accessed at an address that is not aligned for the type",
    clause: "6.3.2.3p7",
    nature: "ub",
    translation:
      "what a pointer gives, be it for one of its members, is a multiple of the type's alignment; members of packed structures are where they are",
    behaviours: ["misaligned"],
  },
  {
    name: "initialised-reads",
    check: "uninitialised",
    formula: /^Ginitialised-reads$/,
    violation: "A value is read that was never set",
    clause: "6.3.2.1p2, 6.7.9p10, 6.9.1p12",
    nature: "ub",
    translation:
      "a local, a call's result, or a part of memory of a local or of malloc was set before it is read; copies, and values that are not used, are not reads",
    failing: { kinds: ["uninitialised"], message: "a value is read that was never set" },
    behaviours: ["uninitialised"],
  },
  {
    name: "valid-array-size",
    check: "array-size",
    formula: /^Gvalid-array-size$/,
    violation: "A variable-length array has a length that is not positive",
    clause: "6.7.6.2p5",
    nature: "ub",
    translation: "the length in a declaration is at least 1",
    failing: { kinds: ["array-size"], message: "the length of an array is not positive" },
    behaviours: ["array-size"],
  },
  {
    name: "valid-argument",
    check: "argument",
    formula: /^Gvalid-argument$/,
    violation: "A function of <ctype.h> is given neither a character nor EOF",
    clause: "7.4p1",
    nature: "ub",
    translation: "the argument is an `unsigned char` or EOF, where the function is called by its name",
    failing: { kinds: ["argument"], message: "neither a character nor EOF" },
    behaviours: ["argument"],
  },
  {
    name: "no-unreachable",
    check: "unreachable",
    formula: /^G!unreachable$/,
    violation: "What should not be reached is reached",
    clause: "6.7.4p8; gcc: `__builtin_unreachable`",
    nature: "ub",
    translation:
      "`__builtin_unreachable()` is not called, a `_Noreturn` function does not return, a computed goto has a label as its target",
    failing: { kinds: ["unreachable"], message: "what should not be reached is reached" },
    behaviours: ["unreachable"],
  },
  {
    name: "no-unsigned-wrap",
    check: "unsigned-wrap",
    formula: /^G!unsigned-wrap$/,
    violation: "Unsigned arithmetic wraps around",
    clause: "6.2.5p9 (defined)",
    nature: "other",
    translation: "the exact sum, difference, product or negation fits the type",
    failing: { kinds: ["unsigned-wrap"], message: "unsigned arithmetic wraps around" },
    behaviours: ["unsigned-wrap"],
  },
  {
    name: "no-lossy-conversion",
    check: "conversion",
    formula: /^G!lossy-conversion$/,
    violation: "A conversion between integers changes the value",
    clause: "6.3.1.3 (defined)",
    nature: "other",
    translation:
      "the value fits the type that it is converted to, by a cast, an assignment or an operator; constants that initialise statics are the compiler's to warn about",
    failing: { kinds: ["conversion"], message: "a conversion changes the value" },
    behaviours: ["conversion"],
  },
  {
    name: "no-new-nan",
    check: "nan",
    formula: /^G!nan$/,
    violation: "Floating-point arithmetic gives NaN of operands that are numbers",
    clause: "F.2.1 (defined)",
    nature: "other",
    translation:
      "the result of `+`, `-`, `*`, `/` is a number where both operands are; constants that initialise statics are the compiler's to warn about",
    failing: { kinds: ["nan"], message: "a result is NaN" },
    behaviours: ["nan"],
  },
  {
    name: "no-float-overflow",
    check: "float-overflow",
    formula: /^G!float-overflow$/,
    violation: "Floating-point arithmetic gives infinity of finite operands",
    clause: "F.2.1 (defined)",
    nature: "other",
    translation:
      "the result of `+`, `-`, `*`, `/`, and of a conversion to a floating-point type, is not infinite where no operand is; constants that initialise statics are the compiler's to warn about",
    failing: { kinds: ["float-overflow"], message: "a floating-point result is infinite" },
    behaviours: ["float-overflow"],
  },
  {
    name: "pointers-in-objects",
    check: "pointer-overflow",
    formula: /^Gpointers-in-objects$/,
    violation: "A pointer is moved out of its object",
    clause: "6.5.6p8",
    nature: "other",
    translation:
      "of `p + n`, `p - n`, `++`, `--`, `+=`, `-=` and `p[n]` both `p` and the result point into one live object, or right behind it; an index of an array is a matter of `bounds`",
    failing: { kinds: ["pointer-overflow"], message: "a pointer is moved out of its object" },
    behaviours: ["pointer-overflow"],
  },
  {
    name: "valid-primitives",
    check: "pointer-primitive",
    formula: /^Gvalid-primitives$/,
    violation: "CBMC's words ask about a pointer to nothing that is there",
    clause: "-",
    nature: "other",
    translation:
      "the pointer given to `__CPROVER_r_ok`, `w_ok`, `rw_ok` and `OBJECT_SIZE` is null, or points into a live object or right behind it",
    behaviours: ["pointer-primitive"],
  },
] as const satisfies readonly PropertyRow[];

export type Property = (typeof TABLE)[number]["name"];

/**
 * A place where a property could be violated, as a name (`siteName` in `property.ts`): the same place of the same program has the same
 * one, whatever became of the program on the way (the library's text, addresses as inputs).
 */
export type SiteName = string;

export const PROPERTIES: readonly (PropertyRow & { readonly name: Property })[] = TABLE;

/** What `--check` calls a property. */
export function checkName(property: string): string {
  return PROPERTIES.find(({ name }) => name === property)?.check ?? property;
}

/** Names for several checks at once. */
export const CHECK_GROUPS: readonly { readonly check: string; readonly properties: readonly Property[] }[] = [
  { check: "memory", properties: ["valid-deref", "valid-free", "valid-memtrack"] },
  { check: "ub", properties: PROPERTIES.filter(({ nature }) => nature === "ub").map(({ name }) => name) },
  { check: "all", properties: PROPERTIES.map(({ name }) => name) },
];

/** The kinds of checks that violate one of the properties. */
export function checksOf(properties: readonly Property[]): readonly CheckKind[] {
  return PROPERTIES.flatMap(({ name, failing }) => (properties.includes(name) ? (failing?.kinds ?? []) : []));
}

/** Does what lives on the heap matter? */
export function asksForLifetimes(properties: readonly Property[]): boolean {
  return (
    properties.includes("valid-deref") ||
    properties.includes("valid-free") ||
    properties.includes("one-object") ||
    properties.includes("pointers-in-objects") ||
    properties.includes("valid-primitives") ||
    asksForLeaks(properties)
  );
}

/** Does it matter what is left of the heap at the end? */
export function asksForLeaks(properties: readonly Property[]): boolean {
  return properties.includes("valid-memtrack") || properties.includes("valid-memcleanup");
}
