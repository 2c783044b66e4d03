// An object that is freed is none.
// plain: unsafe
// twin: safe
// options: --check pointers
// solved: default
#include <stdlib.h>
int main(void) {
  char *p = malloc(8);
  char *q = p + 3;
#ifdef TWIN
  int d = q - p == 3;
  free(p);
#else
  free(p);
  int d = q - p == 3;
#endif
  return d;
}
