/* 64-bit arithmetic and function calls: FNV hashes, xorshift, modular powers, a recursive function. */
#include <stdint.h>
#include <stdio.h>

static uint64_t fnv(const unsigned char *text, int length, uint64_t hash) {
  for (int i = 0; i < length; i++) {
    hash ^= text[i];
    hash *= 1099511628211ull;
  }
  return hash;
}

static uint64_t next(uint64_t *state) {
  uint64_t x = *state;
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  *state = x;
  return x;
}

static uint64_t power(uint64_t base, uint64_t exponent, uint64_t modulus) {
  uint64_t result = 1;
  base %= modulus;
  while (exponent > 0) {
    if (exponent & 1) result = result * base % modulus;
    base = base * base % modulus;
    exponent >>= 1;
  }
  return result;
}

static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

int main(void) {
  unsigned char text[256];
  uint64_t hash = 14695981039346656037ull, state = 88172645463325252ull, sum = 0;
  for (int i = 0; i < 256; i++) text[i] = i * 37;
  for (int i = 0; i < 45000; i++) hash = fnv(text, 256, hash);
  printf("hash %016llx\n", (unsigned long long)hash);
  for (int i = 0; i < 4500000; i++) sum += next(&state) >> 32;
  printf("sum %llu\n", (unsigned long long)sum);
  for (int i = 0; i < 90000; i++) sum += power(i, 1000003, 4294967291ull);
  printf("sum %llu\n", (unsigned long long)sum);
  printf("fibonacci %d\n", fibonacci(34));
  return 0;
}
