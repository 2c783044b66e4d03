// plain: unsafe
// twin: safe
// options: --check memory
// solved: default
// What is freed already is not freed again; null may be freed at any time.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(sizeof *p);
  if (__VERIFIER_nondet_int() == 7777) {
    free(p);
#ifdef TWIN
    p = 0;
#endif
  }
  free(p);
  return 0;
}
