// A copy too long for its source.
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
  char d[16], s[8] = {0};
  memcpy(d, s, 8);
#else
  char d[16], s[8] = {0};
  memcpy(d, s, 9);
#endif
  return 0;
}
