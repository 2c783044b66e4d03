// plain: unsafe
// twin: safe
// solved: default
// Either object may come first, but only one.
#include <stdint.h>
extern void reach_error(void);
int a, b;
int main(void) {
  uintptr_t first = (uintptr_t)&a, second = (uintptr_t)&b;
#ifdef TWIN
  if (first < second && second < first) reach_error();
#else
  int forth = first < second, back = second < first;
  if (forth || back) reach_error();
#endif
  return 0;
}
