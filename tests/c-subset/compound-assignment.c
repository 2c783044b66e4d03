// expect: exit 0
// expect: output 14 -31072 44 1.5
int printf(const char *, ...);
int main(void) {
  int x = 10; short s = 1000; unsigned char c = 200; float f = 1;
  x += 5; x -= 3; x *= 7; x /= 2; x %= 10; x <<= 3; x >>= 1; x |= 1; x &= 7; x ^= 15;
  s *= 100; c += 100; f += 0.5; x += 0.9;
  printf("%d %d %d %.1f\n", x, s, c, f);
  return 0;
}
