// plain: safe
// twin: unsafe
// A function that fails leaves a number in errno, never zero.
#include <errno.h>
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  errno = 5;
  FILE *f = fopen("/nonexistent/file", "r");
#ifdef TWIN
  if (f == 0 && errno != 5) reach_error();
#else
  if (errno == 0) reach_error();
#endif
  return 0;
}
