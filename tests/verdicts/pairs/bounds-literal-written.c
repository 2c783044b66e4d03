// String literals are constant.
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
  char d[4] = "abc", *p = d;
  strcpy(p, "x");
#else
  char *p = "abc";
  strcpy(p, "x");
#endif
  return 0;
}
