// plain: unsafe
// twin: safe
// solved: default
// Where an object lies nobody knows, but it is not at null.
#include <stdint.h>
extern void reach_error(void);
int x;
int main(void) {
  uintptr_t address = (uintptr_t)&x;
#ifdef TWIN
  if (address < 1) reach_error();
#else
  if (address >= 1000000) reach_error();
#endif
  return 0;
}
