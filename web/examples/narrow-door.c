// Random tests would not find the way in: it is one of 2^64. Solving for the
// inputs does.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned key = __VERIFIER_nondet_uint();
  unsigned lock = __VERIFIER_nondet_uint();
  unsigned mixed = (key << 7 | key >> 25) ^ 0xC0FFEE;
  if (mixed == 0x12345678)
    if (lock == key * 3 + 1)
      assert(0);
  return 0;
}
