// expect: exit 0
// expect: output 68719476736 7 -3
int printf(const char *, ...);
int main(void) {
  unsigned __int128 x = (unsigned __int128)1 << 100; __int128 y = -1;
  x += 7; y *= 3;
  printf("%llu %llu %lld\n", (unsigned long long)(x >> 64), (unsigned long long)x, (long long)y);
  return 0;
}
