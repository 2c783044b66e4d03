/**
 * Calls of library functions on memory of N bytes: with the N that is given here all is well, with one byte less the call goes
 * beyond. `--check bounds` should tell both.
 */
import { answerOf } from "../verdicts/campaign.ts";

interface Touching {
  /** Bytes, or elements, that the call needs. */
  readonly enough: number;
  /** Statements, in which N is the size. */
  readonly code: string;
}

const text = (call: string): Touching => ({ enough: 3, code: `char s[N] = {'a', 'b'}; ${call};` });
const digits = (call: string): Touching => ({ enough: 3, code: `char s[N] = {'1', '2'}; ${call};` });
const target = (enough: number, call: string): Touching => ({ enough, code: `char d[N]; d[0] = 0; ${call};` });

/** At least one row for each argument that is followed. */
export const TOUCHING: readonly (readonly [string, Touching])[] = [
  ["memcpy", target(4, 'memcpy(d, "abc", 4)')],
  ["memmove", target(4, 'memmove(d, "abc", 4)')],
  ["memset", target(4, "memset(d, 1, 4)")],
  ["memcmp", { enough: 3, code: 'char s[N] = {0}; memcmp(s, "abc", 3);' }],
  ["memchr", { enough: 3, code: "char s[N] = {0}; memchr(s, 'z', 3);" }],
  ["strlen", text("strlen(s)")],
  ["strnlen", { enough: 3, code: "char s[N] = {'a', 'b'}; if (N > 2) s[2] = 'c'; strnlen(s, 3);" }],
  ["strcpy", target(4, 'strcpy(d, "abc")')],
  ["strcpy", text("char d[8]; strcpy(d, s)")],
  ["stpcpy", target(4, 'stpcpy(d, "abc")')],
  ["strncpy", target(4, 'strncpy(d, "a", 4)')],
  ["strcat", target(4, 'strcat(d, "abc")')],
  ["strncat", target(4, 'strncat(d, "abcdef", 3)')],
  ["strcmp", text('strcmp(s, "ab")')],
  ["strcmp", text('strcmp("ab", s)')],
  ["strncmp", text('strncmp(s, "ab", 9)')],
  ["strcasecmp", text('strcasecmp(s, "AB")')],
  ["strncasecmp", text('strncasecmp(s, "AB", 9)')],
  ["strchr", text("strchr(s, 'z')")],
  ["strrchr", text("strrchr(s, 'z')")],
  ["strstr", text('strstr(s, "z")')],
  ["strstr", text('strstr("z", s)')],
  ["strspn", text('strspn(s, "ab")')],
  ["strcspn", text('strcspn(s, "z")')],
  ["strpbrk", text('strpbrk(s, "z")')],
  ["strdup", text("strdup(s)")],
  ["strndup", text("strndup(s, 9)")],
  ["atoi", digits("atoi(s)")],
  ["atol", digits("atol(s)")],
  ["atoll", digits("atoll(s)")],
  ["strtol", digits("strtol(s, 0, 10)")],
  ["strtoul", digits("strtoul(s, 0, 10)")],
  ["strtoll", digits("strtoll(s, 0, 10)")],
  ["strtoull", digits("strtoull(s, 0, 10)")],
  ["qsort", { enough: 3, code: "int a[N] = {2, 1}; qsort(a, 3, sizeof *a, order);" }],
  [
    "bsearch",
    { enough: 3, code: "int a[N] = {1, 2}, k = 9; if (N > 2) a[2] = 3; bsearch(&k, a, 3, sizeof *a, order);" },
  ],
  ["fgets", target(4, "fgets(d, 4, stdin)")],
  ["puts", text("int r = puts(s); (void)r")],
  ["fputs", text("int r = fputs(s, stdout); (void)r")],
  ["snprintf", target(4, 'snprintf(d, 4, "%d", 12345)')],
  ["snprintf", text('char d[8]; snprintf(d, 8, "%s", s)')],
  ["sprintf", target(4, 'sprintf(d, "%d", 123)')],
  ["sprintf", target(7, 'sprintf(d, "%-4s%c%%", "ab", 65)')],
  ["sscanf", target(4, 'sscanf("abc", "%s", d)')],
  ["sscanf", digits('int i; sscanf(s, "%d", &i)')],
];

const HEAD = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
static int order(const void *x, const void *y) { int a = *(const int *)x, b = *(const int *)y; return (a > b) - (a < b); }
`;

/** What was said of the call with enough memory and with one byte less, where that is not what it should be. */
export function overflowMissed(
  { enough, code }: Touching,
  sat: NonNullable<Parameters<typeof answerOf>[1]["sat"]>,
): string | undefined {
  const said = [enough, enough - 1].map((n) => {
    const program = `${HEAD}int main(void) { (void)order; enum { N = ${n} }; ${code} return 0; }\n`;
    const request = { engine: "bmc", bits: 64, slicing: "on", signedOverflow: "assume-none", sat } as const;
    return answerOf(program, request, ["valid-deref"], 20_000);
  });
  const [fits, short] = said.map(({ answer }) => answer);
  if (fits === "safe" && short === "unsafe") return undefined;
  return `${fits} with enough, ${short} with one less (${said.map(({ reason }) => reason).join("; ")})`;
}
