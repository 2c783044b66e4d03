// expect: exit 0
// expect: output 44 4464 -1 -128
int printf(const char *, ...);
int main(void) {
  int big = 300; signed char c = big; short s = 70000; int i = (int)4294967295u;
  printf("%d %d %d %d\n", c, s, i, (int)(signed char)128);
  return 0;
}
