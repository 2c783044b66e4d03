// From the middle of an object on.
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
  char d[8];
  memset(d + 4, 0, 4);
#else
  char d[8];
  memset(d + 4, 0, 5);
#endif
  return 0;
}
