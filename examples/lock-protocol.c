// A driver loop that takes and releases a lock, after the example that made lazy abstraction known.
//
// To be proved: the lock is never taken twice and never released when it is free, although whether it is released
// inside the loop depends on data. The proof has to see that the loop goes round again only if `seen != served`,
// which is exactly when the lock was released.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int locked;

static void lock(void) {
  assert(locked == 0);
  locked = 1;
}

static void unlock(void) {
  assert(locked == 1);
  locked = 0;
}

int main(void) {
  unsigned served = 0, seen;
  do {
    lock();
    seen = served;
    if (__VERIFIER_nondet_int()) {
      unlock();
      served++;
    }
  } while (seen != served);
  unlock();
  return 0;
}
