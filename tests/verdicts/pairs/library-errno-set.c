// plain: unsafe
// twin: safe
// strtol says in errno that its number does not fit.
#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  long n;
  errno = 0;
  n = strtol("99999999999999999999999", 0, 10);
#ifdef TWIN
  if (errno == ERANGE && n == 5) reach_error();
#else
  if (errno == ERANGE) reach_error();
#endif
  return 0;
}
