/* Integer arithmetic in nested loops: a sieve of Eratosthenes, Collatz sequences, greatest common divisors. */
#include <stdio.h>

static unsigned char composite[2000001];

static int sieve(int limit) {
  int count = 0;
  for (int i = 2; i <= limit; i++) composite[i] = 0;
  for (int i = 2; i <= limit; i++) {
    if (composite[i]) continue;
    count++;
    for (int j = i + i; j <= limit; j += i) composite[j] = 1;
  }
  return count;
}

static int collatz(unsigned start) {
  int steps = 0;
  while (start != 1) {
    start = start % 2 == 0 ? start / 2 : 3 * start + 1;
    steps++;
  }
  return steps;
}

static int gcd(int a, int b) {
  while (b != 0) {
    int rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

int main(void) {
  int longest = 0, best = 0, sum = 0;
  printf("%d primes\n", sieve(2000000));
  for (int i = 1; i < 110000; i++) {
    int steps = collatz(i);
    if (steps > longest) {
      longest = steps;
      best = i;
    }
  }
  printf("longest %d at %d\n", longest, best);
  for (int i = 1; i < 1200; i++)
    for (int j = 1; j < 1200; j++) sum += gcd(i, j);
  printf("sum %d\n", sum);
  return 0;
}
