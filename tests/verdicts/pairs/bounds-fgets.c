// Input as long as the limit allows.
// plain: unsafe
// twin: safe
// options: --check bounds
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k != 1234) return 0;
#ifdef TWIN
  char d[8];
  fgets(d, 8, stdin);
#else
  char d[8];
  fgets(d, 9, stdin);
#endif
  return 0;
}
