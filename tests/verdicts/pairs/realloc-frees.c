// What realloc was given is gone, where it succeeds.
// plain: unsafe
// twin: safe
// options: --check memory --malloc may-fail
// solved: default
#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  if (p == 0) return 1;
  char *q = realloc(p, 8);
#ifdef TWIN
  if (q == 0) {
    p[0] = 1;
    free(p);
  } else {
    q[7] = 1;
    free(q);
  }
#else
  p[0] = 1;
  free(q == 0 ? p : q);
#endif
  return 0;
}
