// plain: unsafe
// twin: safe
// options: --check free
// solved: default
// realloc frees what it was given.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = malloc(4);
  char *q = realloc(p, 8);
  if (__VERIFIER_nondet_int() == 7777)
#ifdef TWIN
    free(q);
#else
    free(p);
#endif
  return 0;
}
