// expect: exit 0
// expect: output 255 -128 32767 65535 -2147483648 4294967295 -9223372036854775808 18446744073709551615
int printf(const char *, ...);
int main(void) {
  unsigned char c = 255; signed char s = -128; short h = 32767; unsigned short u = 65535;
  int i = -2147483647 - 1; unsigned n = 4294967295u; long long l = -9223372036854775807LL - 1;
  unsigned long long w = 18446744073709551615ULL;
  printf("%d %d %d %d %d %u %lld %llu\n", c, s, h, u, i, n, l, w);
  return 0;
}
