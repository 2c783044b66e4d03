// options: --region 0x40000000:0x1000 --region 0x40001000:0x100:memory --check assert,bounds
// broken: assertion fails
// Regions side by side are one object, of which a part is a device's.
#include <assert.h>
#include <stdint.h>
int main(void) {
  char *memory = (char *)0x40001000u, *last = (char *)0x40000fffu;
  assert(memory - 1 == last && last + 1 == memory);
  *memory = 3;
  assert(last[1] == 3);
  *last = 3;
#ifdef BROKEN
  assert(memory[-1] == 3);
#endif
  return 0;
}
