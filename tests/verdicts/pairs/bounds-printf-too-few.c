// A format that asks for more than there is reads where no argument is.
// plain: safe
// twin: unsafe
// options: --check bounds
#include <stdio.h>
int main(void) {
#ifdef TWIN
  printf("%d %d\n", 5);
#else
  printf("%d %d\n", 5, 6);
#endif
  return 0;
}
