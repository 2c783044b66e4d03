#include <klee/klee.h>
unsigned klee_is_symbolic(uintptr_t value);
int main(void) {
  int pair[2];
#if defined PART
  klee_make_symbolic(pair, sizeof pair[0], "first");
#elif defined MORE
  klee_make_symbolic(pair, sizeof pair + 1, "pair");
#else
  klee_make_symbolic(pair, sizeof pair, "pair");
#endif
  klee_assume(pair[0] < pair[1]);
#ifdef FOREIGN
  klee_assume(klee_is_symbolic(pair[1]));
#endif
  klee_assert(pair[0] != pair[1]);
  return 0;
}
