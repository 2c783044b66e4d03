// plain: safe
// twin: unsafe
// The same seed gives the same numbers.
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  srand(1);
  int a = rand();
  srand(1);
  int b = rand();
#ifdef TWIN
  if (a == b) reach_error();
#else
  if (a != b) reach_error();
#endif
  return 0;
}
