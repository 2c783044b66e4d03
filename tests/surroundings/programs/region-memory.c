// options: --region 0x20000000:16:memory --region 0x20000010:16:memory --check assert,bounds
// broken: access outside any live object
#include <assert.h>
#include <stdint.h>
int main(void) {
  uint32_t *p = (uint32_t *)0x20000000u, *end = (uint32_t *)0x20000020u;
#ifdef BROKEN
  end++;
#endif
  for (; p < end; p++)
    *p = 7;
  assert(*(uint32_t *)0x20000014u == 7);
  int x;
  assert((uintptr_t)&x < 0x20000000u || (uintptr_t)&x >= 0x20000020u);
  return 0;
}
