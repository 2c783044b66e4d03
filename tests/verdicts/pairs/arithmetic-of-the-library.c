// plain: unsafe
// twin: safe
// options: --check overflow
// No operator overflows here; a function of the library does.
#include <limits.h>
#include <stdlib.h>
int main(void) {
#ifdef TWIN
  int x = -INT_MAX;
#else
  int x = INT_MIN;
#endif
  return abs(x) == 5;
}
