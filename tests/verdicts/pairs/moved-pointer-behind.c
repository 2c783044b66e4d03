// One place behind the end is still of the object.
// plain: unsafe
// twin: safe
// options: --check pointer-overflow
// solved: default
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
  if (n > 1000 || i > n) return 0;
  int *p = malloc(n * sizeof *p);
  if (p == NULL) return 0;
#ifdef TWIN
  int *q = p + i;
#else
  int *q = p + i + 1;
#endif
  return q == p;
}
