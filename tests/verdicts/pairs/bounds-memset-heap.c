// Heap memory has the size that was asked for.
// plain: unsafe
// twin: safe
// options: --check bounds
// solved: default
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k != 1234) return 0;
#ifdef TWIN
  char *p = malloc(4);
  memset(p, 0, 4);
#else
  char *p = malloc(4);
  memset(p, 0, 5);
#endif
  return 0;
}
