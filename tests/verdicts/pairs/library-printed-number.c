// plain: safe
// twin: unsafe
// solved: default
// snprintf writes as much as there is room for, and says how much there would be.
#include <assert.h>
#include <stdio.h>
#include <string.h>
extern unsigned short __VERIFIER_nondet_ushort(void);
int main(void) {
  char b[4];
  unsigned short n = __VERIFIER_nondet_ushort();
  int length = snprintf(b, sizeof b, "%u", n);
#ifdef TWIN
  assert(strlen(b) == (size_t)length);
#else
  assert(strlen(b) == (size_t)length || length > 3);
#endif
  assert(b[0] >= '0' && b[0] <= '9');
  return 0;
}
