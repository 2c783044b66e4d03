// plain: safe
// twin: unsafe
// solved: default
// rand is not negative.
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  int n = rand();
#ifdef TWIN
  if (n >= 0) reach_error();
#else
  if (n < 0) reach_error();
#endif
  return 0;
}
