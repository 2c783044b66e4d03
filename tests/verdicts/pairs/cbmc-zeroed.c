// plain: unsafe
// twin: safe
// solved: default
// All bytes of a structure: one that is set shows, and so does none.
#include <string.h>
struct state { long count; char *place; short tag; } state;
int nondet_int(void);
#define IS_ZEROED(x) __CPROVER_forall { int i; (i >= 0 && i < sizeof(x)) ==> ((const unsigned char *)&x)[i] == 0 }
int main(void) {
  state.tag = (short)nondet_int();
  state.place = nondet_int() ? "text" : 0;
#ifdef TWIN
  memset(&state, 0, sizeof state);
#else
  memset(&state, 0, sizeof state - sizeof state.count);
#endif
  __CPROVER_assert(IS_ZEROED(state), "zeroed");
  return 0;
}
