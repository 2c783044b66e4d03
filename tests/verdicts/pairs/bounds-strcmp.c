// Both strings have to end.
// plain: unsafe
// twin: safe
// options: --check bounds
// solved: default
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k != 1234) return 0;
#ifdef TWIN
  char d[2] = {1, 0};
  k = strcmp(d, "\001\002z");
#else
  char d[2] = {1, 2};
  k = strcmp(d, "\001\002z");
#endif
  return 0;
}
