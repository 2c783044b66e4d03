// What printf reads.
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
  char d[2] = {65, 0};
  printf("%s %d", d, k);
#else
  char d[2] = {65, 66};
  printf("%s", d);
#endif
  return 0;
}
