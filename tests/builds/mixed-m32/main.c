#include <assert.h>

long shift(int bits);

int main(void) {
  assert(shift(40) != 0);
  return 0;
}
