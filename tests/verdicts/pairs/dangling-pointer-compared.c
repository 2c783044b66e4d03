// plain: unsafe
// twin: safe
// The same with pointers: what was freed may compare equal to what is allocated.
#include <stdlib.h>
extern void reach_error(void);
static void release(int *p) { free(p); }
int main(void) {
  int *p = malloc(4), *old = p;
#ifndef TWIN
  release(p);
#endif
  int *q = malloc(4);
  if (p != 0 && old == q) reach_error();
  return 0;
}
