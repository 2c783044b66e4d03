/** Library functions against glibc's: one program that calls them all, at both widths. */
import { describe, expect, test } from "vitest";
import { execute } from "../support/c-program.ts";
import { type Bits, canCompile, nativeOutput } from "./compare.ts";

const TEXT = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
#include <math.h>
static int sign(int x) { return (x > 0) - (x < 0); }
static int byLast(const void *a, const void *b) {
  int x = *(const int *)a % 10, y = *(const int *)b % 10;
  return x - y;
}
static void strings(void) {
  char b[32] = "hello", c[32], *end;
  printf("%d %d %d\\n", (int)strlen(b), sign(strcmp(b, "help")), sign(strncmp(b, "help", 3)));
  strcat(strcpy(c, b), " world"); strncat(c, "!!!!", 2); printf("%s\\n", c);
  printf("%s %d %d\\n", strchr(c, 'o'), (int)(strrchr(c, 'o') - c), strchr(c, 'z') == 0);
  printf("%s %d\\n", strstr(c, "wor"), strstr(c, "xyz") == 0);
  printf("%d %d %s\\n", (int)strspn(c, "leh"), (int)strcspn(c, "wz"), strpbrk(c, "wz"));
  memset(b, 'x', 8); memmove(b + 2, b, 4); memcpy(b + 8, "end", 4);
  printf("%s %d %d\\n", b, sign(memcmp(b, "xxy", 3)), (int)((char *)memchr(b, 'e', 32) - b));
  strncpy(b, "ab", 5); printf("%d %d %d %d\\n", b[1], b[2], b[4], b[5]);
  char text[] = "a,b;;c"; for (char *t = strtok(text, ",;"); t; t = strtok(0, ",;")) printf("<%s>", t);
  end = strdup("copy"); printf(" %s %d\\n", end, sign(strcasecmp("HeLLo", "hello"))); free(end);
}
static void conversions(void) {
  char *end; const char *s = "  -0x1fz";
  long v = strtol(s, &end, 16); printf("%ld %d\\n", v, (int)(end - s));
  s = "077 rest"; v = strtol(s, &end, 0); printf("%ld %ld %d\\n", v, strtol(s, 0, 10), (int)(end - s));
  s = "none"; v = strtol(s, &end, 10); printf("%ld %d\\n", v, (int)(end - s));
  printf("%lld %llu\\n", strtoll("99999999999999999999", 0, 10), strtoull("-1", 0, 10));
  printf("%d %d %ld\\n", atoi("42abc"), atoi("-7"), atol("123456789"));
  double d = strtod(".25 ", &end); printf("%g %g %d\\n", atof("1.5e3x"), d, *end);
  printf("%d %ld %lld\\n", abs(-5), labs(-6L), llabs(-7LL));
}
static void characters(void) {
  for (int c = 0; c < 128; c++)
    printf("%d%d%d%d%d%d%d%d%c", !!isalpha(c), !!isdigit(c), !!isspace(c), !!isupper(c), !!ispunct(c), !!isxdigit(c), !!isprint(c),
           !!iscntrl(c), c % 16 == 15 ? 10 : 32);
  printf("%c%c%c\\n", tolower('Q'), toupper('q'), toupper('7'));
}
static void mathematics(void) {
  double values[] = {0.0, -0.0, 0.5, 1.5, 2.5, -0.5, -1.5, 2.4999, 1e17, -3.7};
  for (int i = 0; i < 10; i++) {
    double v = values[i];
    printf("%g %g %g %g %g %g %g\\n", floor(v), ceil(v), trunc(v), round(v), rint(v), fabs(v), sqrt(fabs(v)));
    printf("%g %g %g %g\\n", fmod(v, 0.7), fmin(v, 1), fmax(v, 1), copysign(3, v));
  }
  printf("%g %g %d %d\\n", pow(2, 10), ldexp(0.75, 4), (int)lround(2.5), (int)lround(-2.5));
  printf("%g %g %g\\n", remainder(5, 3), remainder(-7.5, 2), remainder(6, 4));
}
int main(void) {
  int a[] = {31, 12, 42, 21, 52, 11}, key = 52;
  strings(); conversions(); characters(); mathematics();
  qsort(a, 6, sizeof a[0], byLast);
  for (int i = 0; i < 6; i++) printf("%d ", a[i]);
  int *found = bsearch(&key, a, 6, sizeof a[0], byLast); printf("%d\\n", *found % 10);
  int *p = calloc(4, sizeof *p); p[3] = 9; p = realloc(p, 8 * sizeof *p); printf("%d %d\\n", p[0], p[3]); free(p);
  printf("%d %d %d\\n", __builtin_popcount(0xf0f0u), __builtin_clz(1u), __builtin_ctzll(1ull << 40));
  printf("%x %d %d\\n", __builtin_bswap32(0x12345678), __builtin_ffs(8), __builtin_parity(7));
  return 0;
}
`;

describe.each([64, 32] as const)("library functions at %i bits", (bits: Bits) => {
  test("print what glibc's print", (context) => {
    if (!canCompile(bits)) return context.skip(`gcc does not link programs of ${bits} bits`);
    const expected = nativeOutput(TEXT, bits);
    const { outcome, stdout } = execute(TEXT, { bits });
    expect(stdout).toBe(expected);
    expect(outcome).toMatchObject({ kind: "exit", status: 0 });
  }, 60_000);
});
