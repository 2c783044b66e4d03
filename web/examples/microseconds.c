// A day in microseconds fits into long where that has 64 bits. Where it has 32,
// it does not: choose the machine above.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static unsigned long microseconds(int seconds) {
  return (unsigned long)seconds * 1000000;
}

int main(void) {
  int start = __VERIFIER_nondet_int();
  int end = __VERIFIER_nondet_int();
  if (start < 0 || end < start || end > 86400)
    return 1;
  assert(microseconds(start) <= microseconds(end));
  return 0;
}
