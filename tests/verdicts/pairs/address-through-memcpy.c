// plain: unsafe
// twin: safe
#include <stdint.h>
#include <string.h>
extern void reach_error(void);
int x;
int main(void) {
  int *p = &x;
  uintptr_t i;
  memcpy(&i, &p, sizeof p);
#ifdef TWIN
  if (i != (uintptr_t)p) reach_error();
#else
  if (i / 4096 != 1) reach_error();
#endif
  return 0;
}
