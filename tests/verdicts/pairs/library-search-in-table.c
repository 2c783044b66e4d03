// plain: safe
// twin: unsafe
// solved: default
// bsearch calls the program's function, on elements of the table only.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static const int table[4] = {2, 3, 5, 7};
static int order(const void *left, const void *right) {
  int a = *(const int *)left, b = *(const int *)right;
  return a < b ? -1 : a > b;
}
int main(void) {
  int key = __VERIFIER_nondet_int();
  const int *found = bsearch(&key, table, 4, sizeof table[0], order);
#ifdef TWIN
  if (found != 0 && *found == 5) reach_error();
#else
  if (found != 0 && *found != key) reach_error();
#endif
  return 0;
}
