// Memory that was given back.
// plain: unsafe
// twin: safe
// options: --check bounds
// solved: default
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k != 1234) return 0;
#ifdef TWIN
  char *p = malloc(4);
  p[0] = 1;
  free(p);
#else
  char *p = malloc(4);
  free(p);
  p[0] = 1;
#endif
  return 0;
}
