// A static still points to what is left, or a variable of a function that has returned did.
// plain: safe
// twin: unsafe
// options: --check memtrack
// solved: default
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int *kept;
int main(void) {
  int *p = malloc(sizeof *p);
  *p = __VERIFIER_nondet_int();
#ifdef TWIN
  kept = *p == 5 ? 0 : p;
#else
  kept = p;
#endif
  return 0;
}
