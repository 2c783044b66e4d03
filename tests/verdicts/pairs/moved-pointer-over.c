// Pointers to what is over, and null, are not moved: neither by zero.
// plain: unsafe
// twin: safe
// options: --check pointer-overflow
// solved: default
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = malloc(4), *q = NULL;
  if (p == NULL) return 0;
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4) return 0;
#ifdef TWIN
  q = p + n;
  free(p);
#else
  if (n == 3) free(p);
  q = p + n;
  if (n != 3) free(p);
#endif
  return q == NULL;
}
