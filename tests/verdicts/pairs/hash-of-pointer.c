// plain: unsafe
// twin: safe
// Some bucket is taken; which one the address decides.
#include <stdint.h>
extern void reach_error(void);
int x, y, buckets[4];
int main(void) {
  unsigned i = ((uintptr_t)&x >> 2) % 4, j = ((uintptr_t)&y >> 2) % 4;
  buckets[i] = 1;
#ifdef TWIN
  if (buckets[i] != 1) reach_error();
#else
  if (buckets[j] == 0 || i == j) reach_error();
#endif
  return 0;
}
