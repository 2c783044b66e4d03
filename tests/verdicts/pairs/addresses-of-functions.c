// plain: unsafe
// twin: safe
// solved: default
#include <stdint.h>
extern void reach_error(void);
static int f(void) { return 1; }
static int g(void) { return 2; }
int main(void) {
  int (*p)(void) = f, (*q)(void) = g;
#ifdef TWIN
  if (p == q) reach_error();
#else
  if ((uintptr_t)p < (uintptr_t)q || (uintptr_t)q < (uintptr_t)p) reach_error();
#endif
  return p() + q() - 3;
}
