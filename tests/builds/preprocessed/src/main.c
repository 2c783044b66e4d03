#include <assert.h>
#include "clamp.h"

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int value = clamp(__VERIFIER_nondet_int(), 100);
  /* A comment
     over lines. */
  assert(value < 100);
  return 0;
}
