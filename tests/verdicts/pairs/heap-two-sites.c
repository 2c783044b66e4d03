// Memory of two sites, or none, behind one pointer; what is resized has another size.
// plain: unsafe
// twin: safe
// options: --check memory
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned size = 4;
  char *data = malloc(4);
  while (__VERIFIER_nondet_uint() != 0) {
    unsigned n = __VERIFIER_nondet_uint() % 16;
    free(data);
    data = NULL;
    if (n > 0) data = malloc(n);
#ifdef TWIN
    size = n;
#else
    if (n != 7 || size < 7) size = n;
#endif
    if (size > 0) data[size - 1] = 1;
  }
  free(data);
  return 0;
}
