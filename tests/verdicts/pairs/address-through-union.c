// plain: unsafe
// twin: safe
// solved: default
// A pointer that is read as an integer is the same address as one that is converted.
#include <stdint.h>
extern void reach_error(void);
union both { int *p; uintptr_t i; };
int x;
int main(void) {
  union both u;
  u.p = &x;
#ifdef TWIN
  if (u.i != (uintptr_t)&x) reach_error();
#else
  if (u.i >= 1000000) reach_error();
#endif
  return 0;
}
