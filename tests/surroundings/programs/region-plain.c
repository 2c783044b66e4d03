// options: --region 0x40000000:16 --check assert,bounds
// broken: assertion fails
// A register gives anything at each read, also where nobody has said that it is volatile.
#include <assert.h>
#include <stdint.h>
int main(void) {
  uint32_t *control = (uint32_t *)0x40000004u, once = *control;
  int own = 3, *p = &own;
  *control = 5;
#ifdef BROKEN
  assert(*control == 5);
#endif
  assert(once == once && *p == 3);
  return 0;
}
