/**
 * What the conventional names of verification tasks and of the C library mean (`library/functions.ts`, and patterns of names
 * here). A name has its meaning only where the program does not define a function of that name.
 */

import { libraryRow } from "./library/functions.ts";
import type { LibraryMeaning } from "./library/row.ts";

/** Stands where a program that looks at addresses reads the bytes of one. */
export const ADDRESS_BYTES = "reading some bytes of an address";

// `nondet_int`, `__VERIFIER_nondet_uint`, `__nondet_bool`, and the short names of older task sets.
const NONDET =
  /^(?:(?:__VERIFIER_|__|_|verifier_)?nondet(?:_?\w*)?|unknown(?:_?\w*|\d*)|undef(?:_?\w*)?|nd(?:_\w+|\d*)?)$/i;
const NONDET_PREFIX = /^(?:__VERIFIER_nondet|__CPROVER_nondet)|^klee_int$/;
const KLEE = /^klee_/;
const CERTAIN_NONDET = /^(?:__VERIFIER_|__CPROVER_|__|_|verifier_)?nondet|^klee_int$/i;
const THREADS = /^pthread_/;

/** Called where an annotation of ACSL does not hold (`c/parser/acsl.ts`). */
export const ACSL_VIOLATED = "__hone_acsl_violated";

/** Called where an expression changes one object twice, or reads it besides, and C does not say in which order. */
export const UNSEQUENCED = "unsequenced change of one object";

/** Called where pointers are subtracted or ordered, if that is asked about: they should point into one object. */
export const ONE_OBJECT = "pointers into one object";

/** Called where a pointer is moved, if that is asked about: from where it points to where the result does, within one object. */
export const POINTER_MOVED = "a pointer that stays in its object";

/** Called before questions about memory in CBMC's words, if that is asked about: the pointer is null, or points into an object. */
export const POINTER_TO_OBJECT = "a pointer to an object, or null";

/** Called before accesses through pointers, if that is asked about: the address is a multiple of the number. */
export const ALIGNED = "an aligned address";

/** Called where `--evaluation-order any` finds more orders than it explores. */
export const TOO_MANY_ORDERS = "exploring so many orders of evaluation";

/** Lowering puts them where something is asked about; they do nothing else. */
const NO_OPERATIONS: ReadonlySet<string> = new Set([
  UNSEQUENCED,
  ONE_OBJECT,
  POINTER_MOVED,
  POINTER_TO_OBJECT,
  ALIGNED,
]);

/** The conventional meaning of an undefined function, or undefined where it has none here. */
export function libraryMeaning(name: string): LibraryMeaning | undefined {
  if (name === TOO_MANY_ORDERS || name === ADDRESS_BYTES) return "unsupported";
  if (NO_OPERATIONS.has(name)) return "no-op";
  const known = libraryRow(name)?.meaning;
  if (known !== undefined) return known;
  if (isUninterpreted(name)) return "nondet";
  if (NONDET.test(name) || NONDET_PREFIX.test(name)) return "nondet";
  if (THREADS.test(name) || KLEE.test(name)) return "unsupported";
  return undefined;
}

/** A word of KLEE's that has no meaning here: a part of a proof is never left out. */
export function isForeignVocabulary(name: string): boolean {
  return KLEE.test(name) && libraryMeaning(name) === "unsupported" && libraryRow(name) === undefined;
}

/** CBMC's uninterpreted functions: an input for each argument that they are called with. */
export function isUninterpreted(name: string): boolean {
  return name.startsWith("__CPROVER_uninterpreted_");
}

/** An input only by a name of older task sets (`unknown1`, `nd`): another function might be called the same. */
export function isCustomaryInput(name: string): boolean {
  return libraryMeaning(name) === "nondet" && !CERTAIN_NONDET.test(name);
}
