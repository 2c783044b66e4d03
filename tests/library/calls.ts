/**
 * Random calls of a library function as a C program that prints what came of them, in lines that start with "= ": what C fixes of
 * the result, and the memory that it was given. The compiler's library, the interpreter's and the text of `src/c/library` should print the same.
 */
import type { Random } from "../laws/generate.ts";
import { FORMATTED, formattedCalls } from "./format-calls.ts";

/** How a call is made, and how its result is shown. `a`, `b`: strings; `c`: a character; `n`: a length within both buffers. */
interface Shape {
  readonly call: string;
  readonly shown: "number" | "number and its end" | "sign" | "truth" | "place in a";
}

const SHAPES: Readonly<Record<string, Shape>> = {
  memcmp: { call: "memcmp(a, b, n)", shown: "sign" },
  memchr: { call: "memchr(a, c, n)", shown: "place in a" },
  strlen: { call: "strlen(a)", shown: "number" },
  strnlen: { call: "strnlen(a, n)", shown: "number" },
  strcpy: { call: "strcpy(a, b)", shown: "place in a" },
  stpcpy: { call: "stpcpy(a, b)", shown: "place in a" },
  strncpy: { call: "strncpy(a, b, n)", shown: "place in a" },
  strcat: { call: "strcat(a, b)", shown: "place in a" },
  strncat: { call: "strncat(a, b, n)", shown: "place in a" },
  strcmp: { call: "strcmp(a, b)", shown: "sign" },
  strncmp: { call: "strncmp(a, b, n)", shown: "sign" },
  strchr: { call: "strchr(a, c)", shown: "place in a" },
  strrchr: { call: "strrchr(a, c)", shown: "place in a" },
  strstr: { call: "strstr(a, b)", shown: "place in a" },
  strspn: { call: "strspn(a, b)", shown: "number" },
  strcspn: { call: "strcspn(a, b)", shown: "number" },
  strpbrk: { call: "strpbrk(a, b)", shown: "place in a" },
  strcasecmp: { call: "strcasecmp(a, b)", shown: "sign" },
  strncasecmp: { call: "strncasecmp(a, b, n)", shown: "sign" },
  strdup: { call: "strlen(strdup(a))", shown: "number" },
  strndup: { call: "strlen(strndup(a, n))", shown: "number" },
  strtol: { call: "(errno = 0, last = 0, strtol(t, &last, base(c)))", shown: "number and its end" },
  strtoll: { call: "(errno = 0, last = 0, strtoll(t, &last, base(c)))", shown: "number and its end" },
  strtoul: { call: "(errno = 0, last = 0, strtoul(t, &last, base(c)))", shown: "number and its end" },
  strtoull: { call: "(errno = 0, last = 0, strtoull(t, &last, base(c)))", shown: "number and its end" },
  div: {
    call: "({ div_t d = div(c * 12345, (int)n - 3 ? (int)n - 3 : 7); d.quot * 1000LL + d.rem; })",
    shown: "number",
  },
  ldiv: {
    call: "({ ldiv_t d = ldiv(c * 12345L, (int)n - 3 ? (int)n - 3 : 7); d.quot * 1000LL + d.rem; })",
    shown: "number",
  },
  lldiv: {
    call: "({ lldiv_t d = lldiv(c * 12345LL, (int)n - 3 ? (int)n - 3 : 7); d.quot * 1000LL + d.rem; })",
    shown: "number",
  },
  qsort: { call: "(qsort(a, n, 1, order), qsort(b, n / 2, 2, pairs), b[0] + 256 * b[1])", shown: "number" },
  atoi: { call: "atoi(t)", shown: "number" },
  atol: { call: "atol(t)", shown: "number" },
  atoll: { call: "atoll(t)", shown: "number" },
  bsearch: { call: "bsearch(&k, sorted, 8, 1, order) != 0", shown: "truth" },
  putchar: { call: "putchar(c & 127)", shown: "number" },
  putc: { call: "putc(c & 127, stdout)", shown: "number" },
  fputc: { call: "fputc(c & 127, stdout)", shown: "number" },
  puts: { call: "puts(t)", shown: "number" },
  fputs: { call: "fputs(t, stdout) >= 0", shown: "truth" },
  fgets: { call: "fgets(a, (int)n + 2, stdin) != 0", shown: "truth" },
  toupper: { call: "toupper(c & 255)", shown: "number" },
  tolower: { call: "tolower(c & 255)", shown: "number" },
  ...Object.fromEntries(
    "alpha digit alnum space blank upper lower xdigit punct print cntrl graph"
      .split(" ")
      .map((name): [string, Shape] => [`is${name}`, { call: `is${name}(c & 255)`, shown: "truth" }]),
  ),
};

/** Functions whose calls are made here. */
export const CALLED: readonly string[] = [...Object.keys(SHAPES), ...FORMATTED];

const SHOW: Readonly<Record<Shape["shown"], string>> = {
  number: "(long long)(CALL)",
  "number and its end":
    "({ unsigned long long v = CALL; (long long)(v + (unsigned long long)(last - t) * 1000003 + errno * 7); })",
  sign: "(long long)((CALL) > 0) - ((CALL) < 0)",
  truth: "(long long)!!(CALL)",
  "place in a": "at((char *)(CALL), a)",
};

// Long enough for both strings one after the other.
const BUFFER = 16;
const LONGEST = 6;

/** A program that calls the function so often; its output differs where the library does. */
export function callsOf(name: string, count: number, random: Random): string {
  if (FORMATTED.includes(name)) return formattedCalls(name, count, random);
  const { call, shown } = SHAPES[name] as Shape;
  const bytes = (length: number): string => {
    const text = Array.from({ length }, () => random.pick([97, 97, 98, 99, 200, 65, 32]));
    return [...text, ...Array.from({ length: BUFFER - length }, () => 0)].join(", ");
  };
  const digits = (): string => {
    const start = random.pick(["", " ", "\\t\\n ", "x", " - "]);
    const sign = random.pick(["", "-", "+", "--"]);
    const digit = (): string => random.pick([..."0123456789", ..."0123456789", ..."aFz"]);
    const number = random.pick(["", "", "0", "0x", "0X"]) + Array.from({ length: random.below(24) }, digit).join("");
    return `"${start}${sign}${number}${random.pick(["", "x", " 1"])}"`;
  };
  const rows = Array.from(
    { length: count },
    () =>
      `{{${bytes(random.below(LONGEST + 1))}}, {${bytes(random.below(LONGEST + 1))}}, ${random.pick([0, 97, 98, 200 - 256, 65, 32, random.below(256)])}, ${random.below(LONGEST + 2)}, ${digits()}}`,
  );
  return `#define _GNU_SOURCE
#include <ctype.h>
${shown === "number and its end" ? "#include <errno.h>\n" : ""}#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
struct row { char a[${BUFFER}], b[${BUFFER}]; int c; unsigned long n; const char *t; };
static struct row rows[] = {
${rows.join(",\n")}
};
static long long at(const char *found, const char *a) { return found == 0 ? -1 : found - a; }
static int order(const void *x, const void *y) { return *(const unsigned char *)x - *(const unsigned char *)y; }
static int pairs(const void *x, const void *y) { const char *p = x, *q = y; return p[1] != q[1] ? p[1] - q[1] : p[0] - q[0]; }
static int base(int c) { return (c & 3) == 0 ? 10 : (c & 3) == 1 ? 16 : (c & 3) == 2 ? 0 : 2 + (c & 31); }
static const unsigned char sorted[8] = {0, 32, 65, 97, 98, 99, 150, 201};
int main(void) {
  for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char *a = rows[i].a, *b = rows[i].b;
    int c = rows[i].c;
    unsigned long n = rows[i].n;
    const char *t = rows[i].t;
    char *last;
    unsigned char k = (unsigned char)c;
    (void)a, (void)b, (void)c, (void)n, (void)t, (void)k, (void)at, (void)order, (void)pairs, (void)base, (void)last, (void)sorted;
    printf("\\n= %lld", ${SHOW[shown].replaceAll("CALL", call)});
    for (int j = 0; j < ${BUFFER}; j++) printf(" %d", a[j]);
    printf("\\n");
  }
  return 0;
}
`;
}
