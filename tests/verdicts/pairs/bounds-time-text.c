// plain: unsafe
// twin: safe
// options: --check bounds
// A library function that writes 26 bytes: how many, hone does not know, so that it says nothing of either.
#include <time.h>
extern int __VERIFIER_nondet_int(void);

#ifdef TWIN
#define BYTES 26
#else
#define BYTES 4
#endif

int main(void) {
  char text[BYTES];
  time_t now = 0;
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a > 0 && a < 100000 && b > 0 && b < 100000 && a + 2 * b == 19777 && a - b == 1204) ctime_r(&now, text);
  return 0;
}
