// options: --region 0x40000000:16:memory --check assert,bounds
// broken: assertion fails
// Integers lead into regions and into objects, which lie apart from them, and not right beside them either.
#include <assert.h>
#include <stdint.h>
int g;
int main(void) {
  uintptr_t a = (uintptr_t)&g;
  int *p = (int *)a;
  *p = 3;
  assert(g == 3 && a != 0x40000004);
#ifdef BROKEN
  assert(a != 0x40000020);
#endif
  a = 0x40000000;
  p = (int *)a;
  *p = 4;
  assert(g == 3);
  return 0;
}
