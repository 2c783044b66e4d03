// plain: unsafe
// twin: safe
// options: --check bounds
// solved: default
// sprintf of a number of five digits needs six bytes.
#include <stdio.h>
extern unsigned short __VERIFIER_nondet_ushort(void);
int main(void) {
#ifdef TWIN
  char b[6];
#else
  char b[5];
#endif
  return sprintf(b, "%u", (unsigned)__VERIFIER_nondet_ushort());
}
