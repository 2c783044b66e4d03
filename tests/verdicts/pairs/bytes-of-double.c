// plain: safe
// twin: unsafe
// solved: default
// The sign, the exponent and the NaNs of a double by its bits.
#include <string.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double d = __VERIFIER_nondet_double();
  unsigned long long u;
  memcpy(&u, &d, 8);
  unsigned e = u >> 52 & 0x7ff;
#ifdef TWIN
  if (e == 0 && d > 0) reach_error();
#else
  if (e == 1023 && !((d >= 1.0 && d < 2.0) || (d > -2.0 && d <= -1.0))) reach_error();
  if (d == d && (u >> 63) && d > 0) reach_error();
  if (d != d && e != 0x7ff) reach_error();
#endif
  return 0;
}
