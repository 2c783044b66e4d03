// plain: unsafe
// twin: safe
// options: --check overflow
// solved: default
// The quotient of the least number and -1 does not fit; the library's own arithmetic never overflows.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
#ifdef TWIN
  if (n == -2147483647 - 1)
    return 0;
#endif
  div_t parts = div(n, -1);
  return parts.rem + (atoi("99999999999999999999") == 7);
}
