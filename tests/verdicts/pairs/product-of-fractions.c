// plain: safe
// twin: unsafe
// solved: default
// options: --check assert,overflow
// The rounded product of two numbers of 15 binary places: one pair does not fit and is saturated.
#include <stdint.h>
extern void reach_error(void);
extern short __VERIFIER_nondet_short(void);
static int32_t product(int16_t a, int16_t b) {
  int32_t p = ((int32_t)a * b + 0x4000) >> 15;
#ifndef TWIN
  if (p > 32767) p = 32767;
#endif
  return p;
}
int main(void) {
  int16_t a = __VERIFIER_nondet_short(), b = __VERIFIER_nondet_short();
  int32_t p = product(a, b);
  if (p < -32768 || p > 32767) reach_error();
  if (a >= 0 && b >= 0 && p < 0) reach_error();
  return 0;
}
