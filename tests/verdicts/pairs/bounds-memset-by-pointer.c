// A library function called through a pointer.
// plain: unsafe
// twin: safe
// options: --check bounds
// solved: default
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k != 1234) return 0;
#ifdef TWIN
  void *(*f)(void *, int, size_t) = memset;
  char d[4];
  f(d, 0, 4);
#else
  void *(*f)(void *, int, size_t) = memset;
  char d[4];
  f(d, 0, 5);
#endif
  return 0;
}
