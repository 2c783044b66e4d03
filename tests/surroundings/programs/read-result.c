// options: --check assert,bounds
// broken: access outside any live object
#include <stdio.h>
#include <unistd.h>
int main(void) {
  char text[16];
  int n = read(0, text, sizeof text), pairs = 0, a, b;
#ifdef BROKEN
  if (n >= 0)
    text[n] = 0;
#else
  if (n > 0)
    text[n - 1] = 0;
#endif
  if (n < 0)
    pairs = scanf("%d %d", &a, &b);
  return pairs > 2 ? text[100] : 0;
}
