// An array of characters that has no end.
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
  char d[4] = "abc";
  k = strlen(d);
#else
  char d[3] = "abc";
  k = strlen(d);
#endif
  return 0;
}
