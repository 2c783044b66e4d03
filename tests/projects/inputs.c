/* Nondeterministic values for a binary: numbers from standard input, one a line; behind the last one zeros. */
#include <stdio.h>
#include <stdlib.h>

/* More than any sample has: a program that still asks does not end by itself. */
#define MOST_ZEROS 10000000

static long next(void) {
  static long zeros;
  long value;
  if (scanf("%ld", &value) == 1) return value;
  if (++zeros > MOST_ZEROS) {
    fputs("asks for more and more input\n", stderr);
    _Exit(3);
  }
  return 0;
}

unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)next(); }
short __VERIFIER_nondet_short(void) { return (short)next(); }
int __VERIFIER_nondet_int(void) { return (int)next(); }
unsigned int __VERIFIER_nondet_uint(void) { return (unsigned int)next(); }
