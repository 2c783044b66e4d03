// plain: safe
// twin: unsafe
// options: --check memtrack
// Memory that a pointer in a member array still reaches at the end, and memory that it does not.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct table { int count; char *each[6]; char *other; };
static struct table t;
int main(void) {
  unsigned k = __VERIFIER_nondet_uint() % 6;
  t.each[k] = malloc(4);
  t.other = 0;
#ifdef TWIN
  t.each[k] = 0;
#endif
  return 0;
}
