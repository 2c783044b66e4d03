// A number is read up to its end.
// plain: unsafe
// twin: safe
// options: --check bounds
// solved: default
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k != 1234) return 0;
#ifdef TWIN
  char *end;
  k = strtol("12", &end, 10);
#else
  char d[2] = {49, 50};
  k = strtol(d, 0, 10);
#endif
  return 0;
}
