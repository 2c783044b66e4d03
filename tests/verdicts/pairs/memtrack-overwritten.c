// The last pointer to it is overwritten.
// plain: unsafe
// twin: safe
// options: --check memory
// solved: default
#include <stdlib.h>
static char *text;
int main(void) {
  text = malloc(4);
  text[0] = 0;
#ifdef TWIN
  free(text);
#endif
  text = malloc(8);
  text[7] = 0;
  return 0;
}
