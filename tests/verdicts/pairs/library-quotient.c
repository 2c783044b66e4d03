// plain: safe
// twin: unsafe
// solved: default
// div rounds toward zero.
#include <assert.h>
#include <stdlib.h>
extern short __VERIFIER_nondet_short(void);
int main(void) {
  short n = __VERIFIER_nondet_short();
  div_t parts = div(n, 8);
  assert(parts.quot * 8 + parts.rem == n);
#ifdef TWIN
  assert(parts.rem >= 0);
#else
  assert(parts.rem > -8 && parts.rem < 8);
#endif
  return 0;
}
