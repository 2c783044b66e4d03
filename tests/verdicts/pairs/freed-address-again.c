// plain: unsafe
// twin: safe
// solved: default
// malloc may give an address again once it was freed, not before.
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  int *p = malloc(4);
  uintptr_t before = (uintptr_t)p;
#ifndef TWIN
  free(p);
#endif
  int *q = malloc(4);
  if (p != 0 && before == (uintptr_t)q) reach_error();
  return 0;
}
