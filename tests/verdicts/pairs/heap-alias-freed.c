// Another pointer to memory that was given back, or moved by realloc, is none to it any more.
// plain: unsafe
// twin: safe
// options: --check bounds
// solved: default
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  char *last = NULL;
  unsigned n = 0;
  while (__VERIFIER_nondet_uint() % 4 != 0) {
    char *data = malloc(n + 1);
    char *alias = data;
    data = realloc(data, n + 2);
#ifdef TWIN
    data[n + 1] = 1;
#else
    if (n == 3) alias[0] = 1;
#endif
    last = data;
    n = n < 5 ? n + 1 : 0;
    free(last);
    (void)alias;
  }
  return 0;
}
