// One of two objects of different sizes of one site: the bound of the one is not the other's.
// plain: unsafe
// twin: safe
// options: --check bounds
// solved: default
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
static char *make(unsigned n) { return malloc(n); }
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  char *small = make(4), *large = make(9);
  char *p;
  if (i >= 9) return 0;
#ifdef TWIN
  p = i < 4 ? small : large;
#else
  p = i < 5 ? small : large;
#endif
  p[i] = 1;
  return 0;
}
