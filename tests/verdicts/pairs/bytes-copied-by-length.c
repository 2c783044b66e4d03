// plain: safe
// twin: unsafe
// solved: default
// memcpy of a number of bytes that is an input.
#include <string.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a = 0x04030201, b = 0;
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 4) return 0;
  memcpy(&b, &a, n);
#ifdef TWIN
  if (b == 0x030201) reach_error();
#else
  if (n < 4 ? b != a % (1u << 8 * n) : b != a) reach_error();
#endif
  return 0;
}
