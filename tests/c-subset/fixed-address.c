// options: --region 0x20000000:16:memory
// expect: exit 7
#include <stdint.h>
int main(void) {
  uintptr_t at = 0x20000004u;
  *(uint32_t *)at = 7;
  uint32_t *p = (uint32_t *)0x20000000u;
  return (uintptr_t)&p[1] == at ? (int)p[1] : 1;
}
