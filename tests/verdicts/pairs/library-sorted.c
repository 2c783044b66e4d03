// plain: safe
// twin: unsafe
// solved: default
// qsort puts what was there in order; where equal ones stand C does not say.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int order(const void *left, const void *right) {
  int a = *(const int *)left, b = *(const int *)right;
  return (a > b) - (a < b);
}
int main(void) {
  int a[3], first = __VERIFIER_nondet_int();
  a[0] = first;
  a[1] = __VERIFIER_nondet_int();
  a[2] = __VERIFIER_nondet_int();
  qsort(a, 3, sizeof *a, order);
  assert(a[0] <= a[1] && a[1] <= a[2]);
#ifdef TWIN
  assert(a[1] == first);
#else
  assert(a[0] == first || a[1] == first || a[2] == first);
#endif
  return 0;
}
