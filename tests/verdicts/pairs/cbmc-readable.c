// plain: unsafe
// twin: safe
// solved: default
// One byte more than there are may not be read; CBMC's question says so, and a failed allocation is no object.
#include <stdlib.h>
size_t nondet_size_t(void);
int main(void) {
  size_t n = nondet_size_t();
  __CPROVER_assume(0 < n && n <= 8);
  char *p = malloc(n);
#ifdef TWIN
  __CPROVER_assert(p == NULL || __CPROVER_r_ok(p, n), "readable");
#else
  __CPROVER_assert(p == NULL || __CPROVER_r_ok(p, n + 1), "readable");
#endif
  return 0;
}
