// plain: safe
// twin: unsafe
// solved: default
// floor, ceil, trunc and round of a float: exact, and halves go away from zero.
#include <assert.h>
#include <math.h>
extern float __VERIFIER_nondet_float(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x >= -8.0f && x <= 8.0f))
    return 0;
  assert(floorf(x) <= x && x <= ceilf(x));
  assert(fabsf(truncf(x)) <= fabsf(x));
#ifdef TWIN
  assert(fabsf(roundf(x) - x) < 0.5f);
#else
  assert(fabsf(roundf(x) - x) <= 0.5f);
#endif
  return 0;
}
