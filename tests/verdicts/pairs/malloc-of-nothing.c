// Memory of no bytes has no byte to write.
// plain: unsafe
// twin: safe
// options: --check bounds
// solved: default
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 8) return 0;
  char *p = malloc(n);
#ifdef TWIN
  if (n > 0) *p = 1;
#else
  *p = 1;
#endif
  return 0;
}
