// What was allocated on the other path only is not there on this one.
// plain: safe
// twin: unsafe
// options: --check bounds
// solved: default
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#ifdef TWIN
#define LAST 16
#else
#define LAST 15
#endif
int main(void) {
  char *text = malloc(16);
  if (!text) return 1;
  if (__VERIFIER_nondet_int() != 1234) {
    char *more = realloc(text, 32);
    if (more) text = more;
  }
  text[LAST] = 1;
  free(text);
  return 0;
}
