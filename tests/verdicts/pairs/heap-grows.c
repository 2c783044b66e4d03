// A buffer that grows by realloc: its capacity is the size of what is there now.
// plain: unsafe
// twin: safe
// options: --check bounds
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned capacity = 2, count = 0;
  char *data = malloc(capacity);
  while (__VERIFIER_nondet_uint() != 0) {
#ifdef TWIN
    if (count == capacity) {
#else
    if (count == capacity && capacity < 8) {
#endif
      if (capacity > 1000) break;
      capacity *= 2;
      data = realloc(data, capacity);
    }
    data[count++] = 1;
  }
  free(data);
  return 0;
}
