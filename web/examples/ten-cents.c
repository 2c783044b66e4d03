// Ten times ten cents. Floating-point numbers are modelled exactly, as IEEE 754
// has them.
#include <assert.h>

int main(void) {
  double money = 0;
  for (int i = 0; i < 10; i++)
    money += 0.1;
  assert(money == 1.0);
  return 0;
}
