// plain: unsafe
// twin: safe
// options: --check bounds
// rand_r reads and writes its seed.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned seed = 1;
#ifdef TWIN
  unsigned *at = &seed;
#else
  unsigned *at = 0;
#endif
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a > 0 && a < 100000 && b > 0 && b < 100000 && a + 2 * b == 19777 && a - b == 1204) return rand_r(at) < 0;
  return 0;
}
