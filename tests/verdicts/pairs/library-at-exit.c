// plain: unsafe
// twin: safe
// What atexit registered runs when main returns.
#include <stdlib.h>
extern void reach_error(void);
static int g;
static void last(void) {
#ifdef TWIN
  if (g != 2) reach_error();
#else
  if (g == 2) reach_error();
#endif
}
int main(void) {
  atexit(last);
  g = 2;
  return 0;
}
