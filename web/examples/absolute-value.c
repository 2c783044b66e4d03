// Every number has an absolute value that is not negative. Except one.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static unsigned distance(int from, int to) {
  unsigned difference = (unsigned)to - (unsigned)from;
  return (int)difference < 0 ? -difference : difference;
}

int main(void) {
  int from = __VERIFIER_nondet_int();
  int to = __VERIFIER_nondet_int();
  assert((int)distance(from, to) >= 0);
  return 0;
}
