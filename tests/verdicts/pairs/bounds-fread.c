// Elements and their size.
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
  fread(d, 2, 4, stdin);
#else
  char d[8];
  fread(d, 3, 3, stdin);
#endif
  return 0;
}
