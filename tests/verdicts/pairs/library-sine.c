// plain: unsafe
// twin: safe
// solved: default
// The sine of a finite number is between -1 and 1; that of an infinite one is none.
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
#ifdef TWIN
  if (!isfinite(x))
    return 0;
#endif
  double sine = sin(x);
  assert(sine >= -1.0 && sine <= 1.0);
  return 0;
}
