// plain: unsafe
// twin: safe
// solved: default
// fmin gives the operand that is a number, where one is not; copysign takes the sign of zeros too.
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  assert(fmin(x, 1.0) <= 1.0);
#ifdef TWIN
  assert(fmax(x, 1.0) >= x || isnan(x));
#else
  assert(fmax(x, 1.0) >= x);
#endif
  assert(copysign(1.0, x) == 1.0 || copysign(1.0, x) == -1.0);
  return 0;
}
