// fread may read less than it was asked for.
// plain: safe
// twin: unsafe
// options: --check uninitialised
#include <stdio.h>
int main(void) {
  char block[4];
#ifdef TWIN
  fread(block, 1, 4, stdin);
#else
  if (fread(block, 1, 4, stdin) != 4) return 0;
#endif
  return block[3];
}
