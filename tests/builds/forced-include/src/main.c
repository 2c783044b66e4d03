#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int level = __VERIFIER_nondet_int();
  if (level >= 0 && level <= LIMIT)
    assert(level < LIMIT);
  return 0;
}
