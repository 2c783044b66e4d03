// A function returns a place inside the memory that it was given; behind its end there is nothing.
// plain: unsafe
// twin: safe
// options: --check bounds
// solved: default
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
static int *second(int *of) { return of + 1; }
int main(void) {
  unsigned rounds = __VERIFIER_nondet_uint() % 3 + 1;
  while (rounds-- > 0) {
    unsigned n = __VERIFIER_nondet_uint() % 4 + 2;
    int *memory = malloc(n * sizeof *memory);
    int *at = second(memory);
#ifdef TWIN
    at[n - 2] = 1;
#else
    at[n - 1] = 1;
#endif
    free(memory);
  }
  return 0;
}
