// The only pointer to it is in memory that a static points to.
// plain: safe
// twin: unsafe
// options: --check memtrack
// solved: default
#include <stdlib.h>
struct box {
  int *inside;
} *box;
int main(void) {
  box = malloc(sizeof *box);
  box->inside = malloc(sizeof(int));
#ifdef TWIN
  free(box);
  box = 0;
#endif
  return 0;
}
