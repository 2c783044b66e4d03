// A program that is aborted is over, too.
// plain: unsafe
// twin: safe
// options: --check memcleanup
// solved: default
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
#ifdef TWIN
  if (__VERIFIER_nondet_int() == 7) abort();
  char *p = malloc(4);
#else
  char *p = malloc(4);
  if (__VERIFIER_nondet_int() == 7) abort();
#endif
  free(p);
  return 0;
}
