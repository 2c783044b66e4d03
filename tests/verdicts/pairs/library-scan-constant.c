// plain: safe
// twin: unsafe
// sscanf on a constant text.
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  int x = 3, n = sscanf("5", "%d", &x);
#ifdef TWIN
  if (n == 1 && x == 5) reach_error();
#else
  if (n != 1 || x != 5) reach_error();
#endif
  return 0;
}
