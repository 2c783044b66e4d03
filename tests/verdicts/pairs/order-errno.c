// plain: unsafe
// twin: safe
// errno is what a function's result points to, not a plain variable: gcc reads it where it stands.
#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  errno = 0;
  long sum = errno + (strtol("99999999999999999999999", 0, 10) < 0);
#ifdef TWIN
  if (sum == ERANGE) reach_error();
#else
  if (sum == 0) reach_error();
#endif
  return 0;
}
