// plain: unsafe
// twin: safe
// %n writes through its argument; a format without it does not.
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  int x = 0, y = 0;
  printf("abc%n\n", &x);
  printf("%d\n", y);
#ifdef TWIN
  if (y == 3) reach_error();
#else
  if (x == 3) reach_error();
#endif
  return 0;
}
