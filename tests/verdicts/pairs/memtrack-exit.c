// Where exit ends the program, its functions have not returned: their variables point to what is left.
// plain: safe
// twin: unsafe
// options: --check memtrack
// solved: default
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
#ifdef TWIN
  return *p;
#else
  exit(*p);
#endif
}
