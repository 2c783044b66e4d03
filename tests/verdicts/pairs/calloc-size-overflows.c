// The product of sizes does not fit: calloc gives nothing then, malloc of the wrapped product too little.
// plain: unsafe
// twin: safe
// options: --check bounds --malloc may-fail --32
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 1 || n > 0x40000001u) return 0;
#ifdef TWIN
  int *p = calloc(n, 4);
#else
  int *p = malloc(n * 4u);
#endif
  if (p == 0) return 1;
  p[n - 1] = 7;
  return 0;
}
