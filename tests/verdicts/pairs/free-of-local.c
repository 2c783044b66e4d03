// plain: unsafe
// twin: safe
// options: --check memory
// solved: default
// What malloc did not give is not freed.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int local = 0, *p = &local;
  if (__VERIFIER_nondet_int() != 7777) p = malloc(sizeof *p);
#ifdef TWIN
  if (p != &local)
#endif
    free(p);
  return 0;
}
