// Null is no string.
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
  char *p = "x";
  k = strlen(p);
#else
  char *p = 0;
  k = strlen(p);
#endif
  return 0;
}
