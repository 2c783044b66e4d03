// Where a program looks at addresses, what hone notes of an object's place is no pointer that keeps it from being lost.
// plain: unsafe
// twin: safe
// options: --check memtrack
// solved: default
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *block = malloc(4);
  int odd = (unsigned long)block % 32 != 0;
  if (__VERIFIER_nondet_int() > odd) {
#ifdef TWIN
    free(block);
#endif
    return 1;
  }
  free(block);
  return 0;
}
