/**
 * Random calls of a library function as a C program that prints what came of them: what C fixes of the result, and the memory
 * that it was given. The compiler's library, the interpreter's and the text of `src/c/library` should print the same.
 */
import type { Random } from "../laws/generate.ts";

/** How a call is made, and how its result is shown. `a`, `b`: strings; `c`: a character; `n`: a length within both buffers. */
interface Shape {
  readonly call: string;
  readonly shown: "number" | "sign" | "truth" | "place in a";
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
  strdup: { call: "strlen(strdup(a))", shown: "number" },
  atoi: { call: "atoi(t)", shown: "number" },
  atol: { call: "atol(t)", shown: "number" },
  atoll: { call: "atoll(t)", shown: "number" },
  bsearch: { call: "bsearch(&k, sorted, 8, 1, order) != 0", shown: "truth" },
  toupper: { call: "toupper(c & 255)", shown: "number" },
  tolower: { call: "tolower(c & 255)", shown: "number" },
  ...Object.fromEntries(
    "alpha digit alnum space blank upper lower xdigit punct print cntrl graph"
      .split(" ")
      .map((name): [string, Shape] => [`is${name}`, { call: `is${name}(c & 255)`, shown: "truth" }]),
  ),
};

/** Functions whose calls are made here. */
export const CALLED: readonly string[] = Object.keys(SHAPES);

const SHOW: Readonly<Record<Shape["shown"], string>> = {
  number: "(long long)(CALL)",
  sign: "(long long)((CALL) > 0) - ((CALL) < 0)",
  truth: "(long long)!!(CALL)",
  "place in a": "at((char *)(CALL), a)",
};

// Long enough for both strings one after the other.
const BUFFER = 16;
const LONGEST = 6;

/** A program that calls the function so often; its output differs where the library does. */
export function callsOf(name: string, count: number, random: Random): string {
  const { call, shown } = SHAPES[name] as Shape;
  const bytes = (length: number): string => {
    const text = Array.from({ length }, () => random.pick([97, 97, 98, 99, 200, 65, 32]));
    return [...text, ...Array.from({ length: BUFFER - length }, () => 0)].join(", ");
  };
  const digits = (): string => {
    const start = random.pick(["", " ", "\\t\\n ", "x", " - "]);
    const sign = random.pick(["", "-", "+", "--"]);
    const number = Array.from({ length: random.below(24) }, () => random.below(10)).join("");
    return `"${start}${sign}${number}${random.pick(["", "x", " 1"])}"`;
  };
  const rows = Array.from(
    { length: count },
    () =>
      `{{${bytes(random.below(LONGEST + 1))}}, {${bytes(random.below(LONGEST + 1))}}, ${random.pick([0, 97, 98, 200 - 256, 65, 32, random.below(256)])}, ${random.below(LONGEST + 2)}, ${digits()}}`,
  );
  return `#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct row { char a[${BUFFER}], b[${BUFFER}]; int c; unsigned long n; const char *t; };
static struct row rows[] = {
${rows.join(",\n")}
};
static long long at(const char *found, const char *a) { return found == 0 ? -1 : found - a; }
static int order(const void *x, const void *y) { return *(const unsigned char *)x - *(const unsigned char *)y; }
static const unsigned char sorted[8] = {0, 32, 65, 97, 98, 99, 150, 201};
int main(void) {
  for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char *a = rows[i].a, *b = rows[i].b;
    int c = rows[i].c;
    unsigned long n = rows[i].n;
    const char *t = rows[i].t;
    unsigned char k = (unsigned char)c;
    (void)a, (void)b, (void)c, (void)n, (void)t, (void)k, (void)at, (void)order, (void)sorted;
    printf("%lld", ${SHOW[shown].replaceAll("CALL", call)});
    for (int j = 0; j < ${BUFFER}; j++) printf(" %d", a[j]);
    printf("\\n");
  }
  return 0;
}
`;
}
