// The limit that is given, not the one that would be right.
// plain: unsafe
// twin: safe
// options: --check bounds
// solved: default
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k != 1234) return 0;
#ifdef TWIN
  char d[8];
  snprintf(d, sizeof d, "%d", k);
#else
  char d[8];
  snprintf(d, 16, "%d", 123456789);
#endif
  return 0;
}
