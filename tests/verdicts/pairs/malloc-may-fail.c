// Memory that is asked for need not be there.
// plain: unsafe
// twin: safe
// options: --check bounds --malloc may-fail
// solved: default
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(sizeof *p);
#ifdef TWIN
  if (p == 0) return 1;
#else
  if (p == 0 && __VERIFIER_nondet_int() != 77) return 1;
#endif
  *p = 1;
  return 0;
}
