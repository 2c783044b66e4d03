#include <assert.h>

int role(void);

int main(void) {
  assert(role() == 1);
  return 0;
}
