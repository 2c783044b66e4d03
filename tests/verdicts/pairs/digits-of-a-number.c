// All digits of a number, again and again: ten are enough for 32 bits, nine are not.
// plain: unsafe
// twin: safe
// options: --check bounds
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
#ifdef TWIN
#define DIGITS 10
#else
#define DIGITS 9
#endif
int main(void) {
  while (__VERIFIER_nondet_uint() != 0) {
    char digits[DIGITS];
    unsigned rest = __VERIFIER_nondet_uint();
    unsigned at = DIGITS;
    do {
      digits[--at] = (char)('0' + rest % 10);
      rest /= 10;
    } while (rest > 0);
  }
  return 0;
}
