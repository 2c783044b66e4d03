// expect: exit 0
// expect: output 4294967295 4 18446744073709551615 3705032704
int printf(const char *, ...);
int main(void) {
  unsigned x = 0; unsigned char c = 250; unsigned long long w = 0;
  x--; c += 10; w -= 1;
  printf("%u %d %llu %u\n", x, c, w, 4000000000u + 4000000000u);
  return 0;
}
