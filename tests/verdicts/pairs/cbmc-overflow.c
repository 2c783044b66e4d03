// plain: unsafe
// twin: safe
// solved: default
// options: --64
// A product that does not fit is noticed before it is made.
#include <stdlib.h>
size_t nondet_size_t(void);
int main(void) {
  size_t a = nondet_size_t(), b = nondet_size_t();
  __CPROVER_assume(a <= 4294967296 && b <= 4294967296);
#ifdef TWIN
  if (__CPROVER_overflow_mult(a, b)) __CPROVER_assert(a == 4294967296 && b == 4294967296, "only the largest");
#else
  if (__CPROVER_overflow_mult(a, b)) __CPROVER_assert(a != 4294967296, "the largest, too");
#endif
  return 0;
}
