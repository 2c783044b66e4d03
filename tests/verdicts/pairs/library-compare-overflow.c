// plain: unsafe
// twin: safe
// options: --check overflow
// solved: default
// A comparison that subtracts overflows for some elements, whichever the library compares.
#include <stdlib.h>
static int order(const void *left, const void *right) { return *(const int *)left - *(const int *)right; }
int main(void) {
#ifdef TWIN
  int a[2] = {2000000000, 1000000000};
#else
  int a[2] = {2000000000, -1000000000};
#endif
  qsort(a, 2, sizeof *a, order);
  return 0;
}
