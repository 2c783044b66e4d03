// Does every number come down to one? Nobody knows, and hone says so. Stop it
// when you have seen enough.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned long n = __VERIFIER_nondet_uint();
  unsigned long steps = 0;
  while (n > 1) {
    n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    steps++;
  }
  assert(steps < 100000000);
  return 0;
}
