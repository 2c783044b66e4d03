// fgets sets what it read and its end, not all that there is room for.
// plain: safe
// twin: unsafe
// options: --check uninitialised
#include <stdio.h>
int main(void) {
  char line[4];
  if (fgets(line, 4, stdin) == 0) return 0;
#ifdef TWIN
  return line[3];
#else
  return line[0];
#endif
}
