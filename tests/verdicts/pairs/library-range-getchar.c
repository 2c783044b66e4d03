// plain: safe
// twin: unsafe
// solved: default
// getchar gives a byte or -1.
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  int c = getchar();
#ifdef TWIN
  if (c == -1) reach_error();
#else
  if (c < -1 || c > 255) reach_error();
#endif
  return 0;
}
