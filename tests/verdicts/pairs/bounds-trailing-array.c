// Arrays at the end of a struct in the heap: memory says how long they are.
// plain: unsafe
// twin: safe
// options: --check bounds
// solved: default
#include <stdlib.h>
struct old { int n; char d[1]; };
struct flexible { int n; int d[]; };
int main(void) {
  struct old *p = malloc(sizeof *p + 10);
  struct flexible *q = malloc(sizeof *q + 4 * sizeof(int));
  p->d[5] = 1;
#ifdef TWIN
  q->d[3] = 2;
#else
  q->d[4] = 2;
#endif
  return 0;
}
