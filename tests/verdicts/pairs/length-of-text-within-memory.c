// plain: unsafe
// twin: safe
// options: --check overflow
// solved: default
// A text is shorter than memory, so a length and a little more fit a long; what is added may still be too much.
#include <limits.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned size = 1u + __VERIFIER_nondet_uchar();
  char *text = malloc(size);
  unsigned i;
  long sum;
  for (i = 0; i + 1 < size; i++) text[i] = (char)__VERIFIER_nondet_uchar();
  text[size - 1] = 0;
#ifdef TWIN
  sum = 999;
#else
  sum = LONG_MAX - 2;
#endif
  sum += (long)strlen(text);
  free(text);
  return sum > 5;
}
