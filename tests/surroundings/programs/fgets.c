// options: --check assert
// broken: assertion fails
// input: stdin[2] = 10
#include <assert.h>
#include <stdio.h>
int main(void) {
  char line[8];
  if (fgets(line, sizeof line, stdin) == NULL)
    return 0;
#ifdef BROKEN
  assert(line[0] != 'o' || line[1] != 'k' || line[2] != '\n');
#endif
  return 0;
}
