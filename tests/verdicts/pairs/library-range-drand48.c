// plain: safe
// twin: unsafe
// drand48 is at least 0 and below 1.
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  double d = drand48();
#ifdef TWIN
  if (d < 1) reach_error();
#else
  if (d < 0 || d >= 1) reach_error();
#endif
  return 0;
}
