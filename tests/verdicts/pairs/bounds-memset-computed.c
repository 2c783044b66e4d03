// A number of bytes that the input decides.
// plain: unsafe
// twin: safe
// options: --check bounds
// solved: default
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k != 1234) return 0;
#ifdef TWIN
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 8) return 0;
  char d[8];
  memset(d, 0, n);
#else
  int n = __VERIFIER_nondet_int();
  if (n > 8) return 0;
  char d[8];
  memset(d, 0, n);
#endif
  return 0;
}
