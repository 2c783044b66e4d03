// What malloc gives has no value, what calloc gives is zero.
// plain: unsafe
// twin: safe
// options: --check uninitialised
// solved: default
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct pair {
  int first, second;
};
int main(void) {
#ifdef TWIN
  struct pair *p = calloc(1, sizeof *p);
#else
  struct pair *p = malloc(sizeof *p);
#endif
  p->first = __VERIFIER_nondet_int();
  if (p->first == 4321) return p->second;
  return 0;
}
