// expect: exit 0
// expect: output 1 1 0 1
int printf(const char *, ...);
int main(void) {
  int a = 1, b = 2; unsigned long i = (unsigned long)&a, j = (unsigned long)&b;
  printf("%d %d %d %d\n", i % 4 == 0, (i < j) != (j < i), &a == &b, (int *)i == &a);
  return 0;
}
