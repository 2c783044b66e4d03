// plain: unsafe
// twin: safe
// solved: default
// An int is aligned to 4; which multiple of 4 it is nobody knows.
#include <stdint.h>
extern void reach_error(void);
int main(void) {
  int before[3] = {1, 2, 3};
  uintptr_t address = (uintptr_t)&before[0];
#ifdef TWIN
  if (address % 4 != 0) reach_error();
#else
  if ((address + 4) % 8 != 0 || (address + 8) % 8 != 0) reach_error();
#endif
  return before[0] - 1;
}
