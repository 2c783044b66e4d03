// realloc frees what it was given, so that one call of free is enough.
// plain: safe
// twin: unsafe
// options: --check memcleanup
// solved: default
#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  char *q = realloc(p, 8);
#ifndef TWIN
  free(q);
#endif
  return q == 0;
}
