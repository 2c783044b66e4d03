// What is freed on one way only is left on the other.
// plain: unsafe
// twin: safe
// options: --check memcleanup
// solved: default
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int *kept;
int main(void) {
  kept = malloc(sizeof *kept);
  if (__VERIFIER_nondet_int() == 1234) {
#ifdef TWIN
    free(kept);
#endif
    return 0;
  }
  free(kept);
  return 0;
}
