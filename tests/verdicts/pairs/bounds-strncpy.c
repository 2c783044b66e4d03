// strncpy writes as many bytes as it is told, however short the string.
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
  char d[4];
  strncpy(d, "ab", 4);
#else
  char d[4];
  strncpy(d, "ab", 5);
#endif
  return 0;
}
