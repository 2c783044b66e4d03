// plain: unsafe
// twin: safe
// A stream writes into the buffer it was given in later calls.
#include <stdio.h>
extern void reach_error(void);
static char buffer[BUFSIZ];
int main(void) {
  int y = 1;
  buffer[0] = 1;
  setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  printf("hello");
#ifdef TWIN
  if (y != 1) reach_error();
#else
  if (buffer[0] == 'h') reach_error();
#endif
  return 0;
}
