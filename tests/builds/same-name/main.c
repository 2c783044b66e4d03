#include "limits.h"
#include <limits.h>
#include <config.h>
#include <assert.h>

int main(void) {
  assert(INT_MAX > MOST);
  assert(LEAST == 9);
  return 0;
}
