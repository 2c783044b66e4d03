// plain: unsafe
// twin: safe
// solved: default
// A number that does not fit is the greatest one, and errno says so.
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
int main(void) {
  errno = 0;
  long long number = strtoll("-9223372036854775809", 0, 10);
#ifdef TWIN
  assert(number == LLONG_MIN && errno == ERANGE);
#else
  assert(number == LLONG_MIN && errno == 0);
#endif
  return 0;
}
