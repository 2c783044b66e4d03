// expect: exit 0
// expect: output 255 1 4 1 1 4
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>
#include <limits.h>
#include <ctype.h>
#include <errno.h>
int main(void) {
  uint8_t b = UINT8_MAX; bool t = true; size_t n = strlen("four"); char *p = NULL;
  assert(INT_MAX == 2147483647);
  printf("%d %d %d %d %d %d\n", b, t, (int)n, p == NULL, isdigit('5') != 0, (int)offsetof(struct { char c; int i; }, i));
  return EXIT_SUCCESS;
}
