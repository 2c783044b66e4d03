// plain: safe
// twin: unsafe
// rand_r is a function of its seed, which it changes.
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  unsigned s = 1, t = 1;
  int a = rand_r(&s), b = rand_r(&t);
#ifdef TWIN
  if (a == b) reach_error();
#else
  if (a != b || s == 1) reach_error();
#endif
  return 0;
}
