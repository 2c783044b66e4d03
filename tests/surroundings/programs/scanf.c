// options: --check assert
// broken: assertion fails
// input: a number for scanf = -40
#include <assert.h>
#include <stdio.h>
int main(void) {
  int x = 0, y = 0;
  if (scanf("%d,%d", &x, &y) != 2)
    return 0;
#ifdef BROKEN
  assert(x != -40 || y != 2);
#else
  assert(x <= 2147483647);
#endif
  return 0;
}
