// What is compared has to be there.
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
  char d[2] = {1, 2}, e[4] = {1, 2, 3, 4};
  k = memcmp(d, e, 2);
#else
  char d[2] = {1, 2}, e[4] = {1, 2, 3, 4};
  k = memcmp(d, e, 3);
#endif
  return 0;
}
