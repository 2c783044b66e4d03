// A pointer that walks through memory of a computed size, many times allocated, up to its end.
// plain: unsafe
// twin: safe
// options: --check bounds
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  while (__VERIFIER_nondet_uint() != 0) {
    unsigned n = __VERIFIER_nondet_uint() % 4 + 1;
    int *from = malloc(n * sizeof(int));
#ifdef TWIN
    int *end = from + n;
#else
    int *end = from + n + (n == 3);
#endif
    int *at;
    for (at = from; at != end; at++) *at = 0;
    free(from);
  }
  return 0;
}
