// What is there counts too.
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
  char d[7] = "abc";
  strcat(d, "def");
#else
  char d[6] = "abc";
  strcat(d, "def");
#endif
  return 0;
}
