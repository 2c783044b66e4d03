// expect: exit 0
// expect: output 0 7 68928 -8 16
int printf(const char *, ...);
struct flags { unsigned a : 3; signed b : 4; unsigned : 0; unsigned c : 17; long long d : 40; };
int main(void) {
  struct flags f = {7, -8, 100000, -1};
  f.a++; f.b--; f.c += 100000; f.d <<= 3;
  printf("%d %d %d %lld %d\n", f.a, f.b, f.c, (long long)f.d, (int)sizeof f);
  return 0;
}
