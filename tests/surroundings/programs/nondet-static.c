// options: --nondet-static --check assert,uninitialised
// broken: assertion fails
#include <assert.h>
static int count;
static const int limit = 3;
int main(void) {
  static int calls;
#ifdef BROKEN
  assert(calls + count == 0);
#endif
  count = calls ? 1 : 2;
  assert(count < limit);
  return 0;
}
