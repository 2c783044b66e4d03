// A size that is an input, on one path only: on the other there is no object that could have it.
// plain: safe
// twin: unsafe
// options: --check memory
// solved: default
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  char fixed[8];
  unsigned n = __VERIFIER_nondet_uint();
  char *text = fixed;
  if (n > 64) return 0;
  if (n > 8) text = malloc(n);
  if (!text) return 1;
#ifdef TWIN
  if (n != 57) {
#else
  if (n > 0) {
#endif
    text[n - 1] = 1;
  }
  if (text != fixed) free(text);
  return 0;
}
