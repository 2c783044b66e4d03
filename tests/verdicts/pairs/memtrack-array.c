// Each element of a table holds on to memory.
// plain: safe
// twin: unsafe
// options: --check memtrack
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
static int *table[3];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint() % 3;
  table[i] = malloc(4);
#ifdef TWIN
  table[__VERIFIER_nondet_uint() % 3] = 0;
#else
  table[(i + 1) % 3] = 0;
#endif
  return 0;
}
