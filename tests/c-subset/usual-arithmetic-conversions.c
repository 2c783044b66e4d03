// expect: exit 0
// expect: output 0 1 256 0
int printf(const char *, ...);
int main(void) {
  int n = -1; unsigned u = 1; long long l = -1; unsigned char c = 255; short s = -1;
  printf("%d %d %d %d\n", n < u, l < u, c + 1, s == (unsigned short)65535);
  return 0;
}
