#include <config.h>

extern int __VERIFIER_nondet_int(void);

int slots[SLOTS];

int main(void) {
  int at = __VERIFIER_nondet_int();
  if (at >= 0 && at <= SLOTS)
    slots[at] = 1;
  return 0;
}
