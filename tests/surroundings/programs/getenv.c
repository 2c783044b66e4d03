// options: --check assert
// broken: assertion fails
// input: getenv("MODE")[1] = 98
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *mode = getenv("MODE"), *again = getenv("MODE");
#ifdef BROKEN
  assert(!mode || mode[0] != 'd' || again[1] != 'b');
#endif
  return mode != 0 && again != 0;
}
