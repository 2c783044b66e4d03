// options: --check assert,bounds
// broken: access outside any live object
// input: read() = -1
#include <unistd.h>
int main(void) {
  char text[8];
  long n = read(0, text, sizeof text - 1);
#ifndef BROKEN
  if (n < 0 || n > 7)
    return 1;
#endif
  text[n] = 0;
  return 0;
}
