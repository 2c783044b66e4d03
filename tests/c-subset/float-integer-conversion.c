// expect: exit 0
// expect: output 16777216.0 9007199254740992.0 200 -15000000000 1
int printf(const char *, ...);
int main(void) {
  float f = 16777217; double d = 9007199254740993LL; unsigned char c = 200.7; long long l = -1.5e10;
  printf("%.1f %.1f %d %lld %d\n", f, d, c, l, (int)(unsigned)3e9 < 0);
  return 0;
}
