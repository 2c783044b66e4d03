// Two violations, a proof in between, and a check that nothing comes to.
#include <assert.h>

extern int nondet_int(void);

static int unused(int x) {
  assert(x > 0);
  return x;
}

int main(void) {
  int n = nondet_int();
  assert(n != 5);
  int i = 0;
  while (i < 10) {
    i++;
    assert(i <= 10);
  }
  assert(n != 7);
  return 0;
}
