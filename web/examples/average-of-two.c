// The average of two numbers whose sum does not fit, by a trick with bits. For
// all pairs there are, it is the right one.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned a = __VERIFIER_nondet_uint();
  unsigned b = __VERIFIER_nondet_uint();
  unsigned average = (a & b) + ((a ^ b) >> 1);
  assert(average == (unsigned)(((unsigned long long)a + b) / 2));
  return 0;
}
