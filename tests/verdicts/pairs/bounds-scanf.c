// A width leaves room for the end.
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
  scanf("%7s", d);
#else
  char d[8];
  scanf("%8s", d);
#endif
  return 0;
}
