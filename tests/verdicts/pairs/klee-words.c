// plain: safe
// twin: unsafe
// solved: default
// KLEE's words: objects that are made symbolic lose what they had, and what is assumed holds.
#include <klee/klee.h>
struct order { int amount; char code[4]; };
int main(void) {
  struct order order = {1, "abc"};
  int limit = 10;
  klee_make_symbolic(&order, sizeof order, "order");
  klee_make_symbolic(&limit, sizeof limit, "limit");
  klee_assume(limit > 0 && limit <= 100);
  klee_assume(order.amount >= 0);
  int part = klee_range(0, 4, "part");
  if (order.amount < limit && order.code[part] == 'x') {
#ifdef TWIN
    if (order.amount == 98) klee_report_error(__FILE__, __LINE__, "so many", "user.err");
#else
    if (order.amount == 100) klee_report_error(__FILE__, __LINE__, "so many", "user.err");
#endif
  }
  return 0;
}
