// A distance that the processor would cut to -1 is none that an object has.
// plain: unsafe
// twin: safe
// options: --check pointer-overflow
// solved: default
#include <stddef.h>
int main(void) {
  char a[8], *p = a + 4;
#ifdef TWIN
  ptrdiff_t n = -1;
#else
  size_t n = (size_t)-1;
#endif
  p += n;
  return p == a;
}
