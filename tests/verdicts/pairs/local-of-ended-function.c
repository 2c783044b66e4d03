// plain: unsafe
// twin: safe
// A local may have the place of one whose function returned, not that of one that lives.
#include <stdint.h>
extern void reach_error(void);
uintptr_t outer;
static uintptr_t __attribute__((noinline)) f(void) { int x = 1; return (uintptr_t)&x; }
static uintptr_t __attribute__((noinline)) g(void) { int y = 2; return (uintptr_t)&y; }
int main(void) {
#ifdef TWIN
  int z = 3;
  outer = (uintptr_t)&z;
  if (g() == outer) reach_error();
#else
  if (f() == g()) reach_error();
#endif
  return 0;
}
