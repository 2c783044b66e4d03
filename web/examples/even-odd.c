// Two functions that call each other, proved for all numbers that they may be
// asked about.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static int odd(unsigned n);

static int even(unsigned n) {
  return n == 0 ? 1 : odd(n - 1);
}

static int odd(unsigned n) {
  return n == 0 ? 0 : even(n - 1);
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 20;
  assert(even(n) + odd(n) == 1);
  return 0;
}
