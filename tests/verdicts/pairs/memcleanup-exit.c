// exit ends the program as well as return does.
// plain: unsafe
// twin: safe
// options: --check memcleanup
// solved: default
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void work(char *buffer) {
  if (__VERIFIER_nondet_int() != 99) return;
#ifdef TWIN
  free(buffer);
#endif
  exit(1);
}
int main(void) {
  char *buffer = malloc(10);
  work(buffer);
  free(buffer);
  return 0;
}
