/**
 * The headers that come with hone: declarations of the C library for programs that include them, written for
 * analysis (no inline code, few macros) and true to glibc on x86 in names, types and sizes for both data models. A user's
 * header of the same name wins. Headers of an installed compiler may be read beside them: what both define has the guard
 * macros of glibc (`_STRUCT_TIMESPEC`), so that it is defined once.
 */
import { LANGUAGE_HEADERS } from "./language.ts";
import { LIBRARY_HEADERS } from "./library.ts";
import { MATHEMATICS_HEADERS } from "./mathematics.ts";
import { NETWORK_HEADERS } from "./network.ts";
import { POSIX_HEADERS } from "./posix.ts";
import { THREAD_HEADERS } from "./threads.ts";
import { VERIFICATION_HEADERS } from "./verification.ts";

const HEADERS: ReadonlyMap<string, string> = new Map(
  [
    LANGUAGE_HEADERS,
    LIBRARY_HEADERS,
    MATHEMATICS_HEADERS,
    NETWORK_HEADERS,
    POSIX_HEADERS,
    THREAD_HEADERS,
    VERIFICATION_HEADERS,
  ].flatMap((headers) => Object.entries(headers)),
);

/** Text of the header `<name>`, or undefined where hone brings none. */
export function bundledHeader(name: string): string | undefined {
  return HEADERS.get(name);
}

export function bundledHeaderNames(): readonly string[] {
  return [...HEADERS.keys()];
}
