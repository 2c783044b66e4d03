// plain: unsafe
// twin: safe
// options: --check bounds
// A stream that could not be opened is a null pointer, and library functions follow it.
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  FILE *file = fopen("/nonexistent", "r");
#ifdef TWIN
  if (file == NULL) return 1;
#endif
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a > 0 && a < 100000 && b > 0 && b < 100000 && a + 2 * b == 19777 && a - b == 1204) return fgetc(file);
  return 0;
}
