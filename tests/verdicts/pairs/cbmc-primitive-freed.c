// Questions about memory are asked of null and of what is there.
// plain: unsafe
// twin: safe
// options: --check pointer-primitive
// solved: default
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
  char *p = malloc(4);
  _Bool over = __VERIFIER_nondet_bool();
  if (over) free(p);
#ifdef TWIN
  if (over) p = NULL;
#endif
  _Bool ok = __CPROVER_w_ok(p, 4);
  return ok;
}
