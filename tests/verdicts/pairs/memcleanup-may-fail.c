// What was not there need not be freed, but the other has to be.
// plain: unsafe
// twin: safe
// options: --check memcleanup --malloc may-fail
// solved: default
#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  char *q = malloc(4);
#ifdef TWIN
  free(p);
  free(q);
#else
  if (p != 0 && q != 0) {
    free(p);
    free(q);
  }
#endif
  return 0;
}
