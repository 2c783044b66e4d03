// A string and its end.
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
  char d[5];
  strcpy(d, "abcd");
#else
  char d[4];
  strcpy(d, "abcd");
#endif
  return 0;
}
