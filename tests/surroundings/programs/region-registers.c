// options: --region 0x40021000:12 --check assert,bounds
// broken: assertion fails
// What a register is read as has nothing to do with what was written.
#include <assert.h>
#include <stdint.h>
struct uart { volatile uint32_t status, data, control; };
static struct uart *const uart = (struct uart *)0x40021000u;
int main(void) {
  uintptr_t base = 0x40021000u;
  uart->control = 5;
  while (!(uart->status & 1))
    ;
  uint32_t control = *(volatile uint32_t *)(base + 8);
  assert((uintptr_t)&uart->control == base + 8);
#ifdef BROKEN
  assert(control == 5);
#endif
  return (int)control;
}
