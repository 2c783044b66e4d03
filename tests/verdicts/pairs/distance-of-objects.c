// plain: unsafe
// twin: safe
// solved: default
#include <stddef.h>
extern void reach_error(void);
int a, b;
int main(void) {
  ptrdiff_t distance = (char *)&b - (char *)&a;
#ifdef TWIN
  if (distance == 0) reach_error();
#else
  if (distance > 0 || distance < -1) reach_error();
#endif
  return 0;
}
