// By default memory that is asked for is there: what is done without it is not looked at.
// plain: safe
// twin: unsafe
// options: --malloc succeeds
// solved: default
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  int *p = malloc(sizeof *p);
#ifdef TWIN
  if (p != 0) reach_error();
#else
  if (p == 0) reach_error();
#endif
  return 0;
}
