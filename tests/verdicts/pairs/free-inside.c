// plain: unsafe
// twin: safe
// options: --check free
// solved: default
// Only the start of what malloc gave is freed.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(4 * sizeof *p), *q = p;
  if (__VERIFIER_nondet_int() == 7777) q++;
#ifdef TWIN
  free(p);
#else
  free(q);
#endif
  return 0;
}
