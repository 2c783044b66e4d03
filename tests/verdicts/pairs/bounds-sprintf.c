// The most digits that a number can have.
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
  char d[12];
  sprintf(d, "%d", k);
#else
  char d[8];
  sprintf(d, "%d", 123456789);
#endif
  return 0;
}
