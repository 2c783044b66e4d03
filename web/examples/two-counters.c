// One counter runs ahead of the other, and never by more than a hundred times.
// `dagger` proves it by guessing an invariant, meeting an error that cannot
// happen, and learning from it: the tab Analysis has its pictures.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int steps = 0, way = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      steps++;
      way += 100;
    } else if (__VERIFIER_nondet_int() && steps >= 4) {
      steps++;
      way++;
    }
    if (steps > 1000)
      return 0;
  }
  assert(way <= 100 * steps);
  assert(way >= steps || steps == 0);
  return 0;
}
