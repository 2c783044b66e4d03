// The octagons of the loop know how far it goes, and nothing of products.
#include <assert.h>

extern int nondet_int(void);

int main(void) {
  int n = nondet_int();
  if (n < 0 || n > 100) return 0;
  int i = 0;
  int square = 0;
  while (i < n) {
    square = square + 2 * i + 1;
    i++;
  }
  assert(i <= 100);
  assert(square == n * n);
  return 0;
}
