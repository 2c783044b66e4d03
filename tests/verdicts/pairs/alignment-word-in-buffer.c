// A word in memory of malloc lies at a multiple of its size.
// plain: unsafe
// twin: safe
// options: --check alignment
// solved: default
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  char *buffer = malloc(16);
  unsigned i = __VERIFIER_nondet_uint();
  if (i > 8) return 0;
#ifdef TWIN
  if (i % 4 != 0) return 0;
#else
  if (i % 2 != 0) return 0;
#endif
  *(int *)(buffer + i) = 1;
  free(buffer);
  return 0;
}
