// The two-bit saturating counters of a branch predictor.
//
// To be proved: a counter stays between 0 and 3 for ever, and one wrong guess never flips a strong prediction.
// An interval per variable is enough for the first, for the second the proof relates two moments of the loop.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { STRONGLY_NOT_TAKEN = 0, STRONGLY_TAKEN = 3 };

static int update(int counter, int taken) {
  if (taken)
    return counter < STRONGLY_TAKEN ? counter + 1 : counter;
  return counter > STRONGLY_NOT_TAKEN ? counter - 1 : counter;
}

static int predict(int counter) {
  return counter >= 2;
}

int main(void) {
  int counter = STRONGLY_NOT_TAKEN;
  while (__VERIFIER_nondet_int()) {
    int before = counter;
    int taken = __VERIFIER_nondet_int() != 0;
    counter = update(counter, taken);
    assert(counter >= STRONGLY_NOT_TAKEN && counter <= STRONGLY_TAKEN);
    if (before == STRONGLY_NOT_TAKEN || before == STRONGLY_TAKEN)
      assert(predict(counter) == predict(before));
  }
  return 0;
}
