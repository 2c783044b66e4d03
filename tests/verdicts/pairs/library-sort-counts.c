// plain: unsafe
// twin: safe
// How often qsort compares C does not say: a comparison that counts has no text, and nothing is proved of the number.
#include <assert.h>
#include <stdlib.h>
static int calls;
static int order(const void *left, const void *right) {
  calls++;
  return *(const char *)left - *(const char *)right;
}
int main(void) {
  char a[3] = {1, 2, 3};
  qsort(a, 3, 1, order);
#ifdef TWIN
  assert(calls >= 0);
#else
  assert(calls < 2);
#endif
  return 0;
}
