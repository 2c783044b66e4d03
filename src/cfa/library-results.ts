/**
 * What the C library's functions return and change besides what their arguments say, as their manual pages have it: ranges
 * of results that the environment decides, results that say that an operation failed (which the environment may always
 * decide), and `errno`. Asked by the interpreter, which may read nothing else as an input, and by the model; the answers
 * stand in `library/functions.ts`.
 */
import { isLibraryName, libraryRow } from "./library/functions.ts";
import type { ResultRange } from "./library/row.ts";

/** The documented range of a function's result. */
export function resultRange(name: string): ResultRange | undefined {
  const known = libraryRow(name);
  return known?.range ?? known?.seeded;
}

/** The result with which the function says that it did nothing. */
export function failureOf(name: string): number | undefined {
  return libraryRow(name)?.failure;
}

/** Library functions whose result the environment decides: inputs to a verifier, ordinary functions to `hone run`. */
export function isEnvironmentRead(name: string): boolean {
  const known = libraryRow(name);
  return known?.range !== undefined || known?.failure !== undefined;
}

// --- errno ------------------------------------------------------------------------------------------------------------

/** Does a call of this library function leave `errno` as it is, whatever happens? */
export function keepsErrno(name: string): boolean {
  return libraryRow(plainName(name))?.errno === "kept";
}

/** Does it set `errno` exactly where its manual page says so? */
export function tellsErrno(name: string): boolean {
  return libraryRow(plainName(name))?.errno === "told";
}

/** Functions through which headers give `errno` an address. */
export const ERRNO_ADDRESS: ReadonlySet<string> = new Set([
  "__errno_location",
  "__errno",
  "___errno",
  "__error",
  "_errno",
]);

// --- Names --------------------------------------------------------------------------------------------------------------

/** A library function under the names that fortified headers and builtins give it. */
export function plainName(name: string): string {
  return name.replace(/^__builtin_(?:__)?|^__isoc\d+_/, "").replace(/^(?:__)?(\w+)_chk$/, "$1");
}

/** Is it a function of the C or POSIX library, so that its manual page says what it does? */
export function isLibraryFunction(name: string): boolean {
  return isLibraryName(plainName(name)) || /_chk$/.test(name);
}

/** Objects of the library that its functions change: an undefined object of such a name holds anything at any time. */
export const LIBRARY_OBJECTS: ReadonlySet<string> = new Set(
  "environ __environ optarg optind opterr optopt timezone daylight tzname __timezone __daylight __tzname signgam h_errno".split(
    " ",
  ),
);
