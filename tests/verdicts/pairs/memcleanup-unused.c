// Memory that nobody takes is there all the same.
// plain: unsafe
// twin: safe
// options: --check memcleanup
// solved: default
#include <stdlib.h>
int main(void) {
#ifdef TWIN
  free(malloc(3));
#else
  malloc(3);
#endif
  return 0;
}
